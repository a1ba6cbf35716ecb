import { Failure } from '../domain/failure.ts';

/** Bytes of all bodies being read or waiting to be decoded; the largest fits even if another sender holds as much. */
const MAX_TOTAL_BYTES = 12 * 1024 * 1024;
/** The least that an upload counts as, which limits how many can be under way. */
const MIN_UPLOAD_BYTES = 64 * 1024;
/** Uploads read at one time before their sender has proven that the booking is theirs. */
const MAX_UNAUTHORIZED = 2;
const UNAUTHORIZED_TIMEOUT_MS = 30_000;

/** One upload under way, from admission to answer. */
export interface PendingUpload {
  /** The sender's networks or account, and the booking. */
  readonly keys: readonly string[];
  readonly bytes: number;
  /** Whether the sender has proven that the booking is theirs. */
  authorized: boolean;
  /** Aborts if the upload has to make way for another. */
  readonly signal: AbortSignal;
}

/**
 * Limits the memory of all uploads together. An upload without room is rejected before its body is read, unless its
 * sender and booking hold less than others; then the one that holds the most makes way.
 */
export class UploadMemoryLimit {
  readonly #uploads = new Map<PendingUpload, AbortController>();

  /** Runs `work` with room for `bytes`; throws `unavailable` if there is none. */
  async run<T>(
    { keys, bytes, authorized }: { keys: readonly string[]; bytes: number; authorized: boolean },
    work: (upload: PendingUpload) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const upload: PendingUpload = {
      keys,
      authorized,
      signal: controller.signal,
      bytes: Math.max(bytes, MIN_UPLOAD_BYTES),
    };
    this.#uploads.set(upload, controller);
    const timeout = setTimeout(() => upload.authorized || this.#drop(upload), UNAUTHORIZED_TIMEOUT_MS);
    try {
      const unauthorized = this.#list().filter((other) => !other.authorized);
      if (!authorized && unauthorized.length > MAX_UNAUTHORIZED) this.#drop(upload);
      while (this.#list().reduce((sum, other) => sum + other.bytes, 0) > MAX_TOTAL_BYTES) {
        this.#drop(this.#chooseUploadToDrop() ?? upload);
      }
      upload.signal.throwIfAborted();
      return await work(upload);
    } finally {
      clearTimeout(timeout);
      this.#uploads.delete(upload);
    }
  }

  #list(): PendingUpload[] {
    return [...this.#uploads.keys()];
  }

  #drop(upload: PendingUpload): void {
    const message = 'Many receipts are being uploaded right now. Please try again in a moment.';
    this.#uploads.get(upload)?.abort(new Failure('unavailable', message, { retryAfter: 10 }));
    this.#uploads.delete(upload);
  }

  /** Unauthorized uploads go first, then the heaviest sender or booking, then the newest upload. */
  #chooseUploadToDrop(): PendingUpload | undefined {
    const uploads = this.#list();
    const unauthorized = uploads.filter(({ authorized }) => !authorized);
    const candidates = unauthorized.length > 0 ? unauthorized : uploads;
    const bytesByKey = new Map<string, number>();
    for (const { keys, bytes } of candidates) {
      for (const key of keys) bytesByKey.set(key, (bytesByKey.get(key) ?? 0) + bytes);
    }
    const heldBytes = ({ keys }: PendingUpload) => Math.max(...keys.map((key) => bytesByKey.get(key) ?? 0));
    return candidates.toReversed().toSorted((a, b) => heldBytes(b) - heldBytes(a))[0];
  }
}
