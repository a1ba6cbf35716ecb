import { priceOf } from './extras.ts';
import { takeOff } from './plan-lines.ts';
import { heldBy, slotsLeft, termsOf } from './purchases.ts';
import type { Extras, Place, PlanLine, Purchase, State } from './state.ts';

/** When a booking's customer can cancel for free without a plan. */
const FREE_HOURS = 24;

interface Wish {
  person: string | null;
  rackets: number;
  code: boolean;
  isMembers: boolean;
  withoutHours?: boolean;
}

/**
 * Hours that end first are used first; of the plans and the members' price, the best discount counts for the rest.
 * A code counts as well only if every plan allows it, otherwise instead of the plans if that is no dearer.
 */
export function chooseExtras(state: State, place: Place, wish: Wish, now: number): Extras {
  const { rackets, code, isMembers } = wish;
  const plain: Extras = { rackets, code, member: isMembers, lines: [], freeHours: FREE_HOURS };
  const covering = (isMembers ? heldBy(state, wish.person, now) : []).filter(
    ({ startsOn, endsOn }) => (startsOn ?? '') <= place.date && place.date <= (endsOn ?? ''),
  );
  if (covering.length === 0) return plain;
  const freeHours = Math.min(
    FREE_HOURS,
    ...covering.map((purchase) => termsOf(state, purchase).cancelHours ?? FREE_HOURS),
  );
  const lineOf = ({ id, startsOn, endsOn }: Purchase, gives: PlanLine['gives']): PlanLine => ({
    purchase: id,
    from: startsOn ?? '',
    to: endsOn ?? '',
    gives,
  });
  const hours: PlanLine[] = [];
  const inOrder = covering.toSorted(
    (one, other) => (one.endsOn ?? '').localeCompare(other.endsOn ?? '') || one.id - other.id,
  );
  for (const purchase of wish.withoutHours ? [] : inOrder) {
    const { slotsFor } = termsOf(state, purchase);
    const line = lineOf(purchase, { slots: slotsLeft(state, purchase), for: slotsFor });
    const [paid] = takeOff(place, [...hours, line]).hours.filter((one) => one.purchase === purchase.id);
    if (paid) hours.push(lineOf(purchase, { slots: paid.slots, for: slotsFor }));
  }
  const choices: Extras[] = [
    ...covering.map((purchase) => {
      const { discount } = termsOf(state, purchase);
      return { ...plain, code: false, member: false, lines: [...hours, lineOf(purchase, discount)] };
    }),
    { ...plain, code: false, lines: hours },
  ];
  const withoutHours = ({ lines, ...rest }: Extras) => ({
    ...rest,
    lines: lines.filter(({ gives }) => !('slots' in gives)),
  });
  // Where hours pay for everything, the booking may still be moved away from them.
  const rank = (extras: Extras) => [priceOf(place, extras), priceOf(place, withoutHours(extras))] as const;
  const best = choices.reduce((one, other) => {
    const [price, alone] = rank(other);
    const [least, leastAlone] = rank(one);
    return price < least || (price === least && alone < leastAlone) ? other : one;
  });
  const isBoth = code && covering.every((purchase) => termsOf(state, purchase).withCodes);
  const planned = { ...best, code: isBoth, freeHours };
  const isCodeBetter = code && priceOf(place, planned) >= priceOf(place, plain);
  return isCodeBetter ? { ...plain, freeHours } : planned;
}
