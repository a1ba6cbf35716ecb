import { afterEach, beforeEach, expect, test } from 'bun:test';
import { clubTimestamp } from '../../../src/domain/business-day.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, fromNetworkOf, type TestClub } from '../../support/test-club.ts';
import { entryKeyHeader } from '../../support/waitlist-links.ts';

const DATE = '2026-11-21';
const SLOTS = ['18:00', '18:30', '19:00', '19:30'];

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let club: TestClub;
let admin: Record<string, string>;
let filled: number;

beforeEach(async () => {
  server = await startMailServer();
  gateway = startSmsGateway();
  club = await createTestClub({
    now: Date.parse('2026-11-20T18:00:00+05:00'),
    env: {
      SMTP_URL: server.url,
      SMS_FROM: 'PADEL',
      TRUST_PROXY: '1',
      SMS_URL: `${gateway.url}/send?to={to}&text={text}&from={from}`,
    },
  });
  admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
  const body = { court_id: 1, date: DATE, slots: SLOTS, name: 'Omar Sheikh' };
  filled = (await club.post('/api/admin/bookings', body, admin)).json.data.booking.id;
});
afterEach(async () => {
  club.close();
  gateway.close();
  await server.close();
});

async function waitByPhone(over: Record<string, unknown> = {}): Promise<void> {
  const entry = {
    date: DATE,
    from: '18:00',
    until: '20:00',
    duration: 60,
    court_id: 1,
    name: 'Sana Malik',
    email: 'sana@example.com',
    phone: '0300 7654321',
    sms_updates: true,
    ...over,
  };
  const { status, json } = await club.post('/api/waitlist', entry, fromNetworkOf(entry.phone));
  expect(status).toBe(201);
  await club.post(`/api/waitlist/${json.entry.id}/confirm`, {}, entryKeyHeader(club, json.entry.id));
}

const cancelEvening = () =>
  club.put(`/api/admin/bookings/${filled}/status`, { status: 'cancelled', cancelled_by: 'club' }, admin);

/** When the offer's text message may be sent; null at once. */
function ringsAt(): string | null {
  const [sms] = club.rows<{ not_before: number }>(
    "SELECT not_before FROM outbox WHERE kind = 'offer.made' AND channel = 'sms'",
  );
  return sms?.not_before ? clubTimestamp(sms.not_before) : null;
}

async function deliver(): Promise<void> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
}

test('an offer comes by text message with the link that books it', async () => {
  await waitByPhone();
  await deliver();
  expect(gateway.requests).toEqual([]);
  await cancelEvening();
  await deliver();
  const [sms] = gateway.requests;
  expect(sms).toMatchObject({ to: '+923007654321', from: 'PADEL', path: '/send' });
  const [url = '', link = ''] = /http\S+#offer=(\S+)$/.exec(sms?.text ?? '') ?? [];
  expect(url).toMatch(/^https?:\/\/[^/]+\/booking#offer=1\.[\w-]+$/);
  const texts = [
    'Padel Club Faisalabad: Court 1 is free Sat, Nov 21, 6 PM - 7 PM. Held for you until 6:15 PM: URL',
    'Free Sat, Nov 21, 6 PM - 7 PM. Held until 6:15 PM: URL',
  ];
  // The long text is used where it fits one segment with the club's address.
  expect(sms?.text).toBe(
    texts.map((text) => text.replace('URL', url)).find((text) => text.length <= 160) ?? 'none fits',
  );
  expect(sms?.text.length).toBeLessThanOrEqual(160);
  await deliver();
  expect(gateway.requests).toHaveLength(1);
  const answer = await club.post('/api/book', bookingBody({ date: DATE, start_time: '18:00', offer: link }));
  expect([answer.status, answer.json.booking.court_id]).toEqual([201, 1]);
});

test('an offer of the night is emailed at once and rings in the morning, in time to accept it', async () => {
  await waitByPhone();
  club.clock.now = Date.parse('2026-11-21T00:30:00+05:00');
  await cancelEvening();
  await deliver();
  expect(server.mails.map(({ subject }) => subject)).toContain(
    'Held for you until 9 AM: Saturday, November 21, 2026',
  );
  club.clock.now = Date.parse('2026-11-21T07:59:59+05:00');
  await deliver();
  expect(gateway.requests).toEqual([]);
  club.clock.now = Date.parse('2026-11-21T08:00:00+05:00');
  await deliver();
  expect(gateway.requests.map(({ text }) => text)).toEqual([expect.stringContaining('until 9 AM: http')]);
});

test('an offer rings in quiet hours that leave no time to accept it', async () => {
  const owner = await club.signIn({ role: 'owner', email: 'owner@example.com' });
  const changes = { 'messages.quiet_to': 10 };
  expect((await club.put('/api/admin/settings', { changes }, owner.headers)).status).toBe(200);
  await waitByPhone();
  club.clock.now = Date.parse('2026-11-21T00:30:00+05:00');
  await cancelEvening();
  expect(ringsAt()).toBe('2026-11-21T08:45:00+05:00');
});

test('an offer for early play rings in the night', async () => {
  const early = { court_id: 1, date: DATE, slots: ['08:00', '08:30'], name: 'Omar Sheikh' };
  const { json } = await club.post('/api/admin/bookings', early, admin);
  await waitByPhone({ from: '08:00', until: '09:00' });
  club.clock.now = Date.parse('2026-11-21T03:00:00+05:00');
  await club.put(
    `/api/admin/bookings/${json.data.booking.id}/status`,
    { status: 'cancelled', cancelled_by: 'club' },
    admin,
  );
  expect(ringsAt()).toBe(null);
});

test('an offer that ended before its text message was sent sends none', async () => {
  await waitByPhone();
  await cancelEvening();
  club.clock.now = Date.parse('2026-11-20T18:15:00+05:00');
  await deliver();
  expect(gateway.requests).toEqual([]);
  expect(club.rows("SELECT state, reason FROM outbox WHERE kind = 'offer.made' AND channel = 'sms'")).toEqual(
    [{ state: 'withdrawn', reason: 'the offer has ended' }],
  );
});

test('text messages go to a person who asked for them or left only a phone, others get the offer by email', async () => {
  await waitByPhone({ sms_updates: false });
  await waitByPhone({ email: '', phone: '0300 1111111', sms_updates: false });
  await cancelEvening();
  await deliver();
  // A person who left nothing else than a phone gets text messages.
  expect(new Set(gateway.requests.map(({ to }) => to))).toEqual(new Set(['+923001111111']));
  expect(gateway.requests.at(-1)?.text).toContain('#offer=2.');
  expect(server.mails.map(({ subject }) => subject)).toContain(
    'Held for you until 6:15 PM: Saturday, November 21, 2026',
  );
});
