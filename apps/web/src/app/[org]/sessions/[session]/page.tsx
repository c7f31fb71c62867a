import type { Metadata } from "next";
import { SessionPage } from "../../../../features/session/session-page.tsx";

export const metadata: Metadata = { title: "Session" };

type Props = { params: Promise<{ session: string }> };

export default async function Page({ params }: Props) {
  const { session } = await params;
  return <SessionPage key={session} sessionId={session} />;
}
