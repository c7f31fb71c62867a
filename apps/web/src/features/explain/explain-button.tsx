"use client";

import { ListTree } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import type { ExplainSource } from "./explain-source.ts";

const ExplainDialog = dynamic(() => import("./explain-dialog.tsx").then((part) => part.ExplainDialog));

type ExplainButtonProps = {
  source: ExplainSource;
  argv: readonly string[];
  /** what is explained, for who cannot see where the button stands */
  of: string;
  className?: string;
};

export function ExplainButton({ source, argv, of, className }: ExplainButtonProps) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        aria-label={`Explain ${of}`}
        className={cn("h-6 px-1.5", className)}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <ListTree aria-hidden /> Explain
      </Button>
      {opened && (
        <ExplainDialog
          source={source}
          argv={argv}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
}
