import type { Metadata } from "next";
import { ScriptToolPage } from "../../../../features/script-tool/script-tool-page.tsx";

export const metadata: Metadata = { title: "Script tool" };

type Props = { params: Promise<{ tool: string }> };

export default async function Page({ params }: Props) {
  const { tool } = await params;
  return <ScriptToolPage name={tool === "new" ? null : tool} />;
}
