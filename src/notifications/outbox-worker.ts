import { hostname } from 'node:os';
import type { ClubDb } from '../db/club-db.ts';
import { describeError, type Log } from '../http/log.ts';
import { ChannelWorker, type Delivery, type WorkerOptions } from './channel-worker.ts';
import type { ComposeResult } from './compose.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { type EmailTransport, type Envelope, SendError, type SmsTransport } from './transport.ts';

export interface OutboxWorkerDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  compose: (row: OutboxRow, now: number) => ComposeResult;
  emailTransport: EmailTransport;
  /** Null: no gateway is set up. */
  smsTransport: SmsTransport | null;
  options?: WorkerOptions;
  random?: () => number;
}

/** How long a stop waits for messages that are on their way. */
const STOP_TIMEOUT_MS = 10_000;

/** Carries the outbox out: one lane for mails, one for text messages, neither waits for the other. */
export class OutboxWorker {
  readonly #deps: OutboxWorkerDeps;
  readonly #channelWorkers: ChannelWorker[];
  readonly #loops: Promise<void>[] = [];
  readonly #owner: string;
  readonly #wakeCallbacks = new Set<() => void>();
  #stopping = false;

  constructor(deps: OutboxWorkerDeps) {
    this.#deps = deps;
    this.#owner = `${hostname()}:${process.pid}:${Bun.randomUUIDv7('base64url')}`;
    const shared = { ...deps, owner: this.#owner };
    this.#channelWorkers = [
      new ChannelWorker('email', { ...shared, send: (...sendArgs) => this.#sendEmail(...sendArgs) }),
    ];
    if (deps.smsTransport)
      this.#channelWorkers.push(
        new ChannelWorker('sms', { ...shared, send: (...sendArgs) => this.#sendSms(...sendArgs) }),
      );
  }

  /** Begins to work, and is woken by every commit that leaves something to send. */
  start(): void {
    this.#deps.club.onEventCommitted((event) => {
      if (event.kind === 'notice.retried') for (const worker of this.#channelWorkers) worker.resume();
      if (event.kind === 'notice.queued' || event.kind === 'notice.retried') this.#wake();
    });
    this.#loops.push(this.#releaseStaleLeases());
    for (const worker of this.#channelWorkers) {
      this.#loops.push(
        this.#runLoop(
          () => worker.drain(),
          () => worker.nextPollDelay(),
        ),
      );
    }
  }

  /** Takes nothing new; waits a little for what is on its way. */
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
    this.#deps.emailTransport.close();
  }

  /** Sends everything that is due now, then returns: the worker's work by hand. */
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

  /** Leases of processes of this machine that are gone need not run out. */
  async #releaseStaleLeases(): Promise<void> {
    const thisHost = hostname();
    const isGone = (owner: string) => {
      const [host, pid] = owner.split(':');
      if (owner === this.#owner) return false;
      return host === thisHost && (Number(pid) === process.pid || !isProcessRunning(Number(pid)));
    };
    try {
      await this.#deps.club.write((tx) => this.#deps.outbox.releaseLeases(tx, isGone));
    } catch (error) {
      this.#deps.log.error('outbox', describeError(error));
    }
  }

  async #sendEmail(composed: ComposeResult, envelope: Envelope, signal: AbortSignal): Promise<Delivery> {
    if (composed.action !== 'mail') throw new SendError('refused', 'this is no mail');
    await this.#deps.emailTransport.send(composed.email, envelope, signal);
    return { recipient: composed.email.to, note: this.#deps.emailTransport.note };
  }

  async #sendSms(composed: ComposeResult, envelope: Envelope, signal: AbortSignal): Promise<Delivery> {
    if (composed.action !== 'text' || !this.#deps.smsTransport)
      throw new SendError('refused', 'this is no text message');
    await this.#deps.smsTransport.send(composed, envelope, signal);
    return { recipient: composed.to, note: null };
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
