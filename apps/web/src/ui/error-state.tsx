"use client";

import { RotateCcw } from "lucide-react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type ErrorStateProps = { title: string; message: string; onRetry?: () => void; className?: string };

export function ErrorState({ title, message, onRetry, className }: ErrorStateProps) {
  return (
    <Notice
      kind="danger"
      role="alert"
      title={title}
      className={className ?? "m-4"}
      actions={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        )
      }
    >
      {message}
    </Notice>
  );
}
