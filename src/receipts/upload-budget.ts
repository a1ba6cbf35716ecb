import { Failure } from '../domain/failure.ts';

/** Bytes that all uploads under way may hold together. */
const MAX_TOTAL_BYTES = 16 * 1024 * 1024;
/** What an upload counts at least, so that the budget limits how many are under way, too. */
const MIN_UPLOAD_BYTES = 512 * 1024;

/** One upload under way, from its first byte to its answer. */
export class PendingUpload {
  readonly sender: string;
  /** Whether the sender has shown that the booking is theirs. */
  authorized = false;
  readonly #controller = new AbortController();
  readonly #onGrow: () => void;
  #bytes = 0;

  constructor(sender: string, onGrow: () => void) {
    this.sender = sender;
    this.#onGrow = onGrow;
  }

  /** Aborts when the upload gives its place to others. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get weight(): number {
    return Math.max(MIN_UPLOAD_BYTES, this.#bytes);
  }

  /** Counts bytes that were received; throws `unavailable` when there is no room for them. */
  addBytes(count: number): void {
    this.#bytes += count;
    this.#onGrow();
    this.signal.throwIfAborted();
  }

  drop(): void {
    this.#controller.abort(
      new Failure(
        'unavailable',
        'Many receipts are being uploaded right now. Please try again in a moment.',
        {
          retryAfter: 10,
        },
      ),
    );
  }
}

/**
 * Limits the memory of all uploads together. When it is full, an upload gives way: one whose sender has not
 * shown that the booking is theirs before one who has, then the oldest of the sender who holds the most.
 */
export class UploadBudget {
  readonly #uploads = new Set<PendingUpload>();

  /** Runs `work` with a place in the budget. */
  async run<T>(sender: string, work: (upload: PendingUpload) => Promise<T>): Promise<T> {
    const upload = new PendingUpload(sender, () => this.#makeRoom());
    this.#uploads.add(upload);
    try {
      this.#makeRoom();
      return await work(upload);
    } finally {
      this.#uploads.delete(upload);
    }
  }

  #makeRoom(): void {
    let total = 0;
    for (const upload of this.#uploads) total += upload.weight;
    while (total > MAX_TOTAL_BYTES) {
      const dropped = this.#chooseUploadToDrop();
      if (!dropped) return;
      total -= dropped.weight;
      this.#uploads.delete(dropped);
      dropped.drop();
    }
  }

  #chooseUploadToDrop(): PendingUpload | undefined {
    const uploads = [...this.#uploads];
    const unauthorized = uploads.filter((upload) => !upload.authorized);
    const candidates = unauthorized.length > 0 ? unauthorized : uploads;
    const weightBySender = new Map<string, number>();
    for (const { sender, weight } of candidates) {
      weightBySender.set(sender, (weightBySender.get(sender) ?? 0) + weight);
    }
    const weightOf = (upload: PendingUpload) => weightBySender.get(upload.sender) ?? 0;
    return candidates.reduce<PendingUpload | undefined>(
      (heaviest, upload) => (heaviest && weightOf(heaviest) >= weightOf(upload) ? heaviest : upload),
      undefined,
    );
  }
}
