import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

type PasskeyNameProps = {
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
};

export function PasskeyName({ value, onChange, hint, error }: PasskeyNameProps) {
  return (
    <Field label="Name" hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          autoFocus
          className="h-9"
          autoComplete="off"
          maxLength={60}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
