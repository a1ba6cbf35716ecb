import type { ClubDb } from '../db/club-db.ts';
import type { ChosenAddOn } from '../domain/add-on.ts';
import type { PriceItem } from '../domain/booking-price-lines.ts';
import { toPriceItem } from '../domain/booking-price-lines.ts';
import { invalidField } from '../domain/failure.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { addOnRoutes } from './add-on-routes.ts';
import { AddOnStore } from './add-on-store.ts';

/** Rackets, balls, a coach: what customers book beside a court. Only this module writes the table add_on. */
export function createAddOnsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  countLeft: (addOnId: number, date: string, slotIndexes: readonly number[]) => number | null;
}) {
  const addOns = new AddOnStore(deps.club.db);
  const jobs: Job[] = [];
  return {
    routes: addOnRoutes({ ...deps, addOns }),
    jobs,
    api: {
      listActiveAddOns: () => addOns.listActive(),
      /** How many of an add-on the club has at one time; null without a limit. */
      maxAtOnce: (id: number) => addOns.find(id)?.max_at_once ?? null,
      /** Throws `invalid` for an add-on that customers cannot choose. */
      chooseAddOns: (chosen: readonly ChosenAddOn[]): PriceItem[] =>
        chosen.map(({ id, quantity }) => {
          const addOn = addOns.find(id);
          if (!addOn?.active) {
            const message = addOn
              ? `${addOn.name} is no longer offered. Please book without it.`
              : 'There is no such add-on. Please choose again.';
            throw invalidField('add_ons', message);
          }
          return toPriceItem(addOn, quantity);
        }),
    },
  };
}
export type AddOnsModule = ReturnType<typeof createAddOnsModule>;
