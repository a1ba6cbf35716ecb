import { hourlyRateOn } from '../../src/domain/court.ts';
import { type Price, priceOf } from '../../src/domain/price.ts';
import type { Draft } from '../shared/booking-draft.ts';
import { usePriceItems } from '../shared/extras/use-price-items.ts';
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
