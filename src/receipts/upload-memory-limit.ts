import { Failure } from '../domain/failure.ts';

/** Bytes of all bodies that are read or wait to be decoded at one time: the largest fits beside a sender with as much. */
const MAX_TOTAL_BYTES = 12 * 1024 * 1024;
/** The least that an upload counts; it limits how many are under way. */
const MIN_UPLOAD_BYTES = 64 * 1024;
/** Uploads that are read at one time before their sender has shown that the booking is theirs. */
const MAX_UNAUTHORIZED = 2;
const UNAUTHORIZED_TIMEOUT_MS = 30_000;

/** One upload under way, from its admission to its answer. */
export interface PendingUpload {
  /** The networks or the account of the sender, and the booking. */
  readonly keys: readonly string[];
  readonly bytes: number;
  /** Whether the sender has shown that the booking is theirs. */
  authorized: boolean;
  /** Aborts when the upload gives way to another one. */
  readonly signal: AbortSignal;
}

/**
 * Limits the memory of all uploads together. An upload that finds no room is refused before its body is read,
 * unless its sender and its booking hold less than others: then the one that holds the most gives way.
 */
export class UploadMemoryLimit {
  readonly #uploads = new Map<PendingUpload, AbortController>();

  /** Runs `work` with room for `bytes`; throws `unavailable` when there is none. */
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

  /** Unauthorized uploads come first, then the heaviest sender or booking, then the newest upload. */
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
