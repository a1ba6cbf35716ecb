import { storedScale } from '../../../src/domain/stored-picture.ts';

/** A picture below both limits is uploaded unchanged. */
const MAX_UNCHANGED_BYTES = 400 * 1024;
const MAX_UNCHANGED_PIXELS = 4_000_000;

/**
 * Shrinks a photo for a slow network: a JPEG of the pixels that the server keeps, in its upright orientation.
 * Returns the file unchanged when it is small already or this browser cannot decode it.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    // The server limits the pixels as well as the bytes.
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

/** SHA-256 of the original file in hex, by which the server finds reused receipts; empty without https. */
export async function sha256Hex(file: File): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
