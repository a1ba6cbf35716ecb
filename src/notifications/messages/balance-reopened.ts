import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  chatToPay,
  ownMoney,
  pageButton,
  payByOf,
  paySteps,
  playDetails,
  shareAmounts,
  titled,
} from '../payer-message.ts';
import { HELD } from '../sample-data.ts';

const CAUSES = {
  payment_undone: 'We had recorded a payment by mistake and have taken it back.',
  price_changed: 'The price of your booking has changed.',
  player_left: 'A player was removed, so you now pay for that place until another player takes it.',
  match_closed: 'Your match is closed to other players, so the time to pay ends sooner.',
  shares_open: 'Some shares of your booking haven’t been paid.',
};

/**
 * A payer owes again, with a deadline. After a move, a rejected receipt or a player leaving, the message about that
 * says so itself.
 */
export const balanceReopened = payerEmail<{ cause: keyof typeof CAUSES }>({
  kind: 'booking.reopened',
  label: 'Payment due again',
  on: { 'payer.reopened': ({ cause }) => ({ key: Bun.randomUUIDv7(), details: { cause } }) },
  duringCheckout: true,
  // Anyone who misses it loses the court.
  required: true,
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'booking.moved', 'receipt.received'],
  withdrawIf: ({ payer, booking, now }) => {
    const payBy = payByOf(payer);
    const isOpen = booking.status === 'pending' && payer.balance > 0 && payer.state !== 'left';
    return isOpen && payBy !== null && Date.parse(payBy) > now
      ? null
      : 'the payment arrived, or the deadline has passed';
  },
  chat: {
    text: 'Please pay {{1}} for your {{2}}: {{3}}, {{4}}. The reason: {{5}} If it isn’t paid in time, other players can book this slot. If you’ve already paid, please answer this message.',
    examples: ['PKR 12,500 by 7 PM', 'booking 1042', ...PLAY_EXAMPLES, CAUSES.price_changed],
    button: 'Pay',
    atOnce: true,
    values: ({ payer, details: { cause } }) => [
      chatToPay(payer),
      chatOwed(payer),
      ...chatPlay(payer.booking),
      CAUSES[cause],
    ],
  },
  content: ({ payer, club, details: { cause } }) => {
    const due = formatPkr(payer.balance);
    const payBy = formatPayBy(payByOf(payer) ?? '');
    return {
      subject: titled(payer, `please pay ${due} by ${payBy}`),
      preview: `${due}, by ${payBy}`,
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: `Please pay ${due} by ${payBy}`,
      sections: [
        greetingSection(
          payer.name,
          `${CAUSES[cause]} Please pay ${due} by ${payBy}; after that, other players can book this slot. If you’ve already paid, please reply to this email.`,
        ),
        playDetails(payer),
        payer.received > 0 ? shareAmounts(payer) : ownMoney(payer),
        ...paySteps(payer, club),
        pageButton(payer),
        questionsNote(club),
      ],
    };
  },
  samples: {
    undone: { booking: HELD, details: { cause: 'payment_undone' } },
    price: { booking: { ...HELD, received: 12_000, balance: 500 }, details: { cause: 'price_changed' } },
    removed: { booking: { ...HELD, is_shared: true }, details: { cause: 'player_left' } },
    shares: { booking: { ...HELD, is_shared: true }, details: { cause: 'shares_open' } },
    closed: { booking: { ...HELD, is_shared: true }, details: { cause: 'match_closed' } },
    share: { booking: HELD, payer: {}, details: { cause: 'payment_undone' } },
  },
});
