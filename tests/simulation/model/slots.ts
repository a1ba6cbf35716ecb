import { type Booking, CONFLICT, type Expected, HOUR, INVALID, type Place, type State } from './state.ts';

/** The club's day in playing order: 07:00 to 23:30, then 00:00 to 03:30 of the next morning. */
export const DAY_SLOTS: readonly number[] = [
  ...Array.from({ length: 34 }, (_, index) => 14 + index),
  ...Array.from({ length: 8 }, (_, index) => index),
];

/** PKR per hour; the courts differ, so that a move changes the price. */
export const RATES: Record<number, number> = { 1: 5000, 2: 6000 };

export const timeOf = (slot: number): string =>
  `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;

export const slotOf = (time: string): number =>
  Number(time.slice(0, 2)) * 2 + (time.slice(3) === '30' ? 1 : 0);

export const inPlayingOrder = (slots: Iterable<number>): number[] =>
  [...new Set(slots)].sort((one, other) => DAY_SLOTS.indexOf(one) - DAY_SLOTS.indexOf(other));

/** The instant of a half-hour; those before 7 AM belong to the next morning. */
export function instantOf(date: string, slot: number): number {
  return Date.parse(`${date}T00:00:00+05:00`) + (slot / 2 + (slot < 14 ? 24 : 0)) * HOUR;
}

export const startOf = ({ date, slots }: Pick<Place, 'date' | 'slots'>): number =>
  instantOf(date, slots[0] ?? 0);

export const endOf = ({ date, slots }: Pick<Place, 'date' | 'slots'>): number =>
  instantOf(date, slots.at(-1) ?? 0) + HOUR / 2;

export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
}

/** The business day, from 6 AM to 6 AM in Pakistan: at 1 AM, people still mean yesterday's evening. */
export function dayOf(now: number): string {
  return new Date(now - HOUR).toISOString().slice(0, 10);
}

/** The day that the club sells: after closing at 4 AM, the next one. */
export function soldDayOf(now: number): string {
  return new Date(now + HOUR).toISOString().slice(0, 10);
}

export function isTaken(state: State, court: number, date: string, except?: number): Set<number> {
  const standing = state.bookings.filter(({ id, status }) => status !== 'cancelled' && id !== except);
  const sessions = state.events.flatMap((event) => event.sessions.filter((one) => !one.isCancelled));
  const holders: Place[] = [
    ...standing,
    ...state.closures,
    ...state.offers,
    ...sessions.flatMap(({ courts, ...session }) => courts.map((court) => ({ ...session, court }))),
  ];
  const here = holders.filter((holder) => holder.court === court && holder.date === date);
  return new Set(here.flatMap(({ slots }) => slots));
}

/** At least an hour in each block, while the club is open. */
export function isPlayable(slots: readonly number[]): boolean {
  if (slots.length < 2) return false;
  const at = (slot: number) => DAY_SLOTS.indexOf(slot);
  return slots.every((slot) => at(slot) >= 0 && slots.some((other) => Math.abs(at(other) - at(slot)) === 1));
}

/** Whether the place is available: 422 if it isn't playable or is past, 409 with the taken slots. */
export function checkPlace(state: State, place: Place, now: number, except?: number): Expected | null {
  if (!isPlayable(place.slots)) return INVALID;
  if (place.slots.some((slot) => instantOf(place.date, slot) <= now)) return INVALID;
  const taken = isTaken(state, place.court, place.date, except);
  const conflicts = place.slots.filter((slot) => taken.has(slot));
  return conflicts.length > 0 ? { ...CONFLICT, slots: conflicts.map(timeOf) } : null;
}

/** At the desk a half-hour is available until it ends; a booking that moves within its day keeps its elapsed part. */
export function checkDeskPlace(state: State, place: Place, now: number, own?: Booking): Expected | null {
  const { court, date, slots } = place;
  const isOwn = (slot: number) => own?.court === court && own.date === date && own.slots.includes(slot);
  if (slots.some((slot) => !isOwn(slot) && instantOf(date, slot) + HOUR / 2 <= now)) return INVALID;
  const taken = isTaken(state, court, date, own?.id);
  const conflicts = slots.filter((slot) => taken.has(slot));
  return conflicts.length > 0 ? { ...CONFLICT, slots: conflicts.map(timeOf) } : null;
}

/** In the morning, by day and after 2 AM; 6 PM to 2 AM is the peak. */
export const isQuiet = (slot: number): boolean => slot >= 4 && slot < 36;

/** PKR for the court: starts outside the peak cost 1,000 less per hour. */
export function courtPrice({ court, slots }: Pick<Place, 'court' | 'slots'>): number {
  const discount = isQuiet(slots[0] ?? 0) ? 1000 : 0;
  return (((RATES[court] ?? 0) - discount) * slots.length) / 2;
}
