import { OperatorError } from '../../db/operator-error.ts';

/** A download is aborted after this long without a byte. */
const STALL_MS = 60_000;

/** Passes the bytes of an answer to `take` as they arrive; throws `OperatorError` beyond `maxBytes`. */
export async function download(url: URL, maxBytes: number, take: (chunk: Uint8Array) => void): Promise<void> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MS);
  let bytes = 0;
  try {
    const response = await fetch(url, { signal: stalled.signal });
    if (!response.ok || !response.body) throw new OperatorError(`${url} answers with ${response.status}.`);
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALL_MS);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new OperatorError(`${url} is larger than expected. Nothing was changed.`);
      take(chunk);
    }
  } catch (error) {
    // Disk errors aren't the network's.
    if (error instanceof OperatorError || (error as { syscall?: unknown }).syscall === 'write') throw error;
    const fault = bytes > 0 ? 'stopped halfway' : 'cannot be reached';
    throw new OperatorError(`${url} ${fault}. Nothing was changed; try again.`);
  } finally {
    clearTimeout(timer);
  }
}
