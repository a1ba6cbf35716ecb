import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Channel } from '../domain/outbox-message.ts';
import { describeError, type Log } from '../http/log.ts';
import type { ComposeResult } from './compose.ts';
import { MAX_BACKOFF_MS, type Outbox, type OutboxRow } from './outbox.ts';
import { type Envelope, SendError } from './transport.ts';

export interface ChannelWorkerDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  /** Who holds the leases: one name a process. */
  owner: string;
  compose: (row: OutboxRow, now: number) => ComposeResult;
  /** Hands a drawn message over; throws `SendFailure`. */
  send: (draft: ComposeResult, stamp: Envelope, signal: AbortSignal) => Promise<Delivery>;
  /** Random in 0 … 1. */
  random?: () => number;
  options?: WorkerOptions;
}

/** Whom a message went to, and what the desk should know about it. */
export interface Delivery {
  recipient: string;
  note: string | null;
}

export interface WorkerOptions {
  /** Messages on their way at one time. */
  concurrency: number;
  /** Messages taken under one lease. */
  batchSize: number;
  /** Milliseconds of rest after each message: the visitors' requests go first. */
  delayMs: number;
  /** Milliseconds within which what came of a try is on disk; tries that end together share a sync. */
  flushDelayMs: number;
  /** Milliseconds until a try that does not end counts as failed. */
  timeoutMs: number;
}

/** About thirty messages a second: a backlog of thousands goes out in minutes and nobody at the site feels it. */
const DEFAULT_OPTIONS: WorkerOptions = {
  concurrency: 3,
  batchSize: 24,
  delayMs: 80,
  flushDelayMs: 100,
  timeoutMs: 60_000,
};
const DAY = 24 * 60 * 60_000;
/** A day on the clock alone does not make a message dead: clocks jump. */
const MIN_ATTEMPTS = 5;
const MAX_PAUSE_MS = 60_000;

/** One channel's way out: takes due messages under a lease, tries them, writes down what came of it. */
export class ChannelWorker {
  readonly channel: Channel;
  readonly #deps: ChannelWorkerDeps;
  readonly #options: WorkerOptions;
  readonly #inFlight = new Set<number>();
  #pendingResults: ((tx: Transaction) => void)[] = [];
  #scheduledFlush: Promise<void> | null = null;
  readonly #activeFlushes = new Set<Promise<void>>();
  #pausedUntil = 0;
  #consecutiveOutages = 0;
  #stopping = false;

  constructor(channel: Channel, deps: ChannelWorkerDeps) {
    this.channel = channel;
    this.#deps = deps;
    this.#options = deps.options ?? DEFAULT_OPTIONS;
  }

