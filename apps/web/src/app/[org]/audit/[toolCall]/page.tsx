import type { Metadata } from "next";
import { RecordPage } from "../../../../features/audit/record-page.tsx";

export const metadata: Metadata = { title: "Execution record" };

type Props = { params: Promise<{ toolCall: string }> };

export default async function Page({ params }: Props) {
  const { toolCall } = await params;
  return <RecordPage toolCallId={toolCall} />;
}
