"use client";

import { useCallback, useEffect, useState } from "react";
import { Segmented } from "../../ui/segmented.tsx";

export type ComposerKind = "talk" | "command";

const key = "gatehouse.composer";
const options = [
  { value: "talk", label: "Talk", title: "Tell the agent what is to be done" },
  { value: "command", label: "Command", title: "Run a command yourself" },
] as const satisfies readonly { value: ComposerKind; label: string; title: string }[];

/** Whether this person talks or types commands, kept in this browser. */
export function useComposerKind(): [ComposerKind, (kind: ComposerKind) => void] {
  const [kind, setKind] = useState<ComposerKind>("talk");
  useEffect(() => {
    try {
      if (localStorage.getItem(key) === "command") setKind("command");
    } catch (_forbidden) {
      // A browser that keeps nothing begins with talking.
    }
  }, []);
  const choose = useCallback((next: ComposerKind) => {
    setKind(next);
    try {
      localStorage.setItem(key, next);
    } catch (_forbidden) {
      // As above.
    }
  }, []);
  return [kind, choose];
}

type ComposerKindToggleProps = { kind: ComposerKind; onKind: (kind: ComposerKind) => void };

export function ComposerKindToggle({ kind, onKind }: ComposerKindToggleProps) {
  return (
    <Segmented
      aria-label="Talk or command"
      value={kind}
      options={options}
      onValueChange={onKind}
      className="justify-self-start"
    />
  );
}
