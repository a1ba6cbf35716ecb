import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import { Outbox } from '../../src/outbox/outbox.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../support/message-servers.ts';
import { runCommand } from '../support/run-command.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let club: TestClub;
let worker: ReturnType<typeof createTestOutboxWorker>;
const closers: (() => unknown)[] = [];

async function openClubWith(env: Record<string, string>): Promise<void> {
  club = await createTestClub({ env });
  worker = createTestOutboxWorker(club);
  const opened = club;
  closers.push(async () => {
    await worker.stop();
    opened.close();
  });
}
beforeEach(() => {
  closers.length = 0;
});
afterEach(async () => {
  for (const close of closers) await close();
});

type Row = { id: number; state: string; reason: string | null; attempts: number; message_id: string };
const rows = () => club.rows<Row>('SELECT id, state, reason, attempts, message_id FROM outbox ORDER BY id');
const states = () => rows().map((row) => row.state);

/** Advances the club's clock and runs the worker after each step. */
async function advanceMinutes(minutes: number, step = 1): Promise<void> {
  for (let at = 0; at < minutes; at += step) {
    club.clock.now += step * MINUTE;
    await worker.runOnce();
  }
}

async function openMailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  closers.push(server.close);
  return server;
}

/** A TCP server that `serve` answers for. */
async function startRawServer(
  serve: (socket: Socket, connection: number) => void,
): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    connections += 1;
    serve(socket, connections);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, server };
}

const smtpError = (code: number, message: string) =>
  Object.assign(new Error(message), { responseCode: code });

