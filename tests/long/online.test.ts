/**
 * A computer in the club behind a shared address, a rented server and two phones, as network namespaces; the two
 * computers run Debian's systemd. The pages of `padel-club help` are followed to the letter.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { cannotHaveMachines, NETWORK, run } from '../support/machines.ts';
import {
  commandsOf,
  help,
  jsonArgs,
  type OnlineClub,
  startOnlineClub,
  URL_OF_SITE,
} from '../support/online-club.ts';
import { bookingBody } from '../support/test-club.ts';
import { createNoisyJpeg } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const missing = await cannotHaveMachines();
if (missing) console.log(`Skipped, because ${missing}`);

describe.skipIf(missing !== null).each([
  ['tunnel', 'padel-club-tunnel'],
  ['wireguard', 'wg-quick@wg0'],
])('%s', (way, tunnelUnit) => {
  let online: OnlineClub;
  let admin = '';
  beforeAll(async () => {
    online = await startOnlineClub(way);
  }, 180_000);
  afterAll(() => online?.stop());
  const ask: OnlineClub['ask'] = (...args) => online.ask(...args);
  const type: OnlineClub['type'] = (...args) => online.type(...args);
  const answers = () => online.answers();
  let bookings = 0;
  async function book() {
    bookings += 1;
    const date = addDays(clubToday(), bookings % 12);
    const email = `${way}${bookings}@example.com`;
    const booking = { date, email, court_id: 1 + (bookings % 2), start_time: '18:00' };
    const answer = await ask('/api/book', jsonArgs(bookingBody(booking)));
    expect([answer.status, answer.body.slice(0, 200)]).toEqual([201, expect.any(String)]);
    return JSON.parse(answer.body) as { booking: { id: number; email: string } };
  }
  /** What the event stream of a dashboard on a phone has brought. */
  function openEvents() {
    let received = '';
    const child = Bun.spawn(
      online.internet.on(
        'phone1',
        ...['curl', '--silent', '--no-buffer', '--include', '--cacert', online.trusted],
        ...['--cookie', admin, `${URL_OF_SITE}/api/admin/event-stream`],
      ),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    void (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) received += chunk;
    })();
    return { received: () => received, isOpen: () => child.exitCode === null, close: () => child.kill() };
  }
  /** What a phone that asks once a second sees while `happen` goes on, until the site answers again. */
  async function watch(what: string, happen: () => Promise<unknown>) {
    const started = performance.now();
    const seconds = () => Math.round((performance.now() - started) / 100) / 10;
    const seen: { at: number; saw: string; took: number }[] = [];
    const asked: Promise<unknown>[] = [];
    let isOver = false;
    const timer = setInterval(() => {
      if (isOver) return;
      const at = seconds();
      asked.push(
        ask('/', ['--max-time', '45']).then(({ status, head, body }) => {
          const isOffline =
            status === 503 && body.includes('offline for a moment') && /retry-after: 60/i.test(head);
          const saw = status === 200 ? 'site' : isOffline ? 'offline page' : `${status || 'nothing'}`;
          seen.push({ at, saw, took: Math.round((seconds() - at) * 10) / 10 });
        }),
      );
    }, 1000);
    await Bun.sleep(1500);
    await happen();
    const happened = seconds();
    await waitUntil(answers, 120);
    const back = seconds();
    await Bun.sleep(1500);
    isOver = true;
    clearInterval(timer);
    await Promise.all(asked);
    seen.sort((one, other) => one.at - other.at);
    const parts: string[] = [];
    for (const { at, saw, took } of seen) {
      const last = parts.at(-1);
      if (last?.startsWith(`${saw} `)) parts[parts.length - 1] = `${last.replace(/ to .*/, '')} to ${at} s`;
      else parts.push(`${saw} from ${at} s${took > 1 ? ` after ${took} s` : ''}`);
    }
    const longest = Math.max(...seen.map(({ took }) => took));
    console.log(
      `${way}, ${what}: done at ${happened} s, back at ${back} s, longest wait ${longest} s: ${parts.join(', ')}`,
    );
    /** When the last visitor came who waited long. */
    const lastWait = seen.findLast(({ took }) => took > 10)?.at ?? 0;
    return {
      seen: [...new Set(seen.map(({ saw }) => saw))].sort(),
      longest,
      lastWait,
      afterwards: back - happened,
    };
  }

  test('the page puts a club online, and nothing is left to say', async () => {
    admin = await online.putOnline();
    const checked = await ask('/api/admin/machine-settings/address/check', jsonArgs({}, admin));
    expect([checked.status, checked.body]).toEqual([200, expect.stringContaining('"fine"')]);
    const outside = await run(
      online.internet.on('server', 'curl', '--max-time', '3', 'http://192.168.1.10:3000/'),
    );
    expect(outside.code).not.toBe(0);
  }, 180_000);

  describe.each(['caddy', 'nginx'])('%s', (proxy) => {
    beforeAll(async () => {
      if (proxy === 'caddy') return;
      await online.server.run('systemctl disable --now caddy');
      const page = await help('nginx');
      const [, section = ''] = page.split(`padel-club help ${way}:\n`);
      const [own = ''] = section.split(/^\S/m);
      await type(`site=x\nlogin=root@${NETWORK.server}\n${commandsOf(own)}`, 'sana@club.example\nY\nN\n');
      await waitUntil(answers, 30);
    }, 120_000);

    test('the site, an upload and the stream of events pass', async () => {
      const page = await ask('/');
      expect([page.status, page.head]).toEqual([200, expect.stringMatching(/^HTTP\/2/)]);
      const events = openEvents();
      await waitUntil(() => events.received().includes('retry:'));
      const { booking } = await book();
      const sent = performance.now();
      await waitUntil(() => events.received().includes(`"id":${booking.id}}`), 5);
      console.log(`${way}, ${proxy}: an event after ${Math.round(performance.now() - sent)} ms`);
      const picture = Buffer.from(await createNoisyJpeg(1600, 1400));
      await Bun.write(`${online.folder}/receipt.jpg`, picture);
      const started = performance.now();
      const taken = await ask(`/api/booking/${booking.id}/receipt`, [
        ...['--header', `origin: ${URL_OF_SITE}`, '--form', `email=${booking.email}`],
        ...['--form', `receipt=@${online.folder}/receipt.jpg;type=image/jpeg`],
      ]);
      console.log(
        `${way}, ${proxy}: ${picture.length} bytes in ${Math.round(performance.now() - started)} ms`,
      );
      expect([taken.status, taken.body]).toEqual([200, expect.stringContaining('receiptPath')]);
      // Longer than any time limit of the proxies.
      await Bun.sleep(35_000);
      expect([events.isOpen(), events.received().split('still here').length > 3]).toEqual([true, true]);
      events.close();
    }, 120_000);

    /** Fills the limit of the first phone with another forged address each time. */
    async function fillLimit() {
      const request = async (phone: number, at: number) =>
        (
          await ask(
            '/api/manage-links',
            [
              ...jsonArgs({ email: `nobody${proxy}${phone}.${at}@example.com` }),
              ...['--header', `x-forwarded-for: 203.0.113.${at}`],
            ],
            phone,
          )
        ).status;
      const statuses: number[] = [];
      for (let at = 0; at < 21; at += 1) statuses.push(await request(0, at));
      return { first: statuses[0], last: statuses.at(-1), neighbour: await request(1, 99) };
    }

    test('each phone has limits of its own, and without TRUST_PROXY all share them', async () => {
      expect(await fillLimit()).toEqual({ first: 200, last: 429, neighbour: 200 });
      await type('echo TRUST_PROXY=false >>/etc/padel-club.env; systemctl restart padel-club');
      await waitUntil(answers, 30);
      expect(await fillLimit()).toMatchObject({ last: 429, neighbour: 429 });
      const doctor = await online.club.run('padel-club doctor --offline --data /var/lib/padel-club');
      expect(doctor.stdout + doctor.stderr).toContain('TRUST_PROXY is not set');
      await type("sed -i '/^TRUST_PROXY/d' /etc/padel-club.env; systemctl restart padel-club");
      await waitUntil(answers, 30);
    }, 120_000);

    test('restarts of the site, the tunnel and the proxy', async () => {
      const site = await watch(`${proxy}, restart of the site`, () => type('systemctl restart padel-club'));
      const tunnel = await watch(`${proxy}, restart of the tunnel`, () =>
        type(`systemctl restart ${tunnelUnit}`),
      );
      const restarted = await watch(`${proxy}, restart of the proxy`, () =>
        online.server.run(`systemctl restart ${proxy}`),
      );
      for (const { seen } of [site, tunnel]) expect(['site', 'offline page,site']).toContain(seen.join());
      expect(restarted.seen).toContain('site');
    }, 120_000);

    test('the club’s power goes and comes back', async () => {
      const { seen, longest, lastWait, afterwards } = await watch(
        `${proxy}, power cut in the club`,
        async () => {
          // The router goes off too, so the server hears nothing of it.
          await online.internet.setCable(false);
          await online.club.cutPower();
          await Bun.sleep(45_000);
          await online.internet.setCable(true);
          await online.club.start();
        },
      );
      expect(seen).toEqual(['offline page', 'site']);
      expect(longest).toBeLessThan(35);
      // As `padel-club help power` promises.
      expect(lastWait).toBeLessThan(40);
      expect(afterwards).toBeLessThan(30);
    }, 240_000);

    test('the club’s line to the internet goes and comes back', async () => {
      const { seen, longest, lastWait, afterwards } = await watch(`${proxy}, line cut`, async () => {
        await online.internet.setCable(false);
        await Bun.sleep(60_000);
        await online.internet.setCable(true);
      });
      expect(seen).toEqual(['offline page', 'site']);
      expect(longest).toBeLessThan(35);
      // As `padel-club help power` promises.
      expect(lastWait).toBeLessThan(40);
      expect(afterwards).toBeLessThan(30);
    }, 240_000);

    test('the server restarts', async () => {
      const { seen } = await watch(`${proxy}, restart of the server`, async () => {
        await online.server.cutPower();
        await online.server.start();
      });
      expect(seen).toContain('site');
    }, 240_000);
  });
});
