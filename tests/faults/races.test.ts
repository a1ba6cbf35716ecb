import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { PLAYING_ORDER, startTimeOf } from '../../src/domain/slot.ts';
import { audit, WHOLE } from '../support/audit.ts';
import { bookingBody } from '../support/club.ts';
import { runCommand } from '../support/command.ts';
import { EXECUTABLE, type RunningClub, startClub } from '../support/executable.ts';
import { MANY_HOMES, postBooking } from '../support/load.ts';

const running: RunningClub[] = [];
const start = async (options: NonNullable<Parameters<typeof startClub>[0]> = {}) => {
  const club = await startClub({ ...options, env: { ...MANY_HOMES, ...options.env } });
  running.push(club);
  return club;
};
afterEach(async () => {
  for (const club of running.splice(0)) await club.close();
});

const tomorrow = addDays(businessDayOf(Date.now()), 1);

let guests = 0;
const book = (url: string, over: Record<string, unknown>) => {
  guests += 1;
  return postBooking(url, bookingBody({ date: tomorrow, email: `guest${guests}@example.com`, ...over }));
};

describe('two people, one slot', () => {
  test('of 50 overlapping bookings sent at once none share a half-hour, and every 201 outlives kill -9', async () => {
    const club = await start();
    const times = ['18:00', '18:30', '19:00', '19:30', '20:00'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        book(club.url, { start_time: times[at % times.length], duration: 60 + 30 * (at % 3) }),
      ),
    );
    await club.stop('SIGKILL');
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([201, 409]);
    const sold = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.booking);
    const halfHours = sold.flatMap((booking) => booking.slots as string[]);
    expect(new Set(halfHours).size).toBe(halfHours.length);
    for (const answer of answers) {
      if (answer.status === 409) expect(answer.json.slots.length).toBeGreaterThan(0);
    }

    await start({ dataDir: club.dataDir });
    const found = audit(club.dataDir);
    expect([...found.ids].sort()).toEqual(sold.map((booking) => booking.id).sort());
    expect(found).toMatchObject(WHOLE);
  });

  test('exactly one of 50 gets the same hour', async () => {
    const club = await start();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => book(club.url, { start_time: '21:00' })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
  });

  test('two servers and backups on one file: 64 connections on 200 overlapping half-hours sell nothing twice', async () => {
    const one = await start();
    const two = await start({ dataDir: one.dataDir });
    // 5 days × 2 courts × 20 half-hours, each asked for by about eight bookings that overlap.
    const wishes = Array.from({ length: 600 }, (_, at) => ({
      date: addDays(tomorrow, at % 5),
      court_id: 1 + (Math.floor(at / 5) % 2),
      start_time: startTimeOf(PLAYING_ORDER[10 + ((at * 7) % 18)] ?? 14),
      duration: 60 + 30 * (at % 3),
    }));
    const answers: Awaited<ReturnType<typeof book>>[] = [];
    const connection = async (number: number) => {
      for (let wish = wishes.pop(); wish; wish = wishes.pop()) {
        answers.push(await book(number % 2 ? one.url : two.url, wish));
      }
    };
    let busy = true;
    const backups = (async () => {
      const codes: number[] = [];
      do codes.push((await runCommand(['backup', '--data', one.dataDir])).code);
      while (busy);
      return codes;
    })();
    await Promise.all(Array.from({ length: 64 }, (_, number) => connection(number)));
    busy = false;
    expect(new Set(await backups)).toEqual(new Set([0]));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]));
    const sold = answers.filter((answer) => answer.status === 201).map((answer) => answer.json.booking.id);
    const found = audit(one.dataDir);
    expect([...found.ids].sort()).toEqual(sold.sort());
    expect(found).toMatchObject(WHOLE);
  });

  test('what another process commits is in every answer that is asked for afterwards, however busy the server is', async () => {
    const club = await start();
    const db = new Database(join(club.dataDir, 'club.db'));
    db.run('PRAGMA busy_timeout = 5000');
    db.run("INSERT INTO closure (court_id, date, reason, created_at) VALUES (1, ?, 'x', 1)", [tomorrow]);
    const path = `${club.url}/api/slots?date=${tomorrow}&courtId=1`;
    const isFree = async () => {
      const slots = (await (await fetch(path)).json()) as { start_time: string; available: boolean }[];
      return slots.find((slot) => slot.start_time === '20:00')?.available;
    };
    let busy = true;
    const others = Array.from({ length: 8 }, async () => {
      while (busy) await isFree();
    });
    let stale = 0;
    for (let round = 0; round < 200; round += 1) {
      const close = round % 2 === 0;
      if (close)
        db.run('INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, ?, 40, 1)', [tomorrow]);
      else db.run('DELETE FROM claim WHERE closure_id = 1');
      if ((await isFree()) === close) stale += 1;
    }
    busy = false;
    await Promise.all(others);
    db.close();
    expect(stale).toBe(0);
  });

  test('kill -9 under load loses nothing that was answered', async () => {
    const club = await start();
    const acknowledged = new Set<number>();
    let asked = 0;
    const worker = async () => {
      for (; asked < 4000; ) {
        const at = asked++;
        const answer = await book(club.url, {
          date: addDays(tomorrow, at % 80),
          start_time: `${String(7 + (Math.floor(at / 80) % 16)).padStart(2, '0')}:00`,
          court_id: 1 + (Math.floor(at / 1280) % 2),
        }).catch(() => null);
        if (answer?.status === 201) acknowledged.add(answer.json.booking.id);
        if (!answer) return;
      }
    };
    const workers = Array.from({ length: 32 }, worker);
    await Bun.sleep(250);
    await club.stop('SIGKILL');
    await Promise.all(workers);
    expect(acknowledged.size).toBeGreaterThan(20);
    await start({ dataDir: club.dataDir });
    const found = audit(club.dataDir);
    expect([...acknowledged].filter((id) => !found.ids.has(id))).toEqual([]);
    expect(found).toMatchObject(WHOLE);
  });

  test('SIGTERM lets running requests finish', async () => {
    const club = await start();
    const answers = Array.from({ length: 20 }, (_, at) => book(club.url, { date: addDays(tomorrow, at) }));
    await Promise.race(answers);
    const code = await club.stop('SIGTERM');
    const settled = await Promise.allSettled(answers);
    const done = settled.filter((one) => one.status === 'fulfilled').map((one) => one.value);
    expect(code).toBe(0);
    expect(done.every((answer) => answer.status === 201)).toBe(true);
    expect(audit(club.dataDir).ids.size).toBe(done.length);
  });
});

