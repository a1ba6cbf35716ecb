import { serverNow } from './server-time.ts';

/** The keys of manage links known to this browser, which are sent with calls about such a booking. */

interface KnownBooking {
  key: string;
  /** Only in the browser that booked. */
  contact_key?: string;
  /** Epoch milliseconds. */
  since: number;
  /** When it is played, in epoch milliseconds; absent while unknown or if it is cancelled. */
  play?: { start: number; end: number };
  /** The server's last answer about it, for a phone without a network. */
  details?: unknown;
}

const STORAGE_KEY = 'bookingKeys';
/** Beyond this, the oldest are dropped. */
const MAX_BOOKINGS = 30;

/** What a manage link opens: a booking's number, for its customer, or `p` and another payer's number. */
export type BookingRef = number | `p${number}`;

interface ManageLink {
  ref: BookingRef;
  key: string;
  confirmation: string;
}

/** `#12.key`, `#12.key.confirmation` or `#p7.key`; null for any other fragment. */
export function parseManageFragment(hash: string): ManageLink | null {
  const match = /^#?(p?)(\d{1,15})\.([\w-]{20,100})(?:\.([\w.-]{1,1000}))?$/.exec(hash);
  if (!match) return null;
  const [, payer, number, key = '', confirmation = ''] = match;
  return { ref: payer ? `p${Number(number)}` : Number(number), key, confirmation };
}

/** How its pages' addresses name it; its key stays in this browser. */
function refQuery(ref: BookingRef): string {
  return typeof ref === 'number' ? `booking_id=${ref}` : `payer_id=${ref.slice(1)}`;
}

/** Null without a number. */
export function refFromQuery({ booking_id = '', payer_id = '' }: Record<string, string>): BookingRef | null {
  if (/^\d{1,15}$/.test(payer_id)) return `p${Number(payer_id)}`;
  return /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
}

export function managePath(ref: BookingRef): string {
  return `/manage?${refQuery(ref)}`;
}

export function statementPath(ref: BookingRef): string {
  return `/receipt?${refQuery(ref)}`;
}

/** The API address for it. */
export function bookingUrl(ref: BookingRef): string {
  return typeof ref === 'number' ? `/api/booking/${ref}` : `/api/payers/${ref.slice(1)}`;
}

/** Stores the key in `manageUrl`; `contactKey` comes with a booking this browser has just made. */
export function storeManageUrl(manageUrl: string, contactKey?: string): void {
  const link = parseManageFragment(manageUrl.slice(manageUrl.indexOf('#')));
  if (link) storeBookingKey(link.ref, link.key, contactKey);
}

export function storeBookingKey(ref: BookingRef, key: string, contactKey?: string): void {
  const known = { ...readBookings() };
  const contact = contactKey ?? known[ref]?.contact_key;
  known[ref] = { ...known[ref], key, ...(contact ? { contact_key: contact } : {}), since: serverNow() };
  const newest = Object.entries(known).sort(([, one], [, other]) => other.since - one.since);
  writeBookings(Object.fromEntries(newest.slice(0, MAX_BOOKINGS)));
}

/** Stores the server's answer about a known booking, and when it is played; null for a cancelled one. */
export function storeDetails(ref: BookingRef, play: KnownBooking['play'] | null, details: unknown): void {
  const bookings = readBookings();
  const { play: _, ...known } = bookings[ref] ?? { key: '' };
  if (known.key)
    writeBookings({ ...bookings, [ref]: { ...known, ...(play ? { play } : {}), details } as KnownBooking });
}

export function findDetails(ref: BookingRef): unknown {
  return readBookings()[ref]?.details;
}

/** The known booking being played now or next; undefined if there is none. */
export function nextBookingRef(now: number): BookingRef | undefined {
  const coming = Object.entries(readBookings()).filter(([, { play }]) => play && play.end > now);
  coming.sort(([, one], [, other]) => (one.play?.start ?? 0) - (other.play?.start ?? 0));
  const ref = coming[0]?.[0];
  if (ref === undefined) return undefined;
  return ref.startsWith('p') ? `p${Number(ref.slice(1))}` : Number(ref);
}

export function findBookingKey(ref: BookingRef): string | undefined {
  return readBookings()[ref]?.key;
}

export function findContactKey(id: number): string | undefined {
  return readBookings()[id]?.contact_key;
}

export function forgetBookingKey(ref: BookingRef): void {
  const { [ref]: _, ...rest } = readBookings();
  writeBookings(rest);
}

export function forgetAllBookingKeys(): void {
  writeBookings({});
}

/** Empty without a key. */
export function bookingKeyHeader(ref: BookingRef | null): Record<string, string> {
  const key = ref !== null && findBookingKey(ref);
  return key ? { 'x-booking-key': key } : {};
}

/** In memory, for browsers without storage. */
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
    // The browser has storage turned off.
  }
}
