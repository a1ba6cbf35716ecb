import type { Booking } from '../../domain/booking.ts';
import { bookingBalance } from '../../domain/booking-statement.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { type LedgerEntry, MONEY_METHOD_LABELS } from '../../domain/ledger.ts';
import { restSentence } from '../../domain/payment-instructions.ts';
import { formatPlayDate, startOfPlay } from '../../domain/play-time.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, changePolicy, courtAndPlay, ownPrice } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { type EmailSection, greetingSection } from '../email-content.ts';
import { chatToPay } from '../payer-message.ts';

/** A booking that an admin restored may be confirmed with money still outstanding. */
export const bookingPaid = bookingEmail<{ restored?: true }>({
  kind: 'booking.paid',
  label: 'Booking paid',
  on: {
    'booking.paid': ({ restored }, { version }) => ({
      key: `v${version}`,
      details: restored ? { restored } : {},
    }),
  },
  describes: 'paid',
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'booking.moved'],
  // The payment may have been undone before the email went out.
  withdrawIf: ({ booking }) => (booking.status === 'paid' ? null : `the booking is ${booking.status}`),
  chat: {
    text: 'Your court is confirmed: {{1}}, {{2}}. Your booking number is {{3}}. Still to pay: {{4}}. Please come 15 minutes early so that you can start on time.',
    examples: [...PLAY_EXAMPLES, '1042', 'nothing, it is paid'],
    button: 'Open my booking',
    values: ({ booking, payer }) => [...chatPlay(booking), `${booking.id}`, chatToPay(payer)],
  },
  content: (composing) => {
    const { booking, entries, now } = composing;
    const isPaid = booking.balance <= 0;
    // Such as a payment taken while they play.
    const hasStarted = startOfPlay(booking) <= now;
    const intro = [
      ...(composing.details.restored ? ['Your booking is no longer cancelled.'] : []),
      confirmation(booking),
      ...(hasStarted ? [] : ['Please arrive 15 minutes early so that you can start on time.']),
    ].join(' ');
    const seeYou = hasStarted ? '' : `: see you on ${formatPlayDate(booking)}`;
    return {
      subject: `Booking ${booking.id} is ${isPaid && booking.charge > 0 ? 'paid' : 'confirmed'}${seeYou}`,
      preview: courtAndPlay(booking),
      badge: isPaid
        ? { text: 'Confirmed & Paid', tone: 'success' }
        : { text: 'Payment pending', tone: 'warning' },
      heading: 'Your court is confirmed',
      sections: [
        greetingSection(booking.name, intro),
        bookingDetails(booking),
        ownPrice(booking),
        ...paymentReceipt(entries(), booking),
        bookingButton(booking),
        ...(hasStarted ? [] : [changePolicy(composing)]),
      ],
    };
  },
  samples: {
    paid: {
      booking: { status: 'paid', received: 12_500, balance: 0 },
      entries: [{ amount: 10_000 }, { id: 2, method: 'cash', amount: 2500 }],
    },
    restored: { booking: { status: 'paid' }, details: { restored: true } },
    free: { booking: { status: 'paid', charge: 0, balance: 0 } },
  },
});

function confirmation(booking: Booking): string {
  if (booking.balance > 0) return `Your court is confirmed. ${restSentence(booking)}`;
  return booking.charge > 0
    ? 'Your payment is confirmed.'
    : 'Your court is confirmed. The whole price is covered.';
}

/** What was paid and how, leaving out anything undone. */
function paymentReceipt(entries: readonly LedgerEntry[], booking: Booking): EmailSection[] {
  const counted = entries.filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null);
  if (counted.length === 0) return [];
  const rows = counted.map(({ kind, method, amount }): [string, string] => [
    `${AMOUNT_LABELS[kind]} by ${MONEY_METHOD_LABELS[method].toLowerCase()}`,
    formatPkr(Math.abs(amount)),
  ]);
  return [{ kind: 'amounts', rows, total: ['Balance', bookingBalance(booking)] }];
}

const AMOUNT_LABELS = { payment: 'Paid', refund: 'Refunded', correction: 'Corrected', top_up: 'Paid' };
