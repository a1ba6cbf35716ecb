import type { AccountMessage } from '../domain/account-message.ts';
import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import { createIcsFile } from '../domain/icalendar.ts';
import { endOfPlay, startOfPlay } from '../domain/play-time.ts';
import { type AccountDetails, accountLetter } from './account-letters.ts';
import {
  cancelledLetter,
  movedLetter,
  paidLetter,
  receiptLetter,
  receivedLetter,
  strayPaymentLetter,
  sumDiffersLetter,
} from './booking-letters.ts';
import {
  contactLetter,
  newBookingLetter,
  newReceiptLetter,
  otherSumLetter,
  strayMoneyLetter,
} from './club-letters.ts';
import { type Letter, type LetterContent, letterText } from './letter.ts';
import { letterPage } from './letter-page.ts';
import type { OutboxRow } from './outbox.ts';
import type { People } from './people.ts';
import { textMoment } from './quiet-hours.ts';
import { textMessage } from './text-message.ts';

/** What to do with a message whose turn has come. */
export type Draft =
  | { do: 'mail'; letter: Letter }
  | { do: 'text'; to: string; text: string }
  | { do: 'withdraw'; reason: string }
  | { do: 'postpone'; until: number };

export interface ComposeDeps {
  facts: Club;
  people: People;
  findBooking: (id: number) => Booking | null;
}

/**
 * Draws a message from what the club's rows say now, not from what they said when it was queued: a booking
 * that was moved is told with its new time, one that is over or cancelled is not told at all.
 */
export function compose(row: OutboxRow, now: number, deps: ComposeDeps): Draft {
  const { facts: club } = deps;
  if (row.audience === 'account') {
    const details = JSON.parse(row.details) as AccountDetails;
    const content = accountLetter(row.kind as AccountMessage['kind'], details, club);
    return mail(row.recipient ?? '', content, club, 'You get this mail because it concerns your account.');
  }
  if (row.kind === 'club.contact') {
    const message = row.contact_id === null ? null : deps.people.contactMessage(row.contact_id);
    if (!message) return { do: 'withdraw', reason: 'the message was deleted' };
    return mail(club.email, contactLetter(message, club), club, CLUB_FOOTER, { reply_to: message.email });
  }
  const booking = row.booking_id === null ? null : deps.findBooking(row.booking_id);
  if (!booking) return { do: 'withdraw', reason: 'the booking was deleted' };
  if (row.channel === 'sms') return composeText(row, booking, now, deps);
  if (row.audience === 'club') {
    if (row.kind === 'club.booking' && deps.people.isWalkIn(booking.id)) {
      return { do: 'withdraw', reason: 'the desk wrote it down itself' };
    }
    const content = clubContent(row, booking, club);
    return mail(club.email, content, club, CLUB_FOOTER, booking.email ? { reply_to: booking.email } : {});
  }
  return composeBookingMail(row, booking, now, deps);
}

function clubContent(row: OutboxRow, booking: Booking, club: Club): LetterContent {
  switch (row.kind) {
    case 'club.receipt':
      return newReceiptLetter(booking, club);
    case 'club.stray':
      return strayMoneyLetter(booking, club, JSON.parse(row.details).amount);
    case 'club.differs':
      return otherSumLetter(booking, club, JSON.parse(row.details));
    default:
      return newBookingLetter(booking, club);
  }
}

const CLUB_FOOTER = 'You get this mail because it is the address in club.toml.';

function composeBookingMail(row: OutboxRow, booking: Booking, now: number, deps: ComposeDeps): Draft {
  const { facts: club } = deps;
  const footer = `You get this mail because this address was given with booking ${booking.id}.`;
  if (row.kind === 'payment.stray') {
    // About money of theirs, whatever became of the booking and whatever they read otherwise.
    const { amount } = JSON.parse(row.details) as { amount: number };
    return mail(booking.email, strayPaymentLetter(booking, club, amount), club, footer);
  }
  if (row.kind === 'payment.differs') {
    const news = JSON.parse(row.details) as { amount: number; due: number };
    // What was missing has been settled meanwhile, and another letter tells of it.
    if (news.amount < news.due && booking.status !== 'pending') {
      return { do: 'withdraw', reason: `the booking is ${booking.status}` };
    }
    if (news.amount < news.due && booking.computed_amount !== news.due) {
      return { do: 'withdraw', reason: 'the booking was moved' };
    }
    return mail(booking.email, sumDiffersLetter(booking, club, news), club, footer);
  }
  if (!deps.people.wantsMails(booking)) return { do: 'withdraw', reason: 'mails are switched off' };
  const isCancelled = booking.status === 'cancelled';
  if (isCancelled !== (row.kind === 'booking.cancelled')) {
    return { do: 'withdraw', reason: `the booking is ${booking.status}` };
  }
  if (!isCancelled && endOfPlay(booking) <= now) return { do: 'withdraw', reason: 'the play is over' };
  const extra: Partial<Letter> = {};
  if (row.kind !== 'receipt.received') extra.calendar = createIcsFile(booking, club);
  if (booking.user_id !== null) extra.unsubscribe_url = `${club.public_url}/account`;
  return mail(booking.email, bookingContent(row, booking, deps), club, footer, extra);
}

function bookingContent(row: OutboxRow, booking: Booking, deps: ComposeDeps): LetterContent {
  const { facts: club } = deps;
  switch (row.kind) {
    case 'booking.paid':
      return paidLetter(booking, club);
    case 'booking.moved':
      return movedLetter(booking, club, deps.people.priceWhenPaid(booking.id));
    case 'receipt.received':
      return receiptLetter(booking, club);
    case 'booking.cancelled':
      return cancelledLetter(booking, club, JSON.parse(row.details));
    default:
      return receivedLetter(booking, club);
  }
}

function composeText(row: OutboxRow, booking: Booking, now: number, deps: ComposeDeps): Draft {
  if (booking.status === 'cancelled') return { do: 'withdraw', reason: 'the booking is cancelled' };
  if (!deps.people.wantsTexts(booking)) return { do: 'withdraw', reason: 'text messages are switched off' };
  const start = startOfPlay(booking);
  const moment = textMoment(now, booking.date);
  if (start <= now || moment >= start) return { do: 'withdraw', reason: 'it came too late to be of use' };
  if (moment > now) return { do: 'postpone', until: moment };
  const kind = row.kind === 'sms.booked' ? 'sms.booked' : 'sms.reminder';
  return { do: 'text', to: booking.phone, text: textMessage(kind, booking, deps.facts) };
}

function mail(
  to: string,
  content: LetterContent,
  club: Club,
  why: string,
  extra: Partial<Letter> = {},
): Draft {
  const footer = `${club.address}\nPhone ${club.phone} · ${club.email}\n${club.public_url}\n${why}`;
  return {
    do: 'mail',
    letter: {
      to,
      subject: content.subject,
      html: letterPage(content, club, footer),
      text: letterText(content, club, footer),
      // Whatever address sends it, people answer the club.
      ...(to === club.email ? {} : { reply_to: club.email }),
      ...extra,
    },
  };
}
