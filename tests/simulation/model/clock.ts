import { end, isMissed, payByAskedAgain, setPayBy } from './deadlines.ts';
import { decideEvents } from './events.ts';
import { giveBackHours } from './hours.ts';
import { passItemTime } from './items.ts';
import { leave, openPlaces, passMatchTime } from './matches.ts';
import { tell, tellHost, tellPayer } from './messages.ts';
import { balanceOf, isQuarterPaid, isShared, isUnpaidCard } from './money.ts';
import { cancelParts, isReceiptComing, lower, reminderOf, tellPayers } from './payers.ts';
import { setStatus, settle, tellReopened } from './payments.ts';
import { isFull, isPromise } from './places.ts';
import { remindHolders } from './plans.ts';
import { collectCredit } from './series.ts';
import { startOf } from './slots.ts';
import type { Booking, Payer, State } from './state.ts';
import { tellText, textAt } from './texts.ts';

/** Reminds and releases whatever is due; what the club does on its own at `now`. */
export function passTime(state: State, now: number): void {
  state.now = now;
  // No date that credit can pay is asked for or released.
  collectCredit(state, now);
  for (const booking of state.bookings)
    for (const payer of booking.payers)
      if (payer.remindAt !== null && payer.remindAt <= now)
        if (payer.position === 1) remindCustomer(state, booking, payer, now);
        else remindPayer(state, booking, payer, now);
  for (const booking of state.bookings)
    if (booking.status === 'pending' && booking.payBy !== null && booking.payBy <= now)
      release(state, booking, now);
  passMatchTime(state, now);
  passItemTime(state, now);
  decideEvents(state, now);
  remindHolders(state, now);
  // A match that didn't fill gives credit back.
  collectCredit(state, now);
}

function remindCustomer(state: State, booking: Booking, customer: Payer, now: number): void {
  customer.remindAt = null;
  const { status, payBy } = booking;
  if (status !== 'pending' || payBy === null || payBy <= now || customer.receiptWaits) return;
  const isNew = booking.remindedOf !== payBy;
  if (isNew) tell(state, 'reminded', booking);
  // A receipt withdraws a reminder that is still waiting for the mail server or gateway.
  else if (customer.receipts > 0) {
    state.maybeTold.push({ kind: 'booking.payment_due', about: booking.id, to: customer.email });
    state.maybeTold.push({ kind: 'text: booking.payment_due', about: booking.id });
  }
  if (isNew || booking.isTextTakenBack) tellText(state, 'booking.payment_due', booking, payBy, now);
  booking.remindedOf = payBy;
  booking.reminderTextAt = textAt(booking, now);
  booking.isTextTakenBack = false;
}

function remindPayer(state: State, booking: Booking, payer: Payer, now: number): void {
  payer.remindAt = reminderOf(booking, now, false);
  const isOver = booking.status === 'cancelled' || startOf(booking) <= now;
  const owes = payer.state !== 'left' && balanceOf(state, payer) > 0 && !payer.receiptWaits;
  if (!isOver && owes) tellPayer(state, 'booking.payment_due', booking, payer);
}

/**
 * Whoever pays alone loses the court; with several payers a quarter holds it, and the first time a full match does
 * too.
 */
function release(state: State, booking: Booking, now: number): void {
  const { match, isClosed, payers } = booking;
  const isMatchFull = match?.isOpen === true && isFull(booking);
  // It is decided in the same minute.
  if (match?.isOpen && match.decideAt !== null && match.decideAt <= now && !isMatchFull) return;
  // A first receipt that is waiting counts as its money, once.
  const coming = payers.filter((payer) => !isClosed && isReceiptComing(payer));
  const sum = coming.reduce((total, payer) => total + Math.max(0, balanceOf(state, payer)), 0);
  const hasQuarter = isQuarterPaid(state, booking, sum);
  // Play began while the club was off.
  const missed = !isUnpaidCard(state, booking) && isMissed(booking, booking.payBy ?? now, now);
  if (isShared(booking) && (missed || hasQuarter || (isMatchFull && !isClosed))) {
    closeParts(state, booking, hasQuarter ? null : payByAskedAgain(state, booking, now), now);
    return;
  }
  if (missed) {
    setPayBy(booking, null, now);
    return;
  }
  const isSilent = isUnpaidCard(state, booking);
  tell(state, 'released', booking, isSilent);
  if (!isSilent) tellText(state, 'booking.released', booking, startOf(booking), now);
  giveBackHours(booking, 100);
  cancelParts(booking, []);
  setStatus(state, booking, 'cancelled', true);
  tellPayers(state, booking);
  end(state, booking, true);
}

/** Whatever nobody has paid becomes the host's, or strangers may take the places. */
function closeParts(state: State, booking: Booking, payBy: number | null, now: number): void {
  booking.isClosed = true;
  const open = booking.payers
    .slice(1)
    .filter(
      (payer) =>
        balanceOf(state, payer) > 0 &&
        payer.holdUntil === null &&
        !isReceiptComing(payer) &&
        !isPromise(payer),
    );
  const amount = open.reduce((total, payer) => total + balanceOf(state, payer), 0);
  for (const payer of open) lower(booking, payer, balanceOf(state, payer));
  setPayBy(booking, payBy, now);
  if (amount > 0) tellClosed(state, booking, amount);
  else tellReopened(state, booking, booking.payers[0]);
  for (const payer of open)
    if (booking.rest === 'host') tellPayer(state, 'payer.changed', booking, payer);
    else leave(state, booking, payer, 0, 'expired', now);
  if (booking.rest === 'open' && open.length > 0 && !booking.match?.isOpen)
    openPlaces(state, booking, open.length, true, null);
  settle(state, booking);
}

/** Closing the same amount a second time isn't reported again. */
function tellClosed(state: State, booking: Booking, amount: number): void {
  const before = state.told.length;
  tellHost(state, 'host.shares_closed', booking, isUnpaidCard(state, booking));
  const isAgain = booking.closedAt.includes(amount);
  if (isAgain) state.maybeTold.push(...state.told.splice(before));
  booking.closedAt.push(amount);
}
