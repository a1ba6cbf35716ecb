import { startPage } from './checkouts.ts';
import { restartClock, setPayBy } from './deadlines.ts';
import { tell, tellPayer } from './messages.ts';
import {
  addEntry,
  balanceOf,
  canUse,
  chargeOf,
  creditOf,
  dueOf,
  isQuarterPaid,
  isSeated,
  isShared,
  lateDueOf,
  type Owed,
  owedNow,
  owedTo,
  received,
  receivedOf,
} from './money.ts';
import { giveBackReplaced, moveOpenToCustomer, payerIn, setPart } from './payers.ts';
import { confirmPlace, hasPlace, holdAgain, isTurnedAway } from './places.ts';
import { endOf } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Entry,
  type Expected,
  FORBIDDEN,
  INVALID,
  type Method,
  NOT_FOUND,
  OK,
  type Payer,
  type State,
} from './state.ts';

interface Order {
  amount: number;
  method: Method;
  /** If missing, it is the customer's. */
  payer?: number | undefined;
}

/** Another status ends any deadline, but a release's deadline can still be read. */
export function setStatus(
  state: State,
  booking: Booking,
  status: Booking['status'],
  isReleased = false,
): void {
  const [customer] = booking.payers;
  booking.status = status;
  booking.isReleased = isReleased;
  if (!isReleased) booking.payBy = null;
  customer.remindAt = null;
  if (status !== 'pending' && !isReleased) customer.receiptWaits = false;
  if (status === 'paid') tell(state, 'paid', booking);
}

/** A payer's money, however it came, and what follows from it. */
export function receive(state: State, booking: Booking, payer: Payer, amount: number, method: Method): void {
  addEntry(state, payer, { kind: 'payment', method, amount });
  if (payer.position > 1) {
    confirmPlace(state, booking, payer);
    settlePart(state, booking, payer);
  } else
    for (const other of moveOpenToCustomer(state, booking, amount))
      if (balanceOf(state, other) <= 0) confirmPlace(state, booking, other);
  settle(state, booking);
}

/** The customer pays everything that is open. */
export function payDue(state: State, booking: Booking, method: Method, amount = dueOf(state, booking)): void {
  if (amount > 0) receive(state, booking, booking.payers[0], amount, method);
  else settle(state, booking);
}

/** A payment for a part settles its receipt, and whoever gave the place back gets everything. */
function settlePart(state: State, booking: Booking, payer: Payer): void {
  if (payer.state === 'left' || booking.status === 'cancelled') {
    if (lateDueOf(state, payer) === 0) payer.receiptWaits = false;
    return;
  }
  if (balanceOf(state, payer) > 0) return;
  if (payer.state === 'invited') payer.state = 'joined';
  Object.assign(payer, { receiptWaits: false, remindAt: null });
  tellPayer(state, 'payer.paid', booking, payer);
  const replaced = giveBackReplaced(state, booking, payer);
  if (replaced) returnCredit(state, booking, replaced);
}

/** Credit goes back as credit at once; other money does if wanted. */
export function returnCredit(state: State, booking: Booking, payer: Payer, isWanted = false): void {
  const owed = owedTo(state, booking, payer);
  const own = state.entries.filter((entry) => entry.payer === payer.id && entry.method === 'credit');
  const came = isWanted ? owed : own.reduce((total, { amount }) => total + amount, 0);
  const amount = Math.min(owed, came);
  if (payer.isMembers && amount > 0)
    addEntry(state, payer, { kind: 'refund', method: 'credit', amount: -amount });
}

/** Brings credit and status in line with the money. */
export function settle(state: State, booking: Booking, stopsClock = true): void {
  for (const payer of booking.payers) returnCredit(state, booking, payer);
  followMoney(state, booking, stopsClock);
}

/** Full payment makes a booking paid; partial payment stops the clock unless the booking is shared. */
function followMoney(state: State, booking: Booking, stopsClock = true): void {
  const [customer] = booking.payers;
  if (booking.isReleased && lateDueOf(state, customer) === 0) endRelease(booking);
  if (booking.status !== 'pending') return;
  if (received(state, booking) <= 0 && chargeOf(booking) > 0) return;
  if (stopsClock && !isShared(booking)) setPayBy(booking, null, state.now);
  if (dueOf(state, booking) <= 0) setStatus(state, booking, 'paid');
  else if (balanceOf(state, customer) <= 0) customer.receiptWaits = false;
}

