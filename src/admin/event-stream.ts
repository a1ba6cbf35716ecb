import type { ClubEvent } from '../db/club-event.ts';
import { type AdminEvent, HEARTBEAT_EVENT, HEARTBEAT_MS } from '../domain/admin-inputs.ts';

/** An event, because a page sees no comments. */
const HEARTBEAT = `event: ${HEARTBEAT_EVENT}\ndata: still here\n\n`;
/** The dashboard gets the event of the booking or closure that caused these, and doesn't get logins. */
const UNPUBLISHED: ReadonlySet<ClubEvent['kind']> = new Set([
  'message.queued',
  'slots.freed',
  'user.confirmed',
]);
/** How many events may wait for a slow client. */
const MAX_QUEUED_EVENTS = 500;

/**
 * Sends events to open dashboards as server-sent events: only kinds and ids, nothing personal. A stream ends when the
 * client disconnects, the user is no longer an admin, or the server stops.
 */
export class EventStream {
  readonly #subscribers = new Set<(event: AdminEvent) => void>();
  readonly #shutdownSignal: AbortSignal | null;

  constructor(shutdownSignal: AbortSignal | null) {
    this.#shutdownSignal = shutdownSignal;
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  publish(event: ClubEvent): void {
    if (UNPUBLISHED.has(event.kind)) return;
    const [id = 0] = Object.values(event).filter((value) => typeof value === 'number');
    for (const subscriber of this.#subscribers) subscriber({ kind: event.kind, id });
  }

  /** Calls `isAuthorized` at every heartbeat. */
  subscribe(isAuthorized: () => boolean): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let unsubscribe = () => {};
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const close = () => {
          unsubscribe();
          controller.close();
        };
        const send = (text: string) => {
          // Drops clients that stop reading, so that buffers stay bounded.
          if ((controller.desiredSize ?? 0) < -MAX_QUEUED_EVENTS) close();
          else controller.enqueue(encoder.encode(text));
        };
        const subscriber = (event: AdminEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
        const heartbeat = setInterval(() => (isAuthorized() ? send(HEARTBEAT) : close()), HEARTBEAT_MS);
        unsubscribe = () => {
          clearInterval(heartbeat);
          this.#subscribers.delete(subscriber);
          this.#shutdownSignal?.removeEventListener('abort', close);
        };
        this.#subscribers.add(subscriber);
        this.#shutdownSignal?.addEventListener('abort', close);
        // `retry` makes browsers reconnect soon after a restart; the comment opens the stream at once.
        send('retry: 2000\n: hello\n\n');
      },
      cancel: () => unsubscribe(),
    });
  }
}