describe('email', () => {
  test('bookings succeed while the mail server is down; the worker backs off and sends everything when it is back', async () => {
    const { url, server } = await startRawServer((socket) => socket.destroy());
    await openClubWith({ SMTP_URL: url });
    expect((await club.post('/api/book', bookingBody())).status).toBe(201);
    expect((await club.post('/api/book', bookingBody({ court_id: 2 }))).status).toBe(201);
    await worker.runOnce();
    await advanceMinutes(30);
    expect(states()).toEqual(['queued', 'queued', 'queued', 'queued']);
    const tries = rows().reduce((sum, row) => sum + row.attempts, 0);
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(40);
    expect(club.logLines.filter((line) => line.includes('ayesha'))).toEqual([]);

    server.close();
    await worker.stop();
    const back = await openMailServer();
    worker = createTestOutboxWorker(club, {
      transports: { ...club.config, mail: { smtp_url: back.url, from: '' } },
    });
    await advanceMinutes(2);
    await advanceMinutes(15, 5);
    expect(states()).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(back.mails).toHaveLength(4);
  });

  test('greylisting (451) delays one email only, which keeps its Message-ID', async () => {
    const seen = new Set<string>();
    const server = await openMailServer({
      onRcptTo(address, _session, done) {
        const first = address.address === 'ayesha@example.com' && !seen.has(address.address);
        seen.add(address.address);
        done(first ? smtpError(451, 'Greylisted, come back later') : null);
      },
    });
    await openClubWith({ SMTP_URL: server.url });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    expect(states()).toEqual(['queued', 'sent']);
    expect(rows()[0]?.reason).toContain('later: 451');
    await advanceMinutes(2);
    expect(states()).toEqual(['sent', 'sent']);
    const mail = server.mails.find((sent) => [sent.to].flat()[0]?.text === 'ayesha@example.com');
    expect(mail?.messageId).toBe(`<${rows()[0]?.message_id}>`);
  });

  test('an email to an unknown address fails at once; an admin can retry it', async () => {
    let refuse = true;
    const server = await openMailServer({
      onRcptTo(address, _session, done) {
        done(refuse && address.address.startsWith('ayesha') ? smtpError(550, 'No such user') : null);
      },
    });
    await openClubWith({ SMTP_URL: server.url });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    expect(states()).toEqual(['failed', 'sent']);
    const admin = await club.signIn({ is_admin: true });
    const failures = await club.get('/api/admin/outbox?state=failed', admin.headers);
    expect(failures.json.data.messages[0]).toMatchObject({
      id: 1,
      recipient: 'ayesha@example.com',
      attempts: 1,
    });
    expect(failures.json.data.messages[0].reason).toContain('No such user');
    refuse = false;
    expect((await club.post('/api/admin/outbox/1/retry', {}, admin.headers)).json.data.state).toBe('queued');
    await worker.runOnce();
    expect(states()).toEqual(['sent', 'sent']);
  });

  test('emails stay queued while the mail server rejects the sender, in its answer about the recipient', async () => {
    const server = await openMailServer({
      onRcptTo: (_address, _session, done) =>
        done(smtpError(553, '5.7.1 <Desk@Club.example>: Sender address rejected: not owned by user club')),
    });
    await openClubWith({ SMTP_URL: server.url, MAIL_FROM: 'The Club <desk@club.example>' });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    expect(states()).toEqual(['queued', 'queued']);
    expect(rows()[0]?.reason).toContain(
      'unreachable: the mail server does not accept emails from this sender (553 5.7.1',
    );
  });

  test("an address that the mail server rejects by name fails, even if it is the sender's own", async () => {
    const server = await openMailServer({
      onRcptTo: ({ address }, _session, done) => done(smtpError(550, `5.1.1 <${address}>: no such user`)),
    });
    await openClubWith({ SMTP_URL: server.url, MAIL_FROM: 'desk@club.example' });
    await club.post('/api/book', bookingBody({ email: 'desk@club.example' }));
    await worker.runOnce();
    expect(states()).toEqual(['failed', 'failed']);
  });

  test("a provider's limit loses nothing and is reported; confirmations go before reminders and copies for the club", async () => {
    let room = 0;
    const server = await openMailServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          room -= 1;
          const limit =
            '5.4.5 Daily user sending limit exceeded. For more information visit support.google.com';
          done(room < 0 ? smtpError(550, limit) : null);
        });
      },
    });
    await openClubWith({ SMTP_URL: server.url });
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    const transfer = { payment_method: 'bank_transfer', date: '2026-11-30' };
    const { json } = await club.post('/api/book', bookingBody(transfer));
    club.db.run("UPDATE outbox SET state = 'sent', reason = NULL, settled_at = 1");
    club.clock.now = Date.parse(json.booking.pay_by) - 5.5 * HOUR;
    await club.schedule.runNow('release what is due');
    await club.post(
      '/api/book',
      bookingBody({ court_id: 2, email: 'bilal@example.com', date: '2026-11-30' }),
    );
    const waiting = () =>
      club.rows<{ kind: string; state: string; attempts: number }>(
        'SELECT kind, state, attempts FROM outbox WHERE settled_at IS NOT 1 ORDER BY urgency, id',
      );
    expect(waiting().map(({ kind }) => kind)).toEqual([
      'booking.received',
      'booking.payment_due',
      'club.booking',
    ]);

    const told = async () => ({
      warnings: (await club.get('/api/health', owner)).json.warnings,
      alarms: (await club.get('/api/admin/inbox', owner)).json.data.alarms.map(
        ({ kind }: { kind: string }) => kind,
      ),
      doctor: (
        await runCommand(['doctor', '--offline', '--data', club.dataDir], { SMTP_URL: server.url })
      ).stdout
        .split('\n')
        .filter((line) => line.includes('is refusing emails')).length,
    });
    expect(await told()).toEqual({ warnings: [], alarms: [], doctor: 0 });
    await worker.runOnce();
    expect(waiting().map(({ state }) => state)).toEqual(Array(4).fill('queued'));
    expect(waiting()[0]?.kind).toBe('sending_limited');
    expect(await told()).toEqual({ warnings: ['sending_limited'], alarms: ['mail'], doctor: 1 });

    // Hours: the tries are few, and none of them fails the message.
    const triesBefore = -room;
    await advanceMinutes(3 * 60, 5);
    expect(waiting().map(({ state, attempts }) => [state, attempts])).toEqual(Array(4).fill(['queued', 0]));
    expect(-room - triesBefore).toBeLessThan(25);
    // The provider takes one more in each quarter of an hour.
    const sent: string[] = [];
    for (let quarter = 0; quarter < 6 && waiting().some(({ state }) => state === 'queued'); quarter += 1) {
      room = 1;
      await advanceMinutes(15);
      const now = club.rows<{ kind: string }>(
        "SELECT kind FROM outbox WHERE state = 'sent' AND settled_at > 1 ORDER BY settled_at",
      );
      sent.push(...now.slice(sent.length).map(({ kind }) => kind));
    }
    expect(sent.slice(0, 2)).toEqual(['sending_limited', 'booking.received']);
    expect(sent.toSorted()).toEqual([
      'booking.payment_due',
      'booking.received',
      'club.booking',
      'sending_limited',
    ]);
    expect(await told()).toEqual({ warnings: [], alarms: [], doctor: 0 });
  });

  test('a limit that lasts for days fails nothing, and its owner is told once', async () => {
    let isLimited = true;
    const server = await openMailServer({
      onMailFrom: (_address, _session, done) =>
        done(isLimited ? smtpError(454, '4.7.0 Throttling failure: Daily message quota exceeded.') : null),
    });
    await openClubWith({ SMTP_URL: server.url });
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    await club.post('/api/book', bookingBody({ date: '2026-11-30' }));
    await advanceMinutes(4 * 24 * 60, 60);
    expect(states()).toEqual(['queued', 'queued', 'queued']);
    // A larger plan: one press sends all.
    isLimited = false;
    worker.start();
    expect((await club.post('/api/admin/outbox/1/retry', {}, owner)).status).toBe(200);
    await waitUntil(() => states().every((state) => state === 'sent'));
  });

  test.each([
    ['a mailbox that is full', 552, '5.2.2 The email account that you tried to reach is over quota.'],
    [
      'a message that is too large',
      552,
      '5.3.4 Message size exceeds fixed maximum message size of your account',
    ],
    [
      'a mailbox of a popular person',
      550,
      '5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
    ],
    ['a message like spam', 550, '5.7.1 Message content rejected as spam'],
  ])('%s is no limit of the club', async (_, code, answer) => {
    const server = await openMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError(code, answer)),
    });
    await openClubWith({ SMTP_URL: server.url });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    expect(states()).toEqual(['failed', 'failed']);
  });

  test.each([
    [550, "5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"],
    [550, '5.4.6 Unusual sending activity detected. Please try after sometime'],
    [
      550,
      'Domain club.example has exceeded the max emails per hour (500/500 (100%)) allowed. Message discarded',
    ],
    [554, 'Sending paused for this account.'],
    [451, 'Authentication failed: Maximum credits exceeded for sending'],
    [550, '5.7.1 Our system has detected an unusual rate of unsolicited mail originating from your address'],
    [552, '5.7.0 Sender quota exceeded, try again later'],
  ])('%s %s is one', async (code, answer) => {
    const server = await openMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError(code, answer)),
    });
    await openClubWith({ SMTP_URL: server.url });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    expect(states()).toEqual(['queued', 'queued']);
    expect(rows().some(({ reason }) => reason?.startsWith('limited: '))).toBe(true);
  });

  test('emails stay queued while the mail server rejects the login', async () => {
    const server = await openMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    });
    await openClubWith({ SMTP_URL: server.url.replace('smtp://', 'smtp://club:wrong@') });
    await club.post('/api/book', bookingBody());
    await worker.runOnce();
    await advanceMinutes(20, 5);
    expect(states()).toEqual(['queued', 'queued']);
    expect(rows()[0]?.reason).toBe(
      'unreachable: the mail server does not accept this user and password (535 Wrong password)',
    );
  });

  test('a mail server that hangs times out and does not delay text messages', async () => {
    const { url } = await startRawServer(() => {});
    const gateway = startSmsGateway();
    closers.push(gateway.close);
    await openClubWith({ SMTP_URL: url, SMS_URL: `${gateway.url}/?to={to}&text={text}` });
    worker = createTestOutboxWorker(club, {
      options: { concurrency: 4, batchSize: 8, delayMs: 0, busyDelayMs: 0, timeoutMs: 2000 },
      smtpTimeouts: { connectMs: 500, idleMs: 500 },
    });
    await club.post('/api/book', bookingBody({ date: '2026-11-20', sms_updates: true }));
    await worker.runOnce();
    expect(states().sort()).toEqual(['queued', 'queued', 'sent']);
    expect(gateway.requests).toHaveLength(1);
  });

  test('an email whose connection is cut after DATA is sent again with the same Message-ID', async () => {
    const bodies: string[] = [];
    let cut = true;
    const server = await openMailServer({
      onData(stream, session, done) {
        let body = '';
        stream.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        stream.on('end', () => {
          bodies.push(body);
          // The connection is cut after the server took the email and before it answered.
          const { connections } = serverOf();
          if (cut)
            for (const connection of connections)
              if (connection.session === session) connection._socket.destroy();
          cut = false;
          done();
        });
      },
    });
    const serverOf = () =>
      server.smtp as unknown as { connections: Set<{ session: unknown; _socket: Socket }> };
    await openClubWith({ SMTP_URL: server.url });
    await club.club.write((tx) => {
      tx.db
        .query(
          `INSERT INTO contact_message (name, email, subject, message, created_at)
           VALUES ('Sana', 'sana@example.com', 'events', 'Hello there', 0)`,
        )
        .run();
      tx.emit({ kind: 'contact.received', message_id: 1 });
    });
    await worker.runOnce();
    expect(states()).toEqual(['queued']);
    await advanceMinutes(2);
    expect(states()).toEqual(['sent']);
    const ids = bodies.map((body) => /^Message-ID: (.*)$/im.exec(body)?.[1]?.trim());
    expect(ids).toEqual([`<${rows()[0]?.message_id}>`, `<${rows()[0]?.message_id}>`]);
  });

  test('a message fails after a day of attempts', async () => {
    const { url } = await startRawServer((socket) => socket.destroy());
    await openClubWith({ SMTP_URL: url });
    await club.post('/api/book', bookingBody({ date: '2026-12-01' }));
    await worker.runOnce();
    await advanceMinutes(23 * 60, 30);
    expect(states()).toEqual(['queued', 'queued']);
    await advanceMinutes(3 * 60, 30);
    expect(states()).toEqual(['failed', 'failed']);
  });

  test('a clock that jumps a year ahead or back fails and delays no message', async () => {
    let down = true;
    const server = await openMailServer({
      onMailFrom(_address, _session, done) {
        done(down ? smtpError(421, 'Busy') : null);
      },
    });
    await openClubWith({ SMTP_URL: server.url });
    await club.post('/api/book', bookingBody({ date: '2026-11-28' }));
    await worker.runOnce();
    const before = club.clock.now;
    club.clock.now += 365 * 24 * HOUR;
    await worker.runOnce();
    // A year ahead the booking is over, so the email to the customer is withdrawn.
    expect(states()).not.toContain('failed');
    club.clock.now = before - 365 * 24 * HOUR;
    down = false;
    await worker.runOnce();
    await advanceMinutes(2);
    expect(states()[1]).toBe('sent');
    expect(states()).not.toContain('failed');
  });
});

