import type { Metadata } from "next";
import { HistoryPage } from "../../../../features/policy/history-page.tsx";

export const metadata: Metadata = { title: "Policy history" };

export default function Page() {
  return <HistoryPage />;
}
