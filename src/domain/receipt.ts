/** 5 MB, as a phone counts them. */
export const RECEIPT_MAX_BYTES = 5 * 1024 * 1024;

export const RECEIPT_TYPE_MESSAGE = 'Please upload an image file (JPG, PNG, etc.)';
export const RECEIPT_SIZE_MESSAGE = 'Please upload an image smaller than 5MB';

/** What bytes are, by their first ones; a name and a type anybody may write. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'heic' | 'svg' | 'pdf' | 'unknown';

/** The kind of a file from its first 64 bytes or so. */
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

/** Why a picture of this kind is not taken, with the way out; null when it is. */
export function receiptTypeError(type: FileType): string | null {
  switch (type) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return null;
    case 'heic':
      return 'HEIC pictures cannot be shown everywhere. Please upload a screenshot of the receipt, or a JPG.';
    case 'svg':
      return 'A drawing (SVG) is no receipt. Please upload a photo or a screenshot as JPG or PNG.';
    case 'pdf':
      return 'Please upload a screenshot of the PDF as JPG or PNG.';
    case 'unknown':
      return RECEIPT_TYPE_MESSAGE;
  }
}
