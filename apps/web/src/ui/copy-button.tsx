"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

type CopyButtonProps = {
  text: string | (() => string | Promise<string>);
  label: string;
  showLabel?: boolean;
  className?: string;
};

export function CopyButton({ text, label, showLabel = false, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      const done = await copyText(typeof text === "function" ? await text() : text);
      setCopied(done);
      if (!done) toast.error("The browser did not allow copying.");
    } catch (failed) {
      toast.error(failed instanceof Error ? failed.message : "Nothing could be copied.");
    }
  };
  return (
    <Button
      variant="quiet"
      size={showLabel ? "sm" : "icon-sm"}
      className={className}
      onClick={() => void copy()}
      {...(showLabel ? {} : { "aria-label": label, title: label })}
    >
      {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      {showLabel && (copied ? "Copied" : label)}
    </Button>
  );
}
