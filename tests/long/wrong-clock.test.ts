/**
 * After a power cut the club's computer starts with a wrong clock, and the internet comes later: what the start, health,
 * doctor and the owner's page say, and what the reception's phone in the club's network shows meanwhile.
 */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { clubToday } from '../support/default-day-plan.ts';
import { preloadedLibrary } from '../support/faketime-environment.ts';
import { insertBooking } from '../support/insert-booking.ts';
import { cannotHaveMachines } from '../support/machines.ts';
import { jsonArgs, type OnlineClub, startOnlineClub, URL_OF_SITE } from '../support/online-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const missing = await cannotHaveMachines();
if (missing) console.log(`Skipped, because ${missing}`);
const DAY_SECONDS = 24 * 60 * 60;

describe.skipIf(missing !== null)('a wrong clock', () => {
  let online: OnlineClub;
  let owner = '';
  let browser: BrowserContext;
  let desk: Page;
  const setClock = (seconds: number) =>
    writeFileSync(join(online.club.root, 'etc/clock'), `${seconds < 0 ? '' : '+'}${seconds}\n`);

  beforeAll(async () => {
    online = await startOnlineClub('tunnel', 'clock');
    owner = await online.putOnline();
    setClock(0);
    const clock = Object.entries({
      ...(await preloadedLibrary()),
      FAKETIME_TIMESTAMP_FILE: '/etc/clock',
      FAKETIME_NO_CACHE: '1',
    });
    const lines = clock.map(([name, value]) => `${name}=${value}`).join('\n');
    await online.type(`cat >>/etc/padel-club.env <<'end'\n${lines}\nend\nsystemctl restart padel-club`);
    await waitUntil(online.answers, 30);
    const db = new Database(join(online.club.root, 'var/lib/private/padel-club/club.db'));
    db.run('PRAGMA busy_timeout = 5000');
    // Until 4 AM, so that it is on the list at any hour.
    const date = clubToday();
    const slots = ['03:00', '03:30'];
    const { id } = insertBooking(db, { date, slots, name: 'Hamza', created_at: Date.now() });
    db.run('INSERT INTO claim (court_id, date, slot, booking_id) VALUES (1, ?1, 6, ?2), (1, ?1, 7, ?2)', [
      date,
      id,
    ]);
    db.close();
    const path = join(online.folder, 'chromium');
    const real = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    writeFileSync(path, `#!/bin/sh\nexec ${online.internet.on('desk', real).join(' ')} "$@"\n`);
    chmodSync(path, 0o755);
    browser = await chromium.launchPersistentContext(join(online.folder, 'desk'), {
      executablePath: path,
      // The phone trusts the authority of these machines.
      args: ['--no-sandbox', '--disable-quic', '--ignore-certificate-errors'],
      viewport: { width: 360, height: 800 },
    });
    const [name = '', value = ''] = owner.split('=');
    await browser.addCookies([{ name, value, domain: new URL(URL_OF_SITE).host, path: '/', secure: true }]);
    desk = await browser.newPage();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await online?.stop();
  });

  /** Asks the site at the club's computer itself. */
  async function askThere(path: string, cookie = '') {
    const forwarded = cookie
      ? `--header 'x-forwarded-proto: https' --header 'x-forwarded-for: 192.168.1.10' --cookie '${cookie}'`
      : '';
    const { stdout } = await online.club.run(`curl -s ${forwarded} http://127.0.0.1:3000${path}`);
    return stdout === '' ? null : JSON.parse(stdout);
  }
  const warnings = async () => (await askThere('/api/health'))?.warnings ?? [];
  const alarms = async () => {
    const inbox = await askThere('/api/admin/inbox', owner);
    return (inbox.data.alarms as { kind: string; text: string }[]).filter(({ kind }) => kind === 'clock');
  };
  async function doctor() {
    const { stdout } = await online.club.run(
      'set -a; . /etc/padel-club.env; exec padel-club doctor --offline --data /var/lib/padel-club',
    );
    return stdout.split('\n').filter((line) => /clock|Club time/i.test(line));
  }
  const dayList = () =>
    desk.evaluate(async () => (await (await caches.match('/day-list'))?.text()) ?? '') as Promise<string>;

  test.each([
    ['twelve hours', 0.5, 'was expected'],
    ['seventeen years', 17 * 365, 'before the day this program was made'],
  ])(
    '%s back until the internet is there',
    async (name, days, said) => {
      // Before the cut the reception looks at the day.
      await desk.goto(`${URL_OF_SITE}/admin`);
      await desk.getByText('Live', { exact: true }).waitFor();
      await desk.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await waitUntil(async () => (await dayList()).includes('Hamza'), 30);

      // A server that has run for some minutes has forgotten that a person stopped the one before.
      await online.type('padel-club confirm-clock --data /var/lib/padel-club');
      await online.internet.setCable(false);
      await online.club.cutPower();
      setClock(-days * DAY_SECONDS);
      const started = performance.now();
      await online.club.start();
      await waitUntil(async () => (await warnings()).includes('clock_unconfirmed'), 60);
      console.log(
        `${name} back: says so ${Math.round((performance.now() - started) / 100) / 10} s after the power`,
      );
      const shown = await alarms();
      const found = await doctor();
      console.log([...shown.map(({ text }) => text), ...found].join('\n'));
      expect(shown).toEqual([{ kind: 'clock', text: expect.stringContaining(said) }]);
      expect(found.join('\n')).toContain('its clock jumped, so the running server releases');
      const log = (await online.club.run('journalctl -b -u padel-club')).stdout;
      expect(log).toContain('clock jumped');

      // Meanwhile the phone opens the dashboard's address, in the club's network without the internet.
      await desk.goto(`${URL_OF_SITE}/admin`);
      const list = desk.getByRole('region', { name: 'Day list' });
      await list.getByText('As of').waitFor();
      await list.getByText('Hamza').waitFor();

      await online.internet.setCable(true);
      await waitUntil(online.answers, 60);
      // The internet tells the computer the time.
      setClock(0);
      await desk.goto(`${URL_OF_SITE}/admin`);
      await desk.getByText('Live', { exact: true }).waitFor();
      expect(await warnings()).toContain('clock_unconfirmed');
      const [wait] = await alarms();
      expect(wait?.text).toContain('ten minutes without a jump');
      const confirmed = await online.ask('/api/admin/clock/confirm', jsonArgs({}, owner));
      expect(confirmed.status).toBe(200);
      expect([await alarms(), (await warnings()).includes('clock_unconfirmed')]).toEqual([[], false]);
      await waitUntil(async () => (await dayList()).includes('Hamza'), 30);
    },
    240_000,
  );
});
