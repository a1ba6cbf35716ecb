import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import { createIcsFile } from '../domain/booking-calendar-file.ts';
import type { Club } from '../domain/club.ts';
import { isReleased } from '../domain/late-receipt.ts';
import { type LedgerEntry, lastPaymentMethod } from '../domain/ledger.ts';
import { endOfPlay, startOfPlay } from '../domain/play-time.ts';
import type { SeriesMessage } from '../domain/series-message-data.ts';
import type { OfferMessage, WishMessage } from '../domain/waitlist.ts';
import { TOO_LATE_REASONS } from '../outbox/future-times.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { type AccountEmailDetails, accountEmail } from './account-emails.ts';
import {
  bookingCancelledEmail,
  bookingMovedEmail,
  bookingPaidEmail,
  bookingReceivedEmail,
  type CancellationDetails,
  type EmailBooking,
  type MoveDetails,
  receiptReceivedEmail,
} from './booking-emails.ts';
import {
  clubAmountMismatchEmail,
  clubContactMessageEmail,
  clubNewBookingEmail,
  clubNewReceiptEmail,
  clubUnmatchedPaymentEmail,
} from './club-emails.ts';
import {
  bookingReleasedEmail,
  lateReceiptEmail,
  lateRefundEmail,
  paymentDueEmail,
  receiptRejectedEmail,
} from './deadline-and-receipt-emails.ts';
import { confirmEmailChangeEmail, manageLinksEmail } from './email-change-and-manage-link-emails.ts';
import type { Email, EmailContent } from './email-content-types.ts';
import type { Recipients } from './message-preferences.ts';
import {
  amountMismatchEmail,
  bankChangedEmail,
  bookingRefundedEmail,
  type RefundDetails,
  unmatchedPaymentEmail,
} from './payment-emails.ts';
import { earliestSmsTime, type QuietHours } from './quiet-hours.ts';
import { type ComposeResult, renderEmail, type StyledClub } from './render-email.ts';
import { seriesEmail } from './series-emails.ts';
import { type DeadlineSmsKind, renderDeadlineSms, renderSms } from './sms-message.ts';
import { composeWaitingList, isWaitingListKind } from './waiting-list-messages.ts';

export interface ComposeDeps {
  facts: StyledClub;
  quietHours: QuietHours;
  recipients: Recipients;
  findBooking: (id: number) => Booking | null;
  /** The money of a booking, oldest first. */
  listLedgerEntries: (bookingId: number) => LedgerEntry[];
  /** The booking's page with its key. */
  manageUrl: (booking: Booking) => string;
  /** The link by which the booking's present address allows `email` to replace it. */
  confirmationUrl: (booking: Booking, email: string) => string;
  /** An address's bookings that are still to be played. */
  listUpcomingBookingsOf: (email: string) => Booking[];
  /** Null when the wish was deleted. */
  findWishMessage: (id: number) => WishMessage | null;
  findOfferMessage: (id: number) => OfferMessage | null;
}

/**
 * Composes a message from the current data, not from the data when it was queued: the email about a moved booking
 * has its new time, and a message about a booking that is over or cancelled is withdrawn.
 */
export function composeMessage(row: OutboxRow, now: number, deps: ComposeDeps): ComposeResult {
  const { facts: club } = deps;
  if (row.audience === 'account') {
    const details = JSON.parse(row.details) as AccountEmailDetails;
    const content = accountEmail(row.kind as AccountMessage['kind'], details, club);
    return renderEmail(
      row.recipient ?? '',
      content,
      club,
      'You receive this email because it concerns your account.',
    );
  }
  if (row.kind === 'club.contact') {
    const message = row.contact_id === null ? null : deps.recipients.findContactMessage(row.contact_id);
    if (!message) return { action: 'withdraw', reason: 'the message was deleted' };
    return renderEmail(club.email, clubContactMessageEmail(message, club), club, CLUB_FOOTER, {
      reply_to: message.email,
    });
  }
  if (isWaitingListKind(row.kind)) return composeWaitingList(row, row.kind, now, deps);
  if (row.kind === 'booking.links') return composeLinks(row.recipient ?? '', deps);
  const booking = row.booking_id === null ? null : deps.findBooking(row.booking_id);
  if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
  if (row.channel === 'sms') return composeSms(row, booking, now, deps);
  if (row.audience === 'club') {
    if (row.kind === 'club.receipt' && !booking.receipt_received) {
      return { action: 'withdraw', reason: 'the receipt was decided on' };
    }
    if (row.kind === 'club.receipt' && booking.status !== 'pending' && !isReleased(booking)) {
      return { action: 'withdraw', reason: `the booking is ${booking.status}` };
    }
    if (row.kind === 'club.booking' && deps.recipients.isWalkIn(booking.id)) {
      return { action: 'withdraw', reason: 'an admin created the booking' };
    }
    const content = clubEmailContent(row, booking, club);
    return renderEmail(
      club.email,
      content,
      club,
      CLUB_FOOTER,
      booking.email ? { reply_to: booking.email } : {},
    );
  }
  if (row.kind === 'series.changed') return composeSeriesEmail(row, booking, deps);
  return composeBookingEmail(row, { ...booking, manage_url: deps.manageUrl(booking) }, now, deps);
}

