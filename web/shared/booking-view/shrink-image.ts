import { storedScale } from '../../../src/domain/stored-picture.ts';

/** An image below both limits is uploaded unchanged. */
const MAX_UNCHANGED_BYTES = 400 * 1024;
const MAX_UNCHANGED_PIXELS = 4_000_000;

/**
 * Shrinks a photo for a slow network: an upright JPEG with as many pixels as the server keeps. Returns the file
 * unchanged if it is already small or this browser can't decode it.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    // The server limits pixels as well as bytes.
    const fewPixels = bitmap.width * bitmap.height <= MAX_UNCHANGED_PIXELS;
    if (fewPixels && file.size <= MAX_UNCHANGED_BYTES) return file;
    const scale = storedScale(bitmap.width, bitmap.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const compressed = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
    return compressed && (!fewPixels || compressed.size < file.size) ? compressed : file;
  } catch {
    return file;
  }
}

/** The original file's SHA-256 in hex, which lets the server find reused receipts; empty without https. */
export async function sha256Hex(file: File): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
