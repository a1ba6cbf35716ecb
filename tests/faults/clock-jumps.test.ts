/** The clock of the compiled server jumps for some seconds while bookings wait for money. */
import { expect, test } from 'bun:test';
import { createMovableClock } from '../support/faketime-environment.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function book(club: ServerProcess, start_time: string): Promise<number> {
  const date = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
  const email = `guest${start_time.slice(0, 2)}@example.com`;
  const answer = await fetch(`${club.url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ date, start_time, email })),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { booking: { id: number } }).booking.id;
}

const setPayBy = (club: ServerProcess, ids: number[], at: number) =>
  club.database((db) => {
    for (const id of ids) db.run('UPDATE booking SET remind_at = NULL, pay_by = ? WHERE id = ?', [at, id]);
  });

const cancelledIds = (club: ServerProcess) =>
  club.database((db) =>
    db
      .query<{ id: number }, []>("SELECT id FROM booking WHERE status = 'cancelled' ORDER BY id")
      .all()
      .map(({ id }) => id),
  );

const JUMPS: [name: string, ms: number][] = [
  ['10 seconds', 10 * SECOND],
  ['5 minutes', 5 * MINUTE],
  ['3 hours', 3 * HOUR],
  ['3 days', 3 * DAY],
  ['400 days', 400 * DAY],
];

/** Returns what a jump ahead and one back released while they lasted, and after the clock was right again. */
async function jumpThereAndBack(size: number): Promise<object[]> {
  const clock = await createMovableClock();
  const club = await startServerProcess({ env: clock.env });
  const isPause = size > 5 * MINUTE;
  const countEvents = (event: string) => club.output().split(`"event":"${event}"`).length - 1;
  const ended: number[] = [];
  const newlyCancelled = () => cancelledIds(club).filter((id) => !ended.includes(id));
  const rows: object[] = [];
  try {
    const waiting = [await book(club, '10:00'), await book(club, '12:00')];
    for (const [at, direction] of [1, -1].entries()) {
      const due = await book(club, `${14 + 2 * at}:00`);
      // A server that believes the jump ahead releases these bookings.
      setPayBy(club, [...waiting, due], Date.now() + size - SECOND);
      const start = Date.now();
      clock.set(start + direction * size);
      if (isPause) await waitUntil(() => countEvents('clock jumped') === at + 1);
      // The job looks each second.
      await Bun.sleep(2500);
      const during = newlyCancelled();
      clock.set(Date.now());
      await Bun.sleep(1500);
      const after = newlyCancelled();
      setPayBy(club, waiting, start + 500 * DAY);
      setPayBy(club, [due], start - 400 * DAY - HOUR);
      const { exitCode } = await runCommand(['confirm-clock', '--data', club.dataDir]);
      if (isPause) await waitUntil(() => countEvents('clock confirmed') === at + 1);
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
