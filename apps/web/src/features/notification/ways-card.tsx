import Link from "next/link";
import type { ReactNode } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { useOrg } from "../shell/org-context.tsx";

type Overview = Outputs["notification"]["overview"];

function Way({ name, on, children }: { name: string; on: boolean; children: ReactNode }) {
  return (
    <li className="grid gap-0.5 px-4 py-2.5">
      <p className="flex items-center gap-2 text-sm font-medium">
        {name} <Badge tone={on ? "success" : "outline"}>{on ? "on" : "off"}</Badge>
      </p>
      <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">{children}</p>
    </li>
  );
}

/** Which ways out there are, and what switches on those that are not. */
export function WaysCard({ overview }: { overview: Overview }) {
  const { slug } = useOrg();
  const { setting, mailFrom, devices, escalationMinutes } = overview;
  const link = "underline decoration-input underline-offset-2 hover:decoration-current";
  return (
    <Card>
      <CardHeader>
        <CardTitle>Ways</CardTitle>
      </CardHeader>
      <ul className="divide-y">
        <Way name="Browsers" on={devices > 0}>
          {devices === 0
            ? "Nobody switched a browser on yet: each member does on their profile page."
            : `${formatCount(devices, "browser")} of members show messages.`}
        </Way>
        <Way name="E-mail" on={mailFrom !== null}>
          {mailFrom === null
            ? "No worker knows a mail server. Set SMTP_URL and SMTP_FROM for one and start it again."
            : `Sent from ${mailFrom}.`}
        </Way>
        <Way name="Webhook" on={setting.webhookUrl !== null}>
          {setting.webhookUrl === null ? "No address is saved." : new URL(setting.webhookUrl).host}
        </Way>
        <li className="px-4 py-2.5 text-xs text-muted-foreground">
          A call that nobody answers within {formatCount(escalationMinutes, "minute")} is told again, to
          everybody who may answer it. The{" "}
          <Link href={`/${slug}/policy/draft`} className={link}>
            policy
          </Link>{" "}
          sets the time, and when such a call is refused.
        </li>
      </ul>
    </Card>
  );
}