/** The reception has decided on the late money. */
export function endRelease(booking: Booking): void {
  Object.assign(booking, { isReleased: false, payBy: null });
  booking.payers[0].receiptWaits = false;
}

/**
 * A balance was opened: with less than a quarter of its money, the booking has as long to pay as a new one. `before`
 * is what was owed earlier. After the deadline for the parts, the same happens when a receipt leaves with its player.
 */
export function reopen(state: State, booking: Booking, before: Owed): boolean {
  const due = dueOf(state, booking);
  const isOpened = due > before.due || (booking.status === 'pending' && booking.isClosed);
  if (booking.status === 'cancelled' || due <= 0 || !isOpened || isQuarterPaid(state, booking)) return false;
  // What the reception restored unpaid stays to be collected.
  if (booking.status === 'paid' && (before.charge - before.due) * 4 < before.charge) return false;
  if (booking.status === 'paid') setStatus(state, booking, 'pending');
  if (booking.payBy !== null) return false;
  restartClock(state, booking, state.now);
  return booking.payBy !== null;
}

/** Somebody who owes again is told by when to pay. */
export function tellReopened(state: State, booking: Booking, payer: Payer): void {
  const isOwing = booking.status === 'pending' && balanceOf(state, payer) > 0;
  if (isOwing && booking.payBy !== null) tellPayer(state, 'booking.reopened', booking, payer);
}

export function pay(state: State, booking: Booking, { amount, method, payer: id }: Order): Expected {
  const payer = payerIn(booking, id);
  if (!payer) return NOT_FOUND;
  if (!canUse(state, payer, amount, method)) return INVALID;
  receive(state, booking, payer, amount, method);
  return CREATED;
}

/** Refunds at most what is owed back. */
export function refund(state: State, booking: Booking, { amount, method, payer: id }: Order): Expected {
  const payer = payerIn(booking, id);
  if (!payer) return NOT_FOUND;
  if (amount > owedTo(state, booking, payer)) return INVALID;
  if (method === 'credit' && !payer.isMembers) return INVALID;
  addEntry(state, payer, { kind: 'refund', method, amount: -amount });
  tellRefund(state, booking, payer);
  settle(state, booking);
  return CREATED;
}

export function tellRefund(state: State, booking: Booking, payer: Payer): void {
  if (payer.position > 1) tellPayer(state, 'booking.refunded', booking, payer);
  else tell(state, 'refunded', booking);
}

/** Undoes an entry with another one; nothing may drop below 0. */
export function reverse(state: State, entry: Entry, booking: Booking | null): Expected {
  if (entry.state !== 'counted') return CONFLICT;
  if (entry.credit > 0 && creditOf(state, entry.person) < entry.credit) return INVALID;
  const payer = booking && payerIn(booking, entry.payer ?? 0);
  if (payer && receivedOf(state, payer) - entry.amount < 0) return CONFLICT;
  const before = booking ? owedNow(state, booking) : { charge: 0, due: 0 };
  entry.state = 'undone';
  const line = state.transfers[entry.line ?? -1];
  if (line) line.isUsed = false;
  const { method, person, amount, credit } = entry;
  const undone = { method, person, amount: -amount, credit: -credit };
  addEntry(state, payer ?? null, { kind: 'correction', ...undone, state: 'reversal' });
  if (!booking || !payer) return CREATED;
  if (amount < 0) {
    // Only if the refund's own message has been sent.
    state.maybeTold.push({ kind: 'booking.refund_undone', about: booking.id });
    followMoney(state, booking);
    return CREATED;
  }
  // Only if the payer was told what becomes of the money.
  if (booking.status === 'cancelled' || payer.state === 'left')
    state.maybeTold.push({ kind: 'booking.payment_undone', about: booking.id });
  // No more is kept than came in.
  const keptNow = (one: Payer) => Math.max(0, Math.min(one.charge, receivedOf(state, one)));
  if (booking.status === 'cancelled') for (const one of booking.payers) one.charge = keptNow(one);
  else if (payer.state === 'left') setPart(booking, payer, { charge: keptNow(payer) });
  const isHeld = payer.position > 1 && holdAgain(state, booking, payer, state.now);
  if (isHeld) tellPayer(state, 'booking.payment_due', booking, payer);
  if (booking.status === 'paid' && dueOf(state, booking) > 0) setStatus(state, booking, 'pending');
  // The reception decides on the receipt again.
  const isOwing = booking.status !== 'cancelled' && payer.state !== 'left' && balanceOf(state, payer) > 0;
  if (isOwing && method === 'bank_transfer' && payer.hasReceipt) payer.receiptWaits = true;
  reopen(state, booking, before);
  if (!isHeld) tellReopened(state, booking, payer.state === 'left' ? booking.payers[0] : payer);
  return CREATED;
}

