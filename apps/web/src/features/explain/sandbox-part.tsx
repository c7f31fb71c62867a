import type { Outputs } from "../../trpc/client.ts";
import { groupArgs } from "./group-args.ts";

type Sandbox = Outputs["toolCall"]["explain"]["sandbox"];

/** The arguments of bubblewrap that were used or would be, and the profile they were made from. */
export function SandboxPart({ sandbox }: { sandbox: Sandbox }) {
  return (
    <section aria-label="Sandbox" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">Sandbox</h3>
      {sandbox.kind === "none" || sandbox.kind === "refused" ? (
        <p className="text-sm text-muted-foreground">
          {sandbox.sentence}
          {sandbox.kind === "refused" && ` ${sandbox.hint}`}
        </p>
      ) : (
        <>
          <p className="text-xs text-muted-foreground">
            {sandbox.kind === "used"
              ? "As it was built for this call."
              : "As a worker builds it; what stands in angle brackets only the host knows."}
          </p>
          <Fold
            title={`bwrap with ${sandbox.args.length} arguments`}
            text={groupArgs(sandbox.args)
              .map((group) => group.join(" "))
              .join("\n")}
          />
          {sandbox.kind === "plan" && (
            <Fold title="Profile" text={JSON.stringify(sandbox.profile, null, 2)} />
          )}
        </>
      )}
    </section>
  );
}

function Fold({ title, text }: { title: string; text: string }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded font-medium">{title}</summary>
      <pre
        tabIndex={0}
        className="mt-1 max-h-96 overflow-auto rounded-md border bg-code p-2 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </details>
  );
}
