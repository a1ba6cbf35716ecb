import type { ChosenAddOn } from '../../src/domain/add-on.ts';
import {
  bestDiscount,
  type PricedPlay,
  type PriceItem,
  toPriceItem,
} from '../../src/domain/booking-price-lines.ts';
import { hourlyRateOn } from '../../src/domain/court.ts';
import { type Price, priceOf } from '../../src/domain/price.ts';
import type { Draft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { useDayPlan } from '../shared/use-calendar.ts';
import { useCourt } from '../shared/use-courts.ts';

/** The price of a draft with its add-ons, the members' price and the code. */
export function useBookingPrice({ date, courtId, slotIndexes, addOns, code }: Draft): Price {
  const { user } = useAuth();
  const court = useCourt(courtId);
  const itemsFor = usePriceItems(addOns, Boolean(user), code?.discount);
  return priceOf(slotIndexes, court ? hourlyRateOn(court, date) : 0, useDayPlan(date), itemsFor);
}

/** What a booking costs beside its court: the best price without a code, a code and the chosen add-ons. */
function usePriceItems(
  addOns: readonly ChosenAddOn[],
  isMember: boolean,
  code: PriceItem | null = null,
): (play: PricedPlay) => PriceItem[] {
  const { extras } = usePageData();
  return (play) => {
    const open = extras?.discounts.filter(({ members_only }) => isMember || !members_only) ?? [];
    const best = bestDiscount(open, play);
    const chosen = addOns.flatMap(({ id, quantity }) => {
      const addOn = extras?.add_ons.find((each) => each.id === id);
      return addOn ? [toPriceItem(addOn, quantity)] : [];
    });
    return [...(best ? [best] : []), ...(code ? [code] : []), ...chosen];
  };
}
