import type { ClubEvent } from '../db/club-event.ts';
import type { DeskEvent } from '../domain/desk.ts';

/** Well under the time after which a silent connection is dropped. */
const HEARTBEAT_MS = 10_000;
/** Events that may wait for a slow line. */
const MOST_UNREAD = 500;

/**
 * Tells open dashboards what happened, as server-sent events: kinds and numbers, nothing personal. A
 * stream ends when its reader goes, when its right is gone, or when the server stops.
 */
export class LiveFeed {
  readonly #readers = new Set<(event: DeskEvent) => void>();
  readonly #stopping: AbortSignal | null;

  constructor(stopping: AbortSignal | null) {
    this.#stopping = stopping;
  }

  get readers(): number {
    return this.#readers.size;
  }

  tell(event: ClubEvent): void {
    // Every booking queues messages; the booking is the news.
    if (event.kind === 'notice.queued') return;
    const [id = 0] = Object.values(event).filter((value) => typeof value === 'number');
    for (const reader of this.#readers) reader({ kind: event.kind, id });
  }

  /** `mayStay` is asked at every heartbeat. */
  open(mayStay: () => boolean): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let forget = () => {};
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const stop = () => {
          forget();
          controller.close();
        };
        const send = (text: string) => {
          // Who no longer reads is let go: nothing piles up, and the next one still hears.
          if ((controller.desiredSize ?? 0) < -MOST_UNREAD) stop();
          else controller.enqueue(encoder.encode(text));
        };
        const reader = (event: DeskEvent) => send(`data: ${JSON.stringify(event)}\n\n`);
        const beat = setInterval(() => (mayStay() ? send(': still here\n\n') : stop()), HEARTBEAT_MS);
        forget = () => {
          clearInterval(beat);
          this.#readers.delete(reader);
          this.#stopping?.removeEventListener('abort', stop);
        };
        this.#readers.add(reader);
        this.#stopping?.addEventListener('abort', stop);
        // A browser comes back a moment after a restart; the comment opens the stream at once.
        send('retry: 2000\n: hello\n\n');
      },
      cancel: () => forget(),
    });
  }
}
