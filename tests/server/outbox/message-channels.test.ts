import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Channel, type Envelope, SendError } from '../../../src/outbox/channels/channel.ts';
import { CHANNELS } from '../../../src/outbox/channels/table.ts';
import { createTestOutboxWorker, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const MINUTE = 60_000;
const TODAY = Date.parse('2026-11-20T15:00:00+05:00');

/** A channel that reports, as one more line of the table. */
const courier: Channel & {
  sent: string[];
  fault: SendError | null;
  onSend: ((envelope: Envelope) => unknown) | null;
} = {
  onSend: null,
  sent: [],
  fault: null,
  id: 'courier',
  label: 'Courier',
  form: 'short',
  isSetUp: () => true,
  addressOf: ({ phone, wants }) => (wants.has('sms') && phone) || null,
  limit: { messages: 3, windowMs: 60 * MINUTE, dropped: 'the courier has brought three' },
  earliest: (now) => now,
  deliveredWithinMs: 10 * MINUTE,
  limited: { subject: '', text: '', alarm: '', finding: '', fix: '' },
  open: () => ({
    send: async (content, envelope) => {
      if (content.form !== 'short') throw new SendError('refused', 'too heavy');
      if (courier.fault) throw courier.fault;
      const provider_id = `c${courier.sent.push(content.short.texts[0] ?? '')}`;
      await courier.onSend?.(envelope);
      return { recipient: content.to, note: null, provider_id };
    },
    close() {},
  }),
};

let gateway: ReturnType<typeof startSmsGateway>;
let club: TestClub;

beforeEach(async () => {
  Object.assign(courier, { sent: [], fault: null, onSend: null });
  (CHANNELS as Channel[]).splice(1, 0, courier);
  gateway = startSmsGateway();
  club = await createTestClub({
    now: TODAY,
    env: { SMS_URL: `${gateway.url}/send?to={to}&text={text}` },
  });
});
afterEach(() => {
  club.close();
  gateway.close();
  (CHANNELS as Channel[]).splice(CHANNELS.indexOf(courier), 1);
});

async function book(over: Record<string, unknown> = {}): Promise<number> {
  const body = bookingBody({ date: '2026-11-20', sms_updates: true, ...over });
  const { status, json } = await club.post('/api/book', body);
  expect(status).toBe(201);
  return json.booking.id;
}

async function deliver(): Promise<void> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
}

const texts = () =>
  club.rows<{
    channel: string;
    passed_from: string | null;
    state: string;
    reason: string | null;
    attempts: number;
  }>("SELECT channel, passed_from, state, reason, attempts FROM outbox WHERE kind = 'booking.soon'");
const report = (what: 'delivered' | 'read' | { failed: string }, id = 'c1') =>
  club.club.write((tx) => club.notifications.deliveries.report(tx, 'courier', id, what));
const runJob = () => club.schedule.runNow('unreported messages');

test('a message takes the first channel that reaches its person, and goes once', async () => {
  await book();
  await deliver();
  expect(courier.sent).toHaveLength(1);
  expect(gateway.requests).toEqual([]);
  expect(texts()).toEqual([
    { channel: 'courier', passed_from: null, state: 'sent', reason: null, attempts: 1 },
  ]);
});

test('whoever did not agree is not reached', async () => {
  await book({ sms_updates: false });
  await deliver();
  expect([courier.sent, gateway.requests, texts()]).toEqual([[], [], []]);
});

test('reports take a message on, and never back', async () => {
  await book();
  await deliver();
  const states: unknown[] = [];
  for (const what of ['read', 'delivered', { failed: 'gone' }, 'read'] as const) {
    await report(what);
    states.push(texts()[0]?.state);
  }
  expect(states).toEqual(['read', 'read', 'read', 'read']);
  await report('delivered', 'unknown');
  const admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
  const { json } = await club.get('/api/admin/outbox?state=read', admin);
  expect(json.data.counts).toMatchObject({ read: 1, delivered: 0 });
  expect(json.data.messages).toMatchObject([
    { kind: 'booking.soon', channel_label: 'Courier', state: 'read' },
  ]);
});

test('each report in its turn is shown', async () => {
  await book();
  await deliver();
  await report('delivered');
  expect(texts()[0]?.state).toBe('delivered');
  await report('read');
  expect(texts()[0]?.state).toBe('read');
});

test('a message that is just being sent is not handed on, however long that takes', async () => {
  courier.onSend = async () => {
    club.clock.now += 11 * MINUTE;
    await runJob();
  };
  await book();
  await deliver();
  expect(texts()).toMatchObject([{ channel: 'courier', passed_from: null, state: 'sent' }]);
  expect([courier.sent.length, gateway.requests]).toEqual([1, []]);
});

