/** The default alphabet of GSM 03.38: a message of these fits 160 into one part; any other letter halves that. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These travel as two. */
const EXTENDED = new Set('^{}\\[~]|€');
const PLAIN: Record<string, string> = {
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

export const ONE_PART = 160;

/** The text in the letters of GSM-7: typographic marks and accents become plain ones, the rest is left out. */
export function toGsm7(text: string): string {
  let out = '';
  for (const letter of text) {
    const plain = PLAIN[letter] ?? letter;
    for (const part of plain) {
      if (BASIC.has(part) || EXTENDED.has(part)) out += part;
      else out += [...part.normalize('NFKD')].filter((piece) => BASIC.has(piece)).join('');
    }
  }
  return out.replace(/\s+/g, ' ').trim();
}

/** How many of the 160 places of one part a GSM-7 text takes. */
export function septets(text: string): number {
  let count = 0;
  for (const letter of text) count += EXTENDED.has(letter) ? 2 : 1;
  return count;
}

/** Cuts a GSM-7 text to `places`, with two dots where something is missing. */
export function cutTo(text: string, places: number): string {
  if (septets(text) <= places) return text;
  let out = '';
  for (const letter of text) {
    if (septets(out + letter) > places - 2) break;
    out += letter;
  }
  return `${out.trimEnd()}..`;
}
