/** The clock of the compiled server jumps for some seconds while bookings wait for money. */
import { expect, test } from 'bun:test';
import {
  bookUnpaid,
  cancelledIds,
  DAY,
  HOUR,
  JUMPS,
  loggedTimes,
  MINUTE,
  SECOND,
  setPayBy,
} from '../support/clock-jumps.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Returns what a jump ahead and one back released while they lasted, and after the clock was right again. */
async function jumpThereAndBack(size: number): Promise<object[]> {
  const clock = await createMovableClock();
  const club = await startServerProcess({ env: clock.env });
  const isPause = size > 5 * MINUTE;
  const ended: number[] = [];
  const newlyCancelled = () => cancelledIds(club).filter((id) => !ended.includes(id));
  const rows: object[] = [];
  try {
    const waiting = [await bookUnpaid(club, '10:00'), await bookUnpaid(club, '12:00')];
    for (const [at, direction] of [1, -1].entries()) {
      const due = await bookUnpaid(club, `${14 + 2 * at}:00`);
      // A server that believes the jump ahead releases these bookings.
      setPayBy(club, [...waiting, due], Date.now() + size - SECOND);
      const start = Date.now();
      clock.set(start + direction * size);
      if (isPause) await loggedTimes(club, 'clock jumped', at + 1);
      // The job looks each second.
      await Bun.sleep(2500);
      const during = newlyCancelled();
      clock.set(Date.now());
      await Bun.sleep(1500);
      const after = newlyCancelled();
      setPayBy(club, waiting, start + 500 * DAY);
      setPayBy(club, [due], start - 400 * DAY - HOUR);
      const { exitCode } = await runCommand(['confirm-clock', '--data', club.dataDir]);
      if (isPause) await loggedTimes(club, 'clock confirmed', at + 1);
      await waitUntil(() => cancelledIds(club).includes(due));
      const confirmed = newlyCancelled();
      rows.push({ exitCode, during, after, confirmed: confirmed.map((id) => id === due) });
      ended.push(...confirmed);
    }
    return rows;
  } finally {
    await club.close();
  }
}

test('jumps ahead and back for some seconds release no booking before its deadline', async () => {
  const results = await Promise.all(
    JUMPS.map(async ([name, size]) => ({ name, rows: await jumpThereAndBack(size) })),
  );
  const nothingEarly = { exitCode: 0, during: [], after: [], confirmed: [true] };
  expect(results).toEqual(JUMPS.map(([name]) => ({ name, rows: [nothingEarly, nothingEarly] })));
});
