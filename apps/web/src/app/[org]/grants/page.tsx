import type { Metadata } from "next";
import { GrantsPage } from "../../../features/grant/grants-page.tsx";

export const metadata: Metadata = { title: "My grants" };

export default function Page() {
  return <GrantsPage />;
}
