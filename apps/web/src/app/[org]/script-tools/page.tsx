import type { Metadata } from "next";
import { ScriptToolsPage } from "../../../features/script-tool/script-tools-page.tsx";

export const metadata: Metadata = { title: "Script tools" };

export default function Page() {
  return <ScriptToolsPage />;
}
