/**
 * Finds the line that a bank takes back. A transfer that fails or was sent by mistake appears twice: as money in and,
 * soon afterwards, as money out of the same amount. Pure: takes an outgoing line and the incoming ones of its amount,
 * returns the one taken back.
 */
import { addDays } from '../domain/business-day.ts';
import { namedBookings, nameWords } from './match.ts';

/** Banks take money back within days. */
export const REVERSAL_DAYS = 7;

/** Incoming money of the same amount that has not been taken back yet. */
export interface Reversible {
  id: number;
  date: string;
  text: string;
  /** PKR of the entries that it pays or confirms. */
  used: number;
}

/** The line taken back, or those it may be; null for money that went elsewhere. */
export type Reversed = { taken: Reversible } | { doubtful: Reversible[] } | null;

/** Banks' words for it. A refund by the club isn't one: its customer has paid. */
const REVERSAL =
  /\b(revers\w*|rev|rvsl|rvrsl|revsl|return(?:ed)?|rtn|charge ?back|bounced?|dishono\w+|recall(?:ed)?|unposted|failed|erroneous(?:ly)?|correction|in error)\b/gi;
/** A number like this, issued by the bank, belongs to a single transfer. */
const isReference = (word: string) => /\d{6}/.test(word);
const REFERENCE_WEIGHT = 4;

function wordsOf(text: string): Set<string> {
  const plain = text.replace(REVERSAL, ' ');
  const numbers = plain.toLowerCase().match(/[a-z]*\d[a-z\d]{2,}/g) ?? [];
  const names = nameWords(plain).filter(({ written }) => written.length > 2);
  const bookings = namedBookings(plain).map((id) => `booking ${id}`);
  return new Set([...numbers, ...bookings, ...names.map(({ written }) => written)]);
}

/** `lines` have the amount of the outgoing money, and dates from `REVERSAL_DAYS` earlier up to its own. */
export function findReversed(out: { date: string; text: string }, lines: readonly Reversible[]): Reversed {
  const isWorded = out.text.search(REVERSAL) >= 0;
  const bare = bareText(out.text);
  const same = lines.filter(({ text }) => bare !== '' && bareText(text) === bare);
  const words = wordsOf(out.text);
  // Some banks write nothing but `IBFT`, whichever way it goes.
  if (same.length > 0 && (isWorded || words.size > 0)) return { taken: newest(same) };
  const yesterday = addDays(out.date, -1);
  const scored = lines.map((line) => ({ line, score: score(words, wordsOf(line.text)) }));
  if (!isWorded) {
    // The club's own transfer to a customer may name the same account, so a matching reference alone is only a doubt.
    const doubtful = scored
      .filter(({ line, score }) => score >= REFERENCE_WEIGHT || same.includes(line))
      .filter(({ line }) => line.date >= yesterday && line.used === 0);
    return inDoubt(doubtful.map(({ line }) => line));
  }
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const best = scored
    .filter(({ line, score }) => score === most && (most > 0 || line.date >= yesterday))
    .map(({ line }) => line);
  const [first] = best;
  if (!first) return null;
  const isOne = best.every(({ text }) => bareText(text) === bareText(first.text));
  return isOne && (most > 0 || (words.size === 0 && best.length === 1))
    ? { taken: newest(best) }
    : inDoubt(best);
}

function inDoubt(doubtful: Reversible[]): Reversed {
  return doubtful.length > 0 ? { doubtful } : null;
}

function bareText(text: string): string {
  return text
    .replace(REVERSAL, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function score(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let sum = 0;
  for (const word of words) if (others.has(word)) sum += isReference(word) ? REFERENCE_WEIGHT : 1;
  return sum;
}

/** Among lines with the same text, one that pays nothing yet, and the newest. */
function newest(lines: readonly Reversible[]): Reversible {
  const [first, ...others] = lines as [Reversible, ...Reversible[]];
  return others.reduce((best, line) => ((line.used === 0) >= (best.used === 0) ? line : best), first);
}
