import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Channel } from '../domain/outbox-message.ts';
import { describeError, type Log } from '../http/log.ts';
import type { Draft } from './compose.ts';
import { LONGEST_WAIT, type Outbox, type OutboxRow } from './outbox.ts';
import { SendFailure, type Stamp } from './outlet.ts';

export interface LaneDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  /** Who holds the leases: one name a process. */
  owner: string;
  compose: (row: OutboxRow, now: number) => Draft;
  /** Hands a drawn message over; throws `SendFailure`. */
  send: (draft: Draft, stamp: Stamp, signal: AbortSignal) => Promise<Handed>;
  /** Random in 0 … 1. */
  random?: () => number;
  pace?: Pace;
}

/** Whom a message went to, and what the desk should know about it. */
export interface Handed {
  recipient: string;
  note: string | null;
}

export interface Pace {
  /** Messages on their way at one time. */
  width: number;
  /** Messages taken under one lease. */
  batch: number;
  /** Milliseconds of rest after each message: the visitors' requests go first. */
  breath: number;
  /** Milliseconds within which what came of a try is on disk; tries that end together share a sync. */
  record: number;
  /** Milliseconds until a try that does not end counts as failed. */
  deadline: number;
}

/** About thirty messages a second: a backlog of thousands goes out in minutes and nobody at the site feels it. */
const PACE: Pace = { width: 3, batch: 24, breath: 80, record: 100, deadline: 60_000 };
const DAY = 24 * 60 * 60_000;
/** A day on the clock alone does not make a message dead: clocks jump. */
const FEWEST_TRIES = 5;
const LONGEST_PAUSE = 60_000;

/** One channel's way out: takes due messages under a lease, tries them, writes down what came of it. */
export class Lane {
  readonly channel: Channel;
  readonly #deps: LaneDeps;
  readonly #pace: Pace;
  readonly #busy = new Set<number>();
  #results: ((tx: Transaction) => void)[] = [];
  #recording: Promise<void> | null = null;
  readonly #records = new Set<Promise<void>>();
  #pausedUntil = 0;
  #outages = 0;
  #stopping = false;

  constructor(channel: Channel, deps: LaneDeps) {
    this.channel = channel;
    this.#deps = deps;
    this.#pace = deps.pace ?? PACE;
  }

