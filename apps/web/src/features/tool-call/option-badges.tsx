import { FolderPen, Globe, ShieldOff } from "lucide-react";
import type { RunCommandInput } from "@gatehouse/core/tool-call/tool-call";
import { Badge } from "../../ui/badge.tsx";

/** What a call asks for beyond the plain sandbox. */
export function OptionBadges({ input }: { input: RunCommandInput }) {
  return (
    <>
      {input.network === true && (
        <Badge tone="outline">
          <Globe aria-hidden /> network
        </Badge>
      )}
      {input.write_paths?.map((path) => (
        <Badge key={path} tone="outline" className="h-auto min-h-5 whitespace-normal">
          <FolderPen aria-hidden /> writes <code className="font-mono [overflow-wrap:anywhere]">{path}</code>
        </Badge>
      ))}
      {input.sandbox === false && (
        <Badge tone="danger">
          <ShieldOff aria-hidden /> outside the sandbox
        </Badge>
      )}
    </>
  );
}
