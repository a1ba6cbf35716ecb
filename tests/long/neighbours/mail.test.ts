/** Postfix, Dovecot, OpenDKIM and postgrey take the club's emails, which are read back by IMAP. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { addDays } from '../../../src/domain/business-day.ts';
import { buildSettings, clubOf } from '../../../src/domain/owner-settings.ts';
import type { Email } from '../../../src/outbox/channels/channel.ts';
import { createSmtpTransport } from '../../../src/outbox/channels/email-transports.ts';
import { postBooking } from '../../support/booking-load.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { MAIL_CERTIFICATE, MAIL_PACKAGES, startMailHost } from '../../support/mail-host.ts';
import { allEmails } from '../../support/message-samples.ts';
import { createTestOutboxWorker } from '../../support/message-servers.ts';
import { missingPrograms, runProgram } from '../../support/neighbour.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const missing = await missingPrograms(MAIL_PACKAGES);
const FROM = '"Padel, Club — پیڈل" <club@club.example>';
const READER = resolve(import.meta.dir, '../../support/read-mail.py');

interface ReadEmail {
  signed: boolean;
  defects: string[];
  headers: Record<string, string>;
  names: string[];
  text: string;
  html: string;
  files: [type: string, name: string, bytes: number][];
}

type Row = { state: string; reason: string | null; attempts: number; message_id: string };

describe.skipIf(missing.length > 0)('Postfix and Dovecot', () => {
  let host: Awaited<ReturnType<typeof startMailHost>>;
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    host = await startMailHost();
  }, 120_000);
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => host.stop());

  /** The transport of the process of the tests trusts the host's certificate by its address only. */
  const trusting = (url: string) =>
    `${url}?tls.ca=${encodeURIComponent(readFileSync(MAIL_CERTIFICATE, 'utf8'))}`;

  function openTransport(url: string, from = FROM) {
    const transport = createSmtpTransport({ url: trusting(url), from: () => from });
    closers.push(() => transport.close());
    let id = 0;
    return (email: Email) => {
      id += 1;
      const envelope = { id, message_id: `${Bun.randomUUIDv7()}@club.example`, created_at: Date.now() };
      return transport.send(email, envelope, new AbortController().signal).then(() => envelope);
    };
  }

  const inbox = async (address: string, emails: number) =>
    waitUntil(async () => {
      const found = await host.readMailbox(address).catch(() => []);
      return found.length >= emails ? found : null;
    });
  const messageIdsOf = (sources: Buffer[]) =>
    sources.map((source) => /^Message-ID: <(.*)>\r$/im.exec(source.toString('latin1'))?.[1]);

  /** A club whose own clock is in the test's hands, with a booking of `email` whose emails wait. */
  async function openClub(url: string, email: string, from = 'club@club.example') {
    const club = await createTestClub({ now: Date.now() });
    const sendBy = (sender: string) =>
      createTestOutboxWorker(club, {
        transports: { ...club.config, mail: { smtp_url: trusting(url), from: sender } },
      });
    let worker = sendBy(from);
    closers.push(async () => {
      await worker.stop();
      club.close();
    });
    const date = addDays(clubToday(), 2);
    expect((await club.post('/api/book', bookingBody({ email, date }))).status).toBe(201);
    const rows = () =>
      club.rows<Row>(
        "SELECT state, reason, attempts, message_id FROM outbox WHERE audience = 'customer' ORDER BY id",
      );
    return {
      rows,
      send: () => worker.runOnce(),
      async sendLater(minutes: number) {
        club.clock.now += minutes * 60_000;
        await worker.runOnce();
      },
      async sendFrom(sender: string) {
        await worker.stop();
        worker = sendBy(sender);
      },
    };
  }

  test('every kind of email arrives once over both kinds of TLS, complete and with a valid signature', async () => {
    const machine = { public_url: 'https://padelclub.example', text_messages: false, card_hold_minutes: 30 };
    const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
    const emails = Object.values(allEmails(club));
    const key = /p=[^)]*/.exec(readFileSync(join(host.root, 'dkim/test.txt'), 'latin1'))?.[0] ?? '';
    const record = `v=DKIM1; k=rsa; ${key.replace(/["\s]/g, '')}`;
    for (const [way, url] of Object.entries({ starttls: host.urls.starttls, tls: host.urls.tls })) {
      const send = openTransport(url);
      const address = `every.${way}@example.com`;
      const sent = new Map<string, Email>();
      for (const email of emails) {
        const addressed = { ...email, to: address };
        sent.set(`<${(await send(addressed)).message_id}>`, addressed);
      }
      const sources = await inbox(address, emails.length);
      expect(sources).toHaveLength(emails.length);
      const paths = sources.map((source, at) => {
        // A signature or a gateway changes no byte of 7 bits in lines that RFC 5322 allows.
        const lines = source.toString('latin1').split('\r\n');
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
        expect(source.every((byte) => byte < 128 && byte > 0)).toBe(true);
        expect(lines.some((line) => /[\r\n]/.test(line))).toBe(false);
        const path = join(host.root, `${way}-${at}.eml`);
        writeFileSync(path, source);
        return path;
      });
      const read: ReadEmail[] = JSON.parse(await runProgram(['/usr/bin/python3', READER, record, ...paths]));
      for (const { signed, defects, headers, names, text, html, files } of read) {
        const email = sent.get(headers['message-id'] ?? '');
        sent.delete(headers['message-id'] ?? '');
        expect([signed, defects]).toEqual([true, []]);
        for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'auto-submitted'])
          expect(names.filter((found) => found === name)).toEqual([name]);
        expect(headers).toMatchObject({
          from: FROM.replaceAll('"', ''),
          to: address,
          subject: email?.subject,
          'reply-to': email?.reply_to,
        });
        const lines = (content = '') => content.trimEnd().split(/\r?\n/);
        expect([lines(text), lines(html)]).toEqual([lines(email?.text), lines(email?.html)]);
        expect(files).toEqual([
          ...(email?.picture ? [['image/png', 'transfer-qr.png', email.picture.png.length]] : []),
          ...(email?.calendars ?? []).map((file) => [
            'text/calendar',
            'booking.ics',
            Buffer.byteLength(file),
          ]),
        ] as ReadEmail['files']);
      }
      expect(sent.size).toBe(0);
    }
    console.log(`${emails.length} emails, each over STARTTLS and TLS, signed and read back`);
  }, 300_000);

  test("the executable logs in over TLS and sends a booking's emails once, killed or not", async () => {
    const club = await startServerProcess({
      env: { SMTP_URL: host.urls.starttls, MAIL_FROM: FROM, NODE_EXTRA_CA_CERTS: MAIL_CERTIFICATE },
    });
    closers.push(() => club.close());
    const email = 'executable@example.com';
    const date = addDays(clubToday(), 1);
    expect((await postBooking(club.url, bookingBody({ email, date }))).status).toBe(201);
    const [first] = await inbox(email, 1);
    await club.stop('SIGKILL');
    await club.restart();
    const states = () =>
      club.database((db) => db.query<{ state: string }, []>('SELECT DISTINCT state FROM outbox').all());
    await waitUntil(() => JSON.stringify(states()) === '[{"state":"sent"}]');
    const ids = messageIdsOf(await host.readMailbox(email));
    expect(new Set(ids)).toEqual(new Set(messageIdsOf([first ?? Buffer.alloc(0)])));
    expect(await host.log()).toContain('sasl_username=club@example.com');
  }, 120_000);

  test('a connection that Postfix ended while it was idle, and a restart of Postfix, delay nothing', async () => {
    const send = openTransport(host.urls.starttls);
    const email = { to: 'idle@example.com', subject: 'One', text: 'One', html: '<p>One</p>' };
    await send(email);
    // Postfix here ends a session after eight silent seconds.
    await Bun.sleep(10_000);
    await send(email);
    await host.postfix('stop');
    await expect(send(email)).rejects.toMatchObject({ kind: 'unreachable' });
    await host.postfix('start');
    await send(email);
    expect(await inbox(email.to, 3)).toHaveLength(3);
  }, 60_000);

  test('postgrey delays one recipient, and the email comes once with its Message-ID', async () => {
    const club = await openClub(host.urls.greylisted, 'grey@example.com');
    await club.send();
    expect(club.rows()).toMatchObject([
      { state: 'queued', reason: expect.stringMatching(/^later: 450 4.2.0 .*Greylisted/) },
    ]);
    await Bun.sleep(5000);
    await club.sendLater(2);
    expect(club.rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const sources = await inbox('grey@example.com', 1);
    expect(messageIdsOf(sources)).toEqual(club.rows().map((row) => row.message_id));
  }, 60_000);

  test('a full mailbox keeps its email waiting until there is room', async () => {
    const email = 'full@example.com';
    const send = openTransport(host.urls.starttls);
    await send({ to: email, subject: 'Large', text: 'Large '.repeat(4000), html: '<p>Large</p>' });
    await inbox(email, 1);
    const club = await openClub(host.urls.starttls, email);
    await club.send();
    expect(club.rows()).toMatchObject([
      { state: 'queued', reason: expect.stringMatching(/^later: 452 4.2.2 .*full/) },
    ]);
    await host.emptyMailbox(email);
    await club.sendLater(2);
    expect(club.rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(messageIdsOf(await inbox(email, 1))).toEqual(club.rows().map((row) => row.message_id));
  }, 60_000);

  test.each<[cut: 'during DATA' | 'after DATA' | 'after 250', copies: number, attempts: number]>([
    ['during DATA', 1, 2],
    // Postfix has taken the email, and its answer is lost: SMTP asks for the second copy.
    ['after DATA', 2, 2],
    ['after 250', 1, 1],
  ])(
    'a relay that is cut off %s leaves %d with one Message-ID',
    async (cut, copies, attempts) => {
      const email = `${cut.replace(' ', '.').toLowerCase()}@example.com`;
      const relay = await startCuttingRelay(host.urls.plain, email, cut);
      closers.push(relay.close);
      const club = await openClub(relay.url, email);
      await club.send();
      expect(relay.cuts()).toBeGreaterThan(0);
      await club.sendLater(2);
      expect(club.rows()).toMatchObject([{ state: 'sent', attempts }]);
      const sources = await inbox(email, copies);
      await Bun.sleep(1000);
      expect(messageIdsOf(await host.readMailbox(email))).toEqual(
        Array.from({ length: copies }, () => club.rows()[0]?.message_id),
      );
      expect(sources).toHaveLength(copies);
    },
    60_000,
  );

  test.each([
    ['another sender than the login', 'strict', 'desk@club.example', /^unreachable: .*553 5.7.1/],
    [
      'a wrong password',
      'wrong',
      'club@club.example',
      /^unreachable: the mail server does not accept this user and password .*535/,
    ],
  ] as const)(
    '%s fails no message: it waits until the owner has set it right',
    async (_, which, from, reason) => {
      const url = which === 'wrong' ? host.urls.starttls.replace(/:[^:@]+@/, ':wrong@') : host.urls.strict;
      const email = `${which}@example.com`;
      const club = await openClub(url, email, from);
      await club.send();
      expect(club.rows()).toMatchObject([{ state: 'queued', reason: expect.stringMatching(reason) }]);
      if (which === 'wrong') return;
      await club.sendFrom('club@club.example');
      await club.sendLater(5);
      expect(club.rows()).toMatchObject([{ state: 'sent' }]);
      expect(await inbox(email, 1)).toHaveLength(1);
    },
    60_000,
  );
});

/** A relay before another one that cuts the connection of the first email to one recipient. */
async function startCuttingRelay(
  target: string,
  recipient: string,
  cut: 'during DATA' | 'after DATA' | 'after 250',
) {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = openSocket(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    let isRecipient = false;
    let inData = false;
    let ended = false;
    const end = () => {
      cuts += 1;
      client.destroy();
    };
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (text.includes(`RCPT TO:<${recipient}>`)) isRecipient = cuts === 0;
      if (isRecipient && inData && cut === 'during DATA') {
        upstream.write(chunk.subarray(0, 20));
        return end();
      }
      ended = inData && text.endsWith('\r\n.\r\n');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (isRecipient && ended && text.startsWith('250') && cut !== 'during DATA')
        return cut === 'after DATA' ? end() : client.write(chunk, end);
      inData = /^354/m.test(text);
      client.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
