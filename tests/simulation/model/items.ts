import { eventIn, keptOfPlace, passPlaceOn, placeHeldUntil } from './event-places.ts';
import { tellItem } from './messages.ts';
import { addEntry, balanceOf, canUse, creditOf, lateDueOf, receivedOf } from './money.ts';
import { newPayer } from './payers.ts';
import { endPurchase, followPurchase, keptOfPurchase, PAY_DAYS, purchaseIn } from './purchases.ts';
import {
  CONFLICT,
  CREATED,
  DAY,
  type Entry,
  type Expected,
  FORBIDDEN,
  INVALID,
  type Item,
  type Method,
  MINUTE,
  OK,
  type State,
} from './state.ts';
import { leaveTournament } from './tournaments.ts';

/** How long a payment page is handed out again. */
const PAGE_AGE = 30 * MINUTE;

export function itemIn(state: State, id: number): Item {
  const found = state.items.find((item) => item.id === id);
  if (!found) throw new Error(`the model has no item ${id}`);
  return found;
}

type New = Pick<Item, 'purchase' | 'event' | 'guardian' | 'friendOf'> & Partial<Item>;

export function newItem(state: State, item: New, now: number): Item {
  const payer = newPayer(state, { ...item, position: 0 });
  const made: Item = { joinedBy: null, ...item, ...payer, checkouts: [], createdAt: now, toldAt: {} };
  if (made.state === 'waiting') made.charge = 0;
  state.items.push(made);
  return made;
}

/** The pay-by time of an item that is owed again; null if it has none. */
function payByAgain(state: State, { event }: Item, now: number): number | null {
  return event === null ? now + PAY_DAYS * DAY : placeHeldUntil(eventIn(state, event), now);
}

/** PKR that the club keeps of an item that is given back; null if only the reception can take it back. */
export function keptOfItem(state: State, item: Item, now: number): number | null {
  if (item.purchase === null) return keptOfPlace(state, item, now);
  const purchase = purchaseIn(state, item.purchase);
  return purchase.state === 'waiting' ? keptOfPurchase(state, purchase, now) : null;
}

/** Whoever pays everything is told, and the item is theirs. */
export function payItem(state: State, item: Item, amount: number, method: Method): void {
  const wasOwing = item.state === 'joined' && balanceOf(state, item) > 0;
  addEntry(state, item, { kind: 'payment', method, amount });
  if (wasOwing && balanceOf(state, item) <= 0) tellItem(state, 'item.paid', item);
  settleItem(state, item);
}

/** Nobody has the item any more. */
function giveUp(state: State, item: Item, now: number): void {
  if (item.purchase === null) passPlaceOn(state, item, now);
  else endPurchase(purchaseIn(state, item.purchase));
}

function followMoney(state: State, item: Item): void {
  if (item.purchase !== null) followPurchase(state, item, purchaseIn(state, item.purchase));
}

export function settleItem(state: State, item: Item): void {
  if (item.state === 'joined' && balanceOf(state, item) <= 0) {
    Object.assign(item, { receiptWaits: false, remindAt: null });
    takeItem(item);
  } else if (item.state === 'left' && item.receiptWaits && lateDueOf(state, item) === 0)
    item.receiptWaits = false;
  returnCredit(state, item, false);
  followMoney(state, item);
}

function takeItem(item: Item): void {
  if (item.holdUntil !== null) Object.assign(item, { holdUntil: null, isConfirmed: true });
}

/** Credit goes back as credit at once. */
function returnCredit(state: State, item: Item, isWanted: boolean): void {
  const owed = -balanceOf(state, item);
  const own = state.entries.filter(({ payer, method }) => payer === item.id && method === 'credit');
  const came = isWanted ? owed : own.reduce((sum, { amount }) => sum + amount, 0);
  const amount = Math.min(owed, came);
  if (item.isMembers && amount > 0)
    addEntry(state, item, { kind: 'refund', method: 'credit', amount: -amount });
}

