import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { shortCourtName } from '../domain/court.ts';
import { shortDate } from '../domain/format-date.ts';
import { playTimes } from '../domain/play-time.ts';

/** The default alphabet of GSM 03.38: 160 of its characters fit one segment; any other character reduces that to 70. */
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

/** Converts text to GSM-7: typographic marks and accents become plain ones, unknown characters are removed. */
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

/** The length of a GSM-7 text in septets. */
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

/** The club's name, short enough for a text message. */
export function clubInSms({ name }: Pick<Club, 'name'>): string {
  return truncateToSeptets(toGsm7(name), 30);
}

export function courtInSms(courtName: string): string {
  return truncateToSeptets(toGsm7(shortCourtName(courtName)), 24);
}

/** `Sat, Nov 21, 6 PM` */
export function startInSms(booking: Pick<Booking, 'date' | 'slots'>): string {
  const [first] = playTimes(booking);
  return first
    ? `${shortDate(first.calendar_date)}, ${first.timeRange.split(' – ')[0]}`
    : shortDate(booking.date);
}

/** The first text that fits one segment; the last one has only what a player needs. */
export function oneOf(texts: readonly string[]): string {
  const candidates = texts.map(toGsm7);
  return (
    candidates.find((candidate) => countSeptets(candidate) <= SEGMENT_SEPTETS) ??
    truncateToSeptets(candidates.at(-1) ?? '', SEGMENT_SEPTETS)
  );
}
