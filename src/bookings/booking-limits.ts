import { businessDayOf } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { BookingOriginStore, OriginKey } from './booking-origins.ts';
import type { BookingServices } from './services.ts';

export const DAY_MS = 24 * 60 * 60_000;

/**
 * Limits per 24 hours. Three days of every court, because many homes share one address of a mobile network;
 * emails and phones have limits of their own because each booking writes to them.
 */
const DAILY_LIMITS: Record<OriginKey['kind'], { daysOfAllCourts?: number; bookings?: number }> = {
  network: { daysOfAllCourts: 3 },
  email: { bookings: 30 },
  phone: { bookings: 10 },
  member: { daysOfAllCourts: 3, bookings: 30 },
};

/** Places in coming matches without their money: a contact plays almost every day, a network is many homes. */
const UNPAID_PLACES: Record<OriginKey['kind'], number> = { network: 20, email: 6, phone: 6, member: 10 };
/**
 * So many people of one network wait for a place of a match, hold one or let it pass. A mailbox is invented in a second,
 * and who holds the places by turns keeps the match from filling until it is cancelled.
 */
const UNTAKEN_PLACES_OF_A_NETWORK = 6;

type HoldServices = Pick<BookingServices, 'holds' | 'settings' | 'calendar' | 'courts'>;

/**
 * Whether each source may hold `slotCount` more slots of a date without having paid for them: a contact is one
 * person, a network many homes, and verified members have a share of their own. Admins have no limit.
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

/** Throws `rate_limited` where `mayHoldUnpaid` says no. */
export function assertUnpaidLimit(
  deps: HoldServices,
  keys: readonly OriginKey[],
  slotCount: number,
  play: { date: string; now: number },
): void {
  if (mayHoldUnpaid(deps, keys, slotCount, play)) return;
  throw new Failure(
    'rate_limited',
    `Too many unpaid bookings were made from here. Please pay for one of them first, or call ${deps.settings.facts().phone}.`,
    { retryAfter: 60 * 60 },
  );
}

/** Limits the places in open matches and events that a source takes without paying for them. Throws `rate_limited`. */
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
 * Limits what customers can book online in 24 hours, because a booking costs nothing at first: one machine
 * could hold a season, or flood a stranger's mailbox or phone. Admins have no limit. Throws `rate_limited`.
 */
export function assertDailyLimit(
  origins: BookingOriginStore,
  keys: readonly OriginKey[],
  slotCount: number,
  /** `courts` is the number of courts that can be booked, `slotsADay` how many slots each has on the day. */
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
