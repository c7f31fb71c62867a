import type { Metadata } from "next";
import { DraftPage } from "../../../../features/policy/draft-page.tsx";

export const metadata: Metadata = { title: "Policy draft" };

export default function Page() {
  return <DraftPage />;
}
