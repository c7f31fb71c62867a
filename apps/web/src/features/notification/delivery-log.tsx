"use client";

import Link from "next/link";
import { Inbox } from "lucide-react";
import type { Outputs } from "../../trpc/client.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatCount } from "../../ui/format-bytes.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";

type Delivery = Outputs["notification"]["overview"]["deliveries"][number];
type DeliveryLogProps = {
  deliveries: readonly Delivery[];
  failedOnly: boolean;
  onFailedOnly: (failedOnly: boolean) => void;
};

const about: Record<string, string> = {
  "approval.waits": "A call that waits",
  "job.ended": "The end of a command",
  "keyword.found": "A keyword",
  test: "A test",
};
const ways: Record<Delivery["channel"], string> = { push: "Browser", email: "E-mail", webhook: "Webhook" };
const states: Record<Delivery["status"], { label: string; tone: Tone }> = {
  queued: { label: "waits", tone: "info" },
  sending: { label: "on its way", tone: "info" },
  sent: { label: "sent", tone: "success" },
  failed: { label: "failed", tone: "danger" },
  dropped: { label: "not sent", tone: "neutral" },
};

/** What became of the newest messages, and why some did not arrive. */
export function DeliveryLog({ deliveries, failedOnly, onFailedOnly }: DeliveryLogProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Messages of the last days</CardTitle>
        <Segmented
          aria-label="Show"
          value={failedOnly ? "failed" : "all"}
          onValueChange={(value) => onFailedOnly(value === "failed")}
          options={[
            { value: "all", label: "All" },
            { value: "failed", label: "Failed" },
          ]}
        />
      </CardHeader>
      {deliveries.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={failedOnly ? "Nothing failed" : "No message yet"}
          className="py-8"
        >
          {failedOnly
            ? "Every message arrived, or was no news any more."
            : "The next call that waits for an answer is the first."}
        </EmptyState>
      ) : (
        <ul aria-label="Messages" className="divide-y">
          {deliveries.map((one) => (
            <Row key={one.id} delivery={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ delivery }: { delivery: Delivery }) {
  const { slug } = useOrg();
  const { channel, kind, subject, to, status, attempts, detail, createdAt, dueAt } = delivery;
  const text = about[kind] ?? kind;
  const { label, tone } = states[status];
  return (
    <li className="grid gap-0.5 px-4 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone={tone}>{label}</Badge>
        {kind === "approval.waits" ? (
          <Link
            href={`/${slug}/approvals/${subject}`}
            className="underline decoration-input underline-offset-2 hover:decoration-current"
          >
            {text}
          </Link>
        ) : (
          <span>{text}</span>
        )}
        <span className="text-muted-foreground">
          {ways[channel]}
          {to !== null && ` to ${to}`}
        </span>
        <TimeText at={createdAt} form="compact" className="ml-auto text-xs text-muted-foreground" />
      </p>
      {(detail !== null || attempts > 1 || status === "queued") && (
        <p className="text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {[detail, attempts > 1 ? formatCount(attempts, "attempt") : null]
            .filter((part) => part !== null)
            .join(" · ")}
          {status === "queued" && (
            <>
              {(detail !== null || attempts > 1) && " · "}
              next <TimeText at={dueAt} form="relative" />
            </>
          )}
        </p>
      )}
    </li>
  );
}
