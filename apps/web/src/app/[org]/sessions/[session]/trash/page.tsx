import type { Metadata } from "next";
import { TrashPage } from "../../../../../features/trash/trash-page.tsx";

export const metadata: Metadata = { title: "Trash" };

type Props = { params: Promise<{ session: string }> };

export default async function Page({ params }: Props) {
  const { session } = await params;
  return <TrashPage key={session} sessionId={session} />;
}
