import type { Database } from 'bun:sqlite';
import { addDays } from '../../domain/business-day.ts';
import { positionOf } from '../../domain/slot.ts';
import { OPEN_SLOTS, type PlannedBooking } from './plan-bookings.ts';
import type { SeededRandom } from './random.ts';
import type { Person } from './sample-people.ts';

/** Customers waiting for evenings that are taken. */
export function addWaiting(
  db: Database,
  random: SeededRandom,
  plans: readonly PlannedBooking[],
  input: { today: string; now: number; createPerson: (index: number) => Person },
): void {
  const insert = db.prepare(
    `INSERT INTO waitlist_entry (date, from_position, until_position, slots, court_id, name, email, phone, contact, state,
       created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7, 'open', ?9)`,
  );
  // Each waits for exactly the time of a booking, so that cancelling it triggers an offer.
  const evenings = plans.filter(
    ({ day, cancelled, positions }) =>
      day >= 1 && day <= 2 && !cancelled && (positions[0] ?? 0) >= 20 && isOneBlock(positions),
  );
  for (const [index, plan] of [evenings[0], evenings[0], evenings[1]].entries()) {
    if (!plan) continue;
    const { name, email, phone } = input.createPerson(random.nextInt(60_000));
    const first = positionOf(OPEN_SLOTS[plan.positions[0] ?? 0] ?? 14);
    const until = first + plan.positions.length;
    const createdAt = input.now - (3 - index) * 3_600_000;
    insert.run(
      addDays(input.today, plan.day),
      first,
      until,
      plan.positions.length,
      plan.court,
      name,
      email,
      phone,
      createdAt,
    );
  }
}

function isOneBlock(positions: readonly number[]): boolean {
  return (positions.at(-1) ?? 0) - (positions[0] ?? 0) === positions.length - 1;
}
