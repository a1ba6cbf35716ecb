import type { Booking } from '../../domain/booking.ts';
import { closedForText } from '../../domain/closed-for.ts';
import type { ClosedFor } from '../../domain/closing.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { refundWays } from '../../domain/money-ways.ts';
import { hoursBackText, includedSlots } from '../../domain/plan-texts.ts';
import { type CancelledBy, refundText, refundTexts } from '../../domain/refund.ts';
import { bookingEmail, type Composing } from '../booking-message.ts';
import {
  bookAnotherTime,
  bookingButton,
  bookingDetails,
  courtAndPlay,
  ownSentence,
} from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { type EmailSection, greetingSection } from '../email-content.ts';
import { refundAccountSections } from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

/**
 * The money at the time of the cancellation in PKR; missing if the booking was cancelled before its address changed.
 */
interface Details {
  paid?: number;
  kept?: number;
  /** The refund became credit when the booking was cancelled. */
  refund_to?: 'credit';
  /** It was an open match. */
  not_full?: true;
  cancelled_by?: CancelledBy;
  /** Why the time is closed. */
  closed_for?: ClosedFor;
}

export const bookingCancelled = bookingEmail<Details>({
  kind: 'booking.cancelled',
  label: 'Booking cancelled',
  on: {
    'booking.cancelled': ({ from, unpaid, not_full, refund_to, cancelled_by, closed_for }, booking) =>
      // The customer of an unpaid card booking has had no email about it, so its end needs none.
      unpaid || (from === 'pending' && booking.payment_method === 'card' && booking.received === 0)
        ? null
        : {
            key: `v${booking.version}`,
            details: {
              paid: booking.received,
              kept: booking.charge,
              ...(refund_to ? { refund_to } : {}),
              ...(not_full ? { not_full } : {}),
              cancelled_by,
              closed_for,
            },
          },
  },
  describes: 'cancelled',
  withdrawnBy: ['booking.paid', 'booking.cancelled'],
  suits: ({ status }) => status === 'cancelled',
  required: ({ refund_to }) => refund_to !== undefined,
  chat: {
    text: 'This is about your booking {{1}}: {{2}}, {{3}}. {{4}} Refund: {{5}}. Your booking page shows what you paid and what you’ll get back.',
    examples: ['1042', ...PLAY_EXAMPLES, openingOf({}), 'PKR 6,250'],
    button: 'Open my booking',
    values: ({ booking, details }) => [
      `${booking.id}`,
      ...chatPlay(booking),
      openingOf(details),
      chatRefund(booking, details),
    ],
  },
  content: (composing) => {
    const { booking, club, details, payer } = composing;
    return {
      subject: `Booking ${booking.id} is cancelled`,
      preview: courtAndPlay(booking),
      badge: { text: 'Cancelled', tone: 'danger' },
      heading: 'Your booking is cancelled',
      sections: [
        greetingSection(booking.name, openingOf(details)),
        ...ownSentence(details.closed_for),
        bookingDetails(booking),
        ...hoursSections(composing),
        ...refundSections(composing),
        ...refundAccountSections(payer),
        bookAnotherTime(booking, club),
        bookingButton(booking),
        ...otherTerms(details),
      ],
    };
  },
  samples: {
    'by the club': {
      booking: { ...CANCELLED, received: 12_500, balance: -12_500 },
      details: { paid: 12_500, kept: 0, cancelled_by: 'club', closed_for: { reason: 'Rain', note: '' } },
    },
    paid: { booking: { ...CANCELLED, balance: -6250 }, details: { paid: 12_500, kept: 6250 } },
    'not full': { booking: CANCELLED, details: { paid: 0, kept: 0, not_full: true } },
    closed: {
      booking: { ...CANCELLED, balance: -12_500 },
      details: {
        paid: 12_500,
        kept: 0,
        cancelled_by: 'club',
        closed_for: { reason: 'Rain', note: 'We are sorry. Book again this week and the balls are on us.' },
      },
    },
    unpaid: { booking: CANCELLED, details: { paid: 0, kept: 0 } },
    kept: { booking: CANCELLED, details: { paid: 12_500, kept: 12_500 } },
    credit: { booking: CANCELLED, details: { paid: 12_500, kept: 0, refund_to: 'credit' } },
    'part-paid': {
      booking: { ...CANCELLED, payment_method: 'card', balance: -10_000 },
      details: { paid: 10_000, kept: 0 },
    },
  },
});

function chatRefund({ balance }: Booking, { refund_to }: Details): string {
  if (balance < 0) return formatPkr(-balance);
  return refund_to === 'credit' ? 'your payment, as credit' : 'nothing';
}

/** Who cancelled and why; an email that is sent again no longer knows. */
function openingOf({ not_full, cancelled_by, closed_for }: Details): string {
  if (not_full) return 'Your match did not fill, so your booking is cancelled.';
  if (cancelled_by === 'club')
    return closed_for
      ? `${closedForText(closed_for)} We’re sorry, but we had to cancel your booking.`
      : 'We’re sorry, but we had to cancel your booking.';
  const again = cancelled_by && !closed_for ? ' Other players can book this slot again.' : '';
  return `Your booking is cancelled.${again}`;
}

/** A customer who cancelled under the published policy may have a reason it doesn't cover. */
function otherTerms({ cancelled_by }: Details): EmailSection[] {
  if (cancelled_by !== 'customer') return [];
  return [
    {
      kind: 'note',
      text: 'If you had a medical emergency, please reply to this email: different refund terms apply.',
    },
  ];
}

/** What becomes of the hours of a plan. */
function hoursSections({ booking, sources }: Composing<Details>): EmailSection[] {
  const back = includedSlots(booking.lines) - sources.planSlotsKeptBy(booking.id);
  const text = hoursBackText(booking.lines, back);
  return text === null ? [] : [{ kind: 'paragraph', text }];
}

/** The money from the ledger: received, kept and refunded. */
function refundSections({ booking, details, entries }: Composing<Details>): EmailSection[] {
  const { refund_to } = details;
  const own = entries();
  // The details add up the money of all payers.
  const isSplit = booking.is_shared;
  const came = own.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? 0 : amount), 0);
  const paid = isSplit ? came : (details.paid ?? booking.received);
  const kept = isSplit ? booking.charge : (details.kept ?? booking.charge);
  // Nothing was to be paid where hours of a plan did.
  if (paid <= 0 && booking.computed_amount === 0) return [];
  if (paid <= 0) {
    const back =
      details.cancelled_by === 'club' ? 'refund you in full' : 'refund you under our refund policy';
    const text = `We have not confirmed a payment for this booking. If you have already paid, please reply with your receipt, and we will ${back}.`;
    return [{ kind: 'paragraph', text }];
  }
  if (paid === kept) {
    const text = `You paid ${formatPkr(paid)}. Under our refund policy, there is no refund.`;
    return [{ kind: 'paragraph', text }];
  }
  const text =
    booking.balance < 0
      ? refundTexts(refundWays(own, -booking.balance)) || refundText(booking.payment_method)
      : refund_to === 'credit'
        ? 'The refund was added to your credit. You can pay with it when you book again.'
        : 'The refund has been paid, or added to your credit.';
  return [
    {
      kind: 'amounts',
      rows: [
        ['Paid', formatPkr(paid)],
        ['Kept', formatPkr(kept)],
      ],
      total: [`Refund (${Math.round(((paid - kept) / paid) * 100)}%)`, formatPkr(paid - kept)],
    },
    { kind: 'paragraph', text: kept === 0 ? `You’ll get back everything you paid. ${text}` : text },
  ];
}