  /** Sends whatever is due; returns when nothing is, or when the other side is down. */
  async drain(): Promise<void> {
    const { club, outbox, owner, now } = this.#deps;
    while (!this.#stopping && !this.#isPaused() && outbox.hasDue(this.channel, now())) {
      const rows = await club.write((tx) =>
        outbox.claim(tx, {
          channel: this.channel,
          owner,
          // While the other side is down one message a time finds out whether it is back.
          limit: this.#outages > 0 ? 1 : this.#pace.batch,
          busy: [...this.#busy],
        }),
      );
      if (rows.length === 0) return;
      for (const { id } of rows) this.#busy.add(id);
      const runners = Array.from({ length: this.#pace.width }, () => this.#run(rows));
      await Promise.all(runners);
      await Promise.all(this.#records);
    }
  }

  /** Milliseconds until a look is worth while; at most half a minute. */
  idleFor(): number {
    const now = this.#deps.now();
    const due = Math.max(this.#deps.outbox.nextDue(this.channel) ?? Infinity, this.#pausedUntil);
    return Math.min(Math.max(due - now, 200), 30_000);
  }

  /** Somebody pressed Retry: the other side may be back. */
  resume(): void {
    this.#pausedUntil = 0;
  }

  stop(): void {
    this.#stopping = true;
  }

  #isPaused(): boolean {
    const left = this.#pausedUntil - this.#deps.now();
    // A pause longer than any we make was written before the clock went back.
    return left > 0 && left <= LONGEST_PAUSE * 2;
  }

  /** Takes rows off the front until none is left; gives them back untried when the other side went down. */
  async #run(rows: OutboxRow[]): Promise<void> {
    const { outbox, owner } = this.#deps;
    for (let row = rows.shift(); row; row = rows.shift()) {
      const { id, not_before } = row;
      if (this.#stopping || this.#isPaused()) {
        this.#record(id, (tx) => outbox.postpone(tx, id, owner, not_before));
      } else if (outbox.isHeld(id, owner)) {
        this.#record(id, await this.#attempt(row));
        await Bun.sleep(this.#pace.breath);
      } else this.#busy.delete(id);
    }
  }

  /** Has a result written down, together with those of about the same time. */
  #record(id: number, result: (tx: Transaction) => void): void {
    this.#results.push(result);
    this.#recording ??= Bun.sleep(this.#pace.record).then(() => {
      const results = this.#results.splice(0);
      this.#recording = null;
      return this.#keepTrying((tx) => {
        for (const write of results) write(tx);
      });
    });
    const record = this.#recording.finally(() => {
      this.#busy.delete(id);
      this.#records.delete(record);
    });
    this.#records.add(record);
  }

  /** One try; returns what to write down about it. */
  async #attempt(row: OutboxRow): Promise<(tx: Transaction) => void> {
    const { outbox, owner, log, now } = this.#deps;
    try {
      const draft = this.#deps.compose(row, now());
      if (draft.do === 'withdraw') return (tx) => outbox.withdraw(tx, row.id, owner, draft.reason);
      if (draft.do === 'postpone') return (tx) => outbox.postpone(tx, row.id, owner, draft.until);
      const handed = await this.#withDeadline((signal) => this.#deps.send(draft, row, signal));
      log.info('message sent', { id: row.id, kind: row.kind, tries: row.attempts });
      const wasDown = this.#outages > 0;
      this.#outages = 0;
      return (tx) => {
        outbox.markSent(tx, row.id, owner, handed);
        if (wasDown) outbox.hurry(tx, this.channel);
      };
    } catch (error) {
      return this.#failed(row, error);
    }
  }

  #failed(row: OutboxRow, error: unknown): (tx: Transaction) => void {
    const { outbox, owner, log, now } = this.#deps;
    const known = error instanceof SendFailure;
    const kind = known ? error.kind : 'later';
    const fields = known ? {} : describeError(error);
    log.error('message not sent', {
      id: row.id,
      kind: row.kind,
      tries: row.attempts,
      outcome: kind,
      ...fields,
    });
    const reason = known ? `${kind}: ${error.message}` : 'later: the message could not be drawn';
    const wait = known ? error.wait : 0;
    if (kind === 'unreachable') {
      this.#outages += 1;
      const pause = this.#jitter(Math.min(2000 * 2 ** (this.#outages - 1), LONGEST_PAUSE));
      this.#pausedUntil = now() + Math.min(Math.max(pause, wait), LONGEST_PAUSE * 2);
    }
    const isOld = now() - (row.first_tried_at ?? now()) >= DAY && row.attempts >= FEWEST_TRIES;
    if (kind === 'refused' || isOld) return (tx) => outbox.giveUp(tx, row.id, owner, reason);
    // A mail server that greylists wants to be asked again in minutes, not in seconds.
    const first = kind === 'later' ? 60_000 : 15_000;
    const backoff = this.#jitter(Math.min(first * 2 ** (row.attempts - 1), LONGEST_WAIT));
    return (tx) =>
      outbox.tryAgain(
        tx,
        row.id,
        owner,
        reason,
        tx.now + Math.min(Math.max(backoff, wait), LONGEST_WAIT * 2),
      );
  }

  /** Three quarters to five quarters of `wait`, so that what failed together does not come back together. */
  #jitter(wait: number): number {
    return Math.round(wait * (0.75 + (this.#deps.random ?? Math.random)() / 2));
  }

  async #withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    let timer: Timer | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        controller.abort();
        reject(new SendFailure('unreachable', 'no answer in time'));
      }, this.#pace.deadline);
    });
    try {
      return await Promise.race([work(controller.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What came of a try must reach the disk, or the message is told twice: a full disk is waited out. */
  async #keepTrying(work: (tx: Transaction) => void): Promise<void> {
    for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
      try {
        return await this.#deps.club.write(work);
      } catch (error) {
        this.#deps.log.error('message not recorded', describeError(error));
        if (this.#stopping) return;
        await Bun.sleep(wait);
      }
    }
  }
}
