import { Failure } from '../domain/failure.ts';
import type { UnpaidDays } from '../settings/settings.ts';
import type { BookingOriginStore, OriginKey } from './booking-origins.ts';

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

/**
 * Limits what one source holds without having paid for it: a contact is one person, a network many homes, and verified
 * members have a share of their own. Admins have no limit. Throws `rate_limited`.
 */
export function assertUnpaidLimit(
  origins: BookingOriginStore,
  keys: readonly OriginKey[],
  slotCount: number,
  club: {
    now: number;
    today: string;
    courts: number;
    slotsADay: number;
    clubPhone: string;
    unpaidDays: UnpaidDays;
  },
): void {
  const { network, contact, member } = club.unpaidDays;
  const days: Record<OriginKey['kind'], number> = { network, email: contact, phone: contact, member };
  for (const { kind, key, factor } of keys) {
    const limit = days[kind] * club.courts * club.slotsADay * factor;
    const unpaid = origins.unpaidSlotsOf(key, club);
    if (unpaid === 0 || unpaid + slotCount <= limit) continue;
    throw new Failure(
      'rate_limited',
      `Too many unpaid bookings were made from here. Please pay for one of them first, or call ${club.clubPhone}.`,
      { retryAfter: 60 * 60 },
    );
  }
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
