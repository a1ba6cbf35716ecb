import type { ChosenAddOn } from '../domain/add-on.ts';
import type { HeldPlan } from '../domain/api/plan-answers.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import { chooseItems } from '../domain/plan-price.ts';
import type { AddOnStore } from '../extras/add-on-store.ts';
import type { DiscountRequest, Discounts } from './discounts.ts';

/** What a customer chose besides the court. */
export interface ItemRequest extends Omit<DiscountRequest, 'play'> {
  add_ons?: readonly ChosenAddOn[] | undefined;
  /** The reception knows the customer, whose plans count without an account too. */
  atReception?: boolean;
  /** Its plans give no hours: a weekly booking would use them up months ahead. */
  withoutHours?: boolean;
}

/** Whose plans count: a member's, and those sold to a contact that the reception vouches for. */
export interface PlanHolderRef {
  user_id: number | null;
  contact?: { email: string; phone: string } | undefined;
}
/** What the module that sells plans says about bookings. */
export interface BookingPlans {
  heldBy: (holder: PlanHolderRef) => HeldPlan[];
  /** Half-hours of plans that a booking uses, or has lost by a late cancellation. */
  slotsKeptBy: (bookingId: number) => number;
}

export class BookingItems {
  readonly #addOns: AddOnStore;
  readonly #discounts: Discounts;
  #plans: BookingPlans = { heldBy: () => [], slotsKeptBy: () => 0 };

  constructor(addOns: AddOnStore, discounts: Discounts) {
    this.#addOns = addOns;
    this.#discounts = discounts;
  }

  registerPlans(plans: BookingPlans): void {
    this.#plans = plans;
  }

  slotsKeptBy(bookingId: number): number {
    return this.#plans.slotsKeptBy(bookingId);
  }

  /** The plans and packages that a member holds; a guest has none. */
  heldBy(userId: number | null): HeldPlan[] {
    return this.#plans.heldBy({ user_id: userId });
  }

  /** A booking's items, once its play is known. Throws `invalid` for an add-on or code that can't be used. */
  of({
    add_ons = [],
    withoutHours,
    atReception,
    ...request
  }: ItemRequest): (play: PricedPlay) => PriceItem[] {
    return (play) => {
      const { user_id, email, phone } = request.customer;
      const held = this.#plans.heldBy({ user_id, contact: atReception ? { email, phone } : undefined });
      const offer = { ...this.#discounts.of({ ...request, play }), addOns: this.#addOns.choose(add_ons) };
      return chooseItems(
        { ...offer, held: withoutHours ? held.map((plan) => ({ ...plan, left: [] })) : held },
        play,
      );
    };
  }
}
