import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { Failure } from '../domain/failure.ts';

/** A younger file may be one that a booking is about to refer to. */
const ORPHAN_MIN_AGE_MS = 15 * 60_000;
const FILE_NAME_PATTERN = /^[\w-]{32}\.webp$/;

/** Receipt images on disk. Names are random and contain nothing sent by visitors. */
export class ReceiptFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes an image so that it survives a power cut, and returns its name. */
  async save(bytes: Uint8Array): Promise<string> {
    const name = `${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')}.webp`;
    try {
      await writeFileAtomically(join(this.#folder, name), bytes);
      return name;
    } catch (error) {
      throw toStorageFailure(error);
    }
  }

  /** The image's bytes, or null if the file is gone. */
  async read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!FILE_NAME_PATTERN.test(name)) return null;
    const file = Bun.file(join(this.#folder, name));
    return (await file.exists()) ? file.bytes() : null;
  }

  async remove(name: string): Promise<void> {
    if (FILE_NAME_PATTERN.test(name)) await unlink(join(this.#folder, name)).catch(() => {});
  }

  /**
   * Removes what a crash left behind: half-written files and images that no receipt refers to. `now` is epoch
   * milliseconds.
   */
  async removeOrphans(isReferenced: (name: string) => boolean, now: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!FILE_NAME_PATTERN.test(name.replace(/\.part$/, '')) || isReferenced(name)) continue;
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path);
      // A time in the future comes from a clock that was ahead.
      if (Math.abs(now - mtimeMs) < ORPHAN_MIN_AGE_MS) continue;
      await unlink(path);
      removed += 1;
    }
    return removed;
  }
}

const DISK_ERROR_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOTDIR',
  'EEXIST',
]);

/** Turns a disk error into an answer the customer can act on; any other error is a bug and is passed on. */
function toStorageFailure(error: unknown): unknown {
  if (!DISK_ERROR_CODES.has(String((error as { code?: unknown } | null)?.code ?? ''))) return error;
  const failure = cannotSaveFailure();
  failure.cause = error;
  return failure;
}

/** The failure when there is no room for a receipt. */
export function cannotSaveFailure(): Failure {
  return new Failure(
    'unavailable',
    "The club's computer cannot save your receipt right now. Your booking is safe; please try again later or send the receipt on WhatsApp.",
    { retryAfter: 300 },
  );
}
