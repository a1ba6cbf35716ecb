/** The keys of manage links that this browser knows; calls about such a booking send its key. */

interface KnownBooking {
  key: string;
  /** Only the browser that booked has it. */
  contact_key?: string;
  /** Epoch milliseconds. */
  since: number;
  /** When it is played, in epoch milliseconds; absent while unknown or when it is cancelled. */
  play?: { start: number; end: number };
  /** The server's last answer about it, for a phone without a network. */
  details?: unknown;
}

const STORAGE_KEY = 'bookingKeys';
/** Beyond these the oldest are dropped. */
const MAX_BOOKINGS = 30;

/** `#12.key` or `#12.key.confirmation`; null for another fragment. */
export function parseManageFragment(hash: string): { id: number; key: string; confirmation: string } | null {
  const match = /^#?(\d{1,15})\.([\w-]{20,100})(?:\.([\w.-]{1,1000}))?$/.exec(hash);
  return match ? { id: Number(match[1]), key: match[2] ?? '', confirmation: match[3] ?? '' } : null;
}

/** Keeps the key of `manageUrl`; `contactKey` comes with the booking that this browser has just made. */
export function storeManageUrl(manageUrl: string, contactKey?: string): void {
  const link = parseManageFragment(manageUrl.slice(manageUrl.indexOf('#')));
  if (link) storeBookingKey(link.id, link.key, contactKey);
}

export function storeBookingKey(id: number, key: string, contactKey?: string): void {
  const known = { ...readBookings() };
  const contact = contactKey ?? known[id]?.contact_key;
  known[id] = { ...known[id], key, ...(contact ? { contact_key: contact } : {}), since: Date.now() };
  const newest = Object.entries(known).sort(([, one], [, other]) => other.since - one.since);
  writeBookings(Object.fromEntries(newest.slice(0, MAX_BOOKINGS)));
}

/** Keeps what the server answered about a known booking, and when it is played; null for a cancelled one. */
export function storeDetails(id: number, play: KnownBooking['play'] | null, details: unknown): void {
  const bookings = readBookings();
  const { play: _, ...known } = bookings[id] ?? { key: '' };
  if (known.key)
    writeBookings({ ...bookings, [id]: { ...known, ...(play ? { play } : {}), details } as KnownBooking });
}

export function findDetails(id: number): unknown {
  return readBookings()[id]?.details;
}

/** The known booking that is played next or now; undefined without one. */
export function nextBookingId(now: number): number | undefined {
  const coming = Object.entries(readBookings()).filter(([, { play }]) => play && play.end > now);
  coming.sort(([, one], [, other]) => (one.play?.start ?? 0) - (other.play?.start ?? 0));
  return coming[0] && Number(coming[0][0]);
}

export function findBookingKey(id: number): string | undefined {
  return readBookings()[id]?.key;
}

export function findContactKey(id: number): string | undefined {
  return readBookings()[id]?.contact_key;
}

export function forgetBookingKey(id: number): void {
  const { [id]: _, ...rest } = readBookings();
  writeBookings(rest);
}

export function forgetAllBookingKeys(): void {
  writeBookings({});
}

/** The header with the key for a call about one booking; empty for other calls and unknown bookings. */
export function bookingKeyHeader(url: string): Record<string, string> {
  const id = /^\/api\/booking\/(\d{1,15})(?:[/?]|$)/.exec(url)?.[1];
  const key = id ? findBookingKey(Number(id)) : undefined;
  return key ? { 'x-booking-key': key } : {};
}

/** In memory for browsers without storage. */
let memory: Record<string, KnownBooking> = {};

function readBookings(): Record<string, KnownBooking> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, KnownBooking>;
  } catch {
    return memory;
  }
}

function writeBookings(bookings: Record<string, KnownBooking>): void {
  memory = bookings;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(bookings));
  } catch {
    // The browser has storage switched off.
  }
}
