import { join } from 'node:path';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { detectFileType } from '../domain/receipt.ts';
import type { ImageWriter } from '../images/image-writer.ts';

/** A phone's photo has 12 megapixels. */
const MAX_PIXELS = 16_000_000;
export const PICTURE_LIMIT_BYTES = 6 * 1024 * 1024;

/**
 * Writes an uploaded picture to `folder` as WebP and returns its file name, a digest, so that a changed picture has a
 * changed address. A drawing, such as a QR code, keeps every pixel.
 */
export async function savePicture(
  imageWriter: ImageWriter,
  bytes: Uint8Array,
  folder: string,
): Promise<string> {
  const webp = await imageWriter.reencode(bytes, {
    maxPixels: MAX_PIXELS,
    field: 'image',
    turnKeys: ['pictures of the settings'],
    lossless: detectFileType(bytes) === 'png' && bytes.length < 512 * 1024,
  });
  const name = `${new Bun.CryptoHasher('sha256').update(webp).digest('hex').slice(0, 24)}.webp`;
  await writeFileAtomically(join(folder, name), webp);
  return name;
}
