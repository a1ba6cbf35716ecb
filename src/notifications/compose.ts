import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { createIcsFile } from '../domain/icalendar.ts';
import { endOfPlay, startOfPlay } from '../domain/play-time.ts';
import { type AccountEmailDetails, accountEmail } from './account-emails.ts';
import {
  amountMismatchEmail,
  bookingCancelledEmail,
  bookingMovedEmail,
  bookingPaidEmail,
  bookingReceivedEmail,
  receiptReceivedEmail,
  unmatchedPaymentEmail,
} from './booking-emails.ts';
import {
  clubAmountMismatchEmail,
  clubContactMessageEmail,
  clubNewBookingEmail,
  clubNewReceiptEmail,
  clubUnmatchedPaymentEmail,
} from './club-emails.ts';
import { type Email, type EmailContent, renderEmailText } from './email.ts';
import { renderEmailHtml } from './email-html.ts';
import type { OutboxRow } from './outbox.ts';
import { earliestSmsTime } from './quiet-hours.ts';
import type { Recipients } from './recipients.ts';
import { renderSms } from './sms-message.ts';

/** What to do with a message whose turn has come. */
export type ComposeResult =
  | { action: 'mail'; email: Email }
  | { action: 'text'; to: string; text: string }
  | { action: 'withdraw'; reason: string }
  | { action: 'postpone'; until: number };

export interface ComposeDeps {
  facts: Club;
  recipients: Recipients;
  findBooking: (id: number) => Booking | null;
}

/**
 * Draws a message from what the club's rows say now, not from what they said when it was queued: a booking
 * that was moved is told with its new time, one that is over or cancelled is not told at all.
 */
export function composeMessage(row: OutboxRow, now: number, deps: ComposeDeps): ComposeResult {
  const { facts: club } = deps;
  if (row.audience === 'account') {
    const details = JSON.parse(row.details) as AccountEmailDetails;
    const content = accountEmail(row.kind as AccountMessage['kind'], details, club);
    return composeEmail(
      row.recipient ?? '',
      content,
      club,
      'You get this mail because it concerns your account.',
    );
  }
  if (row.kind === 'club.contact') {
    const message = row.contact_id === null ? null : deps.recipients.findContactMessage(row.contact_id);
    if (!message) return { action: 'withdraw', reason: 'the message was deleted' };
    return composeEmail(club.email, clubContactMessageEmail(message, club), club, CLUB_FOOTER, {
      reply_to: message.email,
    });
  }
  const booking = row.booking_id === null ? null : deps.findBooking(row.booking_id);
  if (!booking) return { action: 'withdraw', reason: 'the booking was deleted' };
  if (row.channel === 'sms') return composeSms(row, booking, now, deps);
  if (row.audience === 'club') {
    if (row.kind === 'club.booking' && deps.recipients.isWalkIn(booking.id)) {
      return { action: 'withdraw', reason: 'the desk wrote it down itself' };
    }
    const content = clubEmailContent(row, booking, club);
    return composeEmail(
      club.email,
      content,
      club,
      CLUB_FOOTER,
      booking.email ? { reply_to: booking.email } : {},
    );
  }
  return composeBookingEmail(row, booking, now, deps);
}

function clubEmailContent(row: OutboxRow, booking: Booking, club: Club): EmailContent {
  switch (row.kind) {
    case 'club.receipt':
      return clubNewReceiptEmail(booking, club);
    case 'club.stray':
      return clubUnmatchedPaymentEmail(booking, club, JSON.parse(row.details).amount);
    case 'club.differs':
      return clubAmountMismatchEmail(booking, club, JSON.parse(row.details));
    default:
      return clubNewBookingEmail(booking, club);
  }
}

const CLUB_FOOTER = 'You get this mail because it is the address in club.toml.';

