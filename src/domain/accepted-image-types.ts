export const IMAGE_TYPE_MESSAGE = 'Please upload an image file (JPG, PNG, etc.)';

/** Detected from the first bytes; a file's name and declared type prove nothing. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'heic' | 'svg' | 'pdf' | 'unknown';

export function detectFileType(head: Uint8Array): FileType {
  const text = String.fromCharCode(...head.subarray(0, 64));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^.{4}ftyp(hei|hev|mif|msf|avi)/s.test(text)) return 'heic';
  if (text.startsWith('%PDF')) return 'pdf';
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|svg|!doctype)/i.test(text)) return 'svg';
  return 'unknown';
}

/** Explains why the club rejects this image type and what to do instead; null for an accepted one. */
export function imageTypeError(type: FileType): string | null {
  switch (type) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return null;
    case 'heic':
      return 'HEIC pictures don’t work everywhere. Please upload a screenshot or a JPG.';
    case 'svg':
      return 'SVG drawings aren’t accepted. Please upload a photo or a screenshot as JPG or PNG.';
    case 'pdf':
      return `${IMAGE_TYPE_MESSAGE}. A screenshot of the PDF is enough.`;
    case 'unknown':
      return IMAGE_TYPE_MESSAGE;
  }
}

/** Finds faults that decoders would not report in an image of an accepted type; null for none. */
export function imageContentError(type: FileType, bytes: Uint8Array): string | null {
  if (type === 'jpeg' && isCutOffJpeg(bytes)) {
    return 'This picture is cut off: its lower part is missing. Please choose it again or upload a screenshot.';
  }
  if (type === 'webp' && isAnimatedWebp(bytes)) {
    return 'Animated pictures can’t be checked. Please upload a photo or a screenshot.';
  }
  return null;
}

/** True when the end of the image is missing: decoders fill the gap with grey. */
function isCutOffJpeg(jpeg: Uint8Array): boolean {
  for (let at = 2; at < jpeg.length; ) {
    at = jpeg.indexOf(0xff, at);
    if (at < 0) return true;
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return false;
    // A fill byte, or 0xff inside the pixel data, where any byte may follow a segment's length.
    if (marker === 0xff) at += 1;
    else if (marker === 0 || (marker >= RESTART_0 && marker <= RESTART_7)) at += 2;
    else at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
  }
  return true;
}

const RESTART_0 = 0xd0;
const RESTART_7 = 0xd7;
const END_OF_IMAGE = 0xd9;

/** The decoder only reads still images. */
function isAnimatedWebp(webp: Uint8Array): boolean {
  const isExtended = String.fromCharCode(...webp.subarray(12, 16)) === 'VP8X';
  return isExtended && ((webp[20] ?? 0) & 0x02) !== 0;
}
