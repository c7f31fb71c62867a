"use client";

import { EntryCard } from "../features/entry/entry-card.tsx";
import { ErrorState } from "../ui/error-state.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <EntryCard title="The page broke">
      <ErrorState
        className="m-0"
        title="Something on this page failed"
        message={error.digest === undefined ? error.message : `Reference ${error.digest}`}
        onRetry={reset}
      />
    </EntryCard>
  );
}
