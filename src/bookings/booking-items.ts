import type { ChosenAddOn } from '../domain/add-on.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import type { AddOnStore } from '../extras/add-on-store.ts';
import type { DiscountRequest, Discounts } from './discounts.ts';

/** What a customer chose besides the court. */
export interface ItemRequest extends Omit<DiscountRequest, 'play'> {
  add_ons?: readonly ChosenAddOn[] | undefined;
}

export class BookingItems {
  readonly #addOns: AddOnStore;
  readonly #discounts: Discounts;

  constructor(addOns: AddOnStore, discounts: Discounts) {
    this.#addOns = addOns;
    this.#discounts = discounts;
  }

  /** A booking's items, once its play is known. Throws `invalid` for an add-on or code that can't be used. */
  of({ add_ons = [], ...request }: ItemRequest): (play: PricedPlay) => PriceItem[] {
    return (play) => [...this.#discounts.of({ ...request, play }), ...this.#addOns.choose(add_ons)];
  }
}
