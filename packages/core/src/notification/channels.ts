/** What people are told of outside the pages, and by which ways. */
export const notificationKinds = ["approval", "job"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The ways to a person; a webhook belongs to an org. */
export const memberChannels = ["push", "email"] as const;
export type MemberChannel = (typeof memberChannels)[number];
export type Channel = MemberChannel | "webhook";

export type Wanted = Record<NotificationKind, Record<MemberChannel, boolean>>;

/** Without a choice of one's own: a question comes by every way there is, news of a command on the devices only. */
export const wantedByDefault: Wanted = {
  approval: { push: true, email: true },
  job: { push: true, email: false },
};

export type Choice = { kind: string; channel: string; wanted: boolean };

export function wantedOf(choices: readonly Choice[]): Wanted {
  const chosen = (kind: NotificationKind, channel: MemberChannel): boolean =>
    choices.find((one) => one.kind === kind && one.channel === channel)?.wanted ??
    wantedByDefault[kind][channel];
  const both = (kind: NotificationKind) => ({ push: chosen(kind, "push"), email: chosen(kind, "email") });
  return { approval: both("approval"), job: both("job") };
}

/** The kind that people choose by; null for news that stays on the pages. */
export function kindOf(event: string): NotificationKind | null {
  if (event === "approval.waits") return "approval";
  return event === "job.ended" || event === "keyword.found" ? "job" : null;
}

/** How much a message says of a call to whoever carries it. */
export const sayings = ["nothing", "program", "command"] as const;
export type Saying = (typeof sayings)[number];

export const linkMinutesBounds = { least: 5, most: 1_440 } as const;