describe('text messages', () => {
  const tonight = bookingBody({ date: '2026-11-20', sms_updates: true });

  test('500 and 429 are retried, not before the Retry-After time', async () => {
    const answers = [500, 429, 200];
    const gateway = startSmsGateway((_call, index) => {
      const status = answers[index] ?? 200;
      return new Response('', { status, headers: status === 429 ? { 'retry-after': '120' } : {} });
    });
    closers.push(gateway.close);
    await openClubWith({ SMS_URL: `${gateway.url}/?to={to}&text={text}` });
    await club.post('/api/book', tonight);
    await worker.runOnce();
    expect(gateway.requests).toHaveLength(1);
    await advanceMinutes(1);
    expect(gateway.requests).toHaveLength(2);
    await advanceMinutes(1);
    expect(gateway.requests).toHaveLength(2);
    await advanceMinutes(2);
    expect(gateway.requests).toHaveLength(3);
    await advanceMinutes(5);
    expect(gateway.requests).toHaveLength(3);
    expect(club.rows("SELECT state FROM outbox WHERE channel = 'sms'")).toEqual([{ state: 'sent' }]);
  });

  test('a text message that the gateway rejects fails at once', async () => {
    const gateway = startSmsGateway(() => new Response('', { status: 400 }));
    closers.push(gateway.close);
    await openClubWith({ SMS_URL: `${gateway.url}/?to={to}&text={text}` });
    await club.post('/api/book', tonight);
    await worker.runOnce();
    expect(club.rows("SELECT state FROM outbox WHERE channel = 'sms'")).toEqual([{ state: 'failed' }]);
  });

  /** What becomes of a text message when the gateway answers 200 with these words. */
  async function outcomeOf(
    answer: string | ((text: string) => string),
    success = '',
    name = 'Padel Club',
  ): Promise<string> {
    const gateway = startSmsGateway(
      ({ text }) => new Response(typeof answer === 'string' ? answer : answer(text)),
    );
    closers.push(gateway.close);
    await openClubWith({ SMS_URL: `${gateway.url}/?to={to}&text={text}`, SMS_SUCCESS: success });
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    await club.put('/api/admin/settings', { changes: { 'club.name': name } }, owner);
    await club.post('/api/book', tonight);
    await worker.runOnce();
    const [row] = club.rows<{ state: string; reason: string | null }>(
      "SELECT state, reason FROM outbox WHERE channel = 'sms'",
    );
    return row?.state === 'queued' ? (row.reason?.split(':')[0] ?? '') : (row?.state ?? '');
  }

  test.each([
    ['ERROR 204 insufficient balance', 'limited'],
    ['{"status":"error","message":"Daily SMS quota exceeded"}', 'limited'],
    ['<response><code>208</code><status>FAILED</status></response>', 'failed'],
    ['Error: invalid mobile number', 'failed'],
    ['{"success":false}', 'failed'],
    ['Authentication failed: wrong password', 'unreachable'],
    ['ERR 301 sender mask not approved', 'unreachable'],
    ['error 500, please try again', 'later'],
    ['message not sent', 'failed'],
  ])('200 with %s is no success: %s', async (answer, outcome) => {
    expect(await outcomeOf(answer)).toBe(outcome);
  });

  test.each([
    [''],
    ['OK 1701'],
    ['{"status":"success","error":null,"errors":[],"errorCode":"0","failed":0,"id":"5521"}'],
    ['<response><error>0</error><status>ok</status></response>'],
    ['Message sent, no errors. Error code: 0'],
    ['sent=1&failed=0&error='],
  ])('200 with "%s" is success', async (answer) => {
    expect(await outcomeOf(answer)).toBe('sent');
  });

  test('what the gateway repeats of the message proves nothing', async () => {
    const answer = (text: string) =>
      `sent: ${text} ${JSON.stringify({ text })} ${encodeURIComponent(text)} ${new URLSearchParams({ text })}`;
    expect(await outcomeOf(answer, '', 'Failsafe "Invalid" Padel')).toBe('sent');
  });

  test.each([
    ['OK 1701', 'OK', 'sent'],
    ['ok 1701', 'OK', 'sent'],
    ['1702', 'OK', 'failed'],
    ['', 'OK', 'failed'],
    ['OK: ERROR 204 insufficient balance', 'OK', 'limited'],
  ])('200 with "%s" where the owner named %s: %s', async (answer, success, outcome) => {
    expect(await outcomeOf(answer, success)).toBe(outcome);
  });

  test('a test message shows the owner the gateway’s answer', async () => {
    const answers = [
      new Response('QUEUED 77'),
      new Response('ERROR 204 insufficient balance'),
      new Response('no such page', { status: 404 }),
    ];
    const gateway = startSmsGateway((_, index) => answers[index] ?? new Response('late'));
    closers.push(gateway.close);
    await openClubWith({ SMS_URL: `${gateway.url}/?to={to}&text={text}`, SMS_SUCCESS: 'queued' });
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    const send = async (phone = '0301 7654321') => {
      const { status, json } = await club.post('/api/admin/settings/test-text', { phone }, owner);
      return [status, json.sent, json.answer];
    };
    expect(await send()).toEqual([200, true, 'QUEUED 77']);
    expect(gateway.requests[0]?.to).toBe('+923017654321');
    expect(await send()).toEqual([200, false, 'the gateway answered: ERROR 204 insufficient balance']);
    expect(await send()).toEqual([200, false, 'the gateway answered 404 no such page']);
    expect((await send('12'))[0]).toBe(422);
    for (let at = 0; at < 2; at += 1) await send();
    expect((await send())[0]).toBe(429);
    expect(gateway.requests).toHaveLength(5);
  });

  test('an owner without a gateway is told so', async () => {
    await openClubWith({});
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    expect((await club.post('/api/admin/settings/test-text', { phone: '0301 7654321' }, owner)).status).toBe(
      409,
    );
  });

  test('a Twilio URL is called like its API', async () => {
    const gateway = startSmsGateway();
    closers.push(gateway.close);
    await openClubWith({
      SMS_URL: `${gateway.url}/2010-04-01/Accounts/AC123/Messages.json`,
      SMS_TOKEN: 'token',
      SMS_FROM: '+15005550006',
    });
    await club.post('/api/book', tonight);
    await worker.runOnce();
    expect(gateway.requests[0]).toMatchObject({
      method: 'POST',
      to: '+923001234567',
      from: '+15005550006',
      authorization: `Basic ${Buffer.from('AC123:token').toString('base64')}`,
    });
  });
});

