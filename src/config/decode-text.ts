/** True for text in UTF-16, which begins with its byte order mark. */
export function isUtf16([a, b]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
}

/** The text of a file in UTF-8 or, as PowerShell writes it, in UTF-16; the byte order mark is left out. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = !isUtf16(bytes) ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
}
