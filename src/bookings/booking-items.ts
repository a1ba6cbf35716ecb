import type { ChosenAddOn } from '../domain/add-on.ts';
import type { HeldPlan } from '../domain/api/plan-answers.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import { chooseItems } from '../domain/plan-price.ts';
import type { AddOnStore } from '../extras/add-on-store.ts';
import type { DiscountRequest, Discounts } from './discounts.ts';

/** What a customer chose besides the court. */
export interface ItemRequest extends Omit<DiscountRequest, 'play'> {
  add_ons?: readonly ChosenAddOn[] | undefined;
  /** Its plans give no hours: a weekly booking would use them up months ahead. */
  withoutHours?: boolean;
}

/** The plans and packages that a member holds; null means a guest. */
export type FindHeldPlans = (userId: number | null) => HeldPlan[];

export class BookingItems {
  readonly #addOns: AddOnStore;
  readonly #discounts: Discounts;
  #findHeld: FindHeldPlans = () => [];

  constructor(addOns: AddOnStore, discounts: Discounts) {
    this.#addOns = addOns;
    this.#discounts = discounts;
  }

  /** The module that sells plans tells who holds them. */
  registerPlans(findHeld: FindHeldPlans): void {
    this.#findHeld = findHeld;
  }

  heldBy(userId: number | null): HeldPlan[] {
    return this.#findHeld(userId);
  }

  /** A booking's items, once its play is known. Throws `invalid` for an add-on or code that can't be used. */
  of({ add_ons = [], withoutHours, ...request }: ItemRequest): (play: PricedPlay) => PriceItem[] {
    return (play) => {
      const held = this.heldBy(request.customer.user_id);
      const offer = { ...this.#discounts.of({ ...request, play }), addOns: this.#addOns.choose(add_ons) };
      return chooseItems(
        { ...offer, held: withoutHours ? held.map((plan) => ({ ...plan, left: [] })) : held },
        play,
      );
    };
  }
}
