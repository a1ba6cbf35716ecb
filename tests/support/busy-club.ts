import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { createDataDir } from './data-dir.ts';
import { clubToday, OPEN_SLOTS } from './default-day-plan.ts';
import { runSql } from './run-sql.ts';

const COURTS = 60;
/** Demo bookings use courts below this. */
const FIRST_COURT = 1001;

/** A club with enough courts and days for a load test's bookings. */
export function createBusyClub(bookings: number, receipts = 0): string {
  const dataDir = createDataDir({ bookings, receipts });
  appendFileSync(join(dataDir, 'club.toml'), '\n[booking]\ndays_ahead = 730\n');
  const courts = Array.from(
    { length: COURTS },
    (_, at) => `(${FIRST_COURT + at}, 'Court ${FIRST_COURT + at}')`,
  );
  runSql(dataDir, `INSERT INTO court (id, name) VALUES ${courts.join(', ')}`);
  return dataDir;
}

/** Booking `index` of up to 800,000, each at a different hour by a different guest. */
export function busyBooking(index: number): Record<string, unknown> {
  const hour = OPEN_SLOTS[(Math.floor(index / COURTS) % 21) * 2] ?? 14;
  return {
    court_id: FIRST_COURT + (index % COURTS),
    date: addDays(clubToday(), 40 + Math.floor(index / COURTS / 21)),
    start_time: startTimeOf(hour),
    duration: 60,
    name: 'Load Tester',
    email: `load${index}@example.com`,
    phone: `0300 ${String(index % 10_000_000).padStart(7, '0')}`,
    payment_method: 'cash',
  };
}
