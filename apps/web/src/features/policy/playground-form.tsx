"use client";

import type { TryInput } from "@gatehouse/core/policy/cases/policy-case";
import { may } from "@gatehouse/core/role";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, inputClass } from "../../ui/input.tsx";
import { cn } from "../../ui/cn.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ArgvEditor } from "../argv/argv-editor.tsx";
import { lineToArgv } from "../argv/line-to-argv.ts";
import { WritePaths } from "../session/write-paths.tsx";
import { useOrg } from "../shell/org-context.tsx";

export type PlaygroundState = {
  argv: readonly string[];
  mode: TryInput["mode"];
  network: boolean;
  sandbox: boolean;
  writePaths: readonly string[];
  grants: TryInput["grants"];
  against: "draft" | "published";
  memberId: string | null;
  hostId: string | null;
};

type FormProps = { state: PlaygroundState; onState: (state: PlaygroundState) => void };

const anyone = "me";

/** The call and its circumstances. A pasted line is split here for the person's convenience; the list is what counts. */
export function PlaygroundForm({ state, onState }: FormProps) {
  const { slug: org } = useOrg();
  const trpc = useTRPC();
  const [line, setLine] = useState("");
  const members = useQuery(trpc.member.list.queryOptions({ org }));
  const hosts = useQuery(trpc.host.list.queryOptions({ org }));
  const meaning = lineToArgv(line);
  const change = (part: Partial<PlaygroundState>) => onState({ ...state, ...part });
  const type = (text: string) => {
    setLine(text);
    const read = lineToArgv(text);
    if (read.kind === "argv" || read.kind === "script") change({ argv: read.argv });
    else if (read.kind === "empty") change({ argv: [] });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <Field
        label="Command"
        hint={
          meaning.kind === "unfinished"
            ? meaning.message
            : meaning.kind === "script"
              ? `Read as a script for bash: it holds ${meaning.because}.`
              : "Split into arguments here; what stands below is what is judged."
        }
      >
        {(control) => (
          <textarea
            {...control}
            rows={Math.min(8, Math.max(1, line.split("\n").length))}
            spellCheck={false}
            autoCapitalize="off"
            value={line}
            onChange={(event) => type(event.target.value)}
            className={cn(inputClass, "resize-y py-1.5 font-mono leading-5")}
          />
        )}
      </Field>
      <ArgvEditor argv={state.argv} onChange={(argv) => change({ argv })} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Member">
          {(control) => (
            <Select
              id={control.id}
              value={state.memberId ?? anyone}
              onValueChange={(value) => change({ memberId: value === anyone ? null : value })}
              options={[
                { value: anyone, label: "Myself" },
                ...(members.data ?? [])
                  .filter(({ role }) => may(role, "tool_call.request"))
                  .map(({ id, name, role }) => ({ value: id, label: `${name}, ${role}` })),
              ]}
            />
          )}
        </Field>
        <Field label="Host">
          {(control) => (
            <Select
              id={control.id}
              value={state.hostId ?? anyone}
              onValueChange={(value) => change({ hostId: value === anyone ? null : value })}
              options={[
                { value: anyone, label: "Any host" },
                ...(hosts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
        <Choice label="Against">
          <Segmented
            aria-label="Against"
            value={state.against}
            onValueChange={(against) => change({ against })}
            options={[
              { value: "draft", label: "Draft" },
              { value: "published", label: "In force" },
            ]}
          />
        </Choice>
        <Choice label="Mode">
          <Segmented
            aria-label="Mode of the session"
            value={state.mode}
            onValueChange={(mode) => change({ mode })}
            options={[
              { value: "safe", label: "Safe" },
              { value: "auto", label: "Auto" },
            ]}
          />
        </Choice>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex h-7 items-center gap-1.5 text-xs font-medium text-muted-foreground">
          Network <Switch checked={state.network} onCheckedChange={(network) => change({ network })} />
        </label>
        <label className="flex h-7 items-center gap-1.5 text-xs font-medium text-muted-foreground">
          Sandbox <Switch checked={state.sandbox} onCheckedChange={(sandbox) => change({ sandbox })} />
        </label>
        <WritePaths paths={[...state.writePaths]} onChange={(writePaths) => change({ writePaths })} />
        <Grants grants={state.grants} onChange={(grants) => change({ grants })} />
      </div>
    </div>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <span>{children}</span>
    </div>
  );
}

type GrantsProps = { grants: TryInput["grants"]; onChange: (grants: TryInput["grants"]) => void };

/** Path grants that the session is supposed to have. */
function Grants({ grants, onChange }: GrantsProps) {
  const [path, setPath] = useState("");
  const [access, setAccess] = useState<"read" | "write">("write");
  const valid = path.startsWith("/");
  return (
    <div role="group" aria-label="Grants" className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs font-medium text-muted-foreground">Grants</span>
      {grants.map((grant, at) => (
        <Badge key={`${grant.path} ${at}`} tone="info" className="font-mono">
          {grant.access} {grant.path}
          <button
            type="button"
            aria-label={`Take away ${grant.access} ${grant.path}`}
            className="-mr-1 grid size-6 place-items-center"
            onClick={() => onChange(grants.filter((other) => other !== grant))}
          >
            <X aria-hidden />
          </button>
        </Badge>
      ))}
      <Segmented
        aria-label="Access of the grant"
        value={access}
        onValueChange={setAccess}
        options={[
          { value: "read", label: "read" },
          { value: "write", label: "write" },
        ]}
      />
      <Input
        aria-label="Path of the grant"
        className="h-7 w-40 font-mono text-xs"
        placeholder="/srv/out"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <Button
        size="sm"
        disabled={!valid}
        onClick={() => {
          onChange([...grants, { path, access, recursive: true }]);
          setPath("");
        }}
      >
        Add grant
      </Button>
    </div>
  );
}