test('a message that its provider reports as sent stays there, whatever its answer was', async () => {
  courier.onSend = async ({ id, message_id }) => {
    await club.club.write((tx) =>
      club.notifications.deliveries.report(tx, 'courier', 'c1', 'sent', { id, message_id }),
    );
    throw new SendError('refused', 'no readable answer');
  };
  await book();
  await deliver();
  expect(texts()).toMatchObject([{ channel: 'courier', passed_from: null, state: 'sent' }]);
  expect(gateway.requests).toEqual([]);
});

test.each([
  ['the provider refuses it', true],
  ['the provider reports that it did not arrive', false],
])('the next channel takes over once when %s', async (_, isRefused) => {
  if (isRefused) courier.fault = new SendError('refused', 'unknown number');
  await book();
  await deliver();
  if (!isRefused) await report({ failed: 'unknown number' });
  expect(texts()).toMatchObject([{ channel: 'sms', passed_from: 'courier', state: 'queued' }]);
  await report('delivered');
  await deliver();
  expect(gateway.requests).toHaveLength(1);
  expect(texts()).toEqual([
    { channel: 'sms', passed_from: 'courier', state: 'sent', reason: null, attempts: 1 },
  ]);
});

test('a failure that is reported before the answer comes goes on to the same number by the next channel', async () => {
  courier.onSend = ({ id, message_id }) =>
    club.club.write((tx) =>
      club.notifications.deliveries.report(tx, 'courier', 'c1', { failed: 'gone' }, { id, message_id }),
    );
  await book();
  await deliver();
  await deliver();
  expect(gateway.requests).toHaveLength(1);
  expect(texts()).toMatchObject([{ channel: 'sms', passed_from: 'courier', state: 'sent' }]);
});

test('a text sent alongside an email falls back to another text, not to a second email', async () => {
  const id = await book({ payment_method: 'bank_transfer', date: '2026-11-22' });
  courier.fault = new SendError('refused', 'unknown number');
  const payBy = Date.parse(club.findBooking(id)?.pay_by ?? '');
  club.clock.now += (payBy - club.clock.now) / 2 + MINUTE;
  await club.schedule.runNow('release what is due');
  club.clock.now = Date.parse('2026-11-21T08:01:00+05:00');
  await deliver();
  await deliver();
  const due = club.rows<{ channel: string }>(
    "SELECT channel, passed_from FROM outbox WHERE kind = 'booking.payment_due' ORDER BY channel",
  );
  expect(due).toEqual([
    { channel: 'email', passed_from: null },
    { channel: 'sms', passed_from: 'courier' },
  ] as never);
});

test('a message that the second channel cannot deliver either has failed', async () => {
  gateway.close();
  gateway = startSmsGateway(() => new Response('no such number', { status: 400 }));
  club.close();
  club = await createTestClub({ now: TODAY, env: { SMS_URL: `${gateway.url}/send?to={to}&text={text}` } });
  courier.fault = new SendError('refused', 'unknown number');
  await book();
  await deliver();
  await deliver();
  expect(courier.sent).toEqual([]);
  expect(gateway.requests).toHaveLength(1);
  expect(texts()).toMatchObject([{ channel: 'sms', passed_from: 'courier', state: 'failed' }]);
});

test('without a report in time the next channel takes over; a delivered message stays', async () => {
  await book();
  await book({ start_time: '21:00', phone: '0300 7654322', email: 'second@example.com' });
  await deliver();
  expect(courier.sent).toHaveLength(2);
  await report('delivered', 'c2');
  club.clock.now += 9 * MINUTE;
  await runJob();
  expect(texts().map(({ channel }) => channel)).toEqual(['courier', 'courier']);
  club.clock.now += 2 * MINUTE;
  await runJob();
  await runJob();
  await deliver();
  expect(gateway.requests).toHaveLength(1);
  expect(texts()).toMatchObject([
    { channel: 'sms', passed_from: 'courier', state: 'sent' },
    { channel: 'courier', passed_from: null, state: 'delivered' },
  ]);
});

test('a provider that is down loses the message to the next channel once its time is over', async () => {
  courier.fault = new SendError('unreachable', 'down');
  await book();
  await deliver();
  expect(texts()).toMatchObject([{ channel: 'courier', state: 'queued' }]);
  club.clock.now += 11 * MINUTE;
  await deliver();
  await deliver();
  expect(gateway.requests).toHaveLength(1);
  expect(texts()).toMatchObject([{ channel: 'sms', passed_from: 'courier', state: 'sent' }]);
});
