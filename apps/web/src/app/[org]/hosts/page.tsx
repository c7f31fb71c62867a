import type { Metadata } from "next";
import { HostsPage } from "../../../features/host/hosts-page.tsx";

export const metadata: Metadata = { title: "Hosts" };

export default function Page() {
  return <HostsPage />;
}
