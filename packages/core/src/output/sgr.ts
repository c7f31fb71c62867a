/**
 * Colours and weights (SGR) as one canonical parameter string: "" is plain, "1;31" is bold red. Blinking and hidden
 * text are left out on purpose: nothing may move, and nothing may be there without being seen.
 */
type Slots = {
  weight: string;
  italic: string;
  underline: string;
  inverse: string;
  strike: string;
  fg: string;
  bg: string;
};

const slotNames = ["weight", "italic", "underline", "inverse", "strike", "fg", "bg"] as const;
const plain: Slots = { weight: "", italic: "", underline: "", inverse: "", strike: "", fg: "", bg: "" };

function extended(params: readonly number[], at: number): { colour: string; used: number } | null {
  const form = params[at + 1];
  const inByte = (value: number | undefined) => value !== undefined && value >= 0 && value <= 255;
  if (form === 5 && inByte(params[at + 2])) return { colour: `5;${params[at + 2]}`, used: 2 };
  const rgb = params.slice(at + 2, at + 5);
  if (form === 2 && rgb.length === 3 && rgb.every(inByte)) return { colour: `2;${rgb.join(";")}`, used: 4 };
  return null;
}

function applySimple(slots: Slots, code: number): void {
  if (code === 0) Object.assign(slots, plain);
  else if (code === 1 || code === 2) slots.weight = String(code);
  else if (code === 3) slots.italic = "3";
  else if (code === 4 || code === 21) slots.underline = "4";
  else if (code === 7) slots.inverse = "7";
  else if (code === 9) slots.strike = "9";
  else if (code === 22) slots.weight = "";
  else if (code === 23) slots.italic = "";
  else if (code === 24) slots.underline = "";
  else if (code === 27) slots.inverse = "";
  else if (code === 29) slots.strike = "";
  else if (code === 39) slots.fg = "";
  else if (code === 49) slots.bg = "";
  else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) slots.fg = String(code);
  else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) slots.bg = String(code);
}

/** The colon form (38:2::r:g:b, 38:5:n, 4:3) rewritten with semicolons; an empty parameter is 0. */
function numbers(params: string): number[] {
  return params.split(";").flatMap((group) => {
    if (!group.includes(":")) return [group === "" ? 0 : Number(group)];
    const sub = group.split(":");
    const kind = Number(sub[0]);
    if (kind !== 38 && kind !== 48) return kind === 4 && sub[1] === "0" ? [24] : [kind];
    const rest = sub[1] === "2" && sub.length > 5 ? ["2", ...sub.slice(3, 6)] : sub.slice(1);
    return [kind, ...rest.map(Number)];
  });
}

function parse(state: string): Slots {
  const slots = { ...plain };
  if (state !== "") apply(slots, numbers(state));
  return slots;
}

function apply(slots: Slots, params: readonly number[]): void {
  for (let at = 0; at < params.length; at += 1) {
    const code = params[at] ?? 0;
    if (code !== 38 && code !== 48) {
      applySimple(slots, code);
      continue;
    }
    const read = extended(params, at);
    if (!read) return;
    if (code === 38) slots.fg = `38;${read.colour}`;
    else slots.bg = `48;${read.colour}`;
    at += read.used;
  }
}

/** The state after a sequence `ESC [ params m` read in the given state. */
export function nextSgr(state: string, params: string): string {
  const slots = parse(state);
  apply(slots, numbers(params));
  return slotNames
    .map((name) => slots[name])
    .filter((value) => value !== "")
    .join(";");
}
