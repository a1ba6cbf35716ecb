/** Longest side in pixels of what travels; every digit of a receipt stays readable. */
const LONGEST_SIDE = 1600;
/** Below both of these a picture travels as it is. */
const MAX_UNCHANGED_BYTES = 400 * 1024;
const MAX_UNCHANGED_PIXELS = 4_000_000;

/**
 * A photo small enough for a slow network: at most 1600 pixels wide and high, as JPEG, upright. A picture
 * that is light and small already, or that this browser cannot open, comes back as it is.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    // The server refuses endless pixels, however few bytes they came in.
    const fewPixels = bitmap.width * bitmap.height <= MAX_UNCHANGED_PIXELS;
    if (fewPixels && file.size <= MAX_UNCHANGED_BYTES) return file;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
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

/** SHA-256 of the file as it was, in hex, so that one receipt sent twice is noticed; empty without https. */
export async function sha256Hex(file: File): Promise<string> {
  if (!globalThis.crypto?.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
