import type { Metadata } from "next";
import { SettingsPage } from "../../../features/org-settings/settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function Page() {
  return <SettingsPage />;
}
