"use client";

import { Plus, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import type { Provider } from "./models-page.tsx";

type Models = Provider["models"];
type ModelRowsProps = { models: Models; onChange: (models: Models) => void };

/** The models of a provider with their prices; what has no price costs nothing in the counts. */
export function ModelRows({ models, onChange }: ModelRowsProps) {
  const change = (at: number, part: Partial<Models[number]>) =>
    onChange(models.map((model, index) => (index === at ? { ...model, ...part } : model)));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Models</legend>
      <p className="text-xs text-muted-foreground">
        The provider's own name for each, and US dollars for a million tokens in and out.
      </p>
      {models.map((model, at) => (
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem_auto] items-center gap-1.5">
          <Input
            aria-label={`Model ${at + 1}`}
            placeholder="model name"
            className="font-mono text-xs"
            value={model.id}
            onChange={(event) => change(at, { id: event.target.value })}
          />
          <Price
            label={`Price in of model ${at + 1}`}
            value={model.inputPrice}
            onValue={(inputPrice) => change(at, { inputPrice })}
          />
          <Price
            label={`Price out of model ${at + 1}`}
            value={model.outputPrice}
            onValue={(outputPrice) => change(at, { outputPrice })}
          />
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={`Take model ${at + 1} off`}
            disabled={models.length === 1}
            onClick={() => onChange(models.filter((_, index) => index !== at))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...models, { id: "", inputPrice: 0, outputPrice: 0 }])}
      >
        <Plus aria-hidden /> Another model
      </Button>
    </fieldset>
  );
}

function Price({
  label,
  value,
  onValue,
}: {
  label: string;
  value: number;
  onValue: (value: number) => void;
}) {
  return (
    <Input
      aria-label={label}
      type="number"
      min={0}
      step="any"
      className="text-right tabular-nums"
      value={value}
      onChange={(event) => onValue(Math.max(0, Number(event.target.value) || 0))}
    />
  );
}