/** The item is no longer the payer's, who gets back whatever isn't kept. */
export function leaveItem(
  state: State,
  item: Item,
  { keep, how, toCredit }: { keep: number; how: 'given back' | 'taken off' | 'expired'; toCredit: boolean },
): void {
  const charge = Math.max(0, Math.min(keep, receivedOf(state, item)));
  const isTakenOff = how !== 'given back';
  Object.assign(item, { state: 'left', charge, isTakenOff, remindAt: null, holdUntil: null });
  tellItem(state, 'item.left', item);
  if (item.event !== null) leaveTournament(state, item, eventIn(state, item.event));
  returnCredit(state, item, toCredit);
}

/** A payer gives back what has not begun. */
export function leaveByPayer(
  state: State,
  item: Item,
  { back, toCredit }: { back: number; toCredit: boolean },
  now: number,
): Expected {
  if (item.state === 'left') return CONFLICT;
  const kept = keptOfItem(state, item, now);
  if (kept === null) return CONFLICT;
  const came = receivedOf(state, item);
  const amount = came - Math.min(kept, Math.max(0, came));
  if (amount !== back) return { ...CONFLICT, amount };
  leaveItem(state, item, { keep: kept, how: 'given back', toCredit });
  giveUp(state, item, now);
  return OK;
}

/** The reception takes it back, and everything that was paid goes back. */
export function takeOffItem(state: State, item: Item, back: number, now: number): Expected {
  const isBegun = item.purchase !== null && purchaseIn(state, item.purchase).state === 'active';
  if (item.state === 'left' || isBegun) return CONFLICT;
  const amount = Math.max(0, receivedOf(state, item));
  if (amount !== back) return { ...CONFLICT, amount };
  leaveItem(state, item, { keep: 0, how: 'taken off', toCredit: false });
  giveUp(state, item, now);
  return OK;
}

/** Whoever hasn't paid is reminded once, and loses the item; a receipt stands in for its money. */
export function passItemTime(state: State, now: number): void {
  for (const item of state.items) {
    if (item.remindAt === null || item.remindAt > now) continue;
    item.remindAt = null;
    const owes = item.state === 'joined' && balanceOf(state, item) > 0 && !item.receiptWaits;
    if (owes) tellItem(state, 'item.payment_due', item);
  }
  for (const item of state.items) {
    if (item.holdUntil === null || item.holdUntil > now || item.receiptWaits) continue;
    // An unpaid place costs nothing, but an unpaid purchase may have been used.
    const keep = item.purchase === null ? 0 : (keptOfItem(state, item, now) ?? 0);
    leaveItem(state, item, { keep, how: 'expired', toCredit: false });
    giveUp(state, item, now);
  }
}

/** One payment may cover the place of a friend without an address, too. */
function dueTogether(state: State, item: Item): number {
  return state.items
    .filter((one) => one === item || (one.friendOf === item.id && one.email === item.email))
    .filter((one) => one.state === 'joined' && !one.receiptWaits)
    .reduce((total, one) => total + Math.max(0, balanceOf(state, one)), 0);
}

/** The payer pays on the own page, or says how. */
export function payOnPage(
  state: State,
  item: Item,
  { amount, method }: { amount: number; method: Method },
  now: number,
): Expected {
  const due = Math.max(0, balanceOf(state, item));
  if (item.state !== 'joined' || item.receiptWaits) return CONFLICT;
  if (amount !== due) return { ...CONFLICT, amount: dueTogether(state, item) };
  if (due <= 0) return CONFLICT;
  if (method === 'credit' && !item.isMembers) return FORBIDDEN;
  if (method === 'credit' && creditOf(state, item.person) < due) return INVALID;
  item.method = method;
  // A promise to pay at the club is enough for a place; a purchase begins with its money.
  if (method === 'cash' && item.event !== null) takeItem(item);
  if (method === 'card') startItemPage(item, due, now);
  if (method === 'credit') payItem(state, item, due, 'credit');
  return OK;
}

export const itemPage = ({ checkouts }: Item) => checkouts.findLast(({ state }) => state === 'open');

function startItemPage(item: Item, amount: number, now: number): void {
  const open = itemPage(item);
  if (open?.amount === amount && open.at > now - PAGE_AGE) return;
  endItemPages(item);
  item.checkouts.push({ payer: item.id, tracker: '', amount, at: now, state: 'open' });
}

export function endItemPages(item: Item): void {
  for (const page of item.checkouts) if (page.state === 'open') page.state = 'released';
}

