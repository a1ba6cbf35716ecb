import { detectFileType, imageTypeError } from '../domain/accepted-image-types.ts';
import { Failure } from '../domain/failure.ts';
import { FairQueue, type TurnKey } from './fair-queue.ts';

/** Longest side of a stored image; every digit of a receipt stays readable. */
const MAX_SIDE_PX = 1600;
/** Longest side of an image that would exceed `preferredBytes`. */
const SMALLER_SIDE_PX = 1000;

export interface ReencodeOptions {
  /** Larger images are refused before they are decoded; decoding takes 4 bytes a pixel and more. */
  maxPixels: number;
  /** The form field that failures name. */
  field: string;
  /** Whose turn it is: images of one sender or one booking wait for each other. */
  turnKeys: readonly TurnKey[];
  /** Every pixel stays as it is. */
  lossless?: boolean;
  /** An image that exceeds it is stored smaller. */
  preferredBytes?: number;
  /** Gives up while the image waits for its turn. */
  signal?: AbortSignal;
}

/**
 * Makes every image that people give to the club: an upright WebP of our own encoding that carries nothing
 * but its pixels. It decodes one image at a time.
 */
export class ImageReencoder {
  readonly #queue = new FairQueue({ concurrency: 1 });

  /** Throws `wrong_type`, `invalid` or `too_large`. */
  async reencode(original: Uint8Array, options: ReencodeOptions): Promise<Uint8Array> {
    const { maxPixels, field, turnKeys, signal } = options;
    const typeError = imageTypeError(detectFileType(original));
    if (typeError) throw new Failure('wrong_type', typeError, { fields: { [field]: typeError } });
    try {
      // Reads the header only, so an image with too many pixels does not wait for its turn.
      await new Bun.Image(original, { maxPixels, autoOrient: true }).metadata();
      return stripWebpMetadata(await this.#queue.run(turnKeys, () => encode(original, options), signal));
    } catch (error) {
      throw toImageFailure(error, maxPixels, field);
    }
  }
}

async function encode(original: Uint8Array, options: ReencodeOptions): Promise<Uint8Array> {
  const { maxPixels, lossless, preferredBytes = Number.POSITIVE_INFINITY } = options;
  const at = (side: number) =>
    new Bun.Image(original, { maxPixels, autoOrient: true })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp(lossless ? { lossless: true } : { quality: 82 })
      .bytes();
  const bytes = await at(MAX_SIDE_PX);
  return bytes.byteLength <= preferredBytes ? bytes : at(SMALLER_SIDE_PX);
}

function toImageFailure(error: unknown, maxPixels: number, field: string): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (!code.startsWith('ERR_IMAGE')) return error;
  const tooLarge = code === 'ERR_IMAGE_TOO_MANY_PIXELS';
  const message = tooLarge
    ? `This picture has too many pixels. Please upload a screenshot or a photo of at most ${maxPixels / 1_000_000} megapixels.`
    : 'This picture is damaged and cannot be opened. Please take it again or upload a screenshot.';
  return new Failure(tooLarge ? 'too_large' : 'invalid', message, { fields: { [field]: message } });
}

/** Keeps the image chunks only: Bun's encoder copies the original's colour profile. */
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

/** Clears the flags of profile, Exif, XMP and animation; transparency (0x10) stays. */
function clearVp8xFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & 0x10;
  return copy;
}
