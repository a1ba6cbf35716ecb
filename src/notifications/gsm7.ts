/** The default alphabet of GSM 03.38: a message of these fits 160 into one part; any other letter halves that. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These travel as two. */
const EXTENDED = new Set('^{}\\[~]|€');
const REPLACEMENTS: Record<string, string> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '·': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
};

export const SEGMENT_SEPTETS = 160;

/** The text in the letters of GSM-7: typographic marks and accents become plain ones, the rest is left out. */
export function toGsm7(text: string): string {
  let out = '';
  for (const char of text) {
    const replacement = REPLACEMENTS[char] ?? char;
    for (const replacementChar of replacement) {
      if (BASIC.has(replacementChar) || EXTENDED.has(replacementChar)) out += replacementChar;
      else out += [...replacementChar.normalize('NFKD')].filter((baseChar) => BASIC.has(baseChar)).join('');
    }
  }
  return out.replace(/\s+/g, ' ').trim();
}

/** How many of the 160 places of one part a GSM-7 text takes. */
export function countSeptets(text: string): number {
  let count = 0;
  for (const char of text) count += EXTENDED.has(char) ? 2 : 1;
  return count;
}

/** Cuts a GSM-7 text to `places`, with two dots where something is missing. */
export function truncateToSeptets(text: string, maxSeptets: number): string {
  if (countSeptets(text) <= maxSeptets) return text;
  let out = '';
  for (const char of text) {
    if (countSeptets(out + char) > maxSeptets - 2) break;
    out += char;
  }
  return `${out.trimEnd()}..`;
}
