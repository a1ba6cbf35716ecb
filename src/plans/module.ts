import { Elysia } from 'elysia';
import type { Accounts } from '../accounts/module.ts';
import type { UserStore } from '../accounts/user-store.ts';
import type { Bookings } from '../bookings/module.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { adminPlanRoutes } from './admin-routes.ts';
import { HeldPlans } from './held-plans.ts';
import { Hours } from './hours.ts';
import { memberPlanRoutes } from './member-routes.ts';
import { PlanFigureStore } from './plan-figures.ts';
import { PlanStore } from './plan-store.ts';
import { PurchaseKind, type PurchaseParts } from './purchase-kind.ts';
import { PurchaseStore } from './purchase-store.ts';
import { PurchaseReminders } from './reminders.ts';
import { PlanSales } from './sales.ts';
import { PurchaseViews } from './views.ts';

export interface PlanModuleParts extends PurchaseParts {
  plans: PlanStore;
  users: UserStore;
  sales: PlanSales;
  views: PurchaseViews;
  figures: PlanFigureStore;
}

/** Plans and packages of hours: what the club sells to regulars, and how they affect the prices of their bookings. */
export function createPlans(
  base: Base,
  { calendar, accounts, bookings }: { calendar: ClubCalendar; accounts: Accounts; bookings: Bookings },
) {
  const { club } = base;
  const { users } = accounts;
  const plans = new PlanStore(club.db);
  const purchases = new PurchaseStore(club.db);
  const held = new HeldPlans(purchases, calendar, users);
  const parts = { bookings, calendar, purchases, held };
  const sales = new PlanSales({ ...parts, plans, users });
  const views = new PurchaseViews({ ...parts, sales });
  const reminders = new PurchaseReminders({ ...parts, sales });
  const hours = new Hours(bookings.store, purchases);

  bookings.items.register('purchase', new PurchaseKind(parts));
  bookings.services.items.registerPlans({
    heldBy: (holder) => held.of(holder),
    slotsKeptBy: (bookingId) => purchases.countOf(bookingId),
  });
  club.onEventInTransaction((event, tx) => {
    hours.handleEvent(event, tx);
    if (event.kind === 'user.confirmed') sales.link(tx, event.user_id, event.email);
  });

  const figures = new PlanFigureStore(club.db, { ...parts, views });
  const all: PlanModuleParts = { ...parts, plans, users, sales, views, figures };
  const jobs: Job[] = [
    { name: 'remind of plans', minutes: 10, clock: 'confirmed', run: (now) => reminders.run(club, now) },
  ];
  return {
    plans,
    purchases,
    held,
    jobs,
    routes: new Elysia({ name: 'plans module' })
      .use(memberPlanRoutes(base, all))
      .use(adminPlanRoutes(base, all)),
  };
}

export type Plans = ReturnType<typeof createPlans>;