  /** Sends whatever is due; returns when nothing is, or when the other side is down. */
  async drain(): Promise<void> {
    const { club, outbox, owner, now } = this.#deps;
    while (!this.#stopping && !this.#isPaused() && outbox.hasDue(this.channel, now())) {
      const rows = await club.write((tx) =>
        outbox.leaseDue(tx, {
          channel: this.channel,
          owner,
          // While the other side is down one message a time finds out whether it is back.
          limit: this.#consecutiveOutages > 0 ? 1 : this.#options.batchSize,
          busy: [...this.#inFlight],
        }),
      );
      if (rows.length === 0) return;
      for (const { id } of rows) this.#inFlight.add(id);
      const runs = Array.from({ length: this.#options.concurrency }, () => this.#processRows(rows));
      await Promise.all(runs);
      await Promise.all(this.#activeFlushes);
    }
  }

  /** Milliseconds until a look is worth while; at most half a minute. */
  nextPollDelay(): number {
    const now = this.#deps.now();
    const due = Math.max(this.#deps.outbox.nextDueAt(this.channel) ?? Infinity, this.#pausedUntil);
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
    const remaining = this.#pausedUntil - this.#deps.now();
    // A pause longer than any we make was written before the clock went back.
    return remaining > 0 && remaining <= MAX_PAUSE_MS * 2;
  }

  /** Takes rows off the front until none is left; gives them back untried when the other side went down. */
  async #processRows(rows: OutboxRow[]): Promise<void> {
    const { outbox, owner } = this.#deps;
    for (let row = rows.shift(); row; row = rows.shift()) {
      const { id, not_before } = row;
      if (this.#stopping || this.#isPaused()) {
        this.#saveResult(id, (tx) => outbox.postpone(tx, id, owner, not_before));
      } else if (outbox.isLeasedBy(id, owner)) {
        this.#saveResult(id, await this.#attempt(row));
        await Bun.sleep(this.#options.delayMs);
      } else this.#inFlight.delete(id);
    }
  }

  /** Has a result written down, together with those of about the same time. */
  #saveResult(id: number, result: (tx: Transaction) => void): void {
    this.#pendingResults.push(result);
    this.#scheduledFlush ??= Bun.sleep(this.#options.flushDelayMs).then(() => {
      const results = this.#pendingResults.splice(0);
      this.#scheduledFlush = null;
      return this.#writeUntilSaved((tx) => {
        for (const write of results) write(tx);
      });
    });
    const flush = this.#scheduledFlush.finally(() => {
      this.#inFlight.delete(id);
      this.#activeFlushes.delete(flush);
    });
    this.#activeFlushes.add(flush);
  }

  /** One try; returns what to write down about it. */
  async #attempt(row: OutboxRow): Promise<(tx: Transaction) => void> {
    const { outbox, owner, log, now } = this.#deps;
    try {
      const composed = this.#deps.compose(row, now());
      if (composed.action === 'withdraw') return (tx) => outbox.withdraw(tx, row.id, owner, composed.reason);
      if (composed.action === 'postpone') return (tx) => outbox.postpone(tx, row.id, owner, composed.until);
      const delivery = await this.#withTimeout((signal) => this.#deps.send(composed, row, signal));
      log.info('message sent', { id: row.id, kind: row.kind, tries: row.attempts });
      const wasDown = this.#consecutiveOutages > 0;
      this.#consecutiveOutages = 0;
      return (tx) => {
        outbox.markSent(tx, row.id, owner, delivery);
        if (wasDown) outbox.retryNow(tx, this.channel);
      };
    } catch (error) {
      return this.#handleFailure(row, error);
    }
  }

  #handleFailure(row: OutboxRow, error: unknown): (tx: Transaction) => void {
    const { outbox, owner, log, now } = this.#deps;
    const isSendError = error instanceof SendError;
    const kind = isSendError ? error.kind : 'later';
    const fields = isSendError ? {} : describeError(error);
    log.error('message not sent', {
      id: row.id,
      kind: row.kind,
      tries: row.attempts,
      outcome: kind,
      ...fields,
    });
    const reason = isSendError ? `${kind}: ${error.message}` : 'later: the message could not be drawn';
    const retryAfterMs = isSendError ? error.retryAfterMs : 0;
    if (kind === 'unreachable') {
      this.#consecutiveOutages += 1;
      const pause = this.#jitter(Math.min(2000 * 2 ** (this.#consecutiveOutages - 1), MAX_PAUSE_MS));
      this.#pausedUntil = now() + Math.min(Math.max(pause, retryAfterMs), MAX_PAUSE_MS * 2);
    }
    const isOld = now() - (row.first_tried_at ?? now()) >= DAY && row.attempts >= MIN_ATTEMPTS;
    if (kind === 'refused' || isOld) return (tx) => outbox.markFailed(tx, row.id, owner, reason);
    // A mail server that greylists wants to be asked again in minutes, not in seconds.
    const firstDelay = kind === 'later' ? 60_000 : 15_000;
    const backoff = this.#jitter(Math.min(firstDelay * 2 ** (row.attempts - 1), MAX_BACKOFF_MS));
    return (tx) =>
      outbox.scheduleRetry(
        tx,
        row.id,
        owner,
        reason,
        tx.now + Math.min(Math.max(backoff, retryAfterMs), MAX_BACKOFF_MS * 2),
      );
  }

  /** Three quarters to five quarters of `wait`, so that what failed together does not come back together. */
  #jitter(delayMs: number): number {
    return Math.round(delayMs * (0.75 + (this.#deps.random ?? Math.random)() / 2));
  }

  async #withTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    let timer: Timer | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        controller.abort();
        reject(new SendError('unreachable', 'no answer in time'));
      }, this.#options.timeoutMs);
    });
    try {
      return await Promise.race([work(controller.signal), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What came of a try must reach the disk, or the message is told twice: a full disk is waited out. */
  async #writeUntilSaved(work: (tx: Transaction) => void): Promise<void> {
    for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 5000)) {
      try {
        return await this.#deps.club.write(work);
      } catch (error) {
        this.#deps.log.error('message not recorded', describeError(error));
        if (this.#stopping) return;
        await Bun.sleep(delayMs);
      }
    }
  }
}
