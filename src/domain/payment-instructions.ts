import type { PaymentDetail, PaymentInstructions } from './api/booking-answers.ts';
import type { Booking, PaymentMethod } from './booking.ts';
import type { BookingStatus } from './booking-status.ts';
import type { Club } from './club.ts';
import { formatPkr } from './format-money.ts';
import { formatIban } from './iban.ts';

export type { PaymentDetail, PaymentInstructions } from './api/booking-answers.ts';

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, { label: string; hint: string }> = {
  bank_transfer: { label: 'Bank Transfer', hint: 'Manual bank transfer (confirmation required)' },
  cash: { label: 'Cash Payment', hint: 'Pay at the club reception' },
  card: { label: 'Card or Wallet', hint: 'Pay online now: card, Easypaisa or JazzCash' },
  credit: { label: 'Credit', hint: 'Pay now with your prepaid credit' },
};

/** Falls back to the method itself if it is unknown. */
export function paymentMethodLabel(method: string): string {
  return Object.hasOwn(PAYMENT_METHOD_LABELS, method)
    ? PAYMENT_METHOD_LABELS[method as PaymentMethod].label
    : method;
}

/** The wizard's payment methods: no transfer until there is an account to transfer to. */
export function offeredPaymentMethods(
  methods: readonly PaymentMethod[],
  club: Pick<Club, 'bank'>,
): readonly PaymentMethod[] {
  return club.bank.iban ? methods : methods.filter((method) => method !== 'bank_transfer');
}

/**
 * A card booking that is not paid yet. The customer may still cancel on the payment page, so the site sends no
 * message before the payment arrives.
 */
export function awaitsCardPayment(booking: Pick<Booking, 'payment_method' | 'status' | 'received'>): boolean {
  const { payment_method, status, received } = booking;
  return payment_method === 'card' && status === 'pending' && received === 0;
}

/** What to ask for: `amount` PKR for booking `id`, of which `received` has come. */
interface Demand {
  id: number;
  /** What a transfer that isn't for a booking has to name. */
  reference?: string;
  /** The player whose share of the booking is asked for. */
  share?: number;
  amount: number;
  received?: number;
  /** A paid booking takes no receipt, even if its price has risen since. */
  status?: BookingStatus;
}

/** How to pay what a booking still costs. */
export function paymentInstructions(
  method: PaymentMethod,
  booking: Demand,
  club: Pick<Club, 'bank' | 'phone'>,
): PaymentInstructions {
  const amount = formatPkr(booking.amount);
  const { received = 0 } = booking;
  if (received > 0) return balanceInstructions(method, { ...booking, received }, club);
  if (method === 'cash') {
    return createInstructions(
      'Pay at the club reception',
      [],
      [
        `Please pay ${amount} in cash at the reception.`,
        `Tell the reception your booking number: ${booking.id}.`,
        'Arrive 15 minutes early so that you start on time.',
      ],
    );
  }
  if (method === 'credit') {
    return createInstructions(
      'Pay at the club reception',
      [],
      [
        `Please pay ${amount} at the reception, with your credit or in cash.`,
        `Tell the reception your booking number: ${booking.id}.`,
      ],
    );
  }
  if (method === 'card' && booking.amount === 0) {
    return createInstructions('Nothing to pay', [], ['Your booking is confirmed.']);
  }
  if (method === 'card') {
    return createInstructions(
      'Pay online',
      [{ label: 'Amount', value: amount }],
      ['Your booking is confirmed as soon as the payment arrives.'],
    );
  }
  const copy = String(booking.amount);
  return transferInstructions(
    'Pay by bank transfer',
    [{ label: 'Amount', value: amount, copy }],
    booking,
    club,
  );
}

/** How to pay for a place in an event or a purchase; `id` is the payer's. */
export function itemInstructions(
  method: PaymentMethod,
  { id, amount, received = 0 }: Pick<Demand, 'id' | 'amount' | 'received'>,
  club: Pick<Club, 'bank' | 'phone'>,
): PaymentInstructions {
  const due = formatPkr(amount - received);
  if (method === 'bank_transfer') {
    const copy = String(amount - received);
    const details = [{ label: 'Amount', value: due, copy }];
    return transferInstructions(
      'Pay by bank transfer',
      details,
      { id, amount, reference: itemReference(id) },
      club,
    );
  }
  if (method === 'card') {
    return createInstructions(
      'Pay online',
      [{ label: 'Amount', value: due }],
      ['It is yours as soon as the payment has arrived.'],
    );
  }
  return createInstructions('Pay at the club reception', [], [`Please pay ${due} at the reception.`]);
}

/** What a transfer for a place or purchase has to name. */
export function itemReference(payerId: number): string {
  return `payment ${payerId}`;
}

/** The reference for a transfer, which identifies it in the bank's statement. */
export function transferReference(id: number, share?: number): string {
  return share === undefined ? `booking ${id}` : `booking ${id} share ${share}`;
}

/** The details that a banking app asks for after the amount. */
function transferInstructions(
  title: string,
  amounts: PaymentDetail[],
  { id, share, status, reference = transferReference(id, share) }: Demand,
  club: Pick<Club, 'bank' | 'phone'>,
): PaymentInstructions {
  const { account_title, bank_name, iban } = club.bank;
  const isBooking = reference === transferReference(id, share);
  const account = iban
    ? [
        { label: 'Account title', value: account_title, copy: account_title },
        { label: 'Bank', value: bank_name },
        { label: 'IBAN', value: formatIban(iban), copy: iban.replace(/\s/g, '') },
      ]
    : [];
  return createInstructions(
    title,
    [...amounts, ...account, { label: 'Reference', value: reference, copy: reference }],
    [
      ...(iban ? [] : [`Please call ${club.phone} for our bank account details.`]),
      status === 'paid'
        ? 'We’ll confirm the payment when it arrives.'
        : `Upload a picture of the receipt here. We’ll confirm ${isBooking ? 'your booking' : 'it'} after checking it.`,
    ],
  );
}

/** For a partly paid booking. */
function balanceInstructions(
  method: PaymentMethod,
  booking: Demand & { received: number },
  club: Pick<Club, 'bank' | 'phone'>,
): PaymentInstructions {
  const amountDue = booking.amount - booking.received;
  const details = [
    { label: 'Price now', value: formatPkr(booking.amount) },
    { label: 'Paid', value: formatPkr(booking.received) },
  ];
  if (amountDue <= 0)
    return createInstructions('Your payment has arrived', details, ['Your booking is confirmed.']);
  const title = 'Part of the price is still to be paid';
  const rest = { label: 'Still to pay', value: formatPkr(amountDue) };
  if (method === 'bank_transfer') {
    return transferInstructions(title, [...details, { ...rest, copy: String(amountDue) }], booking, club);
  }
  return createInstructions(
    title,
    [...details, rest],
    [`Pay the rest at the reception, with your booking number ${booking.id}.`],
  );
}

/** How to pay the rest of a partly paid booking, in one sentence: `Please pay PKR 1,000 at the reception.` */
export function restSentence({
  id,
  payment_method,
  balance,
}: Pick<Booking, 'id' | 'payment_method' | 'balance'>) {
  return payment_method === 'bank_transfer'
    ? `Please send ${formatPkr(balance)} by bank transfer, with booking ${id} as the reference.`
    : `Please pay ${formatPkr(balance)} at the reception.`;
}

function createInstructions(title: string, details: PaymentDetail[], notes: string[]): PaymentInstructions {
  const lines = [...details.map(({ label, value }) => `${label}: ${value}`), ...notes];
  return { title, lines, details, notes };
}
