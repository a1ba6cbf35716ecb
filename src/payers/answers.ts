import type { AdminPayer, Share } from '../domain/api/payer-routes.ts';
import type { ReceiptView } from '../domain/api/receipt-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Payer } from './store.ts';

/** A payer's part as the host sees it, without its link. */
export function toShare(payer: Payer): Share {
  const { id, position, name, state, charge, received, balance, payment_method, receipt_waits } = payer;
  const { level, hold_until } = payer;
  return {
    id,
    position,
    name,
    state,
    charge,
    received,
    balance,
    payment_method,
    receipt_received: receipt_waits === 1,
    level,
    hold_until: hold_until === null ? null : clubTimestamp(hold_until),
  };
}

/**
 * Until when another payer than the customer has to pay: the end of a held place, or the deadline of a pending booking.
 * Null while a receipt is being checked.
 */
export function shareDeadline(
  { hold_until, receipt_waits }: Pick<Payer, 'hold_until' | 'receipt_waits'>,
  { status, pay_by }: Pick<Booking, 'status' | 'pay_by'>,
): string | null {
  if (receipt_waits === 1) return null;
  if (hold_until !== null) return clubTimestamp(hold_until);
  return status === 'pending' ? pay_by : null;
}

/** Those who play, and those who left but still have money here. */
export function isShown({ state, charge, balance }: Payer): boolean {
  return state !== 'left' || charge !== 0 || balance !== 0;
}

export function toAdminPayer(payer: Payer, receipt: ReceiptView | null): AdminPayer {
  const { email, phone, user_id, taken_off, refund_account } = payer;
  return { ...toShare(payer), email, phone, user_id, refund_account, taken_off: taken_off === 1, receipt };
}
