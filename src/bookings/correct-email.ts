import { hasCustomerEntry, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { payerBlock } from '../domain/self-service.ts';
import type { BookingServices } from './services.ts';
import type { BookingStore } from './store.ts';

/**
 * Replaces the email, and with it the key; the emails go out again. A customer can do this once. The old address is
 * told about corrections by the club, because whoever has the link decides where a refund goes.
 */
export function correctEmail(
  tx: Transaction,
  { bookings, grants }: Pick<BookingServices, 'bookings' | 'grants'>,
  id: number,
  email: string,
  options: { byCustomer: boolean; version?: number | undefined },
  actor: Actor,
): Booking {
  const booking = bookings.require(id, options.version);
  assertCorrectable(tx, booking, email, options.byCustomer);
  bookings.payers.setEmail(tx, bookings.payers.require(booking.payer_id), email);
  bookings.touch(tx, id);
  const details = options.byCustomer ? { by_customer: true } : { from: booking.email, to: email };
  recordAuditEntry(tx, actor, 'email_corrected', 'booking', id, details);
  if (!options.byCustomer)
    grants.note(tx, actor, { kind: 'contact', amount: Math.max(0, booking.received), booking_id: id });
  tx.emit({
    kind: 'booking.email_corrected',
    booking_id: id,
    from: booking.email,
    by_club: !options.byCustomer,
  });
  return bookings.require(id);
}

/** Queues the email about the booking's current state again; returns its recipient. */
export function resendEmail(tx: Transaction, bookings: BookingStore, id: number, actor: Actor): string {
  const { email } = bookings.require(id);
  if (!email) throw new Failure('wrong_state', 'This booking has no email address. Please add one first.');
  recordAuditEntry(tx, actor, 'emails_resent', 'booking', id);
  tx.emit({ kind: 'booking.resend_requested', booking_id: id });
  return email;
}

/** Queues a payer's link again: to the payer or, while they have no email, to the host who passes it on. */
export function resendShareLink(
  tx: Transaction,
  bookings: BookingStore,
  payerId: number,
  actor: Actor,
): string {
  const [booking, payer] = bookings.requirePart(payerId);
  if (payer.position === 1) return resendEmail(tx, bookings, booking.id, actor);
  const block = payerBlock(booking, payer, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const recipient = payer.email || booking.email;
  if (!recipient) throw new Failure('wrong_state', 'The host has no email address. Please add one first.');
  recordAuditEntry(tx, actor, 'emails_resent', 'booking', booking.id);
  const event = { booking_id: booking.id, payer_id: payerId };
  tx.emit({ kind: payer.email ? 'payer.link_requested' : 'host.link_requested', ...event });
  return recipient;
}

/** Throws if `email` can't replace the booking's email. */
export function assertCorrectable(
  tx: Pick<Transaction, 'db'>,
  booking: Booking,
  email: string,
  byCustomer: boolean,
): void {
  if (email.toLowerCase() === booking.email.toLowerCase()) {
    throw invalidField('email', 'The booking already has this email address.');
  }
  if (byCustomer && hasCustomerEntry(tx.db, booking.id, 'email_corrected')) {
    throw new Failure(
      'wrong_state',
      'The email of this booking has already been corrected once. Please call us to change it again.',
    );
  }
}
