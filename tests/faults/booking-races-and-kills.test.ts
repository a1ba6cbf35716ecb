import { afterEach, describe, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { clubToday, OPEN_SLOTS } from '../support/default-day-plan.ts';
import { runCommand } from '../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const servers: ServerProcess[] = [];
const startServer = async (options: NonNullable<Parameters<typeof startServerProcess>[0]> = {}) => {
  const club = await startServerProcess({ ...options, env: { ...TRUST_PROXY_ENV, ...options.env } });
  servers.push(club);
  return club;
};
afterEach(async () => {
  for (const club of servers.splice(0)) await club.close();
});

const tomorrow = addDays(clubToday(), 1);

let guestCount = 0;
const postGuestBooking = (url: string, over: Record<string, unknown>) => {
  guestCount += 1;
  return postBooking(url, bookingBody({ date: tomorrow, email: `guest${guestCount}@example.com`, ...over }));
};

describe('concurrent bookings', () => {
  test('50 overlapping bookings at once share no slot, and every 201 survives kill -9', async () => {
    const club = await startServer();
    const times = ['18:00', '18:30', '19:00', '19:30', '20:00'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        postGuestBooking(club.url, {
          start_time: times[index % times.length],
          duration: 60 + 30 * (index % 3),
        }),
      ),
    );
    await club.stop('SIGKILL');
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([201, 409]);
    const sold = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.booking);
    const slots = sold.flatMap((booking) => booking.slots as string[]);
    expect(new Set(slots).size).toBe(slots.length);
    for (const answer of answers) {
      if (answer.status === 409) expect(answer.json.slots.length).toBeGreaterThan(0);
    }

    await startServer({ dataDir: club.dataDir });
    const integrity = checkIntegrity(club.dataDir);
    expect([...integrity.ids].sort()).toEqual(sold.map((booking) => booking.id).sort());
    expect(integrity).toMatchObject(INTACT);
  });

  test('64 connections and backups on one file sell none of 200 slots twice', async () => {
    const club = await startServer();
    // 5 days × 2 courts × 20 slots, each requested by about eight overlapping bookings.
    const inputs = Array.from({ length: 600 }, (_, index) => ({
      date: addDays(tomorrow, index % 5),
      court_id: 1 + (Math.floor(index / 5) % 2),
      start_time: startTimeOf(OPEN_SLOTS[10 + ((index * 7) % 18)] ?? 14),
      duration: 60 + 30 * (index % 3),
    }));
    const answers: Awaited<ReturnType<typeof postGuestBooking>>[] = [];
    const connection = async () => {
      for (let input = inputs.pop(); input; input = inputs.pop())
        answers.push(await postGuestBooking(club.url, input));
    };
    let active = true;
    const backups = (async () => {
      const codes: number[] = [];
      do codes.push((await runCommand(['backup', '--data', club.dataDir])).exitCode);
      while (active);
      return codes;
    })();
    await Promise.all(Array.from({ length: 64 }, connection));
    active = false;
    expect(new Set(await backups)).toEqual(new Set([0]));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]));
    const sold = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.booking.id);
    const integrity = checkIntegrity(club.dataDir);
    expect([...integrity.ids].sort()).toEqual(sold.sort());
    expect(integrity).toMatchObject(INTACT);
  });

  test('kill -9 under load loses no confirmed booking', async () => {
    const club = await startServer();
    const acknowledged = new Set<number>();
    let requestCount = 0;
    const worker = async () => {
      for (; requestCount < 4000; ) {
        const index = requestCount++;
        const answer = await postGuestBooking(club.url, {
          date: addDays(tomorrow, index % 80),
          start_time: `${String(7 + (Math.floor(index / 80) % 16)).padStart(2, '0')}:00`,
          court_id: 1 + (Math.floor(index / 1280) % 2),
        }).catch(() => null);
        if (answer?.status === 201) acknowledged.add(answer.json.booking.id);
        if (!answer) return;
      }
    };
    const workers = Array.from({ length: 32 }, worker);
    await waitUntil(() => acknowledged.size > 20);
    await club.stop('SIGKILL');
    await Promise.all(workers);
    await startServer({ dataDir: club.dataDir });
    const integrity = checkIntegrity(club.dataDir);
    expect([...acknowledged].filter((id) => !integrity.ids.has(id))).toEqual([]);
    expect(integrity).toMatchObject(INTACT);
  });

  test('running requests finish after SIGTERM', async () => {
    const club = await startServer();
    const answers = Array.from({ length: 20 }, (_, index) =>
      postGuestBooking(club.url, { date: addDays(tomorrow, index) }),
    );
    await Promise.race(answers);
    const code = await club.stop('SIGTERM');
    const settled = await Promise.allSettled(answers);
    const done = settled
      .filter((firstServer) => firstServer.status === 'fulfilled')
      .map((firstServer) => firstServer.value);
    expect(code).toBe(0);
    expect(done.every((answer) => answer.status === 201)).toBe(true);
    expect(checkIntegrity(club.dataDir).ids.size).toBe(done.length);
  });
});
