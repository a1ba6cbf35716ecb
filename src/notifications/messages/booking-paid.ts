import type { Booking } from '../../domain/booking.ts';
import { bookingBalance } from '../../domain/booking-statement.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { type LedgerEntry, MONEY_METHOD_LABELS } from '../../domain/ledger.ts';
import { restSentence } from '../../domain/payment-instructions.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, changePolicy, courtAndPlay, ownPrice } from '../booking-sections.ts';
import { chatPlay, chatToPay, PLAY_EXAMPLES } from '../chat-form.ts';
import { type EmailSection, greetingSection } from '../email-content.ts';

/** A booking that an admin restored may be confirmed with money still outstanding. */
export const bookingPaid = bookingEmail({
  kind: 'booking.paid',
  label: 'Booking paid',
  on: { 'booking.paid': (_, { version }) => ({ key: `v${version}` }) },
  describes: 'paid',
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'booking.moved'],
  // The payment may have been undone before the email went out.
  withdrawIf: ({ booking }) => (booking.status === 'paid' ? null : `the booking is ${booking.status}`),
  chat: {
    text: 'Your court is confirmed: {{1}}, {{2}}. Your booking number is {{3}}. Still to pay: {{4}}. Please come 15 minutes early so that you can start on time.',
    examples: [...PLAY_EXAMPLES, '1042', 'nothing, it is paid'],
    button: 'Open my booking',
    values: ({ booking }) => [...chatPlay(booking), `${booking.id}`, chatToPay(booking)],
  },
  content: (composing) => {
    const { booking, entries } = composing;
    const isPaid = booking.balance <= 0;
    const intro = isPaid ? 'Your payment is confirmed.' : `Your court is confirmed. ${restSentence(booking)}`;
    return {
      subject: `Booking ${booking.id} is ${isPaid ? 'paid' : 'confirmed'}: see you on ${formatPlayDate(booking)}`,
      preview: courtAndPlay(booking),
      badge: isPaid
        ? { text: 'Confirmed & Paid', tone: 'success' }
        : { text: 'Payment pending', tone: 'warning' },
      heading: 'Your court is confirmed',
      sections: [
        greetingSection(
          booking.name,
          `${intro} Please arrive 15 minutes early so that you can start on time.`,
        ),
        bookingDetails(booking),
        ownPrice(booking),
        ...paymentReceipt(entries(), booking),
        bookingButton(booking),
        changePolicy(composing),
      ],
    };
  },
  samples: {
    paid: {
      booking: { status: 'paid', received: 12_500, balance: 0 },
      entries: [{ amount: 10_000 }, { id: 2, method: 'cash', amount: 2500 }],
    },
    restored: { booking: { status: 'paid' } },
  },
});

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
