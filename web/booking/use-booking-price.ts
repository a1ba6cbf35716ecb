import type { ChosenAddOn } from '../../src/domain/add-on.ts';
import { type PricedPlay, type PriceItem, toPriceItem } from '../../src/domain/booking-price-lines.ts';
import { courtRateOn } from '../../src/domain/court.ts';
import { chooseItems } from '../../src/domain/plan-price.ts';
import { type Price, priceOf } from '../../src/domain/price.ts';
import type { Draft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { useDayPlan } from '../shared/use-calendar.ts';
import { useCourt } from '../shared/use-courts.ts';
import { useHeldPlans } from '../shared/use-held-plans.ts';

/** A draft's price with its add-ons, the member's plans, the members' price and the code. */
export function useBookingPrice(draft: Draft): Price {
  return usePlayPrice(draft)(draft.slotIndexes);
}

/** The price of slots on a court's day, less what plans and members' prices take off, and with a code and add-ons. */
export function usePlayPrice({
  date,
  courtId,
  addOns,
  code,
}: Pick<Draft, 'date' | 'courtId'> & Partial<Pick<Draft, 'addOns' | 'code'>>): (
  slotIndexes: readonly number[],
) => Price {
  const { user } = useAuth();
  const court = useCourt(courtId);
  const plan = useDayPlan(date);
  const itemsFor = usePriceItems(addOns ?? [], Boolean(user), code?.discount);
  const rate = court ? courtRateOn(court, date) : { court_id: 0, hourly_rate: 0 };
  return (slotIndexes) => priceOf(slotIndexes, rate, plan, itemsFor);
}

/** What a booking costs on top of its court, by the server's rule. */
function usePriceItems(
  addOns: readonly ChosenAddOn[],
  isMember: boolean,
  code: PriceItem | null = null,
): (play: PricedPlay) => PriceItem[] {
  const { extras } = usePageData();
  const held = useHeldPlans();
  return (play) => {
    const open = extras?.discounts.filter(({ members_only }) => isMember || !members_only) ?? [];
    const chosen = addOns.flatMap(({ id, quantity }) => {
      const addOn = extras?.add_ons.find((each) => each.id === id);
      return addOn ? [toPriceItem(addOn, quantity)] : [];
    });
    return chooseItems({ open, code, addOns: chosen, held }, play);
  };
}
