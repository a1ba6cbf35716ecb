import { Failure } from '../domain/failure.ts';
import { detectFileType, receiptTypeError } from '../domain/receipt.ts';

/**
 * The memory one picture may cost, however few bytes it came in. Our own page shrinks photos before it sends
 * them, so only other senders meet this; any phone's screenshot is below it.
 */
const MAX_PIXELS = 5_000_000;
/** Longest side of what is kept; every digit of a receipt stays readable. */
const MAX_SIDE_PX = 1600;

/**
 * The picture as the club keeps it: a WebP of our own making, upright, without anything the original
 * carried beside its pixels. Throws `wrong_type`, `invalid` or `too_large`.
 */
export async function sanitizeImage(original: Uint8Array): Promise<Uint8Array> {
  const kindError = receiptTypeError(detectFileType(original));
  if (kindError) throw new Failure('wrong_type', kindError, { fields: { receipt: kindError } });
  return runExclusive(async () => {
    await collectGarbage();
    try {
      return await reencodeAsWebp(original);
    } finally {
      await collectGarbage();
    }
  });
}

async function reencodeAsWebp(original: Uint8Array): Promise<Uint8Array> {
  try {
    const image = new Bun.Image(original, { maxPixels: MAX_PIXELS, autoOrient: true });
    const resized = image.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true });
    return stripWebpMetadata(await resized.webp({ quality: 82 }).bytes());
  } catch (error) {
    throw toImageFailure(error);
  }
}

/**
 * Pixels and bodies that are garbage by now must not stand in memory beside the next ones. The allocator
 * gives freed pages back a moment later.
 */
async function collectGarbage(): Promise<void> {
  Bun.gc(true);
  await Bun.sleep(30);
}

function toImageFailure(error: unknown): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (!code.startsWith('ERR_IMAGE')) return error;
  const message =
    code === 'ERR_IMAGE_TOO_MANY_PIXELS'
      ? 'This picture has too many pixels. Please upload a screenshot or a smaller photo.'
      : 'This picture is damaged and cannot be opened. Please take it again or upload a screenshot.';
  const reason = code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? 'too_large' : 'invalid';
  return new Failure(reason, message, { fields: { receipt: message } });
}

/** The encoder keeps a colour profile of the original; this drops every part that is not picture. */
function stripWebpMetadata(webp: Uint8Array): Uint8Array {
  const view = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  const chunks: Buffer[] = [];
  for (let at = 12; at + 8 <= view.length; ) {
    const name = view.toString('latin1', at, at + 4);
    const end = at + 8 + view.readUInt32LE(at + 4);
    const chunk = view.subarray(at, end + (end % 2));
    if (name === 'VP8X') chunks.push(clearVp8xFlags(chunk));
    else if (name === 'VP8 ' || name === 'VP8L' || name === 'ALPH') chunks.push(chunk);
    at = end + (end % 2);
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const riffHeader = Buffer.alloc(8);
  riffHeader.write('RIFF', 'latin1');
  riffHeader.writeUInt32LE(body.length, 4);
  return Buffer.concat([riffHeader, body]);
}

/** The extended header promises only transparency, no profile, Exif or XMP. */
function clearVp8xFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & 0x10;
  return copy;
}

let lastJob: Promise<unknown> = Promise.resolve();

/** Decoding takes memory by the picture, so they go one after the other. */
function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const job = lastJob.then(work, work);
  lastJob = job.catch(() => {});
  return job;
}
