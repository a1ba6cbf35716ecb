import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { shortCourtName } from '../domain/court.ts';
import { playTimes, shortPlayDate } from '../domain/play-time.ts';

/** The narrowest channel counts some characters twice, and spells out ligatures and fractions. */
const DOUBLE = new Set('^{}\\[~]|€');

function widthOf(text: string): number {
  let width = 0;
  for (const char of text.normalize('NFKD')) width += DOUBLE.has(char) ? 2 : 1;
  return width;
}

/** Shortens a name to `max` characters; two dots mark the cut. */
function shorten(name: string, max: number): string {
  if (widthOf(name) <= max) return name;
  let out = '';
  for (const char of name) {
    if (widthOf(out + char) > max - 2) break;
    out += char;
  }
  return `${out.trimEnd()}..`;
}

/** The club's name, short enough for a text message. */
export function shortClub({ name }: Pick<Club, 'name'>): string {
  return shorten(name, 30);
}

/** The title of an event, plan or package. */
export function shortTitle(title: string): string {
  return shorten(title, 30);
}

export function shortCourt(courtName: string): string {
  return shorten(shortCourtName(courtName), 24);
}

/** `Sat, Nov 21, 6 PM` */
export function shortStart(booking: Pick<Booking, 'date' | 'slots'>): string {
  return shortPlay(booking).split(' – ')[0] ?? '';
}

/** `Sat, Nov 21, 6 PM – 7:30 PM`, for the first block. */
export function shortPlay(play: Pick<Booking, 'date' | 'slots'>): string {
  const [first] = playTimes(play);
  return [shortPlayDate(play), ...(first ? [first.timeRange] : [])].join(', ');
}
