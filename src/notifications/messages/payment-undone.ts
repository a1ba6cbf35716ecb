import { formatPkr } from '../../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../domain/money-labels.ts';
import { payerEmail } from '../booking-message.ts';
import { chatOwed, correctionEmail, titled } from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

interface Undone {
  amount: number;
  method: MoneyMethod;
}

/** The payer was told that money goes back, or stays with the club, that the club never had. */
export const paymentUndone = payerEmail<Undone>({
  kind: 'booking.payment_undone',
  label: 'Payment undone after a cancellation',
  on: {
    'payer.payment_undone': ({ entry_id, amount, method }) => ({
      key: `e${entry_id}`,
      details: { amount, method },
    }),
  },
  follows: [
    'booking.cancelled',
    'payer.changed',
    'payer.left',
    'receipt.refund_due',
    'payment.unmatched',
    'booking.refund_undone',
  ],
  duringCheckout: true,
  required: true,
  chat: {
    text: 'This is about your {{1}}. {{2}} Your own page shows all payments.',
    examples: ['booking 1042', paymentUndoneText({ amount: 6250, method: 'cash' }, 0)],
    button: 'Open my page',
    values: ({ payer, details }) => [chatOwed(payer), paymentUndoneText(details, payer.balance)],
  },
  content: ({ payer, club, details }) => {
    const sentence = paymentUndoneText(details, payer.balance);
    return correctionEmail(
      payer,
      club,
      titled(payer, `${formatPkr(details.amount)} was recorded by mistake`),
      sentence,
    );
  },
  samples: {
    nothing: { booking: { ...CANCELLED, charge: 0, balance: 0 }, details: { amount: 6250, method: 'cash' } },
    player: {
      payer: {
        state: 'left',
        charge: 0,
        received: 1250,
        balance: -1250,
        paid_ways: [{ method: 'bank_transfer', amount: 1250 }],
      },
      details: { amount: 1250, method: 'card' },
    },
  },
});

/** Takes back a payment that counted for a refund; `balance` is what is owed now. */
export function paymentUndoneText({ amount, method }: Undone, balance: number): string {
  const rest =
    balance < 0 ? `You still get ${formatPkr(-balance)} from us.` : 'So there is nothing to give back.';
  return `We recorded that you paid ${formatPkr(amount)} (${MONEY_METHOD_LABELS[method].toLowerCase()}). That was a mistake, sorry. ${rest} If you did pay it, please call us.`;
}
