import type { Database } from 'bun:sqlite';
import { SUM_REFUNDS_DUE } from '../bookings/balance-list.ts';
import type { AdminStats } from '../domain/api/insight-routes.ts';
import type { DateRange } from '../domain/date-range.ts';

/**
 * The dashboard's statistics in one query. Revenue is money received less refunds, including cancelled bookings; what
 * of it is still to be refunded stands beside it.
 */
export class StatsStore {
  readonly #selectStats;

  constructor(db: Database) {
    this.#selectStats = db.prepare<AdminStats, [from: string, to: string, today: string]>(
      `SELECT
         count(*) AS total_bookings,
         coalesce(sum(received), 0) AS total_revenue,
         count(*) FILTER (WHERE state = 'pending') AS pending_bookings,
         count(*) FILTER (WHERE state = 'paid') AS paid_bookings,
         count(*) FILTER (WHERE state IN ('cancelled', 'released')) AS cancelled_bookings,
         count(*) FILTER (WHERE date = ?3 AND state IN ('pending', 'paid')) AS bookings_today,
         coalesce(sum(received) FILTER (WHERE date BETWEEN ?1 AND ?2), 0) AS filtered_revenue,
         (${SUM_REFUNDS_DUE}) AS to_give_back,
         (SELECT count(*) FROM user WHERE role IS NULL) AS total_members
       FROM booking INDEXED BY booking_day`,
    );
  }

  read(range: DateRange, today: string): AdminStats {
    const stats = this.#selectStats.get(range.from ?? '', range.to ?? '~', today);
    if (!stats) throw new Error('an aggregate always has a row');
    return stats;
  }
}
