/** What plans, members' prices and a code take off a booking: one rule for the wizard and the server. */
import type { PriceItem } from './api/booking-answers.ts';
import type { HeldPlan } from './api/plan-answers.ts';
import { bestDiscount, isInScope, itemsTotal, type PricedPlay } from './booking-price-lines.ts';
import { monthOf } from './plan.ts';

/** Ends the label of a line by which a plan pays for hours. */
export const INCLUDED_HOURS = ': included hours';

/** What may come off a booking's price, and what it has on top of its court. */
export interface PriceOffer {
  /** What applies without a code. */
  open: readonly PriceItem[];
  code?: PriceItem | null | undefined;
  addOns: readonly PriceItem[];
  /** The customer's plans and packages. */
  held: readonly HeldPlan[];
}

/**
 * A booking's items. The better of the customer's plans and the code applies, or both where the owner allows it; on
 * top of either, the best discount without a code.
 */
export function chooseItems({ open, code, addOns, held }: PriceOffer, play: PricedPlay): PriceItem[] {
  const best = bestDiscount(open, play);
  const plain = [...(best ? [best] : []), ...(code ? [code] : []), ...addOns];
  const covering = held.filter(({ starts_on, ends_on }) => starts_on <= play.date && play.date <= ends_on);
  const [first] = covering;
  if (!first) return plain;
  const hours = hourItems(covering, play);
  // A discount stays in the lines even where hours pay for everything: the booking may move away from them.
  const isBetter = (other: PriceItem, one: PriceItem) => {
    const difference = itemsTotal([...hours, other], play) - itemsTotal([...hours, one], play);
    return difference < 0 || (difference === 0 && itemsTotal([other], play) < itemsTotal([one], play));
  };
  const discount = [...covering.map(discountItem), ...open].reduce((one, other) =>
    isBetter(other, one) ? other : one,
  );
  const both = code && covering.every(({ with_codes }) => with_codes) ? [code] : [];
  const planned = [...hours, discount, ...both, ...addOns, ...covering.flatMap(addOnItems)];
  const chosen = code && itemsTotal(planned, play) >= itemsTotal(plain, play) ? plain : planned;
  const isNamed = ({ id }: HeldPlan) =>
    chosen.some(({ kind, source_id }) => kind === 'plan' && source_id === id);
  const notices = covering.filter((plan) => plan.cancel_hours !== null && !isNamed(plan));
  return [...chosen, ...notices.map(withoutDiscount)];
}

/** Included hours, those expiring first; each slot is paid once. */
function hourItems(held: readonly HeldPlan[], play: PricedPlay): PriceItem[] {
  if (play.courtPrice <= 0) return [];
  const open = new Set(play.tiers.keys());
  return held
    .toSorted((a, b) => (a.ends_on < b.ends_on ? -1 : a.ends_on > b.ends_on ? 1 : a.id - b.id))
    .flatMap((plan) => {
      const period = monthOf(plan, plan, play.date);
      const fitting = [...open].filter((at) => isInScope(plan.hours_for, play, at));
      const paid = fitting.slice(0, plan.left[period] ?? 0);
      for (const at of paid) open.delete(at);
      if (paid.length === 0) return [];
      const gives = { ...plan.hours_for, gives: 'hours', period, slots: paid.length, used: 0 } as const;
      return [planItem(plan, `${plan.name}${INCLUDED_HOURS}`, gives)];
    });
}

function discountItem(plan: HeldPlan): PriceItem {
  return planItem(plan, plan.name, { gives: 'discount', discounts: plan.discounts });
}

/** What the plan gives besides its price. */
function withoutDiscount(plan: HeldPlan): PriceItem {
  return planItem(plan, plan.name, { gives: 'discount', discounts: [] });
}

function addOnItems(plan: HeldPlan): PriceItem[] {
  return plan.add_ons.map(({ id, percent }) =>
    planItem(plan, `${plan.name}: add-on`, { gives: 'add_on', add_on_id: id, percent }),
  );
}

type Effect = NonNullable<NonNullable<PriceItem['terms']>['plan']>;

function planItem(
  { id, starts_on, ends_on, cancel_hours }: HeldPlan,
  label: string,
  plan: Effect,
): PriceItem {
  return {
    kind: 'plan',
    source_id: id,
    quantity: 1,
    unit: null,
    label,
    unit_price: 0,
    terms: {
      percent: null,
      amount_off: null,
      tiers: null,
      play_from: starts_on,
      play_to: ends_on,
      plan,
      ...(cancel_hours === null ? {} : { cancel_hours }),
    },
  };
}

/** How many days ahead the plans valid on `today` let their holder book; 0 without one. */
export function planDaysAhead(held: readonly HeldPlan[], today: string): number {
  return Math.max(
    0,
    ...held
      .filter(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on)
      .map(({ days_ahead }) => days_ahead ?? 0),
  );
}

/** What a plan takes off a place in an event. */
export interface EventDiscount {
  purchase_id: number;
  /** The plan's name. */
  label: string;
  /** PKR. */
  amount: number;
}

/** The best discount of the holder's plans on a place in an event on `date`; null if none takes anything off. */
export function eventDiscount(held: readonly HeldPlan[], price: number, date: string): EventDiscount | null {
  const [best] = held
    .filter(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
    .toSorted((a, b) => (b.events_percent ?? 0) - (a.events_percent ?? 0));
  const amount = Math.round((price * (best?.events_percent ?? 0)) / 100);
  return best && amount > 0 ? { purchase_id: best.id, label: best.name, amount } : null;
}
