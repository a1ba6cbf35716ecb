import type { Database } from 'bun:sqlite';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { PlanFigures, PlanHolder } from '../domain/api/plan-answers.ts';
import { statusOf } from '../domain/plan.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { HeldPlans } from './held-plans.ts';
import type { PurchaseStore } from './purchase-store.ts';
import type { PurchaseViews } from './views.ts';

interface HolderRow extends Omit<PlanHolder, 'purchase' | 'slots_owed'> {
  id: number;
}

interface FigureParts {
  purchases: PurchaseStore;
  held: HeldPlans;
  calendar: ClubCalendar;
  views: PurchaseViews;
}

interface PlayRow {
  plan_id: number;
  date: string;
  slots: string;
  off: number;
}

/** What the owner's plans bring and cost the club, and who holds them. */
export class PlanFigureStore {
  readonly #parts: FigureParts;
  readonly #selectSold;
  readonly #selectPlays;
  readonly #selectPlaces;
  readonly #selectHolders;

  constructor(db: Database, parts: FigureParts) {
    this.#parts = parts;
    this.#selectSold = db.prepare<
      { plan_id: number; sold: number; earned: number },
      [from: string, to: string]
    >(
      `SELECT plan_id, count(*) AS sold, sum(payer.received) AS earned
       FROM purchase JOIN plan_version ON plan_version.id = version_id
         JOIN payer ON payer.purchase_id = purchase.id
       WHERE starts_on BETWEEN ? AND ? GROUP BY plan_id`,
    );
    this.#selectPlays = db.prepare<PlayRow, [from: string, to: string]>(
      `SELECT plan_id, booking.date, booking.slots, -sum(booking_line.amount) AS off
       FROM booking JOIN booking_line ON booking_line.booking_id = booking.id AND booking_line.kind = 'plan'
         JOIN purchase ON purchase.id = booking_line.source_id
         JOIN plan_version ON plan_version.id = version_id
       WHERE booking.date BETWEEN ? AND ? AND booking.status <> 'cancelled'
       GROUP BY booking.id, plan_id`,
    );
    this.#selectPlaces = db.prepare<{ plan_id: number; off: number }, [from: string, to: string]>(
      `SELECT plan_id, sum(event_place.discount) AS off
       FROM event_place JOIN payer ON payer.id = event_place.payer_id AND payer.state = 'joined'
         JOIN purchase ON purchase.id = event_place.purchase_id
         JOIN plan_version ON plan_version.id = version_id
       WHERE (SELECT min(date) FROM event_session
         WHERE event_session.event_id = payer.event_id AND cancelled_at IS NULL) BETWEEN ? AND ?
       GROUP BY plan_id`,
    );
    this.#selectHolders = db.prepare<HolderRow, [number]>(
      `SELECT purchase.id, purchase.user_id, iif(payer.erased, NULL, ifnull(user.name, payer.name)) AS name,
         payer.phone, payer.email
       FROM purchase JOIN plan_version ON plan_version.id = version_id
         JOIN payer ON payer.purchase_id = purchase.id
         LEFT JOIN user ON user.id = purchase.user_id
       WHERE plan_id = ? AND purchase.state = 'active' ORDER BY ends_on, purchase.id LIMIT 500`,
    );
  }

  /** The figures of a plan for play, and for purchases that began, from `from` to `to`, both included. */
  read(
    plans: readonly { id: number; name: string; holders: number }[],
    from: string,
    to: string,
  ): PlanFigures[] {
    const sold = new Map(this.#selectSold.all(from, to).map((row) => [row.plan_id, row]));
    const places = new Map(this.#selectPlaces.all(from, to).map(({ plan_id, off }) => [plan_id, off]));
    const plays = Map.groupBy(this.#selectPlays.all(from, to), ({ plan_id }) => plan_id);
    return plans.map(({ id, name, holders }) => {
      const played = (plays.get(id) ?? []).map((play) => ({ ...play, ...this.#countSlots(play) }));
      const sum = (of: 'off' | 'slots_played' | 'quiet_slots') =>
        played.reduce((total, play) => total + play[of], 0);
      return {
        plan_id: id,
        name,
        holders,
        sold: sold.get(id)?.sold ?? 0,
        earned: sold.get(id)?.earned ?? 0,
        given: sum('off') + (places.get(id) ?? 0),
        slots_played: sum('slots_played'),
        quiet_slots: sum('quiet_slots'),
        slots_owed: this.listHolders(id).reduce((total, { slots_owed }) => total + slots_owed, 0),
      };
    });
  }

  /** Who has a plan now or will; those whose time is over are left out. */
  listHolders(planId: number): PlanHolder[] {
    const { purchases, held, calendar, views } = this.#parts;
    const today = calendar.today();
    return this.#selectHolders.all(planId).flatMap(({ id, ...who }) => {
      const purchase = purchases.require(id);
      if (statusOf(purchase, today) === 'over') return [];
      const slots_owed = held.leftOf(purchase).reduce((sum, left) => sum + left, 0);
      return [{ purchase: views.view(purchase), ...who, slots_owed }];
    });
  }

  #countSlots({ date, slots }: PlayRow): { slots_played: number; quiet_slots: number } {
    const { bySlotIndex } = this.#parts.calendar.planOf(date);
    const played = JSON.parse(slots) as string[];
    const quiet = played.filter((time) => bySlotIndex.get(slotIndexOf(time) ?? -1)?.tier !== 'peak');
    return { slots_played: played.length, quiet_slots: quiet.length };
  }
}
