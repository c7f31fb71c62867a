import type { Metadata } from "next";
import { PlaygroundPage } from "../../../../features/policy/playground-page.tsx";

export const metadata: Metadata = { title: "Policy playground" };

export default function Page() {
  return <PlaygroundPage />;
}
