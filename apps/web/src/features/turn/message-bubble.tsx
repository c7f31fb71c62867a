import { TimeText } from "../../ui/time-text.tsx";
import type { TurnMessage } from "./turn-view-types.ts";

type MessageBubbleProps = { message: TurnMessage; waits?: boolean };

function nameOf({ author, name }: TurnMessage): string {
  if (author === "product") return "Gatehouse";
  return author === "agent" ? "The agent" : (name ?? "former member");
}

/** What a person said. One that no step has read yet says so. */
export function MessageBubble({ message, waits = false }: MessageBubbleProps) {
  const name = nameOf(message);
  return (
    <section
      aria-label={`${name} said`}
      className="ml-auto grid max-w-[85%] gap-1 justify-self-end rounded-lg border border-info-line bg-info-subtle px-3 py-2"
    >
      <p className="text-base whitespace-pre-wrap [overflow-wrap:anywhere]">{message.text}</p>
      <p className="flex flex-wrap justify-end gap-x-2 text-xs text-muted-foreground">
        {waits && <span>Read with the next step</span>}
        <span>{name}</span>
        <TimeText at={message.createdAt} form="clock" className="tabular-nums" />
      </p>
    </section>
  );
}