test('the next server sends at once what a killed one had started, and counts its attempt', async () => {
  const server = await openMailServer();
  await openClubWith({ SMTP_URL: server.url });
  await club.post('/api/book', bookingBody());
  const outbox = new Outbox(club.db, 'localhost');
  await club.club.write((tx) => outbox.takeDue(tx, { channel: 'email', limit: 12 }));
  await worker.runOnce();
  expect(server.mails).toHaveLength(2);
  expect(states()).toEqual(['sent', 'sent']);
  expect(club.rows('SELECT attempts FROM outbox')).toEqual([{ attempts: 2 }, { attempts: 2 }]);
});

test('when a booking is cancelled during an attempt, the email counts as sent and the cancellation follows', async () => {
  const attempt = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = await openMailServer({
    onMailFrom(_address, _session, done) {
      attempt.resolve();
      void gate.promise.then(() => done());
    },
  });
  await openClubWith({ SMTP_URL: server.url });
  await club.post('/api/book', bookingBody());
  const round = worker.runOnce();
  await attempt.promise;
  const admin = await club.signIn({ is_admin: true });
  expect(
    (await club.send('PUT', '/api/admin/bookings/1/status', { status: 'cancelled' }, admin.headers)).status,
  ).toBe(200);
  gate.resolve();
  await round;
  await worker.runOnce();
  expect(server.mails.map((mail) => mail.subject).sort()).toEqual([
    'Booking 1 is cancelled',
    'Booking 1 received: Saturday, November 21, 2026',
    'New booking 1: Court 1 - Premium Panoramic, Saturday, November 21, 2026, 6 PM – 7 PM',
  ]);
  expect(states()).toEqual(['sent', 'sent', 'sent']);
});