export interface PartOrder {
  person: string;
  name: string;
  email: string;
  isMember: boolean;
  method: Method;
  amount: number;
}

/** Whether a part can be paid or take a receipt. */
export function isPayable(state: State, booking: Booking, payer: Payer, now: number): boolean {
  const isOver = booking.status === 'cancelled' || endOf(booking) <= now;
  return !isOver && isSeated(payer) && balanceOf(state, payer) > 0;
}

/** A player pays their part, or says how they will; the first time, they take the place, one per person. */
export function payPart(
  state: State,
  booking: Booking,
  payer: Payer,
  order: PartOrder,
  now: number,
): Expected {
  const { method, person, name, email, isMember } = order;
  if (!isPayable(state, booking, payer, now) || payer.receiptWaits) return CONFLICT;
  const amount = balanceOf(state, payer);
  if (order.amount !== amount) return { ...CONFLICT, amount };
  if (isTurnedAway(booking, payer)) return FORBIDDEN;
  const isCredit = method === 'credit';
  if (isCredit && !isMember) return { status: 401 };
  if (isCredit && payer.isMembers && payer.person !== person) return FORBIDDEN;
  const isNew = payer.email === '';
  if (isNew && hasPlace(booking, payer, person)) return INVALID;
  if (isCredit && creditOf(state, person) < amount) return INVALID;
  Object.assign(payer, { state: 'joined', method });
  if (isNew) Object.assign(payer, { person, name, email, isMembers: isMember, enteredAt: now });
  else if (isCredit) Object.assign(payer, { isMembers: true, person });
  if (method === 'cash') confirmPlace(state, booking, payer);
  if (isNew) tellPayer(state, 'payer.joined', booking, payer);
  if (method === 'card') startPage(state, booking, payer, amount, now);
  if (isCredit) receive(state, booking, payer, amount, 'credit');
  return OK;
}

/** A customer can pay what they saw, in full or only their own part, and nothing while a receipt is being checked. */
export function checkPayable(state: State, booking: Booking, amount: number): Expected | null {
  const due = dueOf(state, booking);
  const [customer] = booking.payers;
  const isChecked = booking.status === 'pending' && customer.receiptWaits;
  if (booking.status === 'cancelled' || due <= 0 || isChecked) return CONFLICT;
  const isOwnPart = amount > 0 && amount === balanceOf(state, customer);
  return amount === due || isOwnPart ? null : { ...CONFLICT, amount: due };
}

export function payWithCredit(state: State, booking: Booking, amount: number): Expected {
  const refusal = checkPayable(state, booking, amount);
  if (refusal) return refusal;
  const [customer] = booking.payers;
  if (!customer.isMembers) return FORBIDDEN;
  if (creditOf(state, customer.person) < amount) return INVALID;
  payDue(state, booking, 'credit', amount);
  return OK;
}

/** Opens a payment page for the balance; two calls for one balance get one page, and the first holds the slots. */
export function openPage(state: State, booking: Booking, amount: number, now: number): Expected {
  const refusal = checkPayable(state, booking, amount);
  if (refusal) return refusal;
  startPage(state, booking, booking.payers[0], amount, now);
  return OK;
}
