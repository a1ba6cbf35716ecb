import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let isServerDown = false;
beforeEach(async () => {
  isServerDown = false;
  server = await startMailServer({
    onMailFrom(_address, _session, done) {
      done(isServerDown ? Object.assign(new Error('Busy'), { responseCode: 421 }) : null);
    },
  });
  gateway = startSmsGateway();
});
afterEach(async () => {
  gateway.close();
  await server.close();
});

/** Runs a club for a day and returns its messages; `daysAhead` is how far its clock is ahead for a while. */
async function runClub(daysAhead: number) {
  const club = await createTestClub({
    env: { SMTP_URL: server.url, SMS_URL: `${gateway.url}/send?to={to}&text={text}` },
  });
  const start = club.clock.now;
  const worker = createTestOutboxWorker(club);
  const work = async () => {
    await club.schedule.runNow('reminders');
    await club.schedule.runNow('outbox');
    await worker.runOnce();
  };
  // A text message is due tonight, a reminder tomorrow; the mail server is unreachable.
  isServerDown = true;
  await club.post('/api/book', bookingBody({ sms_updates: true }));
  await worker.runOnce();
  await club.post('/api/book', bookingBody({ date: '2026-11-20', court_id: 2, sms_updates: true }));

  club.clock.now += daysAhead * DAY;
  const message = {
    name: 'Sana',
    email: 'sana@example.com',
    subject: 'events',
    message: 'Do you hold parties?',
  };
  expect((await club.post('/api/contact', message)).status).toBe(201);
  for (let minute = 0; minute < 10; minute += 1) {
    await work();
    club.clock.now += MINUTE;
  }
  club.clock.now = start + 10 * MINUTE;
  isServerDown = false;
  for (let minute = 0; minute < 5; minute += 1) {
    await work();
    club.clock.now += MINUTE;
  }
  const waiting = club.rows(`SELECT kind, state, created_at <= ${club.clock.now} AS past FROM outbox
    WHERE state <> 'sent' OR created_at > ${club.clock.now} OR settled_at > ${club.clock.now}`);
  for (; club.clock.now < start + 30 * HOUR; club.clock.now += HOUR) await work();
  await worker.stop();
  club.close();
  const emails = server.mails.splice(0).map((mail) => `${[mail.to].flat()[0]?.text}: ${mail.subject}`);
  const texts = gateway.requests.splice(0).map((call) => call.text);
  return { messages: [...emails, ...texts].sort(), waiting };
}

test('a club whose clock was two or 200 days ahead sends what any other club sends', async () => {
  const steady = await runClub(0);
  expect(steady.messages).toHaveLength(7);
  for (const daysAhead of [2, 200])
    expect([daysAhead, await runClub(daysAhead)]).toEqual([daysAhead, steady]);
});

test('the newest messages outlive a clock that is ahead, so no reminder is sent twice', async () => {
  const club = await createTestClub({ env: { SMS_URL: `${gateway.url}/send?to={to}&text={text}` } });
  const worker = createTestOutboxWorker(club);
  await club.post('/api/book', bookingBody({ date: '2026-11-20', sms_updates: true }));
  await worker.runOnce();
  const start = club.clock.now;
  club.clock.now += 200 * DAY;
  await club.schedule.runNow('outbox');
  club.clock.now = start + HOUR;
  await club.schedule.runNow('reminders');
  await worker.runOnce();
  await worker.stop();
  club.close();
  expect(gateway.requests).toHaveLength(1);
});

test('a text that met the night of a clock that was ahead goes out by day', async () => {
  const club = await createTestClub({ env: { SMS_URL: `${gateway.url}/send?to={to}&text={text}` } });
  const worker = createTestOutboxWorker(club);
  await club.post('/api/book', bookingBody({ sms_updates: true }));
  club.clock.now += 3 * HOUR;
  const start = club.clock.now;
  await club.schedule.runNow('reminders');
  club.clock.now += 10 * HOUR;
  await worker.runOnce();
  expect(gateway.requests).toEqual([]);
  club.clock.now = start;
  for (let minute = 0; minute < 15; minute += 1) {
    club.clock.now += MINUTE;
    await club.schedule.runNow('outbox');
    await worker.runOnce();
  }
  await worker.stop();
  club.close();
  expect(gateway.requests).toHaveLength(1);
});
