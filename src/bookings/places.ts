import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { placeHeldUntil } from '../domain/match.ts';
import { payerReminderAt } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { turnedAway } from '../payers/match-places.ts';
import { isPromised, type Payer } from '../payers/store.ts';
import type { BookingStore } from './store.ts';

/**
 * Money, a receipt or a promise came for a held place in an open match. Players who have promised are only reminded
 * before play, because the deadline of the parts isn't theirs.
 */
export function confirmPlace(tx: Transaction, bookings: BookingStore, payerId: number): void {
  const { payers } = bookings;
  if (!payers.confirm(tx, payerId)) return;
  const [booking, payer] = bookings.requirePart(payerId);
  const isOpen = payer.balance > 0;
  payers.setReminder(tx, payerId, isOpen ? payerReminderAt(booking, tx.now, !isPromised(payer)) : null);
  tx.emit({ kind: 'payer.confirmed', booking_id: booking.id, payer_id: payerId });
}

/**
 * A place secured only by a rejected receipt or an undone payment waits for money again, as when its payer joined;
 * returns whether it does. A promise to pay at the club stands.
 */
export function holdAgain(tx: Transaction, bookings: BookingStore, payerId: number): boolean {
  const [booking, payer] = bookings.requirePart(payerId);
  const isUnpaid = payer.received <= 0 && payer.balance > 0 && payer.receipt_waits === 0;
  const isOver = booking.status === 'cancelled' || startOfPlay(booking) <= tx.now;
  if (payer.confirmed_at === null || payer.state !== 'joined' || isPromised(payer)) return false;
  if (!isUnpaid || isOver) return false;
  bookings.payers.hold(tx, payer, placeHeldUntil(booking, tx.now));
  return true;
}

export function placeRefused(clubPhone: string): Failure {
  return new Failure(
    'forbidden',
    `This email address can’t take a place in this match. If you’re already in it, your link is in our email. Questions? Call ${clubPhone}.`,
  );
}

/** Somebody who joined a match pays for one place, and for none once removed. */
export function assertOwnPlace(bookings: BookingStore, payer: Payer, clubPhone: string): void {
  const payers = bookings.payers.listOf({ id: payer.booking_id });
  if (turnedAway(payers, payer) !== null) throw placeRefused(clubPhone);
}

/** One place per person; `id` is the payer's own. */
export function assertOtherContact(
  payers: readonly Payer[],
  id: number,
  { email, phone }: { email: string; phone: string },
): void {
  for (const other of payers) {
    if (other.id === id || other.state === 'left') continue;
    const who = other.position === 1 ? 'the host' : 'another player';
    if (other.email !== '' && mailboxOf(other.email) === mailboxOf(email))
      throw invalidField('email', `This is the email address of ${who}. Please enter your own.`);
    if (phone !== '' && other.phone === phone)
      throw invalidField('phone', `This is the phone number of ${who}. Please enter your own.`);
  }
}

/** The other payers of a moved or cancelled booking, who each get an email. */
export function emitToOthers(
  tx: Transaction,
  bookings: BookingStore,
  bookingId: number,
  why: Pick<Extract<ClubEvent, { kind: 'payer.booking_changed' }>, 'by_club' | 'closed_for' | 'cancelled'>,
): void {
  for (const { id, position, state } of bookings.payers.listOf({ id: bookingId })) {
    if (position > 1 && state !== 'left')
      tx.emit({ kind: 'payer.booking_changed', booking_id: bookingId, payer_id: id, ...why });
  }
}
