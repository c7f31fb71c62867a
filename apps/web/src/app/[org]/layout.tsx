import type { ReactNode } from "react";
import { OrgGate } from "../../features/shell/org-gate.tsx";

type Props = { children: ReactNode; params: Promise<{ org: string }> };

export default async function OrgLayout({ children, params }: Props) {
  const { org } = await params;
  return <OrgGate slug={decodeURIComponent(org)}>{children}</OrgGate>;
}
