import type { ClubDb, Transaction } from '../db/club-db.ts';
import { describeError, type Log } from '../http/log.ts';
import { type Channel, type ChannelSetup, SendError, type Transport } from '../outbox/channels/channel.ts';
import { MAX_BACKOFF_MS, type Outbox, type OutboxRow } from '../outbox/outbox.ts';
import type { ComposeResult } from './message.ts';

export interface ChannelWorkerDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  compose: (row: OutboxRow, now: number) => ComposeResult;
  setup: ChannelSetup;
  /** Hands a message to another channel; false if none reaches the person. */
  passOn: (tx: Transaction, row: OutboxRow, reason: string) => boolean;
  /** A random number from 0 to 1. */
  random?: () => number;
  options?: WorkerOptions;
  /** The club can't send any more for now. */
  onLimited?: ((tx: Transaction, channel: string) => void) | undefined;
}

export interface WorkerOptions {
  /** Simultaneous attempts. */
  concurrency: number;
  /** How many messages to take at once. */
  batchSize: number;
  /** Pause after a batch, per message. */
  delayMs: number;
  /** The same while visitors book or keep the process busy, since their requests come first. */
  busyDelayMs: number;
  /** How long an attempt may take. */
  timeoutMs: number;
}

/** Over 100 messages per second on an idle server, 7 during a rush of visitors. */
const DEFAULT_OPTIONS: WorkerOptions = {
  concurrency: 3,
  batchSize: 12,
  delayMs: 4,
  busyDelayMs: 130,
  timeoutMs: 60_000,
};
const DAY = 24 * 60 * 60_000;
/** A message fails only after this many attempts, because a clock may jump by a day. */
const MIN_ATTEMPTS = 5;
const MAX_PAUSE_MS = 60_000;
/** Providers count attempts beyond their limit, and a daily limit ends at an unknown hour. */
const LIMIT_PAUSE_MS = 10 * 60_000;
/** A pause that ends this late shows that the process is busy. */
const BUSY_AFTER_MS = 4;

/** Takes one channel's due messages, tries to send them and records the results. */
export class ChannelWorker {
  readonly channel: string;
  readonly #transport: Transport;
  readonly #deliveredWithinMs: number | undefined;
  readonly #deps: ChannelWorkerDeps;
  readonly #options: WorkerOptions;
  #pausedUntil = 0;
  #lastQueuedAt = -Infinity;
  #consecutiveOutages = 0;
  #stopping = false;

  constructor(channel: Channel, deps: ChannelWorkerDeps) {
    this.channel = channel.id;
    this.#transport = channel.open(deps.setup);
    this.#deliveredWithinMs = channel.deliveredWithinMs;
    this.#deps = deps;
    this.#options = deps.options ?? DEFAULT_OPTIONS;
  }

