import type { CopyOverview } from '../domain/backup-warnings.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import type { Log } from '../http/log.ts';
import { type CopyState, fingerprint, readCopyState } from './copy-state.ts';
import { runOwnCommand } from './own-command.ts';
import { isRehearsalDue } from './rehearse-restore.ts';

/** How often the job checks for changes. */
export const CHECK_SECONDS = 5;
const DAY_MS = 24 * 60 * 60_000;
/** Raise an alarm when changes have not been copied for three intervals or this long. */
const MIN_OVERDUE_MS = 15 * 60_000;
const REHEARSAL_OVERDUE_MS = 9 * DAY_MS;
/** On a busy machine, the next copy may take this many times as long as the last. */
const DURATION_RESERVE = 2;
/** Always leaves at least this part of the interval for a copy. */
const MIN_RESERVE = 1 / 4;

/**
 * Copies the club after changes, by running the program's own `copy` command as a low-priority process, so that
 * visitors don't wait for it. `signal` ends the process when the server stops.
 */
export class CopiesJob {
  readonly #deps;
  /** Every change before this time is known to be copied. */
  #copiedUntil: number | null = null;
  readonly #started: number;
  /** A rehearsal that was killed, for instance for lack of memory, leaves no trace in the state. */
  #rehearsalStarted = Number.NEGATIVE_INFINITY;

  constructor(deps: {
    dataDir: string;
    /** The bucket or folder. */
    place: string;
    everyMinutes: number;
    log: Log;
    now: () => number;
    signal: AbortSignal;
  }) {
    this.#deps = deps;
    this.#started = deps.now();
  }

  async run(): Promise<void> {
    const { dataDir, everyMinutes, log, now, signal } = this.#deps;
    const state = this.#readState();
    if (this.#isUnchanged(state)) {
      this.#copiedUntil = now();
      return;
    }
    if (!isCopyDue(state, now(), everyMinutes * 60_000)) return;
    const { code, message } = await runOwnCommand(['copy', '--data', dataDir], signal);
    if (signal.aborted) return;
    const after = this.#readState();
    if (code === 0) {
      this.#copiedUntil = after?.attempt?.at ?? null;
      if (after?.last && after.last.name !== state?.last?.name) log.info('copy stored', { ...after.last });
    } else log.error('copy failed', { code, message });
  }

  /** Restores the last copy into a temporary folder once a week, and reports what it found. */
  async rehearse(): Promise<void> {
    const { dataDir, log, now, signal } = this.#deps;
    const sinceLast = now() - this.#rehearsalStarted;
    if (!isRehearsalDue(this.#readState(), now()) || (sinceLast >= 0 && sinceLast < DAY_MS)) return;
    this.#rehearsalStarted = now();
    const { code, message } = await runOwnCommand(['rehearse', '--data', dataDir], signal);
    if (signal.aborted) return;
    if (code === 0) log.info('restore rehearsed', { ...this.#readState()?.rehearsal });
    else log.error('rehearsal of a restore failed', { code, message });
  }

  overview(): CopyOverview {
    const { place, everyMinutes, now } = this.#deps;
    const state = this.#readState();
    const uncopied = this.#uncopiedSince(state);
    const rehearsed = plausible(state?.rehearsed_at, now());
    const failedRehearsal = state?.rehearsal?.ok === false ? state.rehearsal.message : '';
    return {
      every_minutes: everyMinutes,
      place,
      last_copy: toTimestamp(plausible(state?.last?.at, now())),
      bytes: state?.last?.bytes ?? null,
      seconds: state?.last?.seconds ?? null,
      uncopied_since: toTimestamp(uncopied),
      overdue:
        uncopied !== null &&
        now() - Math.max(uncopied, this.#started) > Math.max(3 * everyMinutes * 60_000, MIN_OVERDUE_MS),
      message: state?.attempt?.message ?? '',
      last_rehearsal: toTimestamp(rehearsed),
      rehearsal_overdue:
        failedRehearsal !== '' ||
        (rehearsed !== null
          ? now() - rehearsed > REHEARSAL_OVERDUE_MS
          : Boolean(state?.last) && now() - this.#started > DAY_MS),
      rehearsal_message: failedRehearsal,
    };
  }

  /** Null if the copies so far went to another place. */
  #readState(): CopyState | null {
    const state = readCopyState(this.#deps.dataDir);
    return state?.location === this.#deps.place ? state : null;
  }

  /** The time from which changes may be missing in the copies; null if all are copied. */
  #uncopiedSince(state: CopyState | null): number | null {
    if (this.#isUnchanged(state)) return null;
    return this.#copiedUntil ?? plausible(state?.last?.at, this.#deps.now()) ?? this.#started;
  }

  #isUnchanged(state: CopyState | null): boolean {
    return Boolean(state?.fingerprint) && state?.fingerprint === fingerprint(this.#deps.dataDir, Date.now());
  }
}

/**
 * Whether to copy a changed club now. Changes must be in a finished copy within `everyMs`, so the next copy starts
 * earlier by however long it may take. A failed one is repeated after `everyMs`, or after a minute if that is less.
 */
export function isCopyDue(state: CopyState | null, now: number, everyMs: number): boolean {
  const { attempt = null, last = null } = state ?? {};
  if (!attempt || attempt.at > now) return true;
  const age = now - attempt.at;
  if (!attempt.ok) return age >= Math.min(everyMs, 60_000);
  const copyMs = Math.max((last?.seconds ?? 0) * 1000 * DURATION_RESERVE, everyMs * MIN_RESERVE);
  return age >= Math.max(everyMs - copyMs - CHECK_SECONDS * 1000, everyMs / 2);
}

/** Ignores an instant written by a clock that ran ahead. */
const plausible = (at: number | null | undefined, now: number) =>
  at != null && isPlausibleInstant(at, now) ? at : null;

const toTimestamp = (at: number | null) => (at === null ? null : clubTimestamp(at));
