"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";

type SessionTitleProps = { org: string; id: string; title: string; canRename: boolean };

export function SessionTitle({ org, id, title, canRename }: SessionTitleProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<string | null>(null);
  const rename = useMutation(
    trpc.session.rename.mutationOptions({
      onSuccess: () => setDraft(null),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.session.pathKey() }),
    }),
  );
  if (draft === null) {
    return (
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-1">
        <h1 className="truncate text-base font-semibold tracking-tight" title={title}>
          {title}
        </h1>
        {canRename && (
          <Button
            variant="quiet"
            size="icon-xs"
            aria-label="Rename the session"
            onClick={() => setDraft(title)}
          >
            <Pencil aria-hidden />
          </Button>
        )}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = draft.trim();
    if (next === "" || next === title) setDraft(null);
    else rename.mutate({ org, id, title: next });
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 basis-48 items-center gap-1.5">
      <h1 className="sr-only">{title}</h1>
      <Input
        aria-label="Session title"
        className="h-7 max-w-sm"
        autoFocus
        maxLength={120}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(null);
        }}
      />
      <Button type="submit" size="sm" disabled={rename.isPending}>
        Save
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setDraft(null)}>
        Cancel
      </Button>
    </form>
  );
}
