import { formatBytes } from '../domain/backup.ts';
import { withCommas } from '../domain/money.ts';
import type { Progress } from '../domain/progress.ts';

/** Shorter work says nothing of its progress. */
const QUIET_MS = 1000;
/** How often a terminal's line is drawn again, and how often a log gets another line. */
const REFRESH_MS = { terminal: 100, log: 3000 };
/** A stage of this size may take a second before it can tell how far it is, so it is announced at its start. */
const LARGE_STAGE = { bytes: 32_000_000, bookings: 10_000 };
/** Back to the start of the line, and nothing on it. */
const CLEAR_LINE = '\r\x1b[K';

type Unit = keyof typeof LARGE_STAGE;

export interface ProgressLine extends Progress {
  /** Takes the line away; whatever is written next stands on a line of its own. */
  clear(): void;
}

/** Shows progress on standard error: one line that changes in a terminal, a line now and then in a log. */
export function createProgressLine(unit: Unit): ProgressLine {
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  const started = performance.now();
  let stage = { words: '', amount: 0, done: 0 };
  let shownAt = started;

  const show = () => {
    shownAt = performance.now();
    const text = formatLine(stage, unit);
    process.stderr.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`);
  };
  return {
    stage(words, amount) {
      stage = { words, amount, done: 0 };
      if (amount >= LARGE_STAGE[unit]) show();
    },
    advance(amount) {
      stage.done += amount;
      const now = performance.now();
      const since = now - shownAt;
      if (now - started >= QUIET_MS && since >= REFRESH_MS[isTerminal ? 'terminal' : 'log']) show();
    },
    clear() {
      if (isTerminal) process.stderr.write(CLEAR_LINE);
    },
  };
}

/** `Packing: 42 %, 120.3 MB of 286.0 MB`; as far as it can be told: `Proving the database: 286.0 MB …`, `Writing: 12.0 MB` */
function formatLine(
  { words, amount, done }: { words: string; amount: number; done: number },
  unit: Unit,
): string {
  const size = (count: number) => (unit === 'bytes' ? formatBytes(count) : withCommas(count));
  const unitSuffix = unit === 'bytes' ? '' : ` ${unit}`;
  if (done === 0) return `${words}: ${size(amount)}${unitSuffix} …`;
  if (amount === 0) return `${words}: ${size(done)}${unitSuffix}`;
  // Headers and padding come on top of what was announced.
  const percent = Math.min(100, Math.floor((100 * done) / Math.max(amount, 1)));
  return `${words}: ${percent} %, ${size(Math.min(done, amount))} of ${size(amount)}${unitSuffix}`;
}
