import type { Permission } from "@gatehouse/core/role";
import {
  Activity,
  BellRing,
  BrainCircuit,
  FileCode2,
  type LucideIcon,
  KeyRound,
  KeySquare,
  ScrollText,
  Server,
  Settings2,
  ShieldCheck,
  ShieldQuestion,
  SquareTerminal,
  Users,
} from "lucide-react";

export type NavItem = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** second key of the chord that starts with g */
  key: string;
  needs?: Permission;
};

export const navItems: readonly NavItem[] = [
  { path: "sessions", label: "Sessions", icon: SquareTerminal, key: "s" },
  { path: "jobs", label: "Jobs", icon: Activity, key: "j" },
  { path: "approvals", label: "Approvals", icon: ShieldQuestion, key: "a", needs: "approval.answer_own" },
  { path: "grants", label: "My grants", icon: KeySquare, key: "r", needs: "approval.answer_own" },
  { path: "policy", label: "Policy", icon: ShieldCheck, key: "p", needs: "policy.read" },
  { path: "models", label: "Models", icon: BrainCircuit, key: "o", needs: "model.manage" },
  { path: "script-tools", label: "Script tools", icon: FileCode2, key: "c", needs: "script_tool.read" },
  { path: "hosts", label: "Hosts", icon: Server, key: "h", needs: "host.read" },
  { path: "members", label: "Members", icon: Users, key: "m", needs: "member.read" },
  { path: "notifications", label: "Notifications", icon: BellRing, key: "n", needs: "notification.manage" },
  { path: "settings", label: "Settings", icon: Settings2, key: "e", needs: "org.manage" },
  { path: "tokens", label: "API tokens", icon: KeyRound, key: "t", needs: "token.create" },
  { path: "audit", label: "Audit", icon: ScrollText, key: "u", needs: "audit.read" },
];
