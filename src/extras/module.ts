import type { Base } from '../http/base.ts';
import { addOnRoutes } from './add-on-routes.ts';
import { AddOnStore } from './add-on-store.ts';
import { PromoCodeStore } from './promo-code-store.ts';

/** What changes a court's price: add-ons, promo codes and members' prices. */
export function createExtras(base: Base) {
  const addOns = new AddOnStore(base.club.db);
  const codes = new PromoCodeStore(base.club.db);
  return { addOns, codes, routes: addOnRoutes(base, addOns) };
}

export type Extras = ReturnType<typeof createExtras>;
