import { hasCustomerEntry, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import { cancellationOutcome } from '../domain/refund.ts';
import {
  type CustomerReschedule,
  cancelBlock,
  rescheduleBlock,
  rescheduleTargetError,
  type SelfServiceBlock,
} from '../domain/self-service.ts';
import { type AddLedgerEntry, changeStatusWithMoney } from './change-status.ts';
import type { FindCourt } from './parse-admin-slots.ts';
import { rescheduleBooking } from './reschedule.ts';
import type { BookingStore } from './store.ts';

export interface SelfServiceDeps {
  bookings: BookingStore;
  findCourt: FindCourt;
  addLedgerEntry: AddLedgerEntry;
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  bookingRules: () => BookingRules;
  calendar: () => Calendar;
  /** How many days ahead customers can book, and whom they call. */
  rules: () => { daysAhead: number; phone: string };
}

/** Cancels under the published policy. The customer agreed to `amount_back`; another sum is refused with the right one. */
export function cancelByCustomer(
  tx: Transaction,
  deps: SelfServiceDeps,
  id: number,
  input: { version?: number | undefined; amount_back?: number | undefined },
  actor: Actor,
): Booking {
  const booking = deps.bookings.require(id);
  assertAllowed(cancelBlock(booking, tx.now), deps);
  const { giveBack } = cancellationOutcome(booking, 'customer', tx.now);
  if (input.amount_back !== undefined && input.amount_back !== giveBack) {
    throw new Failure(
      'changed_meanwhile',
      `The refund is now ${formatPkr(giveBack)}, not ${formatPkr(input.amount_back)}. Please check it and try again.`,
      { amount: giveBack },
    );
  }
  // Credit goes back as credit at once; other money waits for the desk.
  const entries = deps.listLedgerEntries(id);
  const paidByCredit = booking.user_id !== null && entries.every(({ method }) => method === 'credit');
  return changeStatusWithMoney(
    tx,
    deps,
    id,
    {
      status: 'cancelled',
      version: input.version,
      cancelled_by: 'customer',
      refund_to: paidByCredit ? 'credit' : 'money',
    },
    actor,
  );
}

/** Moves a booking once, 24 hours ahead, to other free slots of the same length at today's price. */
export function rescheduleByCustomer(
  tx: Transaction,
  deps: SelfServiceDeps,
  id: number,
  input: CustomerReschedule,
  actor: Actor,
): Booking {
  const { bookings } = deps;
  const booking = bookings.require(id);
  assertAllowed(rescheduleBlock(booking, hasCustomerEntry(tx.db, id, 'moved'), tx.now), deps);
  const { daysAhead } = deps.rules();
  const error = rescheduleTargetError(booking, input, {
    ...{ calendar: deps.calendar(), now: tx.now, daysAhead },
  });
  if (error) throw invalidField('slots', error);
  const { version } = booking;
  return rescheduleBooking(tx, deps, id, { ...input, version }, actor, true);
}

/** Replaces the email, and with it the key; the emails go out again. A customer may do it once. */
export function correctEmail(
  tx: Transaction,
  { bookings }: { bookings: BookingStore },
  id: number,
  email: string,
  options: { byCustomer: boolean; version?: number | undefined },
  actor: Actor,
): Booking {
  const booking = bookings.require(id, options.version);
  assertCorrectable(tx, booking, email, options.byCustomer);
  tx.db.query('UPDATE booking SET email = ?, version = version + 1 WHERE id = ?').run(email, id);
  recordAuditEntry(
    tx,
    actor,
    'email_corrected',
    'booking',
    id,
    options.byCustomer ? { by_customer: true } : {},
  );
  tx.emit({ kind: 'booking.email_corrected', booking_id: id });
  return bookings.require(id);
}

/** Queues the email about the booking's present state again; returns its recipient. */
export function resendEmail(
  tx: Transaction,
  { bookings }: { bookings: BookingStore },
  id: number,
  actor: Actor,
): string {
  const { email } = bookings.require(id);
  if (!email) throw new Failure('wrong_state', 'This booking has no email address. Please add one first.');
  recordAuditEntry(tx, actor, 'emails_resent', 'booking', id);
  tx.emit({ kind: 'booking.resend_requested', booking_id: id });
  return email;
}

/** Throws when `email` cannot replace the booking's email. */
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
      'The email of this booking was corrected before. Please call us to change it again.',
    );
  }
}

function assertAllowed(block: SelfServiceBlock | null, deps: SelfServiceDeps): void {
  if (!block) return;
  throw new Failure('wrong_state', `${block.title}. ${block.text} Phone ${deps.rules().phone}.`);
}