function composeBookingEmail(
  row: OutboxRow,
  booking: Booking,
  now: number,
  deps: ComposeDeps,
): ComposeResult {
  const { facts: club } = deps;
  const footer = `You get this mail because this address was given with booking ${booking.id}.`;
  if (row.kind === 'payment.stray') {
    // About money of theirs, whatever became of the booking and whatever they read otherwise.
    const { amount } = JSON.parse(row.details) as { amount: number };
    return composeEmail(booking.email, unmatchedPaymentEmail(booking, club, amount), club, footer);
  }
  if (row.kind === 'payment.differs') {
    const mismatch = JSON.parse(row.details) as { amount: number; due: number };
    // What was missing has been settled meanwhile, and another letter tells of it.
    if (mismatch.amount < mismatch.due && booking.status !== 'pending') {
      return { action: 'withdraw', reason: `the booking is ${booking.status}` };
    }
    if (mismatch.amount < mismatch.due && booking.computed_amount !== mismatch.due) {
      return { action: 'withdraw', reason: 'the booking was moved' };
    }
    return composeEmail(booking.email, amountMismatchEmail(booking, club, mismatch), club, footer);
  }
  if (!deps.recipients.wantsEmail(booking)) return { action: 'withdraw', reason: 'mails are switched off' };
  const isCancelled = booking.status === 'cancelled';
  if (isCancelled !== (row.kind === 'booking.cancelled')) {
    return { action: 'withdraw', reason: `the booking is ${booking.status}` };
  }
  if (!isCancelled && endOfPlay(booking) <= now) return { action: 'withdraw', reason: 'the play is over' };
  const extra: Partial<Email> = {};
  if (row.kind !== 'receipt.received') extra.calendar = createIcsFile(booking, club);
  if (booking.user_id !== null) extra.unsubscribe_url = `${club.public_url}/account`;
  return composeEmail(booking.email, bookingEmailContent(row, booking, deps), club, footer, extra);
}

function bookingEmailContent(row: OutboxRow, booking: Booking, deps: ComposeDeps): EmailContent {
  const { facts: club } = deps;
  switch (row.kind) {
    case 'booking.paid':
      return bookingPaidEmail(booking, club);
    case 'booking.moved':
      return bookingMovedEmail(booking, club, deps.recipients.priceWhenPaid(booking.id));
    case 'receipt.received':
      return receiptReceivedEmail(booking, club);
    case 'booking.cancelled':
      return bookingCancelledEmail(booking, club, JSON.parse(row.details));
    default:
      return bookingReceivedEmail(booking, club);
  }
}

function composeSms(row: OutboxRow, booking: Booking, now: number, deps: ComposeDeps): ComposeResult {
  if (booking.status === 'cancelled') return { action: 'withdraw', reason: 'the booking is cancelled' };
  if (!deps.recipients.wantsSms(booking))
    return { action: 'withdraw', reason: 'text messages are switched off' };
  const start = startOfPlay(booking);
  const sendAt = earliestSmsTime(now, booking.date);
  if (start <= now || sendAt >= start) return { action: 'withdraw', reason: 'it came too late to be of use' };
  if (sendAt > now) return { action: 'postpone', until: sendAt };
  const kind = row.kind === 'sms.booked' ? 'sms.booked' : 'sms.reminder';
  return { action: 'text', to: booking.phone, text: renderSms(kind, booking, deps.facts) };
}

function composeEmail(
  to: string,
  content: EmailContent,
  club: Club,
  footerReason: string,
  extra: Partial<Email> = {},
): ComposeResult {
  const footer = `${club.address}\nPhone ${club.phone} · ${club.email}\n${club.public_url}\n${footerReason}`;
  return {
    action: 'mail',
    email: {
      to,
      subject: content.subject,
      html: renderEmailHtml(content, club, footer),
      text: renderEmailText(content, club, footer),
      // Whatever address sends it, people answer the club.
      ...(to === club.email ? {} : { reply_to: club.email }),
      ...extra,
    },
  };
}
