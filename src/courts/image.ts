import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../domain/failure.ts';

/** A picture this wide fills the page on any screen it is shown on. */
const MAX_WIDTH = 1600;
const MAX_PIXELS = 40_000_000;
export const IMAGE_LIMIT_BYTES = 6 * 1024 * 1024;

/**
 * Writes a court's picture to `folder` as WebP and returns its file name. Every byte is drawn anew: what
 * else the upload carried (a place, a script) does not reach visitors. The name is a digest, so a changed
 * picture has a changed address.
 */
export async function saveCourtImage(bytes: Uint8Array, folder: string): Promise<string> {
  const webp = await reencodeImage(bytes);
  const name = `${new Bun.CryptoHasher('sha256').update(webp).digest('hex').slice(0, 24)}.webp`;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  // A half-written file is never served.
  writeFileSync(`${path}.part`, webp);
  renameSync(`${path}.part`, path);
  return name;
}

async function reencodeImage(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS });
    const { width } = await image.metadata();
    return await (width > MAX_WIDTH ? image.resize(MAX_WIDTH) : image).webp({ quality: 82 }).bytes();
  } catch {
    throw new Failure('wrong_type', 'Please upload an image file (JPG, PNG, etc.)', {
      fields: { image: 'Please upload an image file (JPG, PNG, etc.)' },
    });
  }
}
