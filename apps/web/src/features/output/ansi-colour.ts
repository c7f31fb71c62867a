type Rgb = readonly [number, number, number];

const themes = { light: [249, 250, 251], dark: [13, 15, 19] } as const satisfies Record<string, Rgb>;
const leastContrast = 4.6;

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** The colour itself when it can be read on the ground, else the nearest shade towards black or white that can. */
export function readable(colour: Rgb, ground: Rgb): Rgb {
  const target = luminance(ground) > 0.18 ? 0 : 255;
  for (let step = 0; step <= 20; step += 1) {
    const share = step / 20;
    const mixed = colour.map((channel) => Math.round(channel + (target - channel) * share));
    const next: Rgb = [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
    if (contrast(next, ground) >= leastContrast) return next;
  }
  return target === 0 ? [0, 0, 0] : [255, 255, 255];
}

export function parseRgb(text: string): Rgb | null {
  const parts = text.split(",").map(Number);
  const [red, green, blue] = parts;
  if (parts.length !== 3 || red === undefined || green === undefined || blue === undefined) return null;
  return parts.every((part) => part >= 0 && part <= 255) ? [red, green, blue] : null;
}

const css = (rgb: Rgb) => `rgb(${rgb.join(" ")})`;
export type ReadablePair = { light: string; dark: string };
const known = new Map<string, ReadablePair>();

/** A command's colour as one shade for each theme, both readable; on a ground of its own the two are the same. */
export function readablePair(fg: Rgb, bg: Rgb | null): ReadablePair {
  const key = `${fg.join()}/${bg?.join() ?? ""}`;
  const found = known.get(key);
  if (found) return found;
  const pair = {
    light: css(readable(fg, bg ?? themes.light)),
    dark: css(readable(fg, bg ?? themes.dark)),
  };
  if (known.size < 4096) known.set(key, pair);
  return pair;
}

/** Text of the default colour on a ground that the command chose. */
export function textOn(bg: Rgb): string {
  return luminance(bg) > 0.18 ? "rgb(0 0 0)" : "rgb(255 255 255)";
}

export const cssRgb = css;
