import type { Metadata } from "next";
import { ApprovalsPage } from "../../../features/approval/approvals-page.tsx";

export const metadata: Metadata = { title: "Approvals" };

export default function Page() {
  return <ApprovalsPage />;
}
