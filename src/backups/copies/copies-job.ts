import type { Log } from '../../http/log.ts';
import { runOwnCommand } from '../own-command.ts';
import { type CopyState, fingerprint, readCopyState } from './copy-state.ts';

/** How often the job looks whether something changed. */
export const CHECK_SECONDS = 5;
/** A busy machine may need longer for the next copy than for the last one. */
const DURATION_RESERVE = 1.25;

/**
 * The job that copies the club when it changed: it runs the program's own `copy` command as a process of low
 * priority, so that no visitor waits for it. `signal` ends the process when the server stops.
 */
export class CopiesJob {
  readonly #deps;
  /** Until then every change is known to be copied. */
  #copiedUntil: number | null = null;

  constructor(deps: {
    dataDir: string;
    everyMinutes: number;
    log: Log;
    now: () => number;
    signal: AbortSignal;
  }) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { dataDir, everyMinutes, log, now, signal } = this.#deps;
    const state = readCopyState(dataDir);
    if (this.#isUnchanged(state)) {
      this.#copiedUntil = now();
      return;
    }
    if (!isCopyDue(state, now(), everyMinutes * 60_000)) return;
    const { code, message } = await runOwnCommand(['copy', '--data', dataDir], signal);
    if (signal.aborted) return;
    const after = readCopyState(dataDir);
    if (code === 0) {
      this.#copiedUntil = after?.attempt?.at ?? null;
      if (after?.last && after.last.name !== state?.last?.name) log.info('copy stored', { ...after.last });
    } else log.error('copy failed', { code, message });
  }

  /** Since when changes may be missing in the copies, in epoch milliseconds; null when every change is copied. */
  uncopiedSince(): number | null {
    const state = readCopyState(this.#deps.dataDir);
    if (this.#isUnchanged(state)) return null;
    return this.#copiedUntil ?? state?.last?.at ?? 0;
  }

  #isUnchanged(state: CopyState | null): boolean {
    return Boolean(state?.fingerprint) && state?.fingerprint === fingerprint(this.#deps.dataDir, Date.now());
  }
}

/**
 * Whether a changed club is copied now. Two copies end at most `everyMs` apart, so the next one begins earlier
 * by the time that it takes. A failed one is repeated after `everyMs`, or a minute if that is less.
 */
export function isCopyDue(state: CopyState | null, now: number, everyMs: number): boolean {
  const { attempt = null, last = null } = state ?? {};
  if (!attempt || attempt.at > now) return true;
  const age = now - attempt.at;
  if (!attempt.ok) return age >= Math.min(everyMs, 60_000);
  const reserveMs = (last?.seconds ?? 0) * 1000 * DURATION_RESERVE + CHECK_SECONDS * 1000;
  return age >= Math.max(everyMs - reserveMs, everyMs / 2);
}
