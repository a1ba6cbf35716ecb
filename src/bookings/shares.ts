import type { Transaction } from '../db/club-db.ts';
import { type Actor, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { invalidField } from '../domain/failure.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import { placeHeldUntil } from '../domain/match.ts';
import { playerReminderAt } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { type CancelledBy, cancellationOutcome } from '../domain/refund.ts';
import { isPromised, type Kept, lateDueOf, type Player } from '../players/store.ts';
import type { BookingServices } from './services.ts';
import type { BookingStore } from './store.ts';

/** What is paid: a booking, or the share of a player. */
export interface Payable {
  booking_id: number;
  player_id: number | null;
}

/** The player whose share is meant; null for the booking's customer, the host. */
export function findShare(
  bookings: BookingStore,
  booking: Booking,
  playerId: number | null | undefined,
): Player | null {
  if (playerId === undefined || playerId === null) return null;
  const player = bookings.players.require(booking, playerId);
  return player.is_host === 1 ? null : player;
}

/** After money came for a booking or a share: what it settles. Entries below 0 settle nothing. */
export function settlePayment(
  tx: Transaction,
  bookings: BookingStore,
  entry: Pick<LedgerEntry, 'id' | 'booking_id' | 'player_id' | 'amount'>,
  actor: Actor,
  stopsClock = true,
): Booking {
  const { booking_id, player_id, amount } = entry;
  const id = booking_id as number;
  if (player_id === null) takeOverShares(tx, bookings, id, amount);
  else {
    if (amount > 0) confirmPlace(tx, bookings, id, player_id);
    settleShare(tx, bookings, id, player_id, entry.id);
  }
  return bookings.markPaidIfSettled(tx, id, actor, stopsClock);
}

/**
 * Money, a receipt or a promise came for a place that an open match holds. Who has promised is reminded only before play,
 * because the deadline of the shares is not theirs.
 */
export function confirmPlace(
  tx: Transaction,
  bookings: BookingStore,
  bookingId: number,
  playerId: number,
): void {
  const { players } = bookings;
  if (!players.confirm(tx, playerId)) return;
  const booking = bookings.require(bookingId);
  const player = players.require(booking, playerId);
  const isOpen = player.balance > 0;
  players.setReminder(tx, playerId, isOpen ? playerReminderAt(booking, tx.now, !isPromised(player)) : null);
  tx.emit({ kind: 'player.confirmed', booking_id: bookingId, player_id: playerId });
}

/**
 * A place that only a rejected receipt or an undone payment had taken waits for money again, as when its player joined;
 * says whether it does. A promise to pay at the club stays.
 */
export function holdAgain(
  tx: Transaction,
  bookings: BookingStore,
  bookingId: number,
  playerId: number,
): boolean {
  const booking = bookings.require(bookingId);
  const player = bookings.players.require(booking, playerId);
  const isUnpaid = player.received <= 0 && player.balance > 0 && player.payment_receipt === null;
  const isOver = booking.status === 'cancelled' || startOfPlay(booking) <= tx.now;
  if (player.confirmed_at === null || player.state !== 'joined' || isPromised(player)) return false;
  if (!isUnpaid || isOver) return false;
  bookings.players.hold(tx, player, placeHeldUntil(booking, tx.now));
  return true;
}

/** One person has one place; `id` is the player's own. */
export function assertOtherContact(
  players: readonly Player[],
  id: number,
  { email, phone }: { email: string; phone: string },
): void {
  for (const other of players) {
    if (other.id === id || other.state === 'left') continue;
    const who = other.is_host === 1 ? 'the host' : 'another player';
    if (other.email !== '' && mailboxOf(other.email) === mailboxOf(email))
      throw invalidField('email', `This is the email address of ${who}. Please enter your own.`);
    if (phone !== '' && other.phone === phone)
      throw invalidField('phone', `This is the phone number of ${who}. Please enter your own.`);
  }
}

/** What the host pays beyond the own share pays for the open ones, which become the host's; held places are taken by it. */
export function takeOverShares(tx: Transaction, bookings: BookingStore, id: number, amount: number): void {
  const { players } = bookings;
  for (const { id: playerId } of players.takeOver(tx, bookings.require(id), amount)) {
    tx.emit({ kind: 'player.changed', booking_id: id, player_id: playerId });
    if (players.require(bookings.require(id), playerId).balance <= 0)
      confirmPlace(tx, bookings, id, playerId);
  }
}

/**
 * Who left gets everything back as soon as another player has paid for the place. A contact or a promise is no money: with
 * a second mailbox every late player would get around the policy.
 */
export function takePlace(
  tx: Transaction,
  services: Pick<BookingServices, 'bookings' | 'ledger'>,
  bookingId: number,
  playerId: number,
): void {
  const { bookings } = services;
  const replacedId = bookings.players.takePlace(
    tx,
    bookings.players.require(bookings.require(bookingId), playerId),
  );
  if (replacedId === null) return;
  tx.emit({ kind: 'player.changed', booking_id: bookingId, player_id: replacedId });
  refundShareAsCredit(tx, services, bookingId, replacedId, false, SYSTEM_ACTOR);
}

function settleShare(
  tx: Transaction,
  bookings: BookingStore,
  id: number,
  playerId: number,
  entry_id: number,
): void {
  const booking = bookings.require(id);
  const player = bookings.players.require(booking, playerId);
  if (player.state === 'left' || booking.status === 'cancelled') {
    if (player.payment_receipt !== null && lateDueOf(player) === 0)
      bookings.players.setReceipt(tx, playerId, null);
    return;
  }
  if (player.balance > 0) return;
  bookings.players.markPaid(tx, playerId);
  tx.emit({ kind: 'player.paid', booking_id: id, player_id: playerId, entry_id });
}

/** What a cancellation keeps and gives back, of a split booking for each share. `keep` is an admin's own sum. */
export function cancellationOf(
  bookings: BookingStore,
  booking: Booking,
  cancelledBy: CancelledBy,
  now: number,
  keep?: number,
): { keep: number; giveBack: number; kept: Kept[] } {
  const kept = bookings.players.cancellationOf(booking, cancelledBy, now, keep);
  const ofPolicy =
    kept.length > 0
      ? kept.reduce((total, share) => total + share.keep, 0)
      : cancellationOutcome(booking, cancelledBy, now).keep;
  const total = keep ?? ofPolicy;
  return { keep: total, giveBack: booking.received - total, kept };
}

/** PKR that the customer's cancellation would keep of all shares and of the host's; null when the price is not split. */
export function keptOfShares(
  bookings: BookingStore,
  booking: Booking,
  now: number,
): { all: number; own: number } | null {
  const { keep, kept } = cancellationOf(bookings, booking, 'customer', now);
  return kept[0] ? { all: keep, own: kept[0].keep } : null;
}

/**
 * What a player gets back becomes their credit at once when they paid with credit, or `toCredit` and they have an account;
 * other money waits for the reception.
 */
export function refundShareAsCredit(
  tx: Transaction,
  { bookings, ledger }: Pick<BookingServices, 'bookings' | 'ledger'>,
  bookingId: number,
  playerId: number,
  toCredit: boolean,
  actor: Actor,
): void {
  const { user_id, balance } = bookings.players.require(bookings.require(bookingId), playerId);
  if (user_id === null || balance >= 0) return;
  const entries = ledger.listByBooking(bookingId).filter(({ player_id }) => player_id === playerId);
  if (!toCredit && entries.some(({ method }) => method !== 'credit')) return;
  const entry = { booking_id: bookingId, player_id: playerId, user_id, amount: balance };
  ledger.add(tx, actor, { ...entry, kind: 'refund', method: 'credit' });
}

/** The same for the booking's customer, whose entries name no player. */
export function refundHostAsCredit(
  tx: Transaction,
  { bookings, ledger }: Pick<BookingServices, 'bookings' | 'ledger'>,
  bookingId: number,
  actor: Actor,
): void {
  const { user_id } = bookings.require(bookingId);
  const due = bookings.players.dueOf(bookings.require(bookingId));
  const entries = ledger.listByBooking(bookingId).filter(({ player_id }) => player_id === null);
  if (user_id === null || due >= 0 || entries.some(({ method }) => method !== 'credit')) return;
  const entry = { booking_id: bookingId, user_id, amount: due };
  ledger.add(tx, actor, { ...entry, kind: 'refund', method: 'credit' });
}

/** The players of a booking that was moved or cancelled, each of whom gets an email. */
export function emitToPlayers(tx: Transaction, bookings: BookingStore, bookingId: number): void {
  for (const { id, is_host, state } of bookings.players.listOf(bookings.require(bookingId))) {
    if (is_host === 0 && state !== 'left')
      tx.emit({ kind: 'player.booking_changed', booking_id: bookingId, player_id: id });
  }
}

/** Tells the customer or the player whose money went back. */
export function emitRefund(tx: Transaction, entry: LedgerEntry): void {
  const { id: entry_id, booking_id, player_id, method } = entry;
  const refund = { booking_id: booking_id as number, entry_id, amount: -entry.amount, method };
  if (player_id === null) tx.emit({ kind: 'booking.refunded', ...refund });
  else tx.emit({ kind: 'player.refunded', player_id, ...refund });
}
