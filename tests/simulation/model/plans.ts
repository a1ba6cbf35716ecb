import { emailOf, findPerson } from '../people.ts';
import { leaveItem, newItem, payItem } from './items.ts';
import { tellItem } from './messages.ts';
import { balanceOf, creditOf, receivedOf } from './money.ts';
import { PLANS } from './plan-terms.ts';
import { daysFrom, endPurchase, keptOfPurchase, PAY_DAYS, slotsLeft, termsOf } from './purchases.ts';
import { dayOf, plusDays, soldDayOf } from './slots.ts';
import {
  CONFLICT,
  CREATED,
  DAY,
  type Expected,
  HOUR,
  INVALID,
  type Item,
  type Method,
  NOT_FOUND,
  OK,
  type Purchase,
  type State,
  type Terms,
} from './state.ts';

/** How many days before its end the holder is reminded of a purchase. */
const REMINDED_DAYS = [7, 1];

export const itemOf = (state: State, { id }: Purchase): Item =>
  state.items.find(({ purchase }) => purchase === id) as Item;

export interface Sale {
  person: string;
  plan: number;
  version: number;
  method: Method;
  /** Null if the member pays later. */
  paidBy: Method | null;
}

/** A member has one unpaid purchase of the same terms. */
export function sell(state: State, { person, plan, version, method, paidBy }: Sale, now: number): Expected {
  const offer = state.plans[plan - 1];
  if (!offer?.isSold || offer.version !== version) return CONFLICT;
  const waiting = state.purchases.find(
    (one) =>
      one.person === person && one.version === version && one.state === 'waiting' && one.startsOn === null,
  );
  if (waiting && paidBy === null) {
    itemOf(state, waiting).method = method;
    return CREATED;
  }
  const { price } = state.terms[version - 1] as Terms;
  const due = waiting ? balanceOf(state, itemOf(state, waiting)) : price;
  if (paidBy === 'credit' && creditOf(state, person) < due) return INVALID;
  const item = waiting ? itemOf(state, waiting) : addPurchase(state, { person, plan, version, method }, now);
  if (paidBy === null) tellItem(state, 'item.taken', item);
  else payItem(state, item, due, paidBy);
  return CREATED;
}

function addPurchase(
  state: State,
  { person, plan, version, method }: Omit<Sale, 'paidBy'>,
  now: number,
): Item {
  const id = state.nextPurchase;
  state.nextPurchase += 1;
  state.purchases.push({
    id,
    person,
    plan,
    version,
    state: 'waiting',
    startsOn: null,
    endsOn: null,
    pausedOn: null,
    pausedDays: 0,
    friends: [],
    changes: 0,
  });
  const { name } = findPerson(person);
  const { price } = state.terms[version - 1] as Terms;
  const contact = { person, name, email: emailOf(person), isMembers: true };
  const holdUntil = now + PAY_DAYS * DAY;
  const remindAt = now + (PAY_DAYS * DAY) / 2;
  const of = { purchase: id, event: null, guardian: '', friendOf: null };
  return newItem(state, { ...of, ...contact, price, method, holdUntil, remindAt }, now);
}

export function givesBack(state: State, purchase: Purchase, now: number): number {
  if (purchase.state === 'ended') return 0;
  return Math.max(0, receivedOf(state, itemOf(state, purchase)) - keptOfPurchase(state, purchase, now));
}

/** The days of a pause come at the end. */
export function pause(state: State, purchase: Purchase, isPaused: boolean, now: number): Expected {
  const { startsOn, endsOn, pausedOn } = purchase;
  const today = soldDayOf(now);
  const isRunning = purchase.state === 'active' && termsOf(state, purchase).months !== null;
  if (!isRunning || isPaused === (pausedOn !== null)) return CONFLICT;
  if (pausedOn === null) {
    if ((startsOn ?? '') > today || (endsOn ?? '') < today) return CONFLICT;
    purchase.pausedOn = today;
  } else {
    const days = daysFrom(pausedOn, today);
    purchase.endsOn = plusDays(endsOn ?? '', days);
    purchase.pausedDays += days;
    purchase.pausedOn = null;
  }
  purchase.changes += 1;
  return OK;
}

export function extend(purchase: Purchase, days: number): Expected {
  if (purchase.state !== 'active') return CONFLICT;
  purchase.endsOn = plusDays(purchase.endsOn ?? '', days);
  purchase.changes += 1;
  return OK;
}

/** Friends book with the hours of a package. */
export function share(state: State, purchase: Purchase, person: string, friends: string[]): Expected {
  if (purchase.person !== person) return NOT_FOUND;
  if (purchase.state === 'ended') return CONFLICT;
  if (friends.length > termsOf(state, purchase).friends) return INVALID;
  purchase.friends = friends;
  purchase.changes += 1;
  return OK;
}

/** The reception ends it; bookings made with it stand. */
export function end(state: State, purchase: Purchase, back: number, now: number): Expected {
  if (purchase.state === 'ended') return CONFLICT;
  const amount = givesBack(state, purchase, now);
  if (amount !== back) return { ...CONFLICT, amount };
  const item = itemOf(state, purchase);
  const keep = receivedOf(state, item) - amount;
  endPurchase(purchase);
  leaveItem(state, item, { keep, how: 'taken off', toCredit: false });
  return OK;
}

/** Those who bought keep their terms. */
export function changePlan(state: State, plan: number, terms: Terms, isSold: boolean): Expected {
  const sold = state.plans[plan - 1];
  if (!sold) return NOT_FOUND;
  sold.isSold = isSold;
  if (Bun.deepEquals(state.terms[sold.version - 1], terms)) return OK;
  state.terms.push(terms);
  sold.version = state.terms.length;
  return OK;
}

export const planName = (plan: number): string => PLANS[plan - 1]?.name ?? '';

/** Notes which holders are reminded by now; nobody is who has renewed a purchase or used it up. */
export function remindHolders(state: State, now: number): void {
  // Members read about their plan from 10 AM on.
  const today = dayOf(now - 4 * HOUR);
  const due = state.purchases.filter(
    ({ state: is, pausedOn, endsOn }) => is === 'active' && pausedOn === null && (endsOn ?? '') >= today,
  );
  const keys = due.flatMap((purchase) => {
    const left = daysFrom(today, purchase.endsOn ?? '');
    // Half of its days are over by then.
    const all = daysFrom(purchase.startsOn ?? '', purchase.endsOn ?? '') + 1;
    const days = REMINDED_DAYS.findLast((most) => left <= most && all > 2 * most);
    if (days === undefined) return [];
    const key = `p${itemOf(state, purchase).id} ${purchase.endsOn} ${days}`;
    const known = state.reminders.find((one) => one.key === key);
    const reminder = known ?? { key, since: now, isNeedless: false };
    if (!known) state.reminders.push(reminder);
    if (isRenewed(state, purchase)) reminder.isNeedless = true;
    return [key];
  });
  for (const reminder of state.reminders)
    if (!keys.includes(reminder.key)) reminder.since = Number.POSITIVE_INFINITY;
    else if (reminder.since > now) reminder.since = now;
}

function isRenewed(state: State, purchase: Purchase): boolean {
  const { months } = termsOf(state, purchase);
  if (months === null && slotsLeft(state, purchase) <= 0) return true;
  return state.purchases.some(
    (other) =>
      other.id !== purchase.id &&
      other.person === purchase.person &&
      other.state === 'active' &&
      (termsOf(state, other).months === null) === (months === null) &&
      (other.endsOn ?? '') > (purchase.endsOn ?? ''),
  );
}
