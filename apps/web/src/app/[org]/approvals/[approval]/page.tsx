import type { Metadata } from "next";
import { ApprovalPage } from "../../../../features/approval/approval-page.tsx";

export const metadata: Metadata = { title: "Approval" };

export default async function Page({ params }: { params: Promise<{ approval: string }> }) {
  return <ApprovalPage approvalId={(await params).approval} />;
}
