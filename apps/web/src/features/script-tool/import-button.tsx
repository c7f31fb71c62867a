"use client";

import { scriptToolFile } from "@gatehouse/core/script-tool/definition";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { useOrg } from "../shell/org-context.tsx";

/** Reads an exported tool; it becomes ext_<name> and waits as a draft. */
export function ImportButton() {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const load = useMutation(
    trpc.scriptTool.import.mutationOptions({
      onSuccess: ({ name }) => {
        toast.success(`${name} is here as a draft. Read its code before you publish it.`);
        router.push(`/${slug}/script-tools/${name}`);
      },
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.scriptTool.pathKey() }),
    }),
  );
  const read = async (file: File): Promise<void> => {
    const parsed = scriptToolFile.safeParse(jsonOf(await file.text()));
    if (parsed.success) load.mutate({ org: slug, file: parsed.data });
    else toast.error(parsed.error.issues[0]?.message ?? "This is no exported script tool.");
  };
  return (
    <>
      <Button disabled={load.isPending} onClick={() => input.current?.click()}>
        <FileUp aria-hidden /> Import a file…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Script tool file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen !== undefined) void read(chosen);
        }}
      />
    </>
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (_noJson) {
    return null;
  }
}
