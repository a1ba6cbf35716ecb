import { businessDayOf } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { BookingOriginStore, OriginKey } from './booking-origins.ts';
import type { BookingServices } from './services.ts';

export const DAY_MS = 24 * 60 * 60_000;

/**
 * Limits per 24 hours. Generous for networks, because many homes share one mobile address; emails and phones have
 * their own limits because each booking writes to them.
 */
const DAILY_LIMITS: Record<OriginKey['kind'], { daysOfAllCourts?: number; bookings?: number }> = {
  network: { daysOfAllCourts: 3 },
  email: { bookings: 30 },
  phone: { bookings: 10 },
  member: { daysOfAllCourts: 3, bookings: 30 },
};

/** Unpaid places in upcoming matches: a contact may play almost every day, and a network is many homes. */
const UNPAID_PLACES: Record<OriginKey['kind'], number> = { network: 20, email: 6, phone: 6, member: 10 };
/**
 * How many people on one network may wait for, hold or let lapse a place in the same match. Inventing a mailbox takes
 * a second, and somebody who keeps holding the places in turn stops the match from filling until it is cancelled.
 */
const UNTAKEN_PLACES_OF_A_NETWORK = 6;

type HoldServices = Pick<BookingServices, 'holds' | 'settings' | 'calendar' | 'courts'>;

/**
 * Whether each source may hold `slotCount` more unpaid slots on a date. A contact stands for one person and a
 * network for many homes; verified members have their own allowance. Admins have no limit.
 */
export function mayHoldUnpaid(
  { holds, settings, calendar, courts }: HoldServices,
  keys: readonly OriginKey[],
  slotCount: number,
  { date, now }: { date: string; now: number },
): boolean {
  const { network, contact, member } = settings.unpaidDays();
  const days: Record<OriginKey['kind'], number> = { network, email: contact, phone: contact, member };
  const slotsADay = courts.countActive() * calendar.planOf(date).slots.length;
  const present = { now, today: businessDayOf(now) };
  return keys.every(({ kind, key, factor }) => {
    return holds.slotsOf(key, present) + slotCount <= days[kind] * slotsADay * factor;
  });
}

/** Throws `rate_limited` if `mayHoldUnpaid` says no. */
export function assertUnpaidLimit(
  deps: HoldServices,
  keys: readonly OriginKey[],
  slotCount: number,
  play: { date: string; now: number },
): void {
  if (mayHoldUnpaid(deps, keys, slotCount, play)) return;
  throw new Failure(
    'rate_limited',
    `There are too many unpaid bookings from here. Please pay for one of them first, or call ${deps.settings.facts().phone}.`,
    { retryAfter: 60 * 60 },
  );
}

/** Limits the unpaid places in open matches and events that a source may take. Throws `rate_limited`. */
export function assertPlaceLimit(
  { holds, settings }: Pick<HoldServices, 'holds' | 'settings'>,
  keys: readonly OriginKey[],
  of: { booking_id: number } | { event_id: number },
  now: number,
): void {
  const today = businessDayOf(now);
  const mayTake = keys.every(({ kind, key, factor }) => {
    const isCrowd =
      kind === 'network' && holds.untakenPlacesOf(key, of) >= UNTAKEN_PLACES_OF_A_NETWORK * factor;
    return !isCrowd && holds.placesOf(key, today) < UNPAID_PLACES[kind] * factor;
  });
  if (mayTake) return;
  throw new Failure(
    'rate_limited',
    `Too many places were taken from here and not paid. Please pay for one of them first, or call ${settings.facts().phone}.`,
    { retryAfter: 60 * 60 },
  );
}

/**
 * Limits online bookings in 24 hours. A booking costs nothing at first, so a single machine could hold a season, or
 * flood a stranger's mailbox or phone. No limit for admins. Throws `rate_limited`.
 */
export function assertDailyLimit(
  origins: BookingOriginStore,
  keys: readonly OriginKey[],
  slotCount: number,
  /** `courts` is the number of bookable courts, `slotsADay` how many slots each has on the day. */
  {
    now,
    courts,
    slotsADay,
    clubPhone,
  }: { now: number; courts: number; slotsADay: number; clubPhone: string },
): void {
  for (const { kind, key, factor } of keys) {
    const usage = origins.usageOf(key, now, DAY_MS);
    const { daysOfAllCourts = Number.POSITIVE_INFINITY, bookings = Number.POSITIVE_INFINITY } =
      DAILY_LIMITS[kind];
    const slots = daysOfAllCourts * courts * slotsADay;
    if (usage.slots + slotCount <= slots * factor && usage.bookings < bookings * factor) continue;
    throw new Failure(
      'rate_limited',
      `This is more than can be booked online in one day. Please call ${clubPhone} to book more.`,
      { retryAfter: Math.ceil((usage.oldest + DAY_MS - now) / 1000) },
    );
  }
}
