import { type MoneyServices, settle } from '../bookings/payments.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { type Actor, actsForClub } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { shortName } from '../domain/clean-words.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { SplitInput } from '../domain/payer.ts';
import { payerReminderAt } from '../domain/payment-deadline.ts';
import { splitBlock } from '../domain/self-service.ts';
import type { MatchStore } from '../payers/match-store.ts';
import { hasPlace, type Payer } from '../payers/store.ts';

interface SplitServices extends MoneyServices {
  matches: MatchStore;
}

/**
 * Splits a booking's price between its customer, who has what the others leave, and the players listed. Players left
 * out are removed; those who have paid stay as they are.
 */
export function splitBooking(
  tx: Transaction,
  services: SplitServices,
  booking: Booking,
  { payers: wanted, rest }: SplitInput,
  actor: Actor,
): void {
  const { bookings } = services;
  if (services.matches.findByBooking(booking.id)) {
    throw new Failure(
      'wrong_state',
      'This is an open match: each place has the same share. Remove a player instead.',
    );
  }
  assertSplittable(booking, tx.now);
  const [, ...others] = bookings.payers.listOf(booking);
  const active = others.filter(hasPlace);
  const changes = wanted.map(({ id, name = '', charge }) => {
    const payer = id === undefined ? null : active.find((one) => one.id === id);
    if (payer === undefined) throw invalidField('payers', 'One of these players is not in this booking.');
    return { payer, name, charge };
  });
  const named = new Set(changes.flatMap(({ payer }) => payer?.id ?? []));
  if (named.size < changes.filter(({ payer }) => payer).length)
    throw invalidField('payers', 'A player is in the list twice.');
  for (const payer of active) {
    const change = changes.find((one) => one.payer?.id === payer.id);
    const keepsShare = change !== undefined && (change.charge ?? payer.charge) === payer.charge;
    if (isFixed(payer) && !keepsShare) throw fixedFailure(payer);
  }
  const open = changes.filter(({ payer }) => !payer || !isFixed(payer));
  const newcomers = open.filter(({ payer }) => !payer).length;
  const fixed = active.filter((payer) => isFixed(payer));
  const replaced = new Set(changes.map(({ payer }) => payer?.replaces));
  // New players should take the places of those who left first.
  const left = others
    .filter(({ id, state, charge }) => state === 'left' && charge > 0 && !replaced.has(id))
    .slice(newcomers);
  const taken = [...fixed, ...left].reduce((sum, { charge }) => sum + charge, 0);
  const prices = pricesOf(
    open.map(({ charge }) => charge),
    booking.charge - taken,
  );
  for (const payer of active.filter(({ id }) => !named.has(id))) removePlayer(tx, services, payer, actor);
  const remind_at = payerReminderAt(booking, tx.now);
  for (const [index, { payer, name }] of open.entries()) {
    const price = prices[index] ?? 0;
    // Removing others has not changed this one.
    if (payer) bookings.payers.setShare(tx, payer, { name, price });
    else bookings.payers.add(tx, booking.id, { state: 'invited', name, price, remind_at });
  }
  if (rest !== undefined) bookings.setRest(tx, booking.id, rest);
  bookings.touch(tx, booking.id);
  recordSplit(tx, booking.id, wanted.length, actor);
  settle(tx, services, booking.id, actor);
}

function removePlayer(tx: Transaction, { bookings }: SplitServices, payer: Payer, actor: Actor): void {
  bookings.payers.leave(tx, payer, 0, true);
  const event = { booking_id: payer.booking_id, payer_id: payer.id, keep: 0, give_back: 0 };
  tx.emit({ kind: 'payer.left', ...event, taken_off: true, by_club: actsForClub(actor) });
}

function recordSplit(tx: Transaction, bookingId: number, payers: number, actor: Actor): void {
  recordAuditEntry(tx, actor, 'split', 'booking', bookingId, { payers });
  tx.emit({ kind: 'payers.split', booking_id: bookingId, by_club: actsForClub(actor) });
}

function assertSplittable(booking: Booking, now: number): void {
  const block = splitBlock(booking, now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
}

/** Money has come for it, or is waiting for the reception. */
function isFixed({ received, receipt_waits }: Payer): boolean {
  return received !== 0 || receipt_waits === 1;
}

function fixedFailure({ name }: Payer): Failure {
  const who = shortName(name) || 'This player';
  return new Failure(
    'wrong_state',
    `${who} has already paid, so this share can’t change. Please remove the player first.`,
  );
}

/** PKR of each share of `amount`; the host gets the remainder, and at least one rupee. */
function pricesOf(charges: readonly (number | undefined)[], amount: number): number[] {
  const given = charges.filter((charge) => charge !== undefined);
  if (given.length > 0 && given.length < charges.length)
    throw invalidField('payers', 'Please enter an amount for every player, or none for equal shares.');
  if (given.length > 0) {
    const total = given.reduce((sum, charge) => sum + charge, 0);
    if (total >= amount) {
      throw invalidField(
        'payers',
        `These shares come to ${formatPkr(total)}, but only ${formatPkr(amount)} is to be shared with the host.`,
      );
    }
    return given;
  }
  const share = Math.floor(amount / (charges.length + 1));
  if (share < 1 && charges.length > 0) throw invalidField('payers', 'There is not enough left to share.');
  return charges.map(() => share);
}