  /** Sends due messages until none are left or the server can't be reached. */
  async drain(): Promise<void> {
    const { club, outbox, now } = this.#deps;
    // Every booking wakes the worker, and the queue of an unreachable server may be long.
    if (this.#isPaused()) return;
    await club.checkClock();
    while (!this.#stopping && !this.#isPaused() && outbox.hasDue(this.channel, now())) {
      const rows = await club.write((tx) =>
        outbox.takeDue(tx, {
          channel: this.channel,
          // While the server is unreachable, a single message tests whether it is back.
          limit: this.#consecutiveOutages > 0 ? 1 : this.#options.batchSize,
        }),
      );
      if (rows.length === 0) return;
      const count = rows.length;
      const runs = Array.from({ length: this.#options.concurrency }, () => this.#processRows(rows));
      await Promise.all(runs);
      await this.#pause(count);
    }
  }

  /** Milliseconds until the next message may be due, at most 30 seconds. */
  nextPollDelay(): number {
    const due = this.#isPaused() ? this.#pausedUntil : this.#deps.outbox.nextDueAt(this.channel);
    return Math.min(Math.max((due ?? Infinity) - this.#deps.now(), 200), 30_000);
  }

  /** Called after a commit that queued a message. */
  noteQueued(): void {
    this.#lastQueuedAt = performance.now();
  }

  /** Ends the pause; called when an admin retries a message. */
  resume(): void {
    this.#pausedUntil = 0;
  }

  stop(): void {
    this.#stopping = true;
  }

  close(): void {
    this.#transport.close();
  }

  #isPaused(): boolean {
    const remaining = this.#pausedUntil - this.#deps.now();
    // A longer pause was set before the clock was corrected.
    return remaining > 0 && remaining <= LIMIT_PAUSE_MS * 2;
  }

  /** Sends the rows in turn; returns the rest to the queue when the server becomes unreachable. */
  async #processRows(rows: OutboxRow[]): Promise<void> {
    const { outbox } = this.#deps;
    for (let row = rows.shift(); row; row = rows.shift()) {
      const { id, not_before } = row;
      if (this.#stopping || this.#isPaused()) {
        await this.#save((tx) => outbox.postpone(tx, id, not_before));
      } else if (outbox.isQueued(id)) await this.#save(await this.#attempt(row));
    }
  }

  /** Keeps pausing while bookings queue messages, or while the process is so busy that timers fire late. */
  async #pause(messages: number): Promise<void> {
    const delayMs = messages * this.#options.delayMs;
    const busyDelayMs = messages * this.#options.busyDelayMs;
    const startedAt = performance.now();
    await Bun.sleep(delayMs);
    const now = performance.now();
    const isBusy = now - startedAt - delayMs > BUSY_AFTER_MS || now - this.#lastQueuedAt < busyDelayMs;
    if (isBusy) await Bun.sleep(Math.max(0, busyDelayMs - delayMs));
  }

  /** Tries to send one message; returns the write that records the result. */
  async #attempt(row: OutboxRow): Promise<(tx: Transaction) => void> {
    const { outbox, log, now } = this.#deps;
    try {
      const composed = this.#deps.compose(row, now());
      if (composed.action === 'withdraw') return (tx) => outbox.withdraw(tx, row.id, composed.reason);
      if (composed.action === 'pass_on') {
        return (tx) => {
          const isLeft = outbox.isQueued(row.id) && !this.#deps.passOn(tx, row, composed.reason);
          if (isLeft) outbox.withdraw(tx, row.id, composed.reason);
        };
      }
      if (composed.action === 'postpone') return (tx) => outbox.postpone(tx, row.id, composed.until);
      const delivery = await this.#withTimeout((signal) => this.#transport.send(composed, row, signal));
      log.info('message sent', { id: row.id, kind: row.kind, attempts: row.attempts });
      const wasDown = this.#consecutiveOutages > 0;
      this.#consecutiveOutages = 0;
      return (tx) => {
        outbox.markSent(tx, row, delivery);
        if (wasDown) outbox.retryNow(tx, this.channel);
      };
    } catch (error) {
      return this.#handleFailure(row, error);
    }
  }

  #handleFailure(row: OutboxRow, error: unknown): (tx: Transaction) => void {
    const { outbox, log, now, passOn } = this.#deps;
    const isSendError = error instanceof SendError;
    const kind = isSendError ? error.kind : 'later';
    const fields = isSendError ? {} : describeError(error);
    log.error('message not sent', {
      id: row.id,
      kind: row.kind,
      attempts: row.attempts,
      outcome: kind,
      ...fields,
    });
    const reason = isSendError ? `${kind}: ${error.message}` : 'later: the message could not be composed';
    const retryAfterMs = isSendError ? error.retryAfterMs : 0;
    if (kind === 'unreachable') {
      this.#consecutiveOutages += 1;
      const pause = this.#jitter(Math.min(2000 * 2 ** (this.#consecutiveOutages - 1), MAX_PAUSE_MS));
      this.#pausedUntil = now() + Math.min(Math.max(pause, retryAfterMs), MAX_PAUSE_MS * 2);
    }
    if (kind === 'limited') return this.#holdBack(row, reason);
    const age = now() - (row.first_tried_at ?? now());
    const isOld = age >= DAY && row.attempts >= MIN_ATTEMPTS;
    const isLate = this.#deliveredWithinMs !== undefined && age >= this.#deliveredWithinMs;
    const isLost = kind === 'refused' || isOld;
    // Greylisting servers accept a retry after minutes, not seconds.
    const firstDelay = kind === 'later' ? 60_000 : 15_000;
    const backoff = this.#jitter(Math.min(firstDelay * 2 ** (row.attempts - 1), MAX_BACKOFF_MS));
    return (tx) => {
      // A message that was withdrawn during the attempt isn't handed on either.
      if ((isLost || isLate) && isSendError && outbox.isQueued(row.id) && passOn(tx, row, reason)) return;
      if (isLost) outbox.markFailed(tx, row.id, reason);
      else
        outbox.scheduleRetry(
          tx,
          row.id,
          reason,
          tx.now + Math.min(Math.max(backoff, retryAfterMs), MAX_BACKOFF_MS * 2),
        );
    };
  }

  /**
   * Retries everything that is waiting at the same moment, so that the most urgent goes first. The refusal isn't
   * about this message, so the attempt does not count.
   */
  #holdBack(row: OutboxRow, reason: string): (tx: Transaction) => void {
    const { outbox, now, onLimited } = this.#deps;
    if (!this.#isPaused()) {
      this.#consecutiveOutages += 1;
      this.#pausedUntil = now() + this.#jitter(LIMIT_PAUSE_MS);
    }
    const until = this.#pausedUntil;
    return (tx) => {
      outbox.holdBack(tx, row.id, reason, until);
      onLimited?.(tx, this.channel);
    };
  }

  /** Varies a delay by ±25 %, so that messages that failed together aren't retried together. */
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

  /** Retries until the result is on disk, because losing it would send the message twice. */
  async #save(write: (tx: Transaction) => void): Promise<void> {
    for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 5000)) {
      try {
        await this.#deps.club.write(write);
        return;
      } catch (error) {
        this.#deps.log.error('message not recorded', describeError(error));
        if (this.#stopping) return;
        await Bun.sleep(delayMs);
      }
    }
  }
}