function composeLinks(
  email: string,
  { facts: club, listUpcomingBookingsOf, manageUrl }: ComposeDeps,
): ComposeResult {
  const bookings = listUpcomingBookingsOf(email).map((booking) => ({
    ...booking,
    manage_url: manageUrl(booking),
  }));
  if (bookings.length === 0) return { action: 'withdraw', reason: 'no coming booking has this address' };
  const footer = 'You receive this email because its address was typed on our site.';
  return renderEmail(email, manageLinksEmail(bookings, club), club, footer);
}

/** One email about several dates, with one calendar file for all of them. */
function composeSeriesEmail(row: OutboxRow, booking: Booking, deps: ComposeDeps): ComposeResult {
  const { facts: club, findBooking, manageUrl } = deps;
  const message = JSON.parse(row.details) as SeriesMessage;
  const dates = message.dates.flatMap((date) => {
    const found = findBooking(date.booking_id);
    const isGone =
      message.change !== 'cancelled' && message.change !== 'paused' && found?.status === 'cancelled';
    return found && !isGone ? [{ ...date, booking: { ...found, manage_url: manageUrl(found) } }] : [];
  });
  if (dates.length === 0) return { action: 'withdraw', reason: 'all dates were cancelled' };
  if (!message.refund_to && !deps.recipients.wantsEmail(booking)) {
    return { action: 'withdraw', reason: 'the member turned emails off' };
  }
  const footer = 'You receive this email because these bookings were made with this address.';
  return renderEmail(booking.email, seriesEmail(message, dates, club), club, footer, {
    calendar: createIcsFile(
      dates.map(({ booking: one }) => one),
      club,
    ),
    ...(booking.user_id === null ? {} : { unsubscribe_url: `${club.public_url}/account` }),
  });
}

function clubEmailContent(row: OutboxRow, booking: Booking, club: Club): EmailContent {
  switch (row.kind) {
    case 'club.receipt':
      return clubNewReceiptEmail(booking, club);
    case 'club.unmatched':
      return clubUnmatchedPaymentEmail(booking, club, JSON.parse(row.details).amount);
    case 'club.amount_mismatch':
      return clubAmountMismatchEmail(booking, club, JSON.parse(row.details));
    default:
      return clubNewBookingEmail(booking, club);
  }
}

const CLUB_FOOTER = 'You receive this email because your address is the club’s email in its settings.';

function composeBookingEmail(
  row: OutboxRow,
  booking: EmailBooking,
  now: number,
  deps: ComposeDeps,
): ComposeResult {
  const { facts: club } = deps;
  const footer = `You receive this email because booking ${booking.id} was made with this address.`;
  if (row.kind === 'payment.unmatched') {
    // The customer gets an email about a refund even when the booking is over or booking emails are off.
    const { amount } = JSON.parse(row.details) as { amount: number };
    return renderEmail(booking.email, unmatchedPaymentEmail(booking, club, amount), club, footer);
  }
  if (row.kind === 'booking.refunded') {
    const refund = JSON.parse(row.details) as RefundDetails & { entry_id: number };
    const entry = deps.listLedgerEntries(booking.id).find(({ id }) => id === refund.entry_id);
    if (entry && entry.reversed_by !== null) return { action: 'withdraw', reason: 'the refund was undone' };
    return renderEmail(booking.email, bookingRefundedEmail(booking, club, refund), club, footer);
  }
  if (row.kind === 'receipt.refund_due') {
    const { amount } = JSON.parse(row.details) as { amount: number };
    return renderEmail(booking.email, lateRefundEmail(booking, club, amount), club, footer);
  }
  if (row.kind === 'booking.bank_changed') {
    // Where to pay concerns members who turned other emails off, too.
    if (booking.status !== 'pending' || !club.bank.iban) {
      return { action: 'withdraw', reason: 'there is nothing to pay to this account' };
    }
    return renderEmail(booking.email, bankChangedEmail(booking, club), club, footer);
  }
  if (row.kind === 'booking.email_change') {
    const { email } = JSON.parse(row.details) as { email: string };
    const content = confirmEmailChangeEmail(booking, club, email, deps.confirmationUrl(booking, email));
    return renderEmail(booking.email, content, club, footer);
  }
  if (row.kind === 'payment.amount_mismatch') {
    const mismatch = JSON.parse(row.details) as { amount: number; due: number };
    // The missing amount was settled meanwhile; the email about that replaces this one.
    if (mismatch.amount < mismatch.due && booking.status !== 'pending') {
      return { action: 'withdraw', reason: `the booking is ${booking.status}` };
    }
    if (mismatch.amount < mismatch.due && booking.computed_amount !== mismatch.due) {
      return { action: 'withdraw', reason: 'the booking was moved' };
    }
    return renderEmail(booking.email, amountMismatchEmail(booking, club, mismatch), club, footer);
  }
  const isRefund = row.kind === 'booking.cancelled' && cancellationOf(row, booking).refund_to !== undefined;
  if (!isRefund && !deps.recipients.wantsEmail(booking))
    return { action: 'withdraw', reason: 'the member turned emails off' };
  const isCancelled = booking.status === 'cancelled';
  const isForCancelled = row.kind === 'booking.cancelled' || row.kind === 'booking.released';
  const isForBoth = row.kind === 'receipt.received' || row.kind === 'receipt.rejected';
  if (isForBoth ? isCancelled && !isReleased(booking) : isCancelled !== isForCancelled) {
    return { action: 'withdraw', reason: `the booking is ${booking.status}` };
  }
  if (row.kind === 'booking.payment_due' && !isPayable(booking, now)) {
    return { action: 'withdraw', reason: 'the payment came, or the time is over' };
  }
  if (!isCancelled && endOfPlay(booking) <= now)
    return { action: 'withdraw', reason: TOO_LATE_REASONS.email };
  const extra: Partial<Email> = {};
  if (!isForBoth && row.kind !== 'booking.released') extra.calendar = createIcsFile(booking, club);
  if (booking.user_id !== null) extra.unsubscribe_url = `${club.public_url}/account`;
  return renderEmail(booking.email, bookingEmailContent(row, booking, deps), club, footer, extra);
}

