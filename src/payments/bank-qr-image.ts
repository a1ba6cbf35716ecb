import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { detectFileType } from '../domain/accepted-image-types.ts';
import type { QrImage } from '../domain/club.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { Settings } from '../settings/settings.ts';

/** A QR code needs a few kilobytes, and phones load the page on slow networks. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PIXELS = 8_000_000;

/** Why the file can't be shown as the bank's QR image; null if it can. */
export async function bankQrImageError(path: string): Promise<string | null> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return 'is missing';
    if (stat.size > MAX_BYTES) return 'is larger than 2 MB';
    const bytes = await Bun.file(path).bytes();
    if (!['png', 'jpeg', 'webp'].includes(detectFileType(bytes))) return 'is not a PNG or JPEG image';
    return await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).metadata().then(
      () => null,
      (error: { code?: unknown }) =>
        error.code === 'ERR_IMAGE_TOO_MANY_PIXELS'
          ? `has more than ${MAX_PIXELS / 1_000_000} megapixels`
          : 'is not a PNG or JPEG image',
    );
  } catch {
    return 'cannot be read';
  }
}

/**
 * The bank's QR image as pages show it. Browsers cache /media for a year, so pages show a copy named after its
 * digest; a replaced QR code then stays in no cache.
 */
export class BankQrImage {
  readonly #folder: string;
  readonly #settings: Settings;
  readonly #imageReencoder: ImageReencoder;
  #fileVersion = '';
  #publishedFileName = '';
  #published: QrImage | null = null;

  constructor(folder: string, settings: Settings, imageReencoder: ImageReencoder) {
    this.#folder = folder;
    this.#settings = settings;
    this.#imageReencoder = imageReencoder;
  }

  /** Null if there is none to show. */
  current(): QrImage | null {
    return this.#publishedFileName === this.#fileName() ? this.#published : null;
  }

  /** Changes whenever `refresh` publishes or removes an image. */
  version(): string {
    return this.#fileVersion;
  }

  /** The setting bank.qr_picture: a file in the folder, or empty. */
  #fileName(): string {
    return this.#settings.facts().bank.qr_picture;
  }

  /** Publishes the owner's file if it has changed. */
  async refresh(): Promise<void> {
    const fileName = this.#fileName();
    const path = join(this.#folder, fileName);
    const stat = fileName ? statSync(path, { throwIfNoEntry: false }) : undefined;
    const fileVersion = stat ? `${fileName} ${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
    if (fileVersion === this.#fileVersion) return;
    this.#published = fileVersion ? await this.#publish(path) : null;
    this.#publishedFileName = fileName;
    this.#fileVersion = fileVersion;
  }

  async #publish(path: string): Promise<QrImage | null> {
    if (await bankQrImageError(path)) return null;
    try {
      const original = await Bun.file(path).bytes();
      const webp = await this.#imageReencoder.reencode(original, {
        maxPixels: MAX_PIXELS,
        field: 'image',
        turnKeys: [{ key: 'bank QR image', factor: 1 }],
        lossless: detectFileType(original) !== 'jpeg',
      });
      const { width, height } = await new Bun.Image(webp).metadata();
      const digest = new Bun.CryptoHasher('sha256').update(webp).digest('hex').slice(0, 24);
      const publishedPath = join(this.#folder, `${digest}.webp`);
      if (!existsSync(publishedPath)) await writeFileAtomically(publishedPath, webp);
      return { url: `/media/${digest}.webp`, width, height };
    } catch {
      return null;
    }
  }
}
