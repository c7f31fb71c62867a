import type { Question } from "@gatehouse/core/tool-call/question-input";
import type { GivenAnswer } from "@gatehouse/core/tool-call/read-answers";
import { useId } from "react";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type QuestionFieldProps = {
  question: Question;
  answer: GivenAnswer;
  onChange: (answer: GivenAnswer) => void;
  disabled: boolean;
  error: string | undefined;
};

export function QuestionField(props: QuestionFieldProps) {
  const { question, answer, onChange, disabled, error } = props;
  if (question.options !== undefined) return <Choices {...props} options={question.options} />;
  const hint =
    question.secret === true
      ? `Kept sealed and told to nobody; commands of this session find it as ${question.name ?? ""}.`
      : undefined;
  return (
    <Field
      label={<span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{question.question}</span>}
      error={error}
      {...(hint === undefined ? {} : { hint })}
    >
      {(control) => (
        <Input
          {...control}
          type={question.secret === true ? "password" : "text"}
          autoComplete="off"
          className="h-9 max-w-xl"
          disabled={disabled}
          value={answer.text ?? ""}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
    </Field>
  );
}

function Choices(props: QuestionFieldProps & { options: readonly string[] }) {
  const { question, answer, options, onChange, disabled, error } = props;
  const name = useId();
  const { chosen = [] } = answer;
  const several = question.multi_select === true;
  const toggle = (option: string, on: boolean): void => {
    const next = several ? options.filter((one) => (one === option ? on : chosen.includes(one))) : [option];
    onChange({ ...answer, chosen: next });
  };
  return (
    <fieldset className="grid max-w-xl gap-1.5" disabled={disabled}>
      <legend className="mb-1.5 text-sm font-medium whitespace-pre-wrap [overflow-wrap:anywhere]">
        {question.question}
      </legend>
      <div className="grid divide-y rounded-md border bg-card">
        {options.map((option) => (
          <label key={option} className="flex min-h-9 items-start gap-2.5 px-3 py-2 text-sm hover:bg-accent">
            <input
              type={several ? "checkbox" : "radio"}
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-primary"
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{option}</span>
          </label>
        ))}
      </div>
      <Input
        aria-label={`Another answer to: ${question.question}`}
        placeholder="Another answer"
        className="h-9"
        value={answer.text ?? ""}
        onChange={(event) => onChange({ ...answer, text: event.target.value })}
      />
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
