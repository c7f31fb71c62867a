"use client";

import type { QuestionCall } from "@gatehouse/core/tool-call/tool-call";
import type { GivenAnswer } from "@gatehouse/core/tool-call/read-answers";
import { readAnswers } from "@gatehouse/core/tool-call/read-answers";
import { useMutation } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useOrg } from "../shell/org-context.tsx";
import { StopButton } from "../tool-call/stop-button.tsx";
import type { ToolCallView } from "../tool-call/tool-call-view.ts";
import { QuestionField } from "./question-field.tsx";

type QuestionCardProps = {
  call: ToolCallView & QuestionCall;
  approval: NonNullable<ToolCallView["approval"]>;
  canAnswer: boolean;
};

/** The agent's questions with what a person fills in; their answers let its work go on. */
export function QuestionCard({ call, approval, canAnswer }: QuestionCardProps) {
  const { slug } = useOrg();
  const trpc = useTRPC();
  const { questions } = call.input;
  const [answers, setAnswers] = useState<readonly GivenAnswer[]>(() => questions.map(() => ({})));
  const [problem, setProblem] = useState<{ at: number; text: string } | null>(null);
  const send = useMutation(
    trpc.question.answer.mutationOptions({
      onSuccess: ({ won }) => {
        if (!won) toast.info("Somebody else answered first.");
      },
      onError: (error) => toast.error(errorText(error)),
    }),
  );
  const change = (at: number, answer: GivenAnswer): void => {
    setProblem(null);
    setAnswers(answers.map((one, place) => (place === at ? answer : one)));
  };
  const submit = (): void => {
    const read = readAnswers(questions, answers);
    if (!read.ok) {
      setProblem({ at: read.at, text: `${read.problem.charAt(0).toUpperCase()}${read.problem.slice(1)}.` });
      return;
    }
    const given = answers.map(({ chosen, text }) => ({
      ...(chosen === undefined ? {} : { chosen: [...chosen] }),
      ...(text === undefined ? {} : { text }),
    }));
    send.mutate({ org: slug, toolCallId: call.id, answers: given });
  };
  return (
    <form
      aria-label="Questions of the agent"
      className="grid gap-4 border-t bg-warning-subtle/50 px-3 py-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p role="status" className="flex items-center gap-2 text-sm font-medium">
        <MessageCircleQuestion aria-hidden className="size-4 shrink-0 text-warning" />
        {questions.length === 1 ? "A question for you" : `${questions.length} questions for you`}
      </p>
      {questions.map((question, at) => (
        <QuestionField
          key={`${call.id}-${question.question}`}
          question={question}
          answer={answers[at] ?? {}}
          onChange={(answer) => change(at, answer)}
          disabled={!canAnswer || send.isPending}
          error={problem?.at === at ? problem.text : undefined}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {canAnswer && (
          <Button type="submit" variant="primary" disabled={send.isPending || send.isSuccess}>
            {send.isPending ? "Sending…" : "Answer"}
          </Button>
        )}
        {canAnswer && <StopButton id={call.id} program={call.program} label="Withdraw" />}
        <p className="text-xs text-muted-foreground">
          {canAnswer
            ? "Without an answer it is refused"
            : "Someone who may drive this session answers; else it ends"}{" "}
          <TimeText at={approval.expiresAt} form="relative" />.
        </p>
      </div>
    </form>
  );
}
