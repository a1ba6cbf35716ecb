import { markPaid } from './bookings.ts';
import { restartClock, setPayBy } from './deadlines.ts';
import { tell, tellPayer } from './messages.ts';
import { addEntry, balanceOf, isQuarterPaid, isShared, lateDueOf, received } from './money.ts';
import { lower } from './payers.ts';
import { endRelease, isPayable, settle, tellRefund, tellReopened } from './payments.ts';
import { confirmPlace, holdAgain, isPromise, isTurnedAway } from './places.ts';
import { startOf } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  DAY,
  type Expected,
  FORBIDDEN,
  INVALID,
  OK,
  type Payer,
  type State,
} from './state.ts';

const LATE_DAYS = 7;

/** Whether a receipt is accepted; from a week after the release, none is. */
function accepts(state: State, booking: Booking, payer: Payer, now: number): boolean {
  if (payer.position > 1) return payer.email !== '' && isPayable(state, booking, payer, now);
  const { status, payBy, isReleased } = booking;
  if (payer.method !== 'bank_transfer' || status === 'paid') return false;
  if (status === 'pending') return balanceOf(state, payer) > 0;
  return isReleased && now <= (payBy ?? 0) + LATE_DAYS * DAY;
}

/** The payers of a person whose receipt a picture may be. */
export function listPictured(state: State, person: string, now: number): [Booking, Payer][] {
  return state.bookings.flatMap((booking) =>
    booking.payers
      .filter(
        ({ person: own, method, state: is }) =>
          own === person && method === 'bank_transfer' && is === 'joined',
      )
      .filter((payer) => balanceOf(state, payer) > 0 && !payer.receiptWaits)
      .filter((payer) => accepts(state, booking, payer, now))
      .filter((payer) => payer.position === 1 || !isTurnedAway(booking, payer))
      .map((payer): [Booking, Payer] => [booking, payer]),
  );
}

/** Only the first receipt stops the clock, and never a shared one; it takes a held place. */
export function upload(state: State, booking: Booking, payer: Payer, now: number): Expected {
  if (!accepts(state, booking, payer, now)) return CONFLICT;
  if (payer.position > 1 && isTurnedAway(booking, payer)) return FORBIDDEN;
  Object.assign(payer, {
    receiptWaits: true,
    hasReceipt: true,
    receipts: payer.receipts + 1,
    receiptAt: now,
  });
  if (payer.position > 1) {
    if (payer.receipts === 1) confirmPlace(state, booking, payer);
    tellPayer(state, 'receipt.received', booking, payer);
    const toClub = { kind: 'club.receipt', about: booking.id };
    (payer.receipts === 1 ? state.told : state.maybeTold).push(toClub);
    return OK;
  }
  const isFirst = payer.receipts === 1 && !isShared(booking);
  if (booking.status === 'pending' && isFirst) setPayBy(booking, null, now);
  booking.isTextTakenBack = (booking.reminderTextAt ?? 0) > now;
  tell(state, 'receipt', booking);
  return OK;
}

/**
 * Rejecting a receipt gives back the time that it had stopped. After the deadline for the parts, an open part is the
 * customer's.
 */
export function reject(state: State, booking: Booking, payer: Payer, now: number): Expected {
  if (!payer.receiptWaits) return CONFLICT;
  Object.assign(payer, { receiptWaits: false, hasReceipt: false });
  const isOver = booking.status === 'cancelled' || payer.state === 'left';
  if (payer.position === 1) {
    giveTimeAgain(state, booking, now);
    tell(state, 'receipt rejected', booking);
    return OK;
  }
  holdAgain(state, booking, payer, now);
  let isReopened = false;
  if (!isOver && booking.isClosed) {
    const hadTime = booking.payBy !== null;
    const isTakenOver = payer.holdUntil === null && !isPromise(payer);
    if (isTakenOver) {
      lower(booking, payer, Math.max(0, balanceOf(state, payer)));
      tellPayer(state, 'payer.changed', booking, payer);
    }
    giveTimeAgain(state, booking, now);
    isReopened = isTakenOver || (!hadTime && booking.payBy !== null);
  }
  if (!isOver) settle(state, booking);
  if (isReopened) tellReopened(state, booking, booking.payers[0]);
  tellPayer(state, 'receipt.rejected', booking, payer);
  return OK;
}

/** A pending booking that nothing keeps any more. */
function giveTimeAgain(state: State, booking: Booking, now: number): void {
  const { status, payBy, isClosed } = booking;
  const isKept = isShared(booking) ? isClosed && isQuarterPaid(state, booking) : received(state, booking) > 0;
  if (status === 'pending' && payBy === null && !isKept) restartClock(state, booking, now);
}

export type LateDecision = 'restore' | 'credit' | 'refund';

/** The money of a receipt that came too late for its part: more time, credit, or a refund due. */
export function decideLate(
  state: State,
  booking: Booking,
  payer: Payer,
  decision: LateDecision,
  now: number,
): Expected {
  const isCustomer = payer.position === 1;
  const isLate = isCustomer ? booking.isReleased : balanceOf(state, payer) <= 0;
  if (!payer.receiptWaits || !isLate) return CONFLICT;
  const amount = lateDueOf(state, payer);
  if (decision === 'restore') {
    if (!isCustomer || startOf(booking) <= now) return CONFLICT;
    return markPaid(state, booking, 'bank_transfer', amount);
  }
  if (decision === 'credit' && !payer.isMembers && amount > 0) return INVALID;
  if (isCustomer) endRelease(booking);
  else payer.receiptWaits = false;
  if (amount === 0) return OK;
  addEntry(state, payer, { kind: 'payment', method: 'bank_transfer', amount });
  if (decision === 'credit') {
    addEntry(state, payer, { kind: 'refund', method: 'credit', amount: -amount });
    tellRefund(state, booking, payer);
  } else if (isCustomer) tell(state, 'late money to give back', booking);
  else tellPayer(state, 'receipt.refund_due', booking, payer);
  return OK;
}
