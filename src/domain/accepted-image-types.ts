export const IMAGE_TYPE_MESSAGE = 'Please upload an image file (JPG, PNG, etc.)';

/** What a file is by its first bytes; its name and its declared type prove nothing. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'heic' | 'svg' | 'pdf' | 'unknown';

/** The type of a file from its first 64 bytes. */
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

/** Why the club does not accept an image of this type, with what to do instead; null when it does. */
export function imageTypeError(type: FileType): string | null {
  switch (type) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return null;
    case 'heic':
      return 'HEIC pictures cannot be shown everywhere. Please upload a screenshot or a JPG.';
    case 'svg':
      return 'SVG drawings are not accepted. Please upload a photo or a screenshot as JPG or PNG.';
    case 'pdf':
      return `${IMAGE_TYPE_MESSAGE}. A screenshot of the PDF is enough.`;
    case 'unknown':
      return IMAGE_TYPE_MESSAGE;
  }
}
