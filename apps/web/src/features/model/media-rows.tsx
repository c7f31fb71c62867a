"use client";

import { Input } from "../../ui/input.tsx";

export type MediaDraft = { id: string; price: number };

type MediaRowsProps = {
  image: MediaDraft;
  speech: MediaDraft;
  onImage: (image: MediaDraft) => void;
  onSpeech: (speech: MediaDraft) => void;
};

/** Which of the provider's models make images and speech; an empty name offers none. */
export function MediaRows({ image, speech, onImage, onSpeech }: MediaRowsProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Images and speech</legend>
      <p className="text-xs text-muted-foreground">
        With a name here agents are offered the tool. The price is in US dollars: for one image, and for a
        million characters spoken.
      </p>
      <MediaRow label="Image model" price="Price of an image" value={image} onValue={onImage} />
      <MediaRow label="Speech model" price="Price of speech" value={speech} onValue={onSpeech} />
    </fieldset>
  );
}

function MediaRow({
  label,
  price,
  value,
  onValue,
}: {
  label: string;
  price: string;
  value: MediaDraft;
  onValue: (value: MediaDraft) => void;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-1.5">
      <Input
        aria-label={label}
        placeholder={`${label.toLowerCase()}, if any`}
        className="font-mono text-xs"
        maxLength={200}
        value={value.id}
        onChange={(event) => onValue({ ...value, id: event.target.value })}
      />
      <Input
        aria-label={price}
        type="number"
        min={0}
        step="any"
        className="text-right tabular-nums"
        value={value.price}
        onChange={(event) => onValue({ ...value, price: Math.max(0, Number(event.target.value) || 0) })}
      />
    </div>
  );
}
