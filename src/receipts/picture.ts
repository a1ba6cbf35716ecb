import { Failure } from '../domain/failure.ts';
import { detectFileType, receiptTypeError } from '../domain/receipt.ts';

/**
 * The memory one picture may cost, however few bytes it came in. Our own page shrinks photos before it sends
 * them, so only other senders meet this; any phone's screenshot is below it.
 */
const MOST_PIXELS = 5_000_000;
/** Longest side of what is kept; every digit of a receipt stays readable. */
const KEPT_SIDE = 1600;

/**
 * The picture as the club keeps it: a WebP of our own making, upright, without anything the original
 * carried beside its pixels. Throws `wrong_type`, `invalid` or `too_large`.
 */
export async function cleanPicture(original: Uint8Array): Promise<Uint8Array> {
  const refusal = receiptTypeError(detectFileType(original));
  if (refusal) throw new Failure('wrong_type', refusal, { fields: { receipt: refusal } });
  return oneAtATime(async () => {
    await tidyUp();
    try {
      return await redraw(original);
    } finally {
      await tidyUp();
    }
  });
}

async function redraw(original: Uint8Array): Promise<Uint8Array> {
  try {
    const image = new Bun.Image(original, { maxPixels: MOST_PIXELS, autoOrient: true });
    const resized = image.resize(KEPT_SIDE, KEPT_SIDE, { fit: 'inside', withoutEnlargement: true });
    return bareWebp(await resized.webp({ quality: 82 }).bytes());
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Pixels and bodies that are garbage by now must not stand in memory beside the next ones. The allocator
 * gives freed pages back a moment later.
 */
async function tidyUp(): Promise<void> {
  Bun.gc(true);
  await Bun.sleep(30);
}

function asRefusal(error: unknown): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (!code.startsWith('ERR_IMAGE')) return error;
  const sentence =
    code === 'ERR_IMAGE_TOO_MANY_PIXELS'
      ? 'This picture has too many pixels. Please upload a screenshot or a smaller photo.'
      : 'This picture is damaged and cannot be opened. Please take it again or upload a screenshot.';
  const reason = code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? 'too_large' : 'invalid';
  return new Failure(reason, sentence, { fields: { receipt: sentence } });
}

/** The encoder keeps a colour profile of the original; this drops every part that is not picture. */
function bareWebp(webp: Uint8Array): Uint8Array {
  const view = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  const parts: Buffer[] = [];
  for (let at = 12; at + 8 <= view.length; ) {
    const name = view.toString('latin1', at, at + 4);
    const end = at + 8 + view.readUInt32LE(at + 4);
    const part = view.subarray(at, end + (end % 2));
    if (name === 'VP8X') parts.push(withoutFlags(part));
    else if (name === 'VP8 ' || name === 'VP8L' || name === 'ALPH') parts.push(part);
    at = end + (end % 2);
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The extended header promises only transparency, no profile, Exif or XMP. */
function withoutFlags(part: Buffer): Buffer {
  const copy = Buffer.from(part);
  copy[8] = (copy[8] ?? 0) & 0x10;
  return copy;
}

let last: Promise<unknown> = Promise.resolve();

/** Decoding takes memory by the picture, so they go one after the other. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => {});
  return turn;
}
