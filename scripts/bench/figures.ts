/** The figures of one measurement of one build, keyed by row. */
export type Figures = Record<string, number>;

/** What both builds measured in each round, by row. */
export type Samples = Map<string, { before: number; now: number }[]>;

/** How many times as long as the base today's build may take. */
const MAX_RATIOS: readonly [RegExp, number][] = [
  [/processor time/, 1.4],
  [/free slots|slowest tap|largest paint/, 1.05],
];
const MIN_BOOKINGS_PER_SECOND = 2000;
const MAX_MS: readonly [RegExp, number][] = [
  [/^touch on a slot/, 400],
  [/^Next/, 150],
  [/^Complete/, 350],
  [/^from the home page/, 3500],
  [/to read, first visit/, 1200],
  [/^the courts of now/, 1500],
];

/** A Markdown table of medians; the ratio is the median of each round's ratio. */
export function formatTable(samples: Samples): string {
  const rows = [...samples].map(([name, rounds]) => {
    const ratio = median(rounds.map(({ before, now }) => now / before));
    const now = median(rounds.map((round) => round.now));
    const bound = boundOf(name, now, ratio);
    const before = median(rounds.map((round) => round.before));
    // The base may not have the page.
    const cells = Number.isNaN(before)
      ? [name, '–', now.toFixed(1), '–', bound.text]
      : [name, before.toFixed(1), now.toFixed(1), `${ratio.toFixed(2)} ×`, bound.text];
    return `| ${cells.join(' | ')}${bound.isMet ? '' : ', missed'} |`;
  });
  return ['| Figure | Before | Now | Ratio | Bound |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function boundOf(name: string, now: number, ratio: number): { text: string; isMet: boolean } {
  if (name.startsWith('durable bookings'))
    return { text: `≥ ${MIN_BOOKINGS_PER_SECOND}`, isMet: now >= MIN_BOOKINGS_PER_SECOND };
  const maxMs = MAX_MS.find(([pattern]) => pattern.test(name))?.[1];
  if (maxMs) return { text: `≤ ${maxMs} ms`, isMet: now <= maxMs };
  const maxRatio = MAX_RATIOS.find(([pattern]) => pattern.test(name))?.[1];
  return { text: maxRatio ? `≤ ${maxRatio} ×` : '', isMet: !maxRatio || ratio <= maxRatio };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
}
