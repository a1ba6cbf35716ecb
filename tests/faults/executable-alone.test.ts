import { expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { EXECUTABLE, startServerProcess } from '../support/server-process.ts';

test('serves the whole site from an empty folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'padel-alone-'));
  copyFileSync(EXECUTABLE, join(folder, 'padel-club'));
  const club = await startServerProcess({
    executable: join(folder, 'padel-club'),
    cwd: folder,
    dataDir: join(folder, 'data'),
  });
  const html = await (await fetch(club.url)).text();
  expect(html).toContain('Sport. Sip. Social.');
  const files = html.match(/\/assets\/[\w.-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await fetch(`${club.url}${file}`)).status).toBe(200);
  expect((await bookAsGuest(club.url, {})).status).toBe(201);
  expect(readdirSync(folder).sort()).toEqual(['data', 'padel-club']);
  await club.close();
  rmSync(folder, { recursive: true, force: true });
});

test('ignores a bunfig.toml or .env next to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'padel-hostile-'));
  await Bun.write(join(folder, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
  await Bun.write(join(folder, 'evil.ts'), "await Bun.write('evil.txt', 'ran');\n");
  await Bun.write(join(folder, '.env'), 'PUBLIC_URL=https://evil.example\n');
  const club = await startServerProcess({ cwd: folder });
  expect(await (await fetch(club.url)).text()).not.toContain('evil.example');
  expect(readdirSync(folder).sort()).toEqual(['.env', 'bunfig.toml', 'evil.ts']);
  await club.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the server's time zone changes no slot", async () => {
  const clubs = await Promise.all(
    ['UTC', 'America/Los_Angeles', 'Asia/Karachi'].map((TZ) => startServerProcess({ env: { TZ } })),
  );
  const days = [clubToday(), tomorrow];
  for (const day of days) {
    const [utc, ...readers] = await Promise.all(
      clubs.map(async (club) => (await fetch(`${club.url}/api/slots?date=${day}&courtId=1`)).text()),
    );
    for (const other of readers) expect(other).toBe(utc ?? '');
  }
  for (const club of clubs) await club.close();
});
