"use client";

import { Braces, FileSearch, MoreHorizontal, RotateCcw, Terminal } from "lucide-react";
import Link from "next/link";
import { toast } from "sonner";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import { argvToLine } from "../argv/argv-to-line.ts";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { callArgv, commandInput } from "./call-argv.ts";
import type { ToolCallView } from "./tool-call-view.ts";

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success("Copied.");
  else toast.error("The browser did not allow copying.");
}

type CallActionsProps = { call: ToolCallView; onReuse: ((call: ToolCallView) => void) | undefined };

export function CallActions({ call, onReuse }: CallActionsProps) {
  const { slug } = useOrg();
  const readsAudit = useMay("audit.read");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon-xs" aria-label={`More for ${call.program}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {onReuse && commandInput(call) && (
          <DropdownMenuItem onSelect={() => onReuse(call)}>
            <RotateCcw aria-hidden /> Edit and run again
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => void copy(argvToLine(callArgv(call)))}>
          <Terminal aria-hidden /> Copy as a shell line
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copy(JSON.stringify(callArgv(call)))}>
          <Braces aria-hidden /> Copy the arguments as JSON
        </DropdownMenuItem>
        {readsAudit && (
          <DropdownMenuItem asChild>
            <Link href={`/${slug}/audit/${call.id}`}>
              <FileSearch aria-hidden /> Open the record
            </Link>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
