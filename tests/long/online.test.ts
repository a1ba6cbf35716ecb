/**
 * A computer in the club behind a shared address, a rented server and two phones, as network namespaces; the two
 * computers run Debian's systemd. The pages of `padel-club help` are followed to the letter.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { clubToday } from '../support/default-day-plan.ts';
import {
  cannotHaveMachines,
  type Internet,
  Machine,
  NETWORK,
  run,
  startInternet,
} from '../support/machines.ts';
import { EXECUTABLE } from '../support/server-process.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { bookingBody } from '../support/test-club.ts';
import { createNoisyJpeg } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const SITE = 'play.club.example';
const URL_OF_SITE = `https://${SITE}`;
const AUTHORITY = 'acme-v02.api.letsencrypt.org';
const HOSTS = `${NETWORK.server} ${SITE}\n${NETWORK.authority} ${AUTHORITY}\n`;
const missing = await cannotHaveMachines();
if (missing) console.log(`Skipped, because ${missing}`);

/** The commands of a page, which are all its lines with an indent of three spaces. */
const commandsOf = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('   '))
    .join('\n');

const help = async (topic: string) => (await run([EXECUTABLE, 'help', topic])).stdout;

describe.skipIf(missing !== null).each([
  ['tunnel', 'padel-club-tunnel'],
  ['wireguard', 'wg-quick@wg0'],
])('%s', (way, tunnelUnit) => {
  const folder = mkdtempSync(join(tmpdir(), 'padel-online-'));
  const trusted = join(folder, 'authority/pki/authorities/local/root.crt');
  let internet: Internet;
  let authority: Bun.Subprocess;
  let club: Machine;
  let server: Machine;
  let admin = '';

  beforeAll(async () => {
    internet = await startInternet(way.slice(0, 6), HOSTS);
    writeFileSync(
      join(folder, 'Caddyfile'),
      `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system ${folder}/authority\n}\n` +
        `${AUTHORITY} {\ntls internal\nrewrite /directory /acme/local/directory\nacme_server\n}\n`,
    );
    authority = Bun.spawn(
      internet.on('authority', 'caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`),
      { stdio: ['ignore', 'ignore', 'ignore'] },
    );
    await waitUntil(() => existsSync(trusted));
    const machine = (name: string) => {
      const made = new Machine(join(folder, name), name, internet.namespace(name), HOSTS);
      appendFileSync(join(made.root, 'etc/ssl/certs/ca-certificates.crt'), readFileSync(trusted));
      return made;
    };
    [club, server] = [machine('club'), machine('server')];
    server.enable('ssh');
    club.copyIn(EXECUTABLE, 'root/padel-club');
    // The owner logs in to the server with a key.
    await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key')]);
    club.write('root/.ssh/id_ed25519', readFileSync(join(folder, 'key'), 'utf8'), 0o600);
    club.write('root/.ssh/config', 'StrictHostKeyChecking accept-new\n', 0o600);
    server.write('root/.ssh/authorized_keys', readFileSync(join(folder, 'key.pub'), 'utf8'), 0o600);
    await Promise.all([club.start(), server.start()]);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([club?.cutPower(), server?.cutPower()]);
    authority?.kill();
    await internet?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Types commands at the computer in the club. */
  async function type(commands: string, answers = '') {
    const own = commands
      .replace(/^ *site=.*/m, `site=${SITE}`)
      .replace(/^ *server=.*/m, `server=${NETWORK.server}`);
    club.write('root/typed', `set -e\nset -o pipefail\ncd /root\n${own}\n`);
    const printed = await club.run('bash /root/typed', answers);
    expect([printed.code, printed.code === 0 ? '' : printed.stderr + printed.stdout]).toEqual([0, '']);
    return printed.stdout;
  }

  /** Asks the site from a phone. */
  async function ask(path: string, args: string[] = [], phone = 0) {
    const { stdout } = await run(
      internet.on(
        `phone${phone}`,
        ...['curl', '--silent', '--show-error', '--include', '--max-time', '60', '--cacert', trusted],
        ...[...args, URL_OF_SITE + path],
      ),
    );
    const [head = '', ...body] = stdout.replace(/^HTTP\/\S+ 100[^\n]*\r\n\r\n/, '').split('\r\n\r\n');
    return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') };
  }
  const json = (value: unknown, cookie = '') => [
    ...['--header', 'content-type: application/json', '--header', `origin: ${URL_OF_SITE}`],
    ...['--cookie', cookie, '--data', JSON.stringify(value)],
  ];
  let bookings = 0;
  async function book() {
    bookings += 1;
    const date = addDays(clubToday(), bookings % 12);
    const email = `${way}${bookings}@example.com`;
    const booking = { date, email, court_id: 1 + (bookings % 2), start_time: '18:00' };
    const answer = await ask('/api/book', json(bookingBody(booking)));
    expect([answer.status, answer.body.slice(0, 200)]).toEqual([201, expect.any(String)]);
    return JSON.parse(answer.body) as { booking: { id: number; email: string } };
  }
  /** What the event stream of a dashboard on a phone has brought. */
  function openEvents() {
    let received = '';
    const child = Bun.spawn(
      internet.on(
        'phone1',
        ...['curl', '--silent', '--no-buffer', '--include', '--cacert', trusted],
        ...['--cookie', admin, `${URL_OF_SITE}/api/admin/event-stream`],
      ),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    void (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) received += chunk;
    })();
    return { received: () => received, isOpen: () => child.exitCode === null, close: () => child.kill() };
  }
  const answers = async () => (await ask('/', ['--max-time', '5'])).status === 200;

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
    const page = await help(way);
    const [before = '', setUp = ''] = page.split(/^4\. .*$/m);
    // Bun has its own list of authorities.
    club.write('etc/authority.crt', readFileSync(trusted, 'utf8'));
    club.write('etc/sudoers.d/authority', 'Defaults env_keep += NODE_EXTRA_CA_CERTS\n', 0o440);
    await type(commandsOf(before));
    const [linkStep = '', offlineStep = ''] = setUp.split(/^5\. .*$/m);
    const printed = await type(`export NODE_EXTRA_CA_CERTS=/etc/authority.crt\n${commandsOf(linkStep)}`);
    const [said, link = ''] = printed.trim().split('\n');
    expect(said).toBe(`[ ok   ] ${URL_OF_SITE} leads to this site, and everything works.`);
    expect(link).toStartWith(`${URL_OF_SITE}/setup#`);
    const account = { email: 'sana@club.example', password: 'Chenab-river-41' };
    const made = await ask('/api/setup', json({ token: link.split('#')[1], name: 'Sana', ...account }));
    expect(made.status).toBe(201);
    admin = /^set-cookie: (__Host-sid=[^;]+)/im.exec(made.head)?.[1] ?? '';
    const set = (key: string, value: string) =>
      `padel-club settings set ${key} '${value}' --data /var/lib/padel-club`;
    await type(
      [
        set('club.name', 'Smash Padel Lahore'),
        set('club.phone', '+92 42 1112223'),
        set('bank.account_title', 'Smash Padel'),
        set('bank.bank_name', 'Meezan Bank'),
        set('bank.iban', TEST_IBAN),
      ].join('\n'),
    );
    await type(
      `${page
        .split('\n')
        .filter((line) => /^ {3}(site|server|login)=/.test(line))
        .join('\n')}\n${commandsOf(offlineStep)}`,
    );
    await type(
      'echo NODE_EXTRA_CA_CERTS=/etc/authority.crt >>/etc/padel-club.env; systemctl restart padel-club',
    );
    await waitUntil(answers, 30);
    const checked = await ask('/api/admin/machine-settings/address/check', json({}, admin));
    expect([checked.status, checked.body]).toEqual([200, expect.stringContaining('"fine"')]);
    const outside = await run(internet.on('server', 'curl', '--max-time', '3', 'http://192.168.1.10:3000/'));
    expect(outside.code).not.toBe(0);
  }, 180_000);

  describe.each(['caddy', 'nginx'])('%s', (proxy) => {
    beforeAll(async () => {
      if (proxy === 'caddy') return;
      await server.run('systemctl disable --now caddy');
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
      await Bun.write(`${folder}/receipt.jpg`, picture);
      const started = performance.now();
      const taken = await ask(`/api/booking/${booking.id}/receipt`, [
        ...['--header', `origin: ${URL_OF_SITE}`, '--form', `email=${booking.email}`],
        ...['--form', `receipt=@${folder}/receipt.jpg;type=image/jpeg`],
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
              ...json({ email: `nobody${proxy}${phone}.${at}@example.com` }),
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
      const doctor = await club.run('padel-club doctor --offline --data /var/lib/padel-club');
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
        server.run(`systemctl restart ${proxy}`),
      );
      for (const { seen } of [site, tunnel]) expect(['site', 'offline page,site']).toContain(seen.join());
      expect(restarted.seen).toContain('site');
    }, 120_000);

    test('the club’s power goes and comes back', async () => {
      const { seen, longest, lastWait, afterwards } = await watch(
        `${proxy}, power cut in the club`,
        async () => {
          // The router goes off too, so the server hears nothing of it.
          await internet.setCable(false);
          await club.cutPower();
          await Bun.sleep(45_000);
          await internet.setCable(true);
          await club.start();
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
        await internet.setCable(false);
        await Bun.sleep(60_000);
        await internet.setCable(true);
      });
      expect(seen).toEqual(['offline page', 'site']);
      expect(longest).toBeLessThan(35);
      // As `padel-club help power` promises.
      expect(lastWait).toBeLessThan(40);
      expect(afterwards).toBeLessThan(30);
    }, 240_000);

    test('the server restarts', async () => {
      const { seen } = await watch(`${proxy}, restart of the server`, async () => {
        await server.cutPower();
        await server.start();
      });
      expect(seen).toContain('site');
    }, 240_000);
  });
});
