import type { Metadata } from "next";
import { FilesPage } from "../../../../../features/files/files-page.tsx";

export const metadata: Metadata = { title: "Files" };

type Props = { params: Promise<{ session: string }> };

export default async function Page({ params }: Props) {
  const { session } = await params;
  return <FilesPage key={session} sessionId={session} />;
}
