import type { SessionHeader } from "./session-header-view.ts";

export const visibilityText: Record<
  SessionHeader["visibility"],
  { label: string; text: string; short: string }
> = {
  private: { label: "Nobody else", text: "Only chosen members find it.", short: "Private" },
  org_read: { label: "May read", text: "They watch it live, and run nothing.", short: "Org reads" },
  org_drive: {
    label: "May drive",
    text: "They talk, run commands and answer questions in it.",
    short: "Org drives",
  },
};
