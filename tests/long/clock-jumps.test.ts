/** After a jump of the clock the compiled server goes on by itself within 15 minutes. */
import { expect, test } from 'bun:test';
import { bookUnpaid, cancelledIds, HOUR, JUMPS, MINUTE, SECOND } from '../support/clock-jumps.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { startServerProcess } from '../support/server-process.ts';

/** How long the clock is wrong; the job that releases bookings looks each second. */
const WRONG_MS = 10 * SECOND;
const MAX_LATE_MS = 15 * MINUTE;

/** How long after its deadline a booking was released that waited during a jump; null when nothing released it in time. */
async function delayOfRelease(size: number): Promise<number | null> {
  const clock = await createMovableClock();
  const club = await startServerProcess({ env: clock.env });
  try {
    const payBy = Date.now() + 3 * WRONG_MS;
    const due = await bookUnpaid(club, '10:00', payBy);
    const waiting = await bookUnpaid(club, '12:00', payBy + HOUR);
    const rightAt = Date.now() + WRONG_MS;
    clock.set(Date.now() + size);
    let isRight = false;
    while (Date.now() < payBy + MAX_LATE_MS) {
      await Bun.sleep(SECOND);
      if (!isRight && Date.now() >= rightAt) {
        clock.set(Date.now());
        isRight = true;
      }
      const cancelled = cancelledIds(club);
      expect(cancelled).not.toContain(waiting);
      // Before the deadline this is negative: the booking was released too early.
      if (cancelled.includes(due)) return Date.now() - payBy;
    }
    return null;
  } finally {
    await club.close();
  }
}

test('a booking is released at its deadline, or up to 15 minutes later if the clock has jumped', async () => {
  const jumps = JUMPS.flatMap(([name, size]) => [
    { name: `${name} ahead`, size },
    { name: `${name} back`, size: -size },
  ]);
  const rows = await Promise.all(
    jumps.map(async ({ name, size }) => ({ jump: name, late: await delayOfRelease(size) })),
  );
  const seconds = rows.map(({ jump, late }) => ({
    jump,
    'late in seconds': late === null ? 'more than 900' : Math.round(late / SECOND),
  }));
  console.table(seconds);
  expect(rows.filter(({ late }) => late === null || late < 0)).toEqual([]);
});
