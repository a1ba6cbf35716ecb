import type { Database } from 'bun:sqlite';
import { totalsInRangeSql, totalsPeriods } from '../db/range-totals.ts';
import type { AdminStats } from '../domain/api/insight-routes.ts';
import type { DateRange } from '../domain/date-range.ts';

/** The dashboard's statistics, in one query. Revenue is money received less refunds, cancelled bookings too. */
export class StatsStore {
  readonly #selectStats;

  constructor(db: Database) {
    this.#selectStats = db.prepare<AdminStats, [string, string]>(
      `SELECT
         coalesce(sum(bookings), 0) AS total_bookings,
         coalesce(sum(amount), 0) AS total_revenue,
         coalesce(sum(bookings) FILTER (WHERE status = 'pending'), 0) AS pending_bookings,
         coalesce(sum(bookings) FILTER (WHERE status = 'paid'), 0) AS paid_bookings,
         coalesce(sum(bookings) FILTER (WHERE status = 'cancelled'), 0) AS cancelled_bookings,
         (SELECT coalesce(sum(bookings), 0) FROM booking_stats
          WHERE period = 'd' || ?2 AND status <> 'cancelled') AS bookings_today,
         (SELECT coalesce(sum(totals.amount), 0) FROM ${totalsInRangeSql('booking_stats')}) AS filtered_revenue,
         (SELECT users FROM user_stats WHERE is_admin = 0) AS total_members
       FROM booking_stats WHERE period = 'all'`,
    );
  }

  read(range: DateRange, today: string): AdminStats {
    const stats = this.#selectStats.get(JSON.stringify(totalsPeriods(range)), today);
    if (!stats) throw new Error('an aggregate always has a row');
    return stats;
  }
}
