"use client";

import { Fingerprint } from "lucide-react";
import { useState } from "react";
import type { Outputs } from "../../trpc/client.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { AddPasskeyDialog } from "./add-passkey-dialog.tsx";
import { proofKind } from "./fresh-proof.tsx";
import { RemovePasskeyDialog } from "./remove-passkey-dialog.tsx";
import { RenamePasskeyDialog } from "./rename-passkey-dialog.tsx";

type Security = Outputs["me"]["security"];
type Passkey = Security["passkeys"][number];
type Asking = { what: "rename" | "remove"; passkey: Passkey };

export function PasskeysCard({ security }: { security: Security }) {
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const proof = proofKind(security);
  const close = () => setAsking(null);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Passkeys</CardTitle>
        <Button size="sm" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      </CardHeader>
      {security.passkeys.length === 0 ? (
        <EmptyState icon={<Fingerprint />} title="No passkeys yet" className="py-8">
          A passkey signs you in with a fingerprint, a face or a PIN, and needs no password.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsking({ what, passkey })} />
          ))}
        </ul>
      )}
      <AddPasskeyDialog proof={proof} open={adding} onOpenChange={setAdding} />
      {asking?.what === "rename" && <RenamePasskeyDialog passkey={asking.passkey} onDone={close} />}
      {asking?.what === "remove" && (
        <RemovePasskeyDialog passkey={asking.passkey} proof={proof} onDone={close} />
      )}
    </Card>
  );
}

type PasskeyRowProps = { passkey: Passkey; onAsk: (what: Asking["what"]) => void };

function PasskeyRow({ passkey, onAsk }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        {name}
        <span className="block text-xs text-muted-foreground">
          made <TimeText at={createdAt} form="relative" />,{" "}
          {lastUsedAt === null ? (
            "not used yet"
          ) : (
            <>
              last used <TimeText at={lastUsedAt} form="relative" />
            </>
          )}
        </span>
      </span>
      <Button size="sm" variant="quiet" aria-label={`Rename ${name}`} onClick={() => onAsk("rename")}>
        Rename
      </Button>
      <Button size="sm" variant="danger-quiet" aria-label={`Remove ${name}`} onClick={() => onAsk("remove")}>
        Remove
      </Button>
    </li>
  );
}
