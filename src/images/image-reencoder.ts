import { detectFileType, imageContentError, imageTypeError } from '../domain/accepted-image-types.ts';
import { Failure } from '../domain/failure.ts';
import { storedScale } from '../domain/stored-picture.ts';
import { FairQueue, type TurnKey } from './fair-queue.ts';

/** WebP allows no longer side. */
const WEBP_MAX_SIDE_PX = 16_383;
/** How much further to shrink an image that would exceed `preferredBytes`. */
const SMALLER_SCALE = 5 / 8;

export interface ReencodeOptions {
  /** Larger images are refused before decoding, which takes at least 4 bytes per pixel. */
  maxPixels: number;
  /** The form field named in failures. */
  field: string;
  /** The shorter side's minimum in pixels; anything smaller is illegible. */
  minSide?: number;
  /** Whose turn it is: images from one sender or booking wait for each other. */
  turnKeys: readonly TurnKey[];
  /** Keeps every pixel. */
  lossless?: boolean;
  /** Images above this are stored smaller. */
  preferredBytes?: number;
  /** Gives up while the image is waiting for its turn. */
  signal?: AbortSignal;
}

/**
 * Produces every image that people give to the club: upright, as WebP in our own encoding, with nothing but its
 * pixels. Decodes one image at a time.
 */
export class ImageReencoder {
  readonly #queue = new FairQueue({ concurrency: 1 });

  /** Throws `wrong_type`, `invalid` or `too_large`. */
  async reencode(original: Uint8Array, options: ReencodeOptions): Promise<Uint8Array> {
    const { maxPixels, field, minSide = 1, turnKeys, signal } = options;
    const type = detectFileType(original);
    const typeError = imageTypeError(type);
    if (typeError) throw imageFailure('wrong_type', field, typeError);
    const contentError = imageContentError(type, original);
    if (contentError) throw imageFailure('invalid', field, contentError);
    try {
      // Only reads the header, so that an image with too many pixels doesn't wait for its turn.
      const size = await new Bun.Image(original, { maxPixels, autoOrient: true }).metadata();
      if (Math.min(size.width, size.height) < minSide)
        throw imageFailure('invalid', field, tooSmallMessage(minSide));
      const work = () => encode(original, size, options);
      return stripWebpMetadata(await this.#queue.run(turnKeys, work, signal));
    } catch (error) {
      throw toImageFailure(error, maxPixels, field);
    }
  }
}

async function encode(
  original: Uint8Array,
  { width, height }: { width: number; height: number },
  { maxPixels, lossless, preferredBytes = Number.POSITIVE_INFINITY }: ReencodeOptions,
): Promise<Uint8Array> {
  const at = (scale: number) =>
    new Bun.Image(original, { maxPixels, autoOrient: true })
      .resize(Math.round(width * scale), Math.round(height * scale))
      .webp(lossless ? { lossless: true } : { quality: 82 })
      .bytes();
  const scale = Math.min(storedScale(width, height), WEBP_MAX_SIDE_PX / Math.max(width, height));
  const bytes = await at(scale);
  return bytes.byteLength <= preferredBytes ? bytes : at(scale * SMALLER_SCALE);
}

function tooSmallMessage(minSide: number): string {
  return `This picture is too small to read. Please upload a photo or a screenshot of at least ${minSide} by ${minSide} pixels.`;
}

function imageFailure(
  reason: 'wrong_type' | 'invalid' | 'too_large',
  field: string,
  message: string,
): Failure {
  return new Failure(reason, message, { fields: { [field]: message } });
}

function toImageFailure(error: unknown, maxPixels: number, field: string): unknown {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (!code.startsWith('ERR_IMAGE')) return error;
  const tooLarge = code === 'ERR_IMAGE_TOO_MANY_PIXELS';
  const message = tooLarge
    ? `This picture has too many pixels. Please upload a screenshot or a photo of at most ${maxPixels / 1_000_000} megapixels.`
    : 'This picture is damaged and cannot be opened. Please take it again or upload a screenshot.';
  return imageFailure(tooLarge ? 'too_large' : 'invalid', field, message);
}

/** Keeps only the image chunks: Bun's encoder copies the original's colour profile. */
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

/** Clears the flags for profile, Exif, XMP and animation; transparency (0x10) stays. */
function clearVp8xFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & 0x10;
  return copy;
}
