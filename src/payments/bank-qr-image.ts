import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QrImage } from '../domain/club.ts';
import { detectFileType } from '../domain/receipt.ts';

/** A QR code needs a few kilobytes; phones load the page on slow networks. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Width and height in pixels with the bytes they were read from, or what is wrong with the file. */
export type ImageInspection =
  | { bytes: Buffer; type: 'png' | 'jpg'; width: number; height: number }
  | { problem: string };

/** Looks at the file the owner named as the bank's QR picture. */
export function inspectImage(path: string): ImageInspection {
  try {
    if (!existsSync(path)) return { problem: 'is not there' };
    if (statSync(path).size > MAX_BYTES) return { problem: 'is larger than 2 MB' };
    const bytes = readFileSync(path);
    const kind = detectFileType(bytes);
    const size = kind === 'png' ? readPngSize(bytes) : kind === 'jpeg' ? readJpegSize(bytes) : null;
    if (!size) return { problem: 'is no PNG or JPEG picture' };
    return { bytes, type: kind === 'png' ? 'png' : 'jpg', ...size };
  } catch {
    return { problem: 'cannot be read' };
  }
}

/**
 * The bank's QR picture as pages show it, null while there is none to show. What is at /media never changes,
 * so a copy named by its digest is served: a QR code that was replaced must not live on in anybody's cache.
 */
export class BankQrImage {
  readonly #folder: string;
  readonly #fileName: string;
  #fileVersion = '';
  #published: QrImage | null = null;

  /** `name` is the setting bank.qr_picture: a file in `folder`; empty: none. */
  constructor(folder: string, fileName: string) {
    this.#folder = folder;
    this.#fileName = fileName;
  }

  current(): QrImage | null {
    if (!this.#fileName) return null;
    const stat = statSync(join(this.#folder, this.#fileName), { throwIfNoEntry: false });
    const fileVersion = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
    if (fileVersion !== this.#fileVersion) {
      this.#fileVersion = fileVersion;
      this.#published = this.#publish();
    }
    return this.#published;
  }

  #publish(): QrImage | null {
    const inspection = inspectImage(join(this.#folder, this.#fileName));
    if ('problem' in inspection) return null;
    const { bytes, type, width, height } = inspection;
    const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 24);
    const publishedPath = join(this.#folder, `${digest}.${type}`);
    try {
      if (!existsSync(publishedPath)) {
        mkdirSync(this.#folder, { recursive: true });
        // A half-written file is never served.
        writeFileSync(`${publishedPath}.part`, bytes);
        renameSync(`${publishedPath}.part`, publishedPath);
      }
    } catch {
      return null;
    }
    return { url: `/media/${digest}.${type}`, width, height };
  }
}

function readPngSize(bytes: Buffer): { width: number; height: number } | null {
  return bytes.length < 24 ? null : validSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Walks a JPEG's segments to the frame header, which holds the size. */
function readJpegSize(bytes: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return validSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function validSize(width: number, height: number): { width: number; height: number } | null {
  return width > 0 && height > 0 && width <= 20_000 && height <= 20_000 ? { width, height } : null;
}
