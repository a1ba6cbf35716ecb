import { join } from 'node:path';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { detectFileType } from '../domain/accepted-image-types.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import { readLimitedBody } from './request-body.ts';

/** Enough for a phone's 12-megapixel photo. */
const MAX_PIXELS = 16_000_000;
const MAX_BYTES = 6 * 1024 * 1024;
/** A smaller PNG is a drawing, such as a QR code, and keeps every pixel. */
const MAX_DRAWING_BYTES = 512 * 1024;

/**
 * Writes the image in a request's body to `folder` as WebP and returns its file name. The name is a digest, so a
 * changed picture gets a new address. Throws `too_large`, `wrong_type` or `invalid`.
 */
export async function savePictureUpload(
  request: Request,
  imageReencoder: ImageReencoder,
  folder: string,
): Promise<string> {
  const bytes = await readLimitedBody(request, MAX_BYTES);
  const webp = await imageReencoder.reencode(bytes, {
    maxPixels: MAX_PIXELS,
    field: 'image',
    turnKeys: [{ key: 'pictures of the club', factor: 1 }],
    lossless: detectFileType(bytes) === 'png' && bytes.length < MAX_DRAWING_BYTES,
  });
  const name = `${new Bun.CryptoHasher('sha256').update(webp).digest('hex').slice(0, 24)}.webp`;
  await writeFileAtomically(join(folder, name), webp);
  return name;
}
