/** Caddy and nginx with the files of `scripts/deploy`, over TLS, before the executable. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { addDays } from '../../../src/domain/business-day.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { findFreePort } from '../../support/find-free-port.ts';
import { insertUserSession } from '../../support/insert-user-session.ts';
import { missingPrograms, type Neighbour, neighbourFolder } from '../../support/neighbour.ts';
import { CERTIFICATE, type ProxyPorts, startProxy as startProxyOf } from '../../support/proxies.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { createNoisyJpeg } from '../../support/test-images.ts';
import { waitUntil } from '../../support/wait-until.ts';

const missing = await missingPrograms({ caddy: 'caddy', nginx: 'nginx', curl: 'curl' });

describe.skipIf(missing.length > 0).each(['caddy', 'nginx'])('%s', (name) => {
  const folder = neighbourFolder();
  let ports: ProxyPorts;
  let proxy: Neighbour;
  let club: ServerProcess;
  let admin: string;
  let url: string;

  const startProxy = async () => {
    proxy = await startProxyOf(name, folder, ports, 'localhost');
  };
  beforeAll(async () => {
    const [http, https, port] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    ports = { club: port, http, https };
    url = `https://localhost:${https}`;
    club = await startServerProcess({
      env: { PORT: String(port), PUBLIC_URL: url, HOST: '127.0.0.1', TRUST_PROXY: 'true' },
    });
    // Over https the cookie has another name.
    admin = `__Host-${insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Sana', is_admin: true })}`;
    await startProxy();
  }, 60_000);
  afterAll(async () => {
    await proxy?.stop();
    await club?.close();
    folder.remove();
  });

  /** Asks the proxy with curl from an address of loopback. */
  async function ask(path: string, args: string[] = [], from = '127.0.0.1') {
    const child = Bun.spawn(
      [
        'curl',
        ...['--silent', '--show-error', '--include', '--max-time', '30', '--cacert', CERTIFICATE],
        ...['--interface', from, ...args, path.startsWith('http') ? path : url + path],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const printed = await new Response(child.stdout).text();
    await child.exited;
    const [head = '', ...body] = printed.replace(/^HTTP\/\S+ 100[^\n]*\r\n\r\n/, '').split('\r\n\r\n');
    const [, version, status] = /^HTTP\/(\S+) (\d+)/.exec(head) ?? [];
    return { version, status: Number(status), head, body: body.join('\r\n\r\n') };
  }
  const json = (value: unknown) => [
    ...['--header', 'content-type: application/json', '--header', `origin: ${url}`],
    ...['--data', JSON.stringify(value)],
  ];
  let bookings = 0;
  async function book() {
    bookings += 1;
    const date = addDays(clubToday(), bookings);
    const email = `guest${bookings}@example.com`;
    const answer = await ask('/api/book', json(bookingBody({ date, email })));
    expect([answer.status, answer.body.slice(0, 200)]).toEqual([201, expect.any(String)]);
    return JSON.parse(answer.body) as { booking: { id: number; email: string } };
  }
  /** An open dashboard: what its event stream has brought. */
  function openEvents() {
    let received = '';
    const child = Bun.spawn(
      [
        'curl',
        ...['--silent', '--no-buffer', '--include', '--max-time', '60', '--cacert', CERTIFICATE],
        ...['--cookie', admin, `${url}/api/admin/event-stream`],
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    void (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) received += chunk;
    })();
    return { received: () => received, ended: child.exited, close: () => child.kill() };
  }

  test('pages come over HTTP/2 with their security headers, and the metrics stay inside', async () => {
    const page = await ask('/');
    expect([page.version, page.status]).toEqual(['2', 200]);
    expect(page.head).toMatch(/^strict-transport-security: max-age=\d{7,}/im);
    expect(page.head.match(/^content-security-policy:/gim)).toHaveLength(1);
    expect(page.body).toContain('</html>');
    const [, asset = ''] = /"(\/assets\/[^" ]+\.js)"/.exec(page.body) ?? [];
    expect((await ask(asset, ['--header', 'accept-encoding: br'])).head).toMatch(/^content-encoding: br/im);
    expect((await ask('/api/metrics')).status).toBe(404);
    expect((await ask(`http://localhost:${ports.http}/booking`)).head).toMatch(
      /^location: https:\/\/localhost/im,
    );
  });

  test('events pass at once, and again after a restart of the proxy', async () => {
    for (const round of ['first', 'restarted']) {
      const events = openEvents();
      await waitUntil(() => events.received().includes('retry:'));
      expect(events.received()).toMatch(/^HTTP\/2 200/);
      const { booking } = await book();
      const started = performance.now();
      await waitUntil(() => events.received().includes(`{"kind":"booking.created","id":${booking.id}}`), 5);
      console.log(`${name}, ${round}: an event after ${Math.round(performance.now() - started)} ms`);
      if (round === 'first') {
        await proxy.stop();
        await events.ended;
        await startProxy();
      } else events.close();
    }
  }, 60_000);

  test('a receipt passes whole, and one above eight megabytes is refused', async () => {
    const { booking } = await book();
    const picture = Buffer.from(await createNoisyJpeg(1600, 1400));
    const send = async (file: string) =>
      ask(`/api/booking/${booking.id}/receipt`, [
        ...['--header', `origin: ${url}`, '--form', `email=${booking.email}`],
        ...['--form', `receipt=@${file};type=image/jpeg`],
      ]);
    await Bun.write(`${folder.path}/receipt.jpg`, picture);
    expect(picture.length).toBeGreaterThan(1 << 20);
    const taken = await send(`${folder.path}/receipt.jpg`);
    expect([taken.status, taken.body]).toEqual([200, expect.stringContaining('receiptPath')]);
    await Bun.write(`${folder.path}/large.jpg`, Buffer.alloc(9 << 20, picture));
    // Caddy may end the stream before curl has read the answer.
    const { status } = await send(`${folder.path}/large.jpg`);
    expect(name === 'caddy' && Number.isNaN(status) ? 413 : status).toBe(413);
    expect(readdirSync(`${club.dataDir}/receipts`)).toHaveLength(1);
  }, 60_000);

  /** Fills the limit of one address, with another forged address each time; the answers of it and of its neighbour. */
  async function fillLimit() {
    const request = async (from: string, at: number) =>
      (
        await ask(
          '/api/manage-links',
          [
            ...json({ email: `nobody${from}.${at}@example.com` }),
            ...['--header', `x-forwarded-for: 203.0.113.${at}`, '--header', `forwarded: for=203.0.113.${at}`],
          ],
          from,
        )
      ).status;
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push(await request('127.0.0.2', at));
    return { first: statuses[0], last: statuses.at(-1), neighbour: await request('127.0.0.3', 99) };
  }

  test('with TRUST_PROXY each address has its own limit, which a forged header does not widen', async () => {
    expect(await fillLimit()).toEqual({ first: 200, last: 429, neighbour: 200 });
    expect(club.output()).not.toContain('untrusted proxy');
  }, 60_000);

  test('without TRUST_PROXY all share one limit, and the log says so', async () => {
    await club.restart({ TRUST_PROXY: 'false' });
    expect(await fillLimit()).toMatchObject({ last: 429, neighbour: 429 });
    expect(club.output()).toContain('untrusted proxy');
  }, 60_000);
});
