import type { Database } from 'bun:sqlite';
import type { HeldPlan } from '../../domain/api/plan-answers.ts';
import type { BookingLine, PricedPlay, PriceItem } from '../../domain/booking-price-lines.ts';
import { addDays, businessDayOf, clubInstant } from '../../domain/business-day.ts';
import { endOf, monthsOf, slotsOf } from '../../domain/plan.ts';
import { chooseItems } from '../../domain/plan-price.ts';
import type { PlanTerms } from '../../domain/plan-schemas.ts';
import { searchText } from '../../domain/search-text.ts';

interface DemoPerson {
  id: number;
  name: string;
  email: string;
  phone: string;
}

const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const NOTHING = {
  hours: 0,
  hours_for: ANYWHERE,
  discounts: [],
  days_ahead: null,
  cancel_hours: null,
  add_ons: [],
  events_percent: null,
  friends: 0,
  with_codes: false,
} satisfies Partial<PlanTerms>;
const PLANS: { kind: 'plan' | 'package'; name: string; terms: PlanTerms }[] = [
  {
    kind: 'plan',
    name: 'Gold',
    terms: {
      ...NOTHING,
      ...{
        price: 45_000,
        months: 3,
        days: null,
        hours: 4,
        days_ahead: 30,
        cancel_hours: 12,
        events_percent: 20,
      },
      discounts: [{ ...ANYWHERE, percent: 15, amount_off: null }],
      add_ons: [{ id: 1, percent: 100 }],
    },
  },
  {
    kind: 'plan',
    name: 'Off-peak',
    terms: {
      ...NOTHING,
      price: 6000,
      months: 1,
      days: null,
      discounts: [{ ...ANYWHERE, tiers: ['morning', 'off_peak'], percent: 30, amount_off: null }],
    },
  },
  {
    kind: 'package',
    name: '10 hours off-peak',
    terms: {
      ...NOTHING,
      price: 35_000,
      months: null,
      days: 90,
      hours: 10,
      friends: 2,
      hours_for: { ...ANYWHERE, tiers: ['morning', 'off_peak'] },
    },
  },
];
/** Which plan each buyer has, and since how many days; the second one's ends within a week. */
const SALES = [
  { plan: 0, days: 20 },
  { plan: 1, days: 25 },
  { plan: 2, days: 40 },
  { plan: 0, days: 5 },
];

/** The demo's two plans and a package, and the members who have them. */
export class DemoPlans {
  readonly #db: Database;
  readonly #held = new Map<number, HeldPlan>();

  constructor(
    db: Database,
    buyers: readonly (DemoPerson | undefined)[],
    { today, admin }: { today: string; admin: number | null },
  ) {
    this.#db = db;
    const start = clubInstant(today, 12 * 60) - 90 * 24 * 60 * 60_000;
    for (const { kind, name, terms } of PLANS) {
      const { lastInsertRowid } = db.query('INSERT INTO plan (kind, name) VALUES (?, ?)').run(kind, name);
      db.query('INSERT INTO plan_version (plan_id, terms, created_at, created_by) VALUES (?, ?, ?, ?)').run(
        lastInsertRowid,
        JSON.stringify(terms),
        start,
        admin,
      );
    }
    for (const [at, { plan, days }] of SALES.entries()) {
      const buyer = buyers[at];
      if (buyer) this.#sell(buyer, plan, { starts_on: addDays(today, -days), admin });
    }
  }

  /** A member's items for a booking made at `createdAt`: the plan applies from when it was bought. */
  itemsFor(
    userId: number | null,
    addOns: readonly PriceItem[],
    createdAt: number,
  ): (play: PricedPlay) => readonly PriceItem[] {
    const plan = userId === null ? undefined : this.#held.get(userId);
    const held = plan && plan.starts_on <= businessDayOf(createdAt) ? [plan] : [];
    return (play) => (held.length === 0 ? addOns : chooseItems({ open: [], addOns, held }, play));
  }

  /** Uses the hours in a booking's lines. */
  takeHours(bookingId: number, userId: number | null, lines: readonly BookingLine[]): void {
    const plan = userId === null ? undefined : this.#held.get(userId);
    const insert = this.#db.query(
      `INSERT INTO purchase_slot (purchase_id, month, number, booking_id)
       SELECT ?1, ?2, 1 + (SELECT count(*) FROM purchase_slot WHERE purchase_id = ?1 AND month = ?2), ?3`,
    );
    for (const { terms } of lines) {
      if (!plan || terms?.plan?.gives !== 'hours') continue;
      const { period, used } = terms.plan;
      for (let slot = 0; slot < used; slot += 1) insert.run(plan.id, period, bookingId);
      plan.left = plan.left.map((left, month) => (month === period ? left - used : left));
    }
  }

  #sell(
    buyer: DemoPerson,
    at: number,
    { starts_on, admin }: { starts_on: string; admin: number | null },
  ): void {
    const plan = PLANS[at];
    if (!plan) return;
    const { terms } = plan;
    const when = clubInstant(starts_on, 17 * 60);
    const ends_on = endOf(terms, starts_on);
    const id = Number(
      this.#db
        .query(
          `INSERT INTO purchase (version_id, user_id, state, starts_on, ends_on, created_at)
           VALUES (?, ?, 'active', ?, ?, ?)`,
        )
        .run(at + 1, buyer.id, starts_on, ends_on, when).lastInsertRowid,
    );
    const payer = this.#db
      .query(
        `INSERT INTO payer (purchase_id, state, name, email, phone, search, user_id, price, charge, payment_method,
           confirmed_at, created_at) VALUES (?1, 'joined', ?2, ?3, ?4, ?5, ?6, ?7, ?7, 'bank_transfer', ?8, ?8)`,
      )
      .run(id, buyer.name, buyer.email, buyer.phone, searchText(buyer), buyer.id, terms.price, when);
    this.#db
      .query(
        `INSERT INTO ledger_entry (at, payer_id, user_id, kind, method, amount, actor, actor_id)
         VALUES (?, ?, ?, 'payment', 'bank_transfer', ?, 'admin', ?)`,
      )
      .run(when, payer.lastInsertRowid, buyer.id, terms.price, admin);
    const period = { starts_on, ends_on, paused_days: 0 };
    this.#held.set(buyer.id, {
      id,
      name: plan.name,
      ...period,
      months: terms.months,
      left: Array.from({ length: monthsOf(terms) }, () => slotsOf(terms)),
      hours_for: terms.hours_for,
      discounts: terms.discounts,
      add_ons: terms.add_ons,
      days_ahead: terms.days_ahead,
      cancel_hours: terms.cancel_hours,
      events_percent: terms.events_percent,
      with_codes: terms.with_codes,
    });
  }
}
