import pLimit from 'p-limit';
import { OperatorError } from '../db/operator-error.ts';

export interface StoredObject {
  name: string;
  bytes: number;
}

/**
 * A folder or bucket with named objects. A name is a path with `/`, not at the start. An object appears completely or
 * not at all. Every method throws `OperatorError` with advice for the operator.
 */
export interface Store {
  /** The folder's path, or `s3://bucket/prefix`. */
  readonly location: string;
  /** Names directly below `prefix` that have objects below them. */
  listFolders(prefix: string): Promise<string[]>;
  /** Every object below `prefix`, in name order. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Stores a file and checks its size afterwards. */
  put(name: string, path: string): Promise<void>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** Throws `RemovalRefusedError` if the key may only add. */
  remove(name: string): Promise<void>;
  /** Removes what killed copies left below `prefix`. */
  removeUnfinished(prefix: string): Promise<void>;
}

/** The bucket's key may add objects but not remove them; the bucket's own rules remove old ones. */
export class RemovalRefusedError extends OperatorError {}

/**
 * Runs `work` for each item, at most `concurrency` at a time. After a failure, no more are started, and those in progress
 * finish first so that they don't overlap with the next attempt.
 */
export async function eachInParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const runs = items.map((item) => limit(() => work(item)));
  try {
    await Promise.all(runs);
  } finally {
    limit.clearQueue();
    await Promise.allSettled(runs);
  }
}
