import { formatBytes } from '../domain/backup-warnings.ts';
import { withCommas } from '../domain/format-money.ts';
import type { Progress } from '../domain/progress-reporter.ts';

/** Shorter work shows no progress. */
const QUIET_MS = 1000;
/** The least time between two terminal updates, and between two log lines. */
const REFRESH_MS = { terminal: 100, log: 3000 };
/** A stage this large may take a second before its first update, so its start is shown at once. */
const LARGE_STAGE = { bytes: 32_000_000, bookings: 10_000 };
/** Moves the cursor to the start of the line and clears it. */
const CLEAR_LINE = '\r\x1b[K';

type Unit = keyof typeof LARGE_STAGE;

export interface ProgressLine extends Progress {
  /** Clears the line, so that the next output starts on an empty one. */
  clear(): void;
}

/** Shows progress on standard error: a terminal gets a single changing line, a log a new line every few seconds. */
export function createProgressLine(unit: Unit): ProgressLine {
  const isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  const started = performance.now();
  let stage = { label: '', total: 0, done: 0 };
  let shownAt = started;

  const show = () => {
    shownAt = performance.now();
    const text = formatLine(stage, unit);
    process.stderr.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`);
  };
  return {
    stage(label, total) {
      stage = { label, total, done: 0 };
      if (total >= LARGE_STAGE[unit]) show();
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

/**
 * `Packing: 42 %, 120.3 MB of 286.0 MB`; without a known share, `Verifying the database: 286.0 MB …` or `Writing:
 * 12.0 MB`.
 */
function formatLine(
  { label, total, done }: { label: string; total: number; done: number },
  unit: Unit,
): string {
  const size = (count: number) => (unit === 'bytes' ? formatBytes(count) : withCommas(count));
  const unitSuffix = unit === 'bytes' ? '' : ` ${unit}`;
  if (done === 0) return `${label}: ${size(total)}${unitSuffix} …`;
  if (total === 0) return `${label}: ${size(done)}${unitSuffix}`;
  // Headers and padding add to the announced total.
  const percent = Math.min(100, Math.floor((100 * done) / Math.max(total, 1)));
  return `${label}: ${percent} %, ${size(Math.min(done, total))} of ${size(total)}${unitSuffix}`;
}
