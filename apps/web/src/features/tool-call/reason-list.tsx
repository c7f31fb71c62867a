import type { Reason } from "@gatehouse/core/policy/decision";

export function placeText(place: NonNullable<Reason["place"]>): string {
  return `line ${place.line}, column ${place.column}`;
}

/** Reasons in words: what, why, and the legal next step. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="grid gap-2">
      {reasons.map((reason, at) => (
        <li key={at} className="grid gap-0.5">
          <p className="[overflow-wrap:anywhere]">
            {reason.sentence}{" "}
            <span className="text-xs text-muted-foreground">
              <code className="font-mono">{reason.code}</code>
              {reason.place && `, ${placeText(reason.place)}`}
            </span>
          </p>
          {reason.hint !== undefined && (
            <p className="text-muted-foreground [overflow-wrap:anywhere]">{reason.hint}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
