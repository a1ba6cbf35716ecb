import type { Booking, PaymentMethod } from '../domain/booking.ts';
import { isUnderReview } from '../domain/booking-heading.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { type MoneyPart, transferBack } from '../domain/money-ways.ts';
import { paymentInstructions } from '../domain/payment-instructions.ts';
import { formatPlayDate } from '../domain/play-time.ts';
import { shareDeadline } from '../payers/answers.ts';
import { findShareQr } from '../payments/transfer-qr.ts';
import { bookingDetails, ownPrice, paymentSteps, questionsNote, timesOf } from './booking-sections.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email-content.ts';
import type { StyledClub } from './render-email.ts';

/**
 * The data of a message to a payer; `url` opens the payer's page with their own key. For the customer, only their own
 * money.
 */
export interface PayerMessage {
  id: number;
  /** 1 for the booking's customer. */
  position: number;
  user_id: number | null;
  name: string;
  email: string;
  phone: string;
  sms_updates: boolean;
  updates_by?: string[];
  state: string;
  charge: number;
  received: number;
  balance: number;
  payment_method: PaymentMethod | null;
  payment_receipt: string | null;
  receipt_waits: number;
  /** How long a place in an open match is held unpaid; null once it is taken. */
  hold_until: number | null;
  /** The payer's own money that the club has. */
  paid_ways: MoneyPart[];
  refund_account: string | null;
  /** Why the player can't have the place; see `turnedAway`. */
  turned_away: 'plays' | 'taken_off' | null;
  /** More than just typed; see `isConfirmedContact`. */
  confirmed: boolean;
  /** Empty for the host, and if the host's name is not fit to show to the player. */
  host_name: string;
  url: string;
  booking: Booking;
}

/** Why a payer is no longer told about a booking. */
export function goneReason({ state, booking }: PayerMessage): string | null {
  if (booking.status === 'cancelled') return 'the booking is cancelled';
  return state === 'left' ? 'the player has left' : null;
}

/**
 * `Booking 1042: please pay` or, for a player, who has not seen the number, `Please pay: Saturday, November 21,
 * 2026`.
 */
export function titled({ position, booking }: PayerMessage, text: string): string {
  if (position === 1) return `Booking ${booking.id}: ${text}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}: ${formatPlayDate(booking)}`;
}

/** Court, time and what is still due by when; for the customer also the number and the payment method. */
export function playDetails(payer: PayerMessage): EmailSection {
  const { position, booking, host_name, balance } = payer;
  if (position === 1) return bookingDetails({ ...booking, paid_ways: payer.paid_ways });
  const payBy = balance > 0 ? shareDeadline(payer, booking) : null;
  return {
    kind: 'details',
    rows: [
      ...(host_name ? [['Host', host_name] as [string, string]] : []),
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', timesOf(booking).join('\n')],
      ...(payBy === null ? [] : [['Pay by', formatPayBy(payBy)] as [string, string]]),
    ],
  };
}

/** What the payer pays: the customer's price line by line, or a share. */
export function ownMoney(payer: PayerMessage): EmailSection {
  return payer.position === 1 ? ownPrice(payer.booking) : shareAmounts(payer);
}

/** What the payer owes, what has come of it, and what is left. */
export function shareAmounts(payer: PayerMessage): EmailSection {
  return moneyOf(payer, 'Received', payer.received);
}

/** What a payer owes, after a refund of `amount` in PKR. */
export function refundAmounts(payer: PayerMessage, amount: number): EmailSection {
  return moneyOf(payer, 'Refunded', amount);
}

function moneyOf(payer: PayerMessage, moved: 'Received' | 'Refunded', amount: number): EmailSection {
  const { charge, balance, position, booking } = payer;
  const isAlone = position === 1 && !booking.is_shared;
  const label = isAlone ? (booking.status === 'cancelled' ? 'Kept' : 'Price') : 'Your share';
  return {
    kind: 'amounts',
    rows: [
      [label, formatPkr(charge)],
      [moved, formatPkr(amount)],
    ],
    total:
      balance > 0
        ? ['Still to pay', formatPkr(balance)]
        : balance < 0
          ? ['We’ll refund', formatPkr(-balance)]
          : ['Balance', 'Settled'],
  };
}

