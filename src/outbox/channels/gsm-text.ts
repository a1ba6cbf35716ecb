/** The default alphabet of GSM 03.38: a segment fits 160 of its characters, but only 70 if there is any other. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these takes two septets. */
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

/** Converts text to GSM-7: typographic marks and accents become plain, unknown characters are dropped. */
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

export function countSeptets(text: string): number {
  let count = 0;
  for (const char of text) count += EXTENDED.has(char) ? 2 : 1;
  return count;
}

/** Shortens a GSM-7 text to `maxSeptets`; two dots mark the cut. */
function truncateToSeptets(text: string, maxSeptets: number): string {
  if (countSeptets(text) <= maxSeptets) return text;
  let out = '';
  for (const char of text) {
    if (countSeptets(out + char) > maxSeptets - 2) break;
    out += char;
  }
  return `${out.trimEnd()}..`;
}

/** The first text that fits one segment; the last has only what a player needs. */
export function oneSegment(texts: readonly string[]): string {
  const candidates = texts.map(toGsm7);
  return (
    candidates.find((candidate) => countSeptets(candidate) <= SEGMENT_SEPTETS) ??
    truncateToSeptets(candidates.at(-1) ?? '', SEGMENT_SEPTETS)
  );
}
