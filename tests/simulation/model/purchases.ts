import { balanceOf } from './money.ts';
import { plusDays, soldDayOf } from './slots.ts';
import { DAY, type Item, type Purchase, type State, type Terms } from './state.ts';

/** How long an unpaid purchase waits for its money. */
export const PAY_DAYS = 3;
export const termsOf = ({ terms }: State, { version }: Purchase): Terms => terms[version - 1] as Terms;

export function purchaseIn(state: State, id: number | null): Purchase {
  const found = state.purchases.find((purchase) => purchase.id === id);
  if (!found) throw new Error(`the model has no purchase ${id}`);
  return found;
}

export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);

/** A month later, less a day; never shorter because the month is. */
function lastDay(start: string, { months, days }: Terms): string {
  if (months === null) return plusDays(start, (days ?? 1) - 1);
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number);
  const end = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastOfMonth));
  const same = end.toISOString().slice(0, 10);
  return day > lastOfMonth ? same : plusDays(same, -1);
}

/** What counts for a member's bookings today or later; friends share their packages. */
export function heldBy(state: State, person: string | null, now: number): Purchase[] {
  if (person === null) return [];
  const today = soldDayOf(now);
  const isHeld = ({ state: is, pausedOn, endsOn }: Purchase) =>
    is === 'active' && pausedOn === null && (endsOn ?? '') >= today;
  const shared = state.purchases.filter((one) => one.person !== person && one.friends.includes(person));
  const own = state.purchases.filter((one) => one.person === person);
  return [...shared, ...own].filter(isHeld);
}

/** It begins when it is paid, a plan after the one that the member has; it waits again if the money goes. */
export function followPurchase(state: State, item: Item, purchase: Purchase): void {
  if (purchase.state === 'ended' || item.state !== 'joined') return;
  const isPaid = balanceOf(state, item) <= 0;
  if (isPaid === (purchase.state === 'active')) return;
  purchase.changes += 1;
  purchase.state = isPaid ? 'active' : 'waiting';
  if (!isPaid || purchase.startsOn !== null) return;
  const isPlan = (one: Purchase) => termsOf(state, one).months !== null;
  const others = state.purchases.filter(
    (one) => one !== purchase && one.person === purchase.person && one.state === 'active' && isPlan(one),
  );
  const starts = isPlan(purchase) ? others.map(({ endsOn }) => plusDays(endsOn ?? '', 1)) : [];
  const startsOn = [soldDayOf(state.now), ...starts].sort().at(-1) ?? '';
  Object.assign(purchase, { startsOn, endsOn: lastDay(startsOn, termsOf(state, purchase)) });
}

export function endPurchase(purchase: Purchase): void {
  purchase.state = 'ended';
  purchase.changes += 1;
}

/** PKR for the days that began and at least for the hours used; a package costs its hours until it is over. */
export function keptOfPurchase(state: State, purchase: Purchase, now: number): number {
  const { startsOn, endsOn, pausedOn, pausedDays } = purchase;
  if (startsOn === null || endsOn === null) return 0;
  const terms = termsOf(state, purchase);
  const { price, months, slots } = terms;
  const today = soldDayOf(now);
  if (pausedOn === null && today > endsOn) return price;
  const held = state.bookings.flatMap(({ hours }) => hours);
  const used = held.reduce((sum, one) => (one.purchase === purchase.id ? sum + one.slots : sum), 0);
  const last = pausedOn === null ? today : plusDays(pausedOn, -1);
  const days = months === null ? 0 : Math.max(0, daysFrom(startsOn, last) + 1 - pausedDays);
  const all = daysFrom(startsOn, lastDay(startsOn, terms)) + 1;
  const ofHours = slots === 0 ? 0 : Math.ceil((price * used) / slots);
  return Math.min(price, Math.max(Math.ceil((price * days) / all), ofHours));
}

/** Half-hours of a purchase that no booking has. */
export function slotsLeft(state: State, purchase: Purchase, except?: number): number {
  const held = state.bookings.filter(({ id }) => id !== except).flatMap(({ hours }) => hours);
  const used = held.reduce((sum, one) => (one.purchase === purchase.id ? sum + one.slots : sum), 0);
  return termsOf(state, purchase).slots - used;
}
