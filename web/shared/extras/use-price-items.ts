import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import {
  bestDiscount,
  type PricedPlay,
  type PriceItem,
  toPriceItem,
} from '../../../src/domain/booking-price-lines.ts';
import { usePageData } from '../page-data.tsx';

/** What a booking costs beside its court: the best price without a code, a code and the chosen add-ons. */
export function usePriceItems(
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
