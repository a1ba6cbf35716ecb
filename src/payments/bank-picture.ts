import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QrImage } from '../domain/club.ts';
import { detectFileType } from '../domain/receipt.ts';

/** A QR code needs a few kilobytes; phones load the page on slow networks. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Width and height in pixels with the bytes they were read from, or what is wrong with the file. */
export type Look =
  | { bytes: Buffer; type: 'png' | 'jpg'; width: number; height: number }
  | { problem: string };

/** Looks at the file the owner named as the bank's QR picture. */
export function lookAtPicture(path: string): Look {
  try {
    if (!existsSync(path)) return { problem: 'is not there' };
    if (statSync(path).size > MOST_BYTES) return { problem: 'is larger than 2 MB' };
    const bytes = readFileSync(path);
    const kind = detectFileType(bytes);
    const size = kind === 'png' ? pngSize(bytes) : kind === 'jpeg' ? jpegSize(bytes) : null;
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
export class BankPictureShelf {
  readonly #folder: string;
  readonly #name: string;
  #seen = '';
  #shown: QrImage | null = null;

  /** `name` is the setting bank.qr_picture: a file in `folder`; empty: none. */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  current(): QrImage | null {
    if (!this.#name) return null;
    const stat = statSync(join(this.#folder, this.#name), { throwIfNoEntry: false });
    const seen = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#shown = this.#publish();
    }
    return this.#shown;
  }

  #publish(): QrImage | null {
    const look = lookAtPicture(join(this.#folder, this.#name));
    if ('problem' in look) return null;
    const { bytes, type, width, height } = look;
    const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 24);
    const copy = join(this.#folder, `${digest}.${type}`);
    try {
      if (!existsSync(copy)) {
        mkdirSync(this.#folder, { recursive: true });
        // A half-written file is never served.
        writeFileSync(`${copy}.part`, bytes);
        renameSync(`${copy}.part`, copy);
      }
    } catch {
      return null;
    }
    return { url: `/media/${digest}.${type}`, width, height };
  }
}

function pngSize(bytes: Buffer): { width: number; height: number } | null {
  return bytes.length < 24 ? null : sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Walks a JPEG's segments to the frame header, which holds the size. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function sizeOf(width: number, height: number): { width: number; height: number } | null {
  return width > 0 && height > 0 && width <= 20_000 && height <= 20_000 ? { width, height } : null;
}
