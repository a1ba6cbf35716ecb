import pLimit from 'p-limit';
import { OperatorError } from '../db/operator-error.ts';

export interface StoredObject {
  name: string;
  bytes: number;
}

/**
 * A folder or a bucket with named objects. A name is a path with `/` that never starts with one. An object
 * appears whole or not at all. Every method throws `OperatorError` with what the operator can do.
 */
export interface Store {
  /** The path of the folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** The names directly below `prefix` that have objects below them. */
  listFolders(prefix: string): Promise<string[]>;
  /** Every object below `prefix`, in order of the names. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Stores a file and compares its size afterwards. */
  put(name: string, path: string): Promise<void>;
  /** The bytes of an object. */
  read(name: string): AsyncIterable<Uint8Array>;
  /** Throws `RemovalRefusedError` when the key may only add. */
  remove(name: string): Promise<void>;
  /** Removes what killed copies have left below `prefix`. */
  removeUnfinished(prefix: string): Promise<void>;
}

/** The key of the bucket may add objects and not remove them; the bucket's own rules remove old ones. */
export class RemovalRefusedError extends OperatorError {}

/**
 * Runs `work` for each item, so many at the same time. After a failure none is begun, and those under way end first:
 * one that ends later would write beside the next attempt.
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
