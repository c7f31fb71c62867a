import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ArgvView } from "../argv/argv-view.tsx";
import { reasonMarks } from "../argv/reason-marks.ts";
import { VisibleText } from "../argv/visible-text-view.tsx";
import { ExplainButton } from "../explain/explain-button.tsx";
import { callArgv, commandInput } from "../tool-call/call-argv.ts";
import { OptionBadges } from "../tool-call/option-badges.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { Digest, Fact, Facts } from "./facts.tsx";

export function RecordCall({ call }: { call: ToolCallView }) {
  const argv = callArgv(call);
  const command = commandInput(call);
  return (
    <Card>
      <CardHeader className="py-1.5">
        <CardTitle>Call</CardTitle>
        <div className="flex items-center gap-1">
          <ExplainButton source={{ kind: "recorded", id: call.id }} argv={argv} of={call.program} />
          <CopyButton text={JSON.stringify(call.input, null, 2)} label="Copy the input as JSON" />
        </div>
      </CardHeader>
      <div className="grid gap-2 border-b p-4">
        <ArgvView argv={argv} marks={reasonMarks(call.decision.reasons, argv)} full />
        <div className="flex flex-wrap gap-1.5">{command && <OptionBadges input={command} />}</div>
      </div>
      {!command && (
        <pre
          tabIndex={0}
          className="max-h-96 overflow-auto border-b bg-code p-4 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          <VisibleText text={JSON.stringify(call.input, null, 2)} keepBlanks />
        </pre>
      )}
      <Facts>
        <Fact label="Tool">
          <code className="font-mono text-xs">{call.tool}</code>
        </Fact>
        <Fact label="Status">
          <code className="font-mono text-xs">{call.status}</code>
        </Fact>
        <Fact label="Input digest" wide>
          <Digest value={call.inputDigest} />
        </Fact>
      </Facts>
    </Card>
  );
}
