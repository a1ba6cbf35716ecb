import { payByFromNow, toTransfer } from '../bookings/pay-by.ts';
import type { BookingServices } from '../bookings/services.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { OpenMatch } from '../domain/match.ts';
import { MAX_OTHERS } from '../domain/payer.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { splitBlock } from '../domain/self-service.ts';
import { startTimeOf } from '../domain/slot.ts';
import type { MatchStore } from '../payers/match-store.ts';
import { hasPlace } from '../payers/store.ts';
import { openPrice, placePrice } from './match-view.ts';

const HOUR_MS = 60 * 60_000;

type OpenServices = Pick<BookingServices, 'bookings' | 'settings' | 'calendar'>;

/**
 * Opens places of a booking. The match is decided before the full refund ends; one opened later is never cancelled on
 * its own, so opening a match is no way around the policy.
 */
export function openMatch(
  tx: Transaction,
  services: OpenServices,
  matches: MatchStore,
  booking: Booking,
  input: OpenMatch,
  actor: Actor,
): void {
  const { bookings, settings } = services;
  const block = splitBlock(booking, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  if (matches.findByBooking(booking.id)) throw new Failure('wrong_state', 'This match is already open.');
  if (actor.kind !== 'admin') assertAllowed(services, matches, booking, tx.now);
  const payers = bookings.payers.listOf(booking);
  const others = payers.filter((payer) => payer.position > 1 && hasPlace(payer)).length;
  if (others + input.places > MAX_OTHERS)
    throw invalidField('places', `Padel is for four, so ${MAX_OTHERS - others} more can play.`);
  if (placePrice(booking, payers) * input.places > openPrice(booking, payers))
    throw invalidField('places', 'The other players’ shares are too large for that many places.');
  const start = startOfPlay(booking);
  const decideAt = start - settings.current().matches.decide_hours * HOUR_MS;
  matches.open(tx, booking.id, {
    places: input.places,
    capacity: others + input.places,
    level_from: input.level_from ?? null,
    level_to: input.level_to ?? null,
    audience: input.for,
    text: input.text,
    is_public: input.public ? 1 : 0,
    decide_at: decideAt > tx.now ? decideAt : null,
  });
  // Players who join pay, so the host has until the match is decided.
  if (decideAt > tx.now) bookings.extendPayBy(tx, booking.id, decideAt);
  bookings.touch(tx, booking.id);
  recordAuditEntry(tx, actor, 'match_opened', 'booking', booking.id, { places: input.places });
  tx.emit({ kind: 'match.changed', booking_id: booking.id });
}

/**
 * Stops further joining. The booking then has no longer to pay than a new one: otherwise, opening and closing a match
 * would hold the court unpaid until the day before play.
 */
export function closeMatch(
  tx: Transaction,
  services: OpenServices,
  matches: MatchStore,
  booking: Booking,
): void {
  matches.close(tx, booking.id);
  if (booking.status !== 'pending' || booking.pay_by === null) return;
  const asked = toTransfer(tx, services, booking);
  const payBy = payByFromNow(services, asked, tx.now);
  if (payBy !== null && payBy < Date.parse(booking.pay_by)) services.bookings.setPayBy(tx, asked, payBy);
}

/** What the owner allows customers to do. */
function assertAllowed(
  { settings, calendar }: OpenServices,
  matches: MatchStore,
  booking: Booking,
  now: number,
): void {
  const rules = settings.current().matches;
  const { phone } = settings.facts();
  const today = businessDayOf(now);
  const refuse = (text: string) => new Failure('wrong_state', `${text} Questions? Call ${phone}.`);
  if (!rules.allowed) throw refuse('This club doesn’t offer open matches.');
  if (booking.date > addDays(today, rules.days_ahead))
    throw refuse(`A match can be opened up to ${rules.days_ahead} days before it is played.`);
  if (matches.countOfHost(booking, today) >= rules.at_once)
    throw refuse(`You can have up to ${rules.at_once} open matches at a time.`);
  const plan = calendar.planOf(booking.date);
  const tiers = new Set(
    plan.slots
      .filter(({ slotIndex }) => booking.slots.includes(startTimeOf(slotIndex)))
      .map(({ tier }) => tier),
  );
  for (const tier of tiers) if (!rules[tier]) throw refuse('Matches can’t be opened at this time of day.');
}