/** How the payer can pay the rest, with the QR code for a transfer. */
export function paySteps(payer: PayerMessage, club: StyledClub): EmailSection[] {
  const { position, booking, charge: amount, received, balance, payment_method } = payer;
  if (position === 1) return [paymentSteps(booking, club)];
  if (balance <= 0 || payment_method === null) return [];
  const demand = { id: booking.id, share: payer.id, amount, received, status: booking.status };
  const { title, lines } = paymentInstructions(payment_method, demand, club);
  return [
    {
      kind: 'steps',
      title,
      lines: lines.map((line) =>
        line
          .replace('receipt here', 'receipt on your payment page (button below)')
          .replace('confirm your booking', 'confirm your payment'),
      ),
      qr: payment_method === 'bank_transfer' ? findShareQr(booking, payer, club) : null,
    },
  ];
}

/** Asks for the account of a payer who gets a transfer back. */
export function refundAccountSections(payer: PayerMessage): EmailSection[] {
  const back = transferBack(payer.paid_ways, payer.balance);
  if (back === 0 || payer.refund_account !== null) return [];
  return [
    { kind: 'paragraph', text: `Please tell us where to send your ${formatPkr(back)}.` },
    { kind: 'button', label: 'Enter my account', url: payer.url },
  ];
}

/** What a chat calls what the payer pays for; a player has not seen the booking's number. */
export function chatOwed({ position, booking }: PayerMessage): string {
  return position === 1 ? `booking ${booking.id}` : 'share of the price';
}

/** What the payer still owes, and until when; a receipt that the club checks is no demand. */
export function chatToPay(payer: PayerMessage): string {
  const { position, state, receipt_waits, balance, booking } = payer;
  const isCustomer = position === 1;
  if (isCustomer ? isUnderReview(booking) : receipt_waits === 1)
    return 'nothing now, we are checking your receipt';
  if (booking.status === 'cancelled') return 'nothing now, your booking is cancelled';
  if (state === 'left') return 'nothing now, you are no longer in the game';
  if (state === 'waiting') return 'nothing yet';
  if (balance <= 0) return 'nothing, it is paid';
  const payBy = isCustomer ? booking.pay_by : shareDeadline(payer, booking);
  return `${formatPkr(balance)}${payBy === null ? '' : ` by ${formatPayBy(payBy)}`}`;
}

/** The payer's deadline: the end of a held place, or the booking's deadline. */
export function payByOf({ hold_until, booking }: PayerMessage): string | null {
  return hold_until === null ? booking.pay_by : clubTimestamp(hold_until);
}

/** How long a place in an open match is held; empty once it is taken. */
export function heldNote({ hold_until }: PayerMessage): string {
  if (hold_until === null) return '';
  return ` We’re holding your place until ${formatPayBy(clubTimestamp(hold_until))}; please pay by then.`;
}

/** The payer's own page including its key. */
export function pageButton({ position, url }: PayerMessage): EmailSection {
  return { kind: 'button', label: position === 1 ? 'Manage your booking' : 'Open your share', url };
}

/** Takes back what an earlier message said of the payer's money. */
export function correctionEmail(
  payer: PayerMessage,
  club: StyledClub,
  subject: string,
  sentence: string,
): EmailContent {
  return {
    subject,
    preview: sentence,
    badge: { text: 'Correction', tone: 'warning' },
    heading: 'Our mistake',
    sections: [
      greetingSection(payer.name, sentence),
      playDetails(payer),
      shareAmounts(payer),
      ...refundAccountSections(payer),
      ...(payer.state === 'left' ? [] : [pageButton(payer)]),
      questionsNote(club),
    ],
  };
}
