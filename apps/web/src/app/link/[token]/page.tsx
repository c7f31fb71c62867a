import type { Metadata } from "next";
import { LinkPage } from "../../../features/notification/link-page.tsx";

export const metadata: Metadata = { title: "Open a call" };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <LinkPage token={(await params).token} />;
}
