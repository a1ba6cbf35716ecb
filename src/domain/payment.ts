import type { Booking, PaymentMethod } from './booking.ts';
import { type Club, formatIban } from './club.ts';
import { formatPkr } from './money.ts';

export interface PaymentInstructions {
  title: string;
  lines: string[];
}

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, { label: string; hint: string }> = {
  bank_transfer: { label: 'Bank Transfer', hint: 'Manual bank transfer (confirmation required)' },
  cash: { label: 'Cash Payment', hint: 'Pay at the club reception' },
  card: { label: 'Card or Wallet', hint: 'Pay online now: card, Easypaisa or JazzCash' },
};

/**
 * Made by card and not paid yet: it may be over in a minute, because the customer turned back on the payment
 * page. Nobody is told of it before its money is there, nor of its end without.
 */
export function awaitsCardPayment(
  booking: Pick<Booking, 'payment_method' | 'status' | 'card_received'>,
): boolean {
  return booking.payment_method === 'card' && booking.status === 'pending' && booking.card_received === null;
}

/**
 * PKR a booking costs beyond what came by card: negative when more came than it costs by now, null when
 * nothing came.
 */
export function balanceDue(booking: Pick<Booking, 'card_received' | 'computed_amount'>): number | null {
  return booking.card_received === null ? null : booking.computed_amount - booking.card_received;
}

/** What the customer does next to pay `amount` PKR for booking `id`, of which `received` came by card. */
export function paymentInstructions(
  method: string,
  booking: { id: number; amount: number; received?: number | null },
  club: Pick<Club, 'bank' | 'phone'>,
): PaymentInstructions {
  const amount = formatPkr(booking.amount);
  if (method === 'cash') {
    return {
      title: 'Pay at the club reception',
      lines: [
        `Please pay ${amount} in cash at the reception.`,
        `Tell the desk your booking number: ${booking.id}.`,
        'Arrive 15 minutes early so that you start on time.',
      ],
    };
  }
  if (method === 'card') {
    if (typeof booking.received === 'number')
      return balanceInstructions({ ...booking, received: booking.received });
    return {
      title: 'Pay online',
      lines: [`Amount: ${amount}`, 'Your booking is confirmed as soon as the payment has arrived.'],
    };
  }
  if (!club.bank.iban) {
    return {
      title: 'Pay by bank transfer',
      lines: [
        `Amount: ${amount}`,
        `Reference: booking ${booking.id}`,
        `Please call ${club.phone} for the account to send it to.`,
        'Upload a picture of the receipt here. We confirm your booking after checking it.',
      ],
    };
  }
  return {
    title: 'Pay by bank transfer',
    lines: [
      `Amount: ${amount}`,
      `Account title: ${club.bank.account_title}`,
      `Bank: ${club.bank.bank_name}`,
      `IBAN: ${formatIban(club.bank.iban)}`,
      `Reference: booking ${booking.id}`,
      'Upload a picture of the receipt here. We confirm your booking after checking it.',
    ],
  };
}

/** The booking was moved while its customer paid what it cost before. */
function balanceInstructions(booking: { id: number; amount: number; received: number }): PaymentInstructions {
  const amountDue = booking.amount - booking.received;
  const lines = [`Price now: ${formatPkr(booking.amount)}`, `Paid by card: ${formatPkr(booking.received)}`];
  if (amountDue <= 0)
    return { title: 'Your payment is in', lines: [...lines, 'The club confirms your booking.'] };
  return {
    title: 'A part is still to be paid',
    lines: [
      ...lines,
      `Still to pay: ${formatPkr(amountDue)}`,
      `Pay the rest at the reception and tell the desk your booking number, ${booking.id}.`,
    ],
  };
}