function bookingEmailContent(row: OutboxRow, booking: EmailBooking, deps: ComposeDeps): EmailContent {
  const { facts: club } = deps;
  switch (row.kind) {
    case 'booking.paid':
      return bookingPaidEmail(booking, deps.listLedgerEntries(booking.id));
    case 'booking.moved':
      return bookingMovedEmail(booking, club, JSON.parse(row.details) as MoveDetails);
    case 'receipt.received':
      return isReleased(booking) ? lateReceiptEmail(booking) : receiptReceivedEmail(booking);
    case 'receipt.rejected':
      return receiptRejectedEmail(booking, club, (JSON.parse(row.details) as { reason: string }).reason);
    case 'booking.payment_due':
      return paymentDueEmail(booking, club);
    case 'booking.released':
      return bookingReleasedEmail(booking, club);
    case 'booking.cancelled':
      return bookingCancelledEmail(booking, club, {
        ...cancellationOf(row, booking),
        paid_by: lastPaymentMethod(deps.listLedgerEntries(booking.id)),
      });
    default:
      return bookingReceivedEmail(booking, club);
  }
}

/** The money at the cancellation; rows that an earlier version queued do not hold it. */
function cancellationOf(row: OutboxRow, booking: Booking): CancellationDetails {
  const details = JSON.parse(row.details) as Partial<CancellationDetails>;
  return { paid: booking.received, kept: booking.charge, ...details };
}

/** Whether the customer can still pay in time. */
function isPayable({ status, pay_by }: Booking, now: number): boolean {
  return status === 'pending' && pay_by !== null && Date.parse(pay_by) > now;
}

function composeSms(row: OutboxRow, booking: Booking, now: number, deps: ComposeDeps): ComposeResult {
  if (row.kind === 'sms.payment_due' || row.kind === 'sms.released')
    return composeDeadlineSms(row.kind, booking, now, deps);
  if (booking.status === 'cancelled') return { action: 'withdraw', reason: 'the booking is cancelled' };
  if (!deps.recipients.wantsSms(booking))
    return { action: 'withdraw', reason: 'the customer turned SMS off' };
  const start = startOfPlay(booking);
  const sendAt = earliestSmsTime(now, booking, deps.quietHours);
  if (start <= now || sendAt >= start) return { action: 'withdraw', reason: TOO_LATE_REASONS.sms };
  if (sendAt > now) return { action: 'postpone', until: sendAt };
  const kind = row.kind === 'sms.booked' ? 'sms.booked' : 'sms.reminder';
  return { action: 'sms', to: booking.phone, text: renderSms(kind, booking, deps.facts) };
}

function composeDeadlineSms(
  kind: DeadlineSmsKind,
  booking: Booking,
  now: number,
  deps: ComposeDeps,
): ComposeResult {
  if (!deps.recipients.wantsSms(booking))
    return { action: 'withdraw', reason: 'the customer turned SMS off' };
  if (kind === 'sms.payment_due' ? !isPayable(booking, now) : !isReleased(booking))
    return { action: 'withdraw', reason: `the booking is ${booking.status}` };
  const sendAt = earliestSmsTime(now, booking, deps.quietHours);
  const latest = kind === 'sms.payment_due' ? Date.parse(booking.pay_by ?? '') : startOfPlay(booking);
  if (sendAt >= latest) return { action: 'withdraw', reason: TOO_LATE_REASONS.sms };
  if (sendAt > now) return { action: 'postpone', until: sendAt };
  return { action: 'sms', to: booking.phone, text: renderDeadlineSms(kind, booking, deps.facts) };
}
