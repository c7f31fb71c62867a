import type { Metadata } from "next";
import { InvitePage } from "../../features/entry/invite-page.tsx";

export const metadata: Metadata = { title: "Invitation" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { token } = await searchParams;
  return <InvitePage token={typeof token === "string" ? token : ""} />;
}
