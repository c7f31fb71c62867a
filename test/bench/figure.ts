/** One benchmark figure as `npm run bench` prints it: the value, the floor measured in the same run, and their ratio. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  floor: number;
  ratio: number;
  goal: number;
  better: "lower" | "higher";
  p50: number;
  p99: number;
  runs: number;
};

export type Bench = { name: string; run: () => Promise<Figure[]> };

export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs every subject once a round, in an order that turns by one each round, and gives their times in milliseconds. */
export async function interleave<Name extends string>(
  rounds: number,
  subjects: Record<Name, () => Promise<number | void> | number | void>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(subjects) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length];
      if (name === undefined) continue;
      const begun = performance.now();
      const own = await subjects[name]();
      samples[name].push(typeof own === "number" ? own : performance.now() - begun);
    }
  }
  return samples;
}

type Comparison = {
  name: string;
  unit: string;
  goal: number;
  samples: readonly number[];
  floor: readonly number[];
  at?: number;
};

/** A time against the floor's time at the same percentile (p50 unless said); lower is better. */
export function timeFigure({ name, unit, goal, samples, floor, at = 0.5 }: Comparison): Figure {
  const value = percentile(samples, at);
  const base = percentile(floor, at);
  return {
    name,
    value,
    unit,
    floor: base,
    ratio: value / base,
    goal,
    better: "lower",
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    runs: samples.length,
  };
}

const short = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "-");

export function line(figure: Figure): string {
  const met = figure.better === "lower" ? figure.ratio <= figure.goal : figure.ratio >= figure.goal;
  return [
    figure.name.padEnd(34),
    `${short(figure.value)} ${figure.unit}`.padEnd(16),
    `floor ${short(figure.floor)}`.padEnd(16),
    `x${short(figure.ratio)}`.padEnd(10),
    `goal ${figure.better === "lower" ? "<=" : ">="} ${short(figure.goal)}`.padEnd(14),
    (met ? "met" : "missed").padEnd(8),
    `p50 ${short(figure.p50)}  p99 ${short(figure.p99)}  runs ${figure.runs}`,
  ].join(" ");
}
