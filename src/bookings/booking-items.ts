import type { ChosenAddOn } from '../domain/add-on.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import type { Customer } from './has-booked-before.ts';

/** What a customer chose beside the court. */
export interface ItemRequest {
  add_ons?: readonly ChosenAddOn[] | undefined;
  code?: string | undefined;
  customer: Customer;
  /** The customer gets the members' price. */
  isMember: boolean;
  /** The network or the member whose wrong codes are counted; null for admins. */
  guesser: string | null;
}

/** What the modules of add-ons and codes decide about a booking. */
export interface BookingItemSource {
  /** Throws `invalid` for an add-on that customers cannot choose. */
  chooseAddOns: (chosen: readonly ChosenAddOn[]) => PriceItem[];
  /** Throws `invalid` for a code that cannot be used. */
  discountsFor: (request: Omit<ItemRequest, 'add_ons'> & { play: PricedPlay }) => PriceItem[];
}

/** The add-ons and discounts of a booking, once its play is known. */
export function itemsOf(source: BookingItemSource, { add_ons = [], ...request }: ItemRequest) {
  return (play: PricedPlay): PriceItem[] => [
    ...source.discountsFor({ ...request, play }),
    ...source.chooseAddOns(add_ons),
  ];
}