describe('one executable', () => {
  test('copied alone into an empty folder it serves the whole site', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'padel-alone-'));
    copyFileSync(EXECUTABLE, join(folder, 'padel-club'));
    const club = await start({
      executable: join(folder, 'padel-club'),
      cwd: folder,
      dataDir: join(folder, 'data'),
    });
    const html = await (await fetch(club.url)).text();
    expect(html).toContain('Sport. Sip. Social.');
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect((await fetch(`${club.url}${file}`)).status).toBe(200);
    expect((await book(club.url, {})).status).toBe(201);
    expect(readdirSync(folder).sort()).toEqual(['data', 'padel-club']);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a bunfig.toml or .env beside it is not obeyed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'padel-hostile-'));
    await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
    await Bun.write(join(folder, 'evil.ts'), "await Bun.write('evil.txt', 'ran');\n");
    await Bun.write(join(folder, '.env'), 'PUBLIC_URL=https://evil.example\n');
    const club = await start({ cwd: folder });
    expect(await (await fetch(club.url)).text()).not.toContain('evil.example');
    expect(readdirSync(folder).sort()).toEqual(['.env', 'bunfig.toml', 'evil.ts']);
    rmSync(folder, { recursive: true, force: true });
  });

  test("the server's zone changes no slot", async () => {
    const clubs = await Promise.all(
      ['UTC', 'America/Los_Angeles', 'Asia/Karachi'].map((TZ) => start({ env: { TZ } })),
    );
    const days = [businessDayOf(Date.now()), tomorrow];
    for (const day of days) {
      const [utc, ...others] = await Promise.all(
        clubs.map(async (club) => (await fetch(`${club.url}/api/slots?date=${day}&courtId=1`)).text()),
      );
      for (const other of others) expect(other).toBe(utc ?? '');
    }
  });
});
