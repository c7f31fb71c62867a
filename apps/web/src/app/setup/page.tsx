import type { Metadata } from "next";
import { SetupPage } from "../../features/entry/setup-page.tsx";

export const metadata: Metadata = { title: "Set up" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { token } = await searchParams;
  return <SetupPage token={typeof token === "string" && token !== "" ? token : undefined} />;
}
