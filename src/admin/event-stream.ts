import type { ClubEvent } from '../db/club-event.ts';
import type { AdminEvent } from '../domain/admin-api.ts';

/** Well under the time after which a silent connection is dropped. */
const HEARTBEAT_MS = 10_000;
/** Events that may wait for a slow line. */
const MAX_QUEUED_EVENTS = 500;

/**
 * Tells open dashboards what happened, as server-sent events: kinds and numbers, nothing personal. A
 * stream ends when its reader goes, when its right is gone, or when the server stops.
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
    // Every booking queues messages; the booking is the news.
    if (event.kind === 'message.queued') return;
    const [id = 0] = Object.values(event).filter((value) => typeof value === 'number');
    for (const subscriber of this.#subscribers) subscriber({ kind: event.kind, id });
  }

  /** `mayStay` is asked at every heartbeat. */
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
          // Who no longer reads is let go: nothing piles up, and the next one still hears.
          if ((controller.desiredSize ?? 0) < -MAX_QUEUED_EVENTS) close();
          else controller.enqueue(encoder.encode(text));
        };
        const subscriber = (event: AdminEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
        const heartbeat = setInterval(
          () => (isAuthorized() ? send(': still here\n\n') : close()),
          HEARTBEAT_MS,
        );
        unsubscribe = () => {
          clearInterval(heartbeat);
          this.#subscribers.delete(subscriber);
          this.#shutdownSignal?.removeEventListener('abort', close);
        };
        this.#subscribers.add(subscriber);
        this.#shutdownSignal?.addEventListener('abort', close);
        // A browser comes back a moment after a restart; the comment opens the stream at once.
        send('retry: 2000\n: hello\n\n');
      },
      cancel: () => unsubscribe(),
    });
  }
}
