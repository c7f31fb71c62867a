import type { Metadata } from "next";
import { LogPage } from "../../../../features/output/log-page.tsx";

export const metadata: Metadata = { title: "Output" };

type Props = { params: Promise<{ execution: string }> };

export default async function Page({ params }: Props) {
  const { execution } = await params;
  return <LogPage key={execution} executionId={execution} />;
}