test('if a booking is moved before its claimed email is sent, one email goes out with the new time', async () => {
  const attempt = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = await openMailServer({
    onMailFrom(_address, _session, done) {
      attempt.resolve();
      void gate.promise.then(() => done());
    },
  });
  await openClubWith({ SMTP_URL: server.url });
  worker = createTestOutboxWorker(club, {
    options: { concurrency: 1, batchSize: 8, delayMs: 0, busyDelayMs: 0, timeoutMs: 20_000 },
  });
  await club.post('/api/book', bookingBody());
  await club.post('/api/book', bookingBody({ court_id: 2, email: 'second@example.com' }));
  const round = worker.runOnce();
  await attempt.promise;
  const admin = await club.signIn({ is_admin: true });
  const { version } = (await club.get('/api/admin/bookings/2', admin.headers)).json.data.booking;
  const move = { court_id: 2, date: '2026-11-23', slots: ['20:00', '20:30'], version };
  expect((await club.send('PUT', '/api/admin/bookings/2/slots', move, admin.headers)).status).toBe(200);
  gate.resolve();
  await round;
  await worker.runOnce();
  const emails = server.mails.filter((mail) => [mail.to].flat()[0]?.text === 'second@example.com');
  expect(emails.map((mail) => mail.subject)).toEqual(['Booking 2 has a new time: Monday, November 23, 2026']);
});
