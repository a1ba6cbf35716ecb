import { hostname } from 'node:os';
import type { ClubDb } from '../db/club-db.ts';
import { describeError, type Log } from '../http/log.ts';
import type { Draft } from './compose.ts';
import { type Handed, Lane, type Pace } from './lane.ts';
import type { Outbox, OutboxRow } from './outbox.ts';
import { type MailOutlet, SendFailure, type Stamp, type TextOutlet } from './outlet.ts';

export interface PostmanDeps {
  club: ClubDb;
  outbox: Outbox;
  log: Log;
  now: () => number;
  compose: (row: OutboxRow, now: number) => Draft;
  mail: MailOutlet;
  /** Null: no gateway is set up. */
  text: TextOutlet | null;
  pace?: Pace;
  random?: () => number;
}

/** How long a stop waits for messages that are on their way. */
const LAST_CALL = 10_000;

/** Carries the outbox out: one lane for mails, one for text messages, neither waits for the other. */
export class Postman {
  readonly #deps: PostmanDeps;
  readonly #lanes: Lane[];
  readonly #rounds: Promise<void>[] = [];
  readonly #owner: string;
  readonly #sleepers = new Set<() => void>();
  #stopping = false;

  constructor(deps: PostmanDeps) {
    this.#deps = deps;
    this.#owner = `${hostname()}:${process.pid}:${Bun.randomUUIDv7('base64url')}`;
    const shared = { ...deps, owner: this.#owner };
    this.#lanes = [new Lane('email', { ...shared, send: (...args) => this.#sendMail(...args) })];
    if (deps.text)
      this.#lanes.push(new Lane('sms', { ...shared, send: (...args) => this.#sendText(...args) }));
  }

  /** Begins to work, and is woken by every commit that leaves something to send. */
  start(): void {
    this.#deps.club.onEventCommitted((event) => {
      if (event.kind === 'notice.retried') for (const lane of this.#lanes) lane.resume();
      if (event.kind === 'notice.queued' || event.kind === 'notice.retried') this.#wake();
    });
    this.#rounds.push(this.#freeOldLeases());
    for (const lane of this.#lanes) {
      this.#rounds.push(
        this.#repeat(
          () => lane.drain(),
          () => lane.idleFor(),
        ),
      );
    }
  }

  /** Takes nothing new; waits a little for what is on its way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const lane of this.#lanes) lane.stop();
    this.#wake();
    let timer: Timer | undefined;
    const lastCall = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_CALL);
    });
    await Promise.race([Promise.all(this.#rounds), lastCall]);
    clearTimeout(timer);
    this.#deps.mail.close();
  }

  /** Sends everything that is due now, then returns: the worker's work by hand. */
  async runOnce(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.drain()));
  }

  async #repeat(work: () => Promise<void>, pause: () => number): Promise<void> {
    while (!this.#stopping) {
      let wait = 5000;
      try {
        await work();
        wait = pause();
      } catch (error) {
        this.#deps.log.error('outbox', describeError(error));
      }
      if (this.#stopping) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#sleepers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, wait);
        this.#sleepers.add(wake);
      });
    }
  }

  #wake(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Leases of processes of this machine that are gone need not run out. */
  async #freeOldLeases(): Promise<void> {
    const here = hostname();
    const isGone = (owner: string) => {
      const [host, pid] = owner.split(':');
      if (owner === this.#owner) return false;
      return host === here && (Number(pid) === process.pid || !isRunning(Number(pid)));
    };
    try {
      await this.#deps.club.write((tx) => this.#deps.outbox.freeLeases(tx, isGone));
    } catch (error) {
      this.#deps.log.error('outbox', describeError(error));
    }
  }

  async #sendMail(draft: Draft, stamp: Stamp, signal: AbortSignal): Promise<Handed> {
    if (draft.do !== 'mail') throw new SendFailure('refused', 'this is no mail');
    await this.#deps.mail.send(draft.letter, stamp, signal);
    return { recipient: draft.letter.to, note: this.#deps.mail.note };
  }

  async #sendText(draft: Draft, stamp: Stamp, signal: AbortSignal): Promise<Handed> {
    if (draft.do !== 'text' || !this.#deps.text) throw new SendFailure('refused', 'this is no text message');
    await this.#deps.text.send(draft, stamp, signal);
    return { recipient: draft.to, note: null };
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
