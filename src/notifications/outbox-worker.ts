import type { ClubDb, Transaction } from '../db/club-db.ts';
import { describeError, type Log } from '../http/log.ts';
import type { Channel, ChannelSetup } from '../outbox/channels/channel.ts';
import type { Outbox, OutboxRow } from '../outbox/outbox.ts';
import { ChannelWorker, type WorkerOptions } from './channel-worker.ts';
import type { ComposeResult } from './message.ts';

export interface OutboxWorkerDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  compose: (row: OutboxRow, now: number) => ComposeResult;
  /** Those that are set up. */
  channels: readonly Channel[];
  setup: ChannelSetup;
  passOn: (tx: Transaction, row: OutboxRow, reason: string) => boolean;
  options?: WorkerOptions;
  onLimited?: (tx: Transaction, channel: string) => void;
  random?: () => number;
}

/** How long `stop` waits for attempts in progress. */
const STOP_TIMEOUT_MS = 10_000;

/** Sends queued messages; each channel has its own worker. */
export class OutboxWorker {
  readonly #deps: OutboxWorkerDeps;
  readonly #channelWorkers: readonly ChannelWorker[];
  readonly #loops: Promise<void>[] = [];
  readonly #wakeCallbacks = new Set<() => void>();
  #stopping = false;

  constructor(deps: OutboxWorkerDeps) {
    this.#deps = deps;
    this.#channelWorkers = deps.channels.map((channel) => new ChannelWorker(channel, deps));
  }

  /** Starts the loops; every commit that queues a message wakes them. */
  start(): void {
    this.#deps.club.onEventCommitted((event) => {
      for (const worker of this.#channelWorkers) {
        if (event.kind === 'message.retried') worker.resume();
        if (event.kind === 'message.queued') worker.noteQueued();
      }
      if (event.kind === 'message.queued' || event.kind === 'message.retried') this.#wake();
    });
    for (const worker of this.#channelWorkers) {
      this.#loops.push(
        this.#runLoop(
          () => worker.drain(),
          () => worker.nextPollDelay(),
        ),
      );
    }
  }

  /** Starts no new attempt and waits for those in progress, at most `STOP_TIMEOUT_MS`. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const worker of this.#channelWorkers) worker.stop();
    this.#wake();
    let timer: Timer | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([Promise.all(this.#loops), timeout]);
    clearTimeout(timer);
    for (const worker of this.#channelWorkers) worker.close();
  }

  /** Sends every due message, then returns. */
  async runOnce(): Promise<void> {
    await Promise.all(this.#channelWorkers.map((worker) => worker.drain()));
  }

  async #runLoop(work: () => Promise<void>, nextDelay: () => number): Promise<void> {
    while (!this.#stopping) {
      let delayMs = 5000;
      try {
        await work();
        delayMs = nextDelay();
      } catch (error) {
        this.#deps.log.error('outbox', describeError(error));
      }
      if (this.#stopping) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#wakeCallbacks.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, delayMs);
        this.#wakeCallbacks.add(wake);
      });
    }
  }

  #wake(): void {
    for (const wake of [...this.#wakeCallbacks]) wake();
  }
}