/** Card money counts once, even for an item that was lost in the meantime. */
export function receiveItemMoney(state: State, item: Item, tracker: string): Expected {
  const page = item.checkouts.find((one) => one.tracker === tracker);
  if (!page || page.state === 'paid') return OK;
  page.state = 'paid';
  const before = balanceOf(state, item);
  payItem(state, item, page.amount, 'card');
  // Nothing is owed for it, so payer and club hear that it goes back.
  if (Math.max(0, -balanceOf(state, item)) > Math.max(0, -before)) {
    tellItem(state, 'item.unmatched', item);
    state.told.push({ kind: 'club.item_unmatched', about: item.id });
  }
  return OK;
}

/** The places whose receipt a person's picture may be; a friend's place has no number of theirs. */
export const listPicturedItems = (state: State, sender: string): Item[] =>
  state.items.filter(
    (item) =>
      item.event !== null &&
      item.friendOf === null &&
      (item.joinedBy ?? item.person) === sender &&
      item.state === 'joined' &&
      item.method === 'bank_transfer' &&
      balanceOf(state, item) > 0 &&
      !item.receiptWaits,
  );

export function uploadItem(state: State, item: Item, now: number): Expected {
  const isOwed = item.state === 'joined' ? balanceOf(state, item) > 0 : receivedOf(state, item) < item.price;
  if (item.method !== 'bank_transfer' || !isOwed) return CONFLICT;
  const receipts = item.receipts + 1;
  Object.assign(item, { receiptWaits: true, hasReceipt: true, receipts, receiptAt: now });
  tellItem(state, 'item.receipt_received', item);
  (receipts > 1 ? state.maybeTold : state.told).push({ kind: 'club.item_receipt', about: item.id });
  return OK;
}

export function rejectItem(state: State, item: Item, now: number): Expected {
  if (!item.receiptWaits) return CONFLICT;
  Object.assign(item, { receiptWaits: false, hasReceipt: false });
  reopenItem(state, item, now);
  tellItem(state, 'item.receipt_rejected', item);
  return OK;
}

/** Anything that is owed again waits for its money, and no more is kept than came in. */
function reopenItem(state: State, item: Item, now: number): void {
  if (item.state === 'left') item.charge = Math.max(0, Math.min(item.charge, receivedOf(state, item)));
  else if (balanceOf(state, item) > 0)
    Object.assign(item, { holdUntil: payByAgain(state, item, now), isConfirmed: false });
}

/** Money at the reception. */
export function recordItemMoney(state: State, item: Item, amount: number, method: Method): Expected {
  if (!canUse(state, item, amount, method)) return INVALID;
  payItem(state, item, amount, method);
  return CREATED;
}

export function refundItem(state: State, item: Item, amount: number, method: Method): Expected {
  if (amount > -balanceOf(state, item)) return INVALID;
  if (method === 'credit' && !item.isMembers) return INVALID;
  addEntry(state, item, { kind: 'refund', method, amount: -amount });
  tellItem(state, 'item.refunded', item);
  followMoney(state, item);
  return CREATED;
}

export function reverseItem(state: State, entry: Entry, item: Item): Expected {
  if (entry.state !== 'counted') return CONFLICT;
  if (entry.credit > 0 && creditOf(state, entry.person) < entry.credit) return INVALID;
  if (receivedOf(state, item) - entry.amount < 0) return CONFLICT;
  entry.state = 'undone';
  const line = state.transfers[entry.line ?? -1];
  if (line) line.isUsed = false;
  const { method, amount, credit } = entry;
  addEntry(state, item, {
    kind: 'correction',
    method,
    amount: -amount,
    credit: -credit,
    state: 'reversal',
  });
  if (amount < 0) {
    state.maybeTold.push({ kind: 'item.refund_undone', about: item.id });
    return CREATED;
  }
  if (item.state === 'left') state.maybeTold.push({ kind: 'item.payment_undone', about: item.id });
  reopenItem(state, item, state.now);
  if (item.state === 'joined' && balanceOf(state, item) > 0) {
    if (method === 'bank_transfer' && item.hasReceipt) item.receiptWaits = true;
    tellItem(state, 'item.payment_due', item);
  }
  followMoney(state, item);
  return CREATED;
}
