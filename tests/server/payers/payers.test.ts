import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOUR_MS = 60 * 60_000;
/** The play of `bookingBody`. */
const START = Date.parse('2026-11-21T18:00:00+05:00');

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let admin: { headers: Record<string, string> };
beforeEach(async () => {
  safepay = startSafepayServer();
  // The deadline is 12 hours later.
  const now = START - 30 * HOUR_MS;
  club = await createTestClub({ now, env: { ...safepay.env, PUBLIC_URL: 'http://localhost' } });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
});
afterEach(async () => {
  const faults = listBookFaults(club.db);
  club.close();
  await safepay.stop();
  expect(faults).toEqual([]);
});

type Headers = Record<string, string>;
interface Share {
  id: number;
  name: string;
  state: string;
  charge: number;
  received: number;
  balance: number;
  join_url: string;
}

const payerHeader = (joinUrl: string): Headers => ({ 'x-booking-key': joinUrl.split('.').at(-1) as string });
const contactOf = (name: string) => ({ name: `${name} Khan`, email: `${name.toLowerCase()}@example.com` });

async function book(over: Record<string, unknown> = {}, headers: Headers = {}) {
  const { json } = await club.post('/api/book', bookingBody(over), headers);
  const id = json.booking.id as number;
  const key = { ...keyHeader(json), ...headers };
  const path = `/api/booking/${id}`;
  return {
    id,
    path,
    key,
    open: (body: object) => club.post(`${path}/open`, body, key),
    split: (payers: object[], rest?: string) => club.put(`${path}/payers`, { payers, rest }, key),
  };
}
type Booked = Awaited<ReturnType<typeof book>>;

/** A booking of PKR 5,000 with four equal shares. */
async function splitInFour() {
  const booked = await book();
  const { json } = await booked.split([{ name: 'Bilal' }, { name: 'Sana' }, { name: 'Omar' }]);
  const [host, ...others] = json.payers as Share[];
  return { ...booked, host: host as Share, others };
}

const pay = (share: Share, over: object = {}, headers: Headers = {}) => {
  const body = { method: 'cash', amount: share.charge, ...contactOf(share.name), ...over };
  return club.post(`/api/payers/${share.id}/pay`, body, { ...payerHeader(share.join_url), ...headers });
};
/** The desk takes the money of a share. */
const take = (booking: Booked, over: object) =>
  club.post(`/api/admin/bookings/${booking.id}/payments`, { method: 'cash', ...over }, admin.headers);
const giveBack = (booking: Booked, over: object) =>
  club.post(`/api/admin/bookings/${booking.id}/refunds`, { method: 'cash', ...over }, admin.headers);
const undo = ({ json }: { json: { data: { entry: { id: number } } } }) =>
  club.post(`/api/admin/ledger/${json.data.entry.id}/reverse`, { reason: 'a slip' }, admin.headers);
const move = (booked: Pick<Booked, 'id'>, slots: string[]) => {
  const target = { court_id: 1, date: '2026-11-22', slots, version: find(booked)?.version };
  return club.put(`/api/admin/bookings/${booked.id}/slots`, target, admin.headers);
};
/** PKR 4,000 instead of 5,000. */
const CHEAPER = ['10:00', '10:30'];
const sendReceipt = async (path: string, headers: Headers) => {
  const init = { method: 'POST', body: createReceiptForm(createPng(108, 108)), headers };
  return (await club.app.handle(new Request(`http://localhost${path}/receipt`, init))).status;
};
const rejectReceipt = ({ id }: Pick<Booked, 'id'>, over: object = {}) =>
  club.post(`/api/admin/bookings/${id}/receipt/reject`, { reason: 'Not ours', ...over }, admin.headers);
const detail = async ({ id }: Pick<Booked, 'id'>) =>
  (await club.get(`/api/admin/bookings/${id}`, admin.headers)).json.data;
/** `[charge, received]` of each player, the host first. */
const sharesOf = async (booked: Pick<Booked, 'id'>) =>
  ((await detail(booked)).payers as Share[]).map(({ charge, received }) => [charge, received]);
const find = ({ id }: Pick<Booked, 'id'>) => club.findBooking(id);
const release = () => club.schedule.runNow('release what is due');
const reportMoney = async (paymentUrl: string, amount: string) => {
  const { body, signature } = createSignedCallback(trackerOf(paymentUrl), { amount });
  await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
};

describe('a split', () => {
  test('has equal shares that sum to the price, the remainder is the host’s', async () => {
    const booked = await book();
    const { status, json } = await booked.split([{ name: 'Bilal' }, {}]);
    expect(status).toBe(200);
    expect(json.payers).toMatchObject([
      { position: 1, name: 'Ayesha Khan', charge: 1668, received: 0, balance: 1668, state: 'joined' },
      { position: 2, name: 'Bilal', charge: 1666, state: 'invited' },
      { position: 3, name: '', charge: 1666, state: 'invited' },
    ]);
    const links = (json.payers as Share[]).map(({ join_url }) => join_url?.replace(/\.[\w-]+$/, ''));
    expect(links).toEqual([
      undefined as never,
      `http://localhost/manage#p${json.payers[1].id}`,
      `http://localhost/manage#p${json.payers[2].id}`,
    ]);
    expect((await club.get(booked.path, booked.key)).json.payers).toEqual(json.payers);
  });

  test('shows its links to no admin, whatever key the admin sends', async () => {
    const booked = await book();
    const desk = { ...admin.headers, 'x-booking-key': 'x' };
    const change = (payers: object[]) => club.put(`${booked.path}/payers`, { payers }, desk);
    const { json, ...split } = await change([{ name: 'Bilal' }, {}]);
    const answers = [
      { json, ...split },
      await change([{ id: json.payers[1].id }, { id: json.payers[2].id, name: 'Sana' }]),
      await club.get(booked.path, desk),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[2]?.json.payers.length).toBe(3);
    for (const { text } of answers) expect(text).not.toMatch(/manage#/);
    const own = (await club.get(booked.path, { ...admin.headers, ...booked.key })).text;
    expect(own).toMatch(/manage#\d.*manage#p/);
  });

  test('has sums of its own, and the host changes what nobody has paid', async () => {
    const booked = await book();
    const { json } = await booked.split([{ charge: 1000 }, { name: 'Sana', charge: 2000 }]);
    const [, first, second] = json.payers as Share[];
    await take(booked, { amount: 1000, payer_id: first?.id });
    const payers = [{ id: first?.id }, { id: second?.id, charge: 1500 }, { charge: 500, name: 'Omar' }];
    const changed = await club.put(`${booked.path}/payers`, { payers }, booked.key);
    expect((changed.json.payers as Share[]).map(({ charge }) => charge)).toEqual([2000, 1000, 1500, 500]);
    const without = await club.put(`${booked.path}/payers`, { payers: payers.slice(0, 2) }, booked.key);
    expect((without.json.payers as Share[]).map(({ charge }) => charge)).toEqual([2500, 1000, 1500]);
    const refused = await club.put(`${booked.path}/payers`, { payers: payers.slice(1, 2) }, booked.key);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This player has already paid, so this share can’t change. Please remove the player first.',
    ]);
  });

  test.each<[string, object[] | undefined, number]>([
    ['more than is left for the host', [{ charge: 5000 }], 422],
    ['nothing', [{ charge: 0 }], 422],
    ['a negative sum', [{ charge: -1 }], 422],
    ['half a rupee', [{ charge: 1000.5 }], 422],
    ['a sum for one player only', [{ charge: 1000 }, {}], 422],
    ['a fifth player', [{}, {}, {}, {}], 422],
    ['a name of 500 letters', [{ name: 'a'.repeat(500) }], 422],
    ['a name with a line break', [{ name: 'Bilal\nAhmed' }], 422],
    ['something else', [{ level: 3 }], 422],
  ])('refuses %s and writes nothing', async (_, payers, expected) => {
    const booked = await book();
    const { status } = await booked.split(payers ?? []);
    expect([status, club.rows('SELECT position, charge FROM payer')]).toEqual([
      expected,
      [{ position: 1, charge: 5000 }],
    ]);
  });

  test('is refused for a booking that is cancelled, over, free or another’s', async () => {
    const cancelled = await book({ start_time: '10:00' });
    await club.post(`${cancelled.path}/cancel`, {}, cancelled.key);
    const free = await book({ start_time: '12:00' });
    await club.db.run('UPDATE payer SET price = 0, charge = 0 WHERE booking_id = ?', [free.id]);
    const split = await splitInFour();
    const other = await club.put(`${split.path}/payers`, { payers: [{}] }, cancelled.key);
    const statuses = [await cancelled.split([{}]), await free.split([{}]), other];
    expect(statuses.map(({ status }) => status)).toEqual([409, 409, 403]);
    club.clock.now = START + HOUR_MS;
    const late = await club.put(`${split.path}/payers`, { payers: [] }, split.key);
    expect([late.status, late.json.error]).toMatchObject([409, expect.stringContaining('over')]);
  });

  test('a retry with the same key changes nothing', async () => {
    const booked = await book();
    const headers = { ...booked.key, 'idempotency-key': 'split-once-1' };
    const first = await club.put(`${booked.path}/payers`, { payers: [{}] }, headers);
    const again = await club.put(`${booked.path}/payers`, { payers: [{}] }, headers);
    expect([again.status, again.json]).toEqual([200, first.json]);
    const other = await club.put(`${booked.path}/payers`, { payers: [{}, {}] }, headers);
    expect([other.status, other.json.reason]).toEqual([409, 'key_reused']);
    expect(club.rows('SELECT id FROM payer')).toHaveLength(2);
  });

  test('by the reception gives it no link and emails them to the host', async () => {
    const booked = await book();
    const { json } = await club.put(`${booked.path}/payers`, { payers: [{}] }, admin.headers);
    expect(JSON.stringify(json)).not.toContain('join_url');
    const kinds = club.rows<{ kind: string }>("SELECT kind FROM outbox WHERE kind LIKE 'host.%'");
    expect(kinds).toEqual([{ kind: 'host.shares' }]);
  });
});

describe('a player', () => {
  test('sees the court, their own share and short names, but nobody else’s contact or money', async () => {
    const { others } = await splitInFour();
    const [first, second] = others as [Share, Share, Share];
    await pay(second);
    const { status, json, text } = await club.get(`/api/payers/${first.id}`, payerHeader(first.join_url));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      payer: { id: first.id, charge: 1250, balance: 1250, state: 'invited' },
      court_name: 'Court 1 - Premium Panoramic',
      host_name: 'Ayesha K.',
      players: [
        { name: 'Ayesha K.', is_host: true, paid: false },
        { name: 'Bilal', paid: false },
        { name: 'Sana K.', paid: false },
        { name: 'Omar', paid: false },
      ],
    });
    expect(text).not.toMatch(/ayesha@|sana@|0300/);
  });

  test('pays by card, and the link that the host sent stops working', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const { status, json } = await pay(share, { method: 'card' });
    expect([status, json.payer.state]).toEqual([200, 'joined']);
    expect((await club.get(`/api/payers/${share.id}`, payerHeader(share.join_url))).status).toBe(403);
    await reportMoney(json.payment_url, '1250');
    const own = await club.get(`/api/payers/${share.id}`, payerHeader(json.join_url));
    expect(own.json.payer).toMatchObject({ charge: 1250, received: 1250, balance: 0 });
    expect(own.json.entries).toMatchObject([{ method: 'card', amount: 1250 }]);
    expect(await sharesOf(booked)).toEqual([
      [1250, 0],
      [1250, 1250],
      [1250, 0],
      [1250, 0],
    ]);
    const links = (await club.get(booked.path, booked.key)).json.payers.map((one: Share) =>
      Boolean(one.join_url),
    );
    expect(links).toEqual([false, false, true, true]);
  });

  test('whose card page cannot be opened has a link of their own, and pays with it', async () => {
    const { others } = await splitInFour();
    const [share] = others as [Share];
    safepay.state.broken = true;
    const retry = { 'idempotency-key': 'the-first-try-1' };
    const { status, json } = await pay(share, { method: 'card' }, retry);
    expect([status, json.payment_url, json.payment_error]).toEqual([
      200,
      undefined,
      'Card payments are not available right now. Nothing was charged; please try again or pay another way.',
    ]);
    safepay.state.broken = false;
    const again = await pay(share, { method: 'card' }, retry);
    expect([again.status, again.json.join_url]).toEqual([200, json.join_url]);
    const byCard = { method: 'card', amount: share.charge };
    const own = payerHeader(json.join_url);
    const opened = await club.post(`/api/payers/${share.id}/pay`, byCard, own);
    expect([opened.status, typeof opened.json.payment_url]).toEqual([200, 'string']);
    expect((await club.post(`/api/payers/${share.id}/pay`, { ...byCard, method: 'cash' }, own)).status).toBe(
      200,
    );
  });

  test('pays with their own credit, and gets it back as credit at once', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    await club.post(
      `/api/admin/users/${member.id}/credit`,
      { paid: 3000, credit: 3000, method: 'cash' },
      admin.headers,
    );
    const { others, ...booked } = await splitInFour();
    const [share, other] = others as [Share, Share];
    const stranger = await club.signIn({ email: 'omar@example.com' });
    expect((await pay(other, { method: 'credit' }, stranger.headers)).status).toBe(422);
    expect((await pay(share, { method: 'credit' })).status).toBe(401);
    expect((await pay(share, { method: 'credit' }, member.headers)).status).toBe(200);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(1750);
    await club.post(`/api/payers/${share.id}/leave`, { amount_back: 1250 }, member.headers);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(3000);
    expect((await sharesOf(booked))[1]).toEqual([0, 0]);
  });

  test('who hosts sends a receipt for their own share, and the approval books that alone', async () => {
    const { host, others, ...booked } = await splitInFour();
    const upload = async () => {
      const request = { method: 'POST', body: createReceiptForm(createPng(108, 108)), headers: booked.key };
      return (await club.app.handle(new Request(`http://localhost${booked.path}/receipt`, request))).status;
    };
    expect(await upload()).toBe(200);
    const inbox = async () => (await club.get('/api/admin/inbox', admin.headers)).json.data;
    const [receipt] = (await inbox()).receipts;
    expect(receipt).toMatchObject({
      booking: { id: booked.id },
      payer: { id: host.id },
      amount: host.balance,
    });
    const { version } = receipt.booking;
    await take(booked, { amount: receipt.amount, method: 'bank_transfer', version });
    expect([(await inbox()).receipts, (await inbox()).count]).toEqual([[], 0]);
    expect(await sharesOf(booked)).toEqual([
      [host.charge, host.charge],
      ...others.map(({ charge }) => [charge, 0]),
    ]);
    expect((await club.get(booked.path, booked.key)).json.booking.receipt_received).toBe(false);
    expect(await upload()).toBe(409);
    // The picture stays at the dashboard.
    expect((await detail(booked)).receipt).toMatchObject({ rejected: null });
  });

  test('uploads a receipt that stands beside the share, and the reception takes or rejects it', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const upload = (headers: Headers) =>
      club.app.handle(
        new Request(`http://localhost/api/payers/${share.id}/receipt`, {
          method: 'POST',
          body: createReceiptForm(createPng(108, 108)),
          headers,
        }),
      );
    expect((await upload(payerHeader(share.join_url))).status).toBe(409);
    const { json } = await pay(share, { method: 'bank_transfer' });
    const key = payerHeader(json.join_url);
    const page = (await club.get(`/api/payers/${share.id}`, key)).json;
    expect(page.instructions.lines).toContain(`Reference: booking ${booked.id} share ${share.id}`);
    expect((await upload(key)).status).toBe(200);
    const before = find(booked);
    expect([before?.payment_receipt, before?.pay_by]).toEqual([null, before?.pay_by as string]);
    const { payers } = await detail(booked);
    expect(payers[1]).toMatchObject({ receipt_received: true, receipt: { reused_in: [] } });
    const inbox = (await club.get('/api/admin/inbox', admin.headers)).json.data;
    expect([inbox.receipts, inbox.count]).toMatchObject([
      [
        {
          booking: { id: booked.id },
          payer: { id: share.id, receipt: payers[1].receipt },
          late: false,
          amount: share.charge,
        },
      ],
      1,
    ]);
    expect((await club.get(payers[1].receipt.url, admin.headers)).status).toBe(200);
    const reject = { reason: 'The date is missing', payer_id: share.id };
    const url = `/api/admin/bookings/${booked.id}/receipt/reject`;
    expect((await club.post(url, reject, admin.headers)).status).toBe(200);
    expect((await club.post(url, reject, admin.headers)).status).toBe(409);
    expect((await club.get(`/api/payers/${share.id}`, key)).json.payer).toMatchObject({
      receipt_received: false,
      receipt_rejected: 'The date is missing',
    });
    await upload(key);
    await take(booked, { amount: 1250, method: 'bank_transfer', payer_id: share.id });
    expect((await detail(booked)).payers[1]).toMatchObject({ balance: 0, receipt_received: false });
  });

  test('enters a contact of their own, and pays the sum that they saw', async () => {
    const { others } = await splitInFour();
    const [share, other] = others as [Share, Share];
    const refused = [
      await pay(share, { email: 'Ayesha@example.com' }),
      await pay(share, { phone: '0300 1234567' }),
      await pay(share, { email: undefined }),
      await pay(share, { amount: 1000 }),
    ];
    expect(
      refused.map(({ status, json }) => [status, Object.keys(json.fields ?? { [json.reason]: 1 })[0]]),
    ).toEqual([
      [422, 'email'],
      [422, 'phone'],
      [422, 'email'],
      [409, 'changed_meanwhile'],
    ]);
    expect((await pay(share)).status).toBe(200);
    expect((await pay(other, contactOf('Bilal'))).json.fields.email).toContain('another player');
    expect(club.rows("SELECT 1 FROM payer WHERE email <> '' AND position > 1")).toHaveLength(1);
  });
});

describe('the reception', () => {
  test('sends the link of a share again, through the host while the player has no email', async () => {
    const { others } = await splitInFour();
    const [share, other] = others as [Share, Share];
    await pay(share);
    const resend = ({ id }: Share) => club.post(`/api/admin/payers/${id}/resend`, {}, admin.headers);
    const before = club.rows('SELECT id FROM outbox').length;
    const answers = [await resend(share), await resend(other)];
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [200, { data: { recipient: 'bilal@example.com' } }],
      [200, { data: { recipient: 'ayesha@example.com' } }],
    ]);
    const sent = club.rows<{ kind: string; recipient: string }>(
      'SELECT kind, recipient FROM outbox ORDER BY id',
    );
    expect(sent.slice(before)).toEqual([
      { kind: 'payer.joined', recipient: 'bilal@example.com' },
      { kind: 'host.shares', recipient: 'ayesha@example.com' },
    ]);
    await club.post(`/api/payers/${other.id}/leave`, {}, admin.headers);
    expect((await resend(other)).json).toMatchObject({ reason: 'wrong_state' });
  });

  test('sees the contact, the credit, the no-shows and the notes of a player', async () => {
    const missed = await book({ start_time: '10:00', email: 'bilal@example.com', phone: '0300 7654321' });
    const member = await club.signIn({ email: 'bilal@example.com' });
    await club.post(
      `/api/admin/users/${member.id}/credit`,
      { paid: 3000, credit: 3000, method: 'cash' },
      admin.headers,
    );
    const { others, ...booked } = await splitInFour();
    await pay(others[0] as Share, {}, member.headers);
    club.db.run("UPDATE booking SET attendance = 'no_show' WHERE id = ?", [missed.id]);
    const { payers } = await detail(booked);
    expect(payers[1]).toMatchObject({ email: 'bilal@example.com', credit: 3000, missed: ['2026-11-21'] });
    expect(payers[2]).toMatchObject({ email: '', credit: null, missed: [] });
    const url = (id?: number) => `/api/admin/bookings/${booked.id}/customer?payer_id=${id}`;
    const noteUrl = url(others[0]?.id).replace('?', '/notes?');
    const { json } = await club.post(noteUrl, { note: 'Plays left-handed' }, admin.headers);
    const read = async (id?: number) => (await club.get(url(id), admin.headers)).json.data;
    expect(await read(others[0]?.id)).toMatchObject({
      name: 'Bilal Khan',
      no_shows: 1,
      bookings: [{ id: missed.id }],
      notes: [{ note: 'Plays left-handed' }],
    });
    expect(await read(others[1]?.id)).toMatchObject({ name: 'Sana', bookings: [], notes: [] });
    const noteOf = `/api/admin/bookings/${booked.id}/customer/notes/${json.data.note.id}`;
    expect((await club.send('DELETE', noteOf, undefined, admin.headers)).status).toBe(404);
    const own = `${noteOf}?payer_id=${others[0]?.id}`;
    expect((await club.send('DELETE', own, undefined, admin.headers)).status).toBe(200);
    expect((await club.get(url(999), admin.headers)).status).toBe(404);
  });
});

describe('the money of a split booking', () => {
  test('that the host has paid goes back to the host as the others pay', async () => {
    const booked = await book();
    await take(booked, { amount: 5000 });
    const { json } = await booked.split([{}]);
    const [, share] = json.payers as [Share, Share];
    expect((await giveBack(booked, { amount: 1 })).status).toBe(422);
    expect((await club.post(`${booked.path}/pay`, { method: 'card', amount: 2500 }, booked.key)).status).toBe(
      409,
    );
    await take(booked, { amount: 2500, payer_id: share.id });
    expect((await giveBack(booked, { amount: 2501 })).status).toBe(422);
    expect((await giveBack(booked, { amount: 2500 })).status).toBe(201);
    expect(await sharesOf(booked)).toEqual([
      [2500, 2500],
      [2500, 2500],
    ]);
    expect(find(booked)).toMatchObject({ status: 'paid', balance: 0 });
  });

  test('the reception takes a share, and the rest, which becomes the host’s', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, other] = others as [Share, Share];
    const staff = await club.signIn({ email: 'staff@example.com', role: 'staff' });
    const tooMuch = { amount: 1500, method: 'cash', payer_id: share.id };
    const url = `/api/admin/bookings/${booked.id}/payments`;
    expect((await club.post(url, tooMuch, staff.headers)).status).toBe(403);
    expect((await take(booked, { amount: 1250, payer_id: share.id })).json.data.entry.payer_id).toBe(
      share.id,
    );
    expect((await take(booked, { amount: 2000 })).json.data.booking.status).toBe('pending');
    expect(await sharesOf(booked)).toEqual([
      [2000, 2000],
      [1250, 1250],
      [500, 0],
      [1250, 0],
    ]);
    const late = await pay(other);
    expect([late.status, late.json.amount]).toEqual([409, 500]);
    await club.put(
      `/api/admin/bookings/${booked.id}/status`,
      { status: 'paid', method: 'cash' },
      admin.headers,
    );
    expect(await sharesOf(booked)).toEqual([
      [3750, 3750],
      [1250, 1250],
      [0, 0],
      [0, 0],
    ]);
    expect(find(booked)).toMatchObject({ status: 'paid', balance: 0 });
  });

  test('a dearer move and add-ons are the host’s, a cheaper move lowers every share in proportion', async () => {
    const { others, ...booked } = await splitInFour();
    await take(booked, { amount: 1250, payer_id: others[0]?.id });
    await move(booked, ['18:00', '18:30', '19:00', '19:30']);
    expect(await sharesOf(booked)).toEqual([
      [6250, 0],
      [1250, 1250],
      [1250, 0],
      [1250, 0],
    ]);
    await move(booked, CHEAPER);
    expect(await sharesOf(booked)).toEqual([
      [2500, 0],
      [500, 1250],
      [500, 0],
      [500, 0],
    ]);
    expect((await giveBack(booked, { amount: 751, payer_id: others[0]?.id })).status).toBe(422);
    expect((await giveBack(booked, { amount: 1 })).status).toBe(422);
    expect((await giveBack(booked, { amount: 750, payer_id: others[0]?.id })).status).toBe(201);
    expect((await sharesOf(booked))[1]).toEqual([500, 500]);
  });

  test('add-ons are the host’s: without them the others owe what they did, as long as the host’s part carries it', async () => {
    const addOn = { name: 'Coach', price: 1000, unit: 'booking', max_at_once: 9 };
    const { id } = (await club.post('/api/admin/add-ons', addOn, admin.headers)).json.data.add_on;
    const charges = async (booked: Booked) => (await sharesOf(booked)).map(([charge]) => charge);
    for (const [quantity, start_time, before, after] of [
      [1, '18:00', [1500, 1500, 1500, 1500], [500, 1500, 1500, 1500]],
      // 6,000 of the others become 5,000, and the host carries the remainder.
      [3, '20:00', [2000, 2000, 2000, 2000], [2, 1666, 1666, 1666]],
    ] as const) {
      const booked = await book({ start_time, add_ons: [{ id, quantity }] });
      await booked.split([{ name: 'Bilal' }, {}, {}]);
      expect(await charges(booked)).toEqual([...before]);
      const url = `/api/admin/bookings/${booked.id}/add-ons`;
      expect((await club.put(url, { add_ons: [] }, admin.headers)).status).toBe(200);
      expect(await charges(booked)).toEqual([...after]);
      await club.put(url, { add_ons: [{ id, quantity }] }, admin.headers);
      expect(await charges(booked)).toEqual([after[0] + 1000 * quantity, ...after.slice(1)]);
    }
  });

  test('a cancellation keeps of each share what the policy says, and a restored booking has its shares again', async () => {
    const { others, ...booked } = await splitInFour();
    await take(booked, { amount: 1250, payer_id: others[0]?.id });
    await take(booked, { amount: 500, payer_id: others[1]?.id });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    const { self_service } = (await club.get(booked.path, booked.key)).json;
    expect(self_service.kept).toEqual({ all: 1750, own: 625 });
    const { status, json } = await club.post(`${booked.path}/cancel`, { amount_back: 1250 }, booked.key);
    expect([status, json.booking?.charge, json.booking?.balance]).toEqual([200, 1750, -1250]);
    expect(await sharesOf(booked)).toEqual([
      [625, 1250],
      [625, 1250],
      [500, 500],
      [0, 0],
    ]);
    for (const payer_id of [undefined, others[0]?.id]) await giveBack(booked, { amount: 625, payer_id });
    expect(find(booked)?.balance).toBe(0);
    await club.put(`/api/admin/bookings/${booked.id}/status`, { status: 'paid' }, admin.headers);
    expect(await sharesOf(booked)).toEqual([
      [1250, 625],
      [1250, 625],
      [1250, 500],
      [1250, 0],
    ]);
  });

  const ways: [string, (booked: Booked) => Promise<{ status: number }>][] = [
    [
      'one share is nearly all of the price',
      async (booked) => {
        await take(booked, { amount: 5000 });
        return booked.split([{ name: 'Bilal', charge: 4999 }]);
      },
    ],
    [
      'the shares of the others are raised after the host has paid for all',
      async (booked) => {
        const [, first, second] = (await booked.split([{}, {}])).json.payers as Share[];
        await take(booked, { amount: 5000 });
        const payers = [
          { id: first?.id, charge: 2000 },
          { id: second?.id, charge: 2999 },
        ];
        return club.put(`${booked.path}/payers`, { payers }, booked.key);
      },
    ],
    [
      'a player joins a match and never pays',
      async (booked) => {
        await take(booked, { amount: 5000 });
        const { json } = await club.post(`${booked.path}/open`, { places: 3 }, booked.key);
        return club.post(`/api/matches/${json.match.id}/players`, contactOf('Zara'));
      },
    ],
  ];
  test.each(ways)('that the host has paid is kept by the policy when %s', async (_, give) => {
    for (const [hours, kept] of [
      [25, 0],
      [13, 2500],
      [5 / 60, 5000],
    ] as const) {
      club.clock.now = START - 30 * HOUR_MS;
      const booked = await book();
      club.clock.now = START - hours * HOUR_MS;
      expect((await give(booked)).status).toBeLessThan(300);
      const { self_service } = (await club.get(booked.path, booked.key)).json;
      expect(self_service.kept).toEqual({ all: kept, own: kept });
      const cancelled = await club.post(`${booked.path}/cancel`, { amount_back: 5000 - kept }, booked.key);
      expect([hours, cancelled.status]).toEqual([hours, 200]);
      const [host, ...others] = await sharesOf(booked);
      expect([host, ...others]).toEqual([[kept, 5000], ...others.map(() => [0, 0])]);
    }
  });

  test('of the host covers open shares, and goes back beyond them only', async () => {
    const booked = await book();
    const { json } = await booked.split([{}, {}, {}]);
    const [, first, second] = json.payers as Share[];
    // The host has paid for the others, one of whom then pays too.
    await take(booked, { amount: 5000 });
    await club.put(
      `${booked.path}/payers`,
      { payers: (json.payers as Share[]).slice(1).map(({ id }) => ({ id, charge: 1250 })) },
      booked.key,
    );
    await take(booked, { amount: 1250, payer_id: first?.id });
    await take(booked, { amount: 250, payer_id: second?.id });
    club.clock.now = START - 13 * HOUR_MS;
    // Of 1,250 + 1,000 + 1,250 of the host, of 1,250 and of 250 paid of 1,250.
    await club.post(`${booked.path}/cancel`, { amount_back: 3875 }, booked.key);
    expect(await sharesOf(booked)).toEqual([
      [1750, 5000],
      [625, 1250],
      [250, 250],
      [0, 0],
    ]);
  });

  test('an undone payment is owed again, and a cancelled share keeps no more than what came', async () => {
    const { others, ...booked } = await splitInFour();
    const { entry } = (await take(booked, { amount: 1250, payer_id: others[0]?.id })).json.data;
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    await club.post(`/api/admin/ledger/${entry.id}/reverse`, { reason: 'wrong booking' }, admin.headers);
    expect(await sharesOf(booked)).toEqual([
      [625, 1250],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(find(booked)?.charge).toBe(625);
  });
});

describe('the money of a share that turns twice', () => {
  const payIn = async (booked: Booked, parts: Record<string, number>) => {
    for (const [payer_id, amount] of Object.entries(parts))
      expect((await take(booked, { amount, payer_id: Number(payer_id) })).status).toBe(201);
  };

  test('goes back once: a refund that is undone is owed to the player again', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const payer_id = share.id;
    const paid = await take(booked, { amount: 1250, payer_id });
    await take(booked, { amount: 1250 });
    await move(booked, CHEAPER);
    const back = await giveBack(booked, { amount: 250, payer_id });
    // The host's money is no reason to undo what went back to the player.
    const refused = await undo(paid);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This money has already been refunded. Undo the refund first.',
    ]);
    expect((await undo(back)).status).toBe(201);
    expect((await undo(back)).status).toBe(409);
    expect((await sharesOf(booked))[1]).toEqual([1000, 1250]);
    expect((await giveBack(booked, { amount: 251, payer_id })).status).toBe(422);
    const again = await giveBack(booked, { amount: 250, payer_id });
    expect([again.status, (await giveBack(booked, { amount: 1, payer_id })).status]).toEqual([201, 422]);
    await undo(again);
    expect((await undo(paid)).status).toBe(201);
    expect((await sharesOf(booked))[1]).toEqual([1000, 0]);
    expect((await pay(share, { amount: 1000 })).status).toBe(200);
    await payIn(booked, { [payer_id]: 1000 });
    expect((await detail(booked)).payers[1]).toMatchObject({ state: 'joined', balance: 0 });
  });

  test('is paid too much, pays for nobody else, and is paid again after a part of it was undone', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, second, third] = others as [Share, Share, Share];
    const payer_id = share.id;
    const first = await take(booked, { amount: 1500, payer_id });
    await payIn(booked, { [second.id]: 1250, [third.id]: 1250 });
    expect(find(booked)).toMatchObject({ status: 'pending', balance: 1000 });
    await take(booked, { amount: 1250 });
    expect(find(booked)?.status).toBe('paid');
    // What one player paid too much is no money of the host.
    expect((await giveBack(booked, { amount: 1 })).status).toBe(422);
    expect((await giveBack(booked, { amount: 250, payer_id })).status).toBe(201);
    await payIn(booked, { [payer_id]: 1250 });
    await undo(first);
    expect((await sharesOf(booked))[1]).toEqual([1250, 1000]);
    expect(find(booked)).toMatchObject({ status: 'pending', balance: 250 });
    await payIn(booked, { [payer_id]: 250 });
    expect(find(booked)).toMatchObject({ status: 'paid', balance: 0 });
  });

  test('came in two ways: what came as credit goes back as credit, the rest as money', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    const topUp = { paid: 3000, credit: 3000, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, topUp, admin.headers);
    const credit = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;
    const { others, ...booked } = await splitInFour();
    const [share, , third] = others as [Share, Share, Share];
    const payer_id = share.id;
    await pay(share, {}, member.headers);
    await take(booked, { amount: 500, method: 'credit', payer_id });
    await payIn(booked, { [payer_id]: 750 });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    const left = await club.post(`/api/payers/${payer_id}/leave`, { amount_back: 625 }, member.headers);
    expect([left.status, left.json.payer.balance, await credit()]).toEqual([200, -125, 3000]);
    expect((await giveBack(booked, { amount: 126, payer_id })).status).toBe(422);
    expect((await giveBack(booked, { amount: 125, payer_id })).status).toBe(201);
    // What was kept came in cash, and so it goes back once somebody has paid for the place.
    const payers = [{ id: third.id }, { name: 'Zara' }].map((one) => ({ ...one, charge: 1250 }));
    const { json } = await club.put(`${booked.path}/payers`, { payers }, booked.key);
    const zara = (json.payers as Share[]).find(({ name }) => name === 'Zara') as Share;
    await payIn(booked, { [zara.id]: 1250 });
    expect([(await sharesOf(booked))[1], await credit()]).toEqual([[0, 625], 3000]);
    expect((await giveBack(booked, { amount: 625, payer_id })).status).toBe(201);
    const ways = club.rows(
      `SELECT method, amount FROM ledger_entry WHERE payer_id = ${payer_id} ORDER BY id`,
    );
    expect(ways).toEqual([
      { method: 'credit', amount: 500 },
      { method: 'cash', amount: 750 },
      { method: 'credit', amount: -500 },
      { method: 'cash', amount: -125 },
      { method: 'cash', amount: -625 },
    ]);
  });

  test('came as credit that went back: once that is undone, it goes back by hand, and as credit once', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    const topUp = { paid: 3000, credit: 3000, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, topUp, admin.headers);
    const credit = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const payer_id = share.id;
    await pay(share, { method: 'credit' }, member.headers);
    await club.post(`/api/payers/${payer_id}/leave`, { amount_back: 1250 }, member.headers);
    const [entry] = club.rows<{ id: number }>("SELECT id FROM ledger_entry WHERE kind = 'refund'");
    expect([(await undo({ json: { data: { entry: entry as never } } })).status, await credit()]).toEqual([
      201, 1750,
    ]);
    expect((await sharesOf(booked))[1]).toEqual([0, 1250]);
    expect((await giveBack(booked, { amount: 1250, method: 'credit', payer_id })).status).toBe(201);
    expect([await credit(), (await sharesOf(booked))[1]]).toEqual([3000, [0, 0]]);
    expect((await giveBack(booked, { amount: 1, method: 'credit', payer_id })).status).toBe(422);
  });

  test('is cheaper before the rest of it is paid: who owes pays the new rest, who has paid more gets it back', async () => {
    const { others, ...booked } = await splitInFour();
    const [first, second, third] = others as [Share, Share, Share];
    await payIn(booked, { [first.id]: 300, [second.id]: 1100 });
    await move(booked, CHEAPER);
    expect(await sharesOf(booked)).toEqual([
      [1000, 0],
      [1000, 300],
      [1000, 1100],
      [1000, 0],
    ]);
    const late = await pay(first, { amount: 950 });
    expect([late.status, late.json.amount]).toEqual([409, 700]);
    expect((await pay(first, { amount: 700 })).status).toBe(200);
    await payIn(booked, { [first.id]: 700, [third.id]: 1000 });
    // Who has paid at the desk has joined, whatever became of the link.
    expect((await detail(booked)).payers[3]).toMatchObject({ state: 'joined', balance: 0 });
    // The 100 of the second player are no money of the host.
    expect(find(booked)).toMatchObject({ status: 'pending', balance: 900 });
    await take(booked, { amount: 1000 });
    expect(find(booked)).toMatchObject({ status: 'paid', balance: -100 });
    expect((await giveBack(booked, { amount: 1 })).status).toBe(422);
    const due = (await club.get('/api/admin/inbox', admin.headers)).json.data.to_give_back;
    expect(due).toMatchObject([
      { booking: { id: booked.id }, payer: { id: second.id }, ways: [{ amount: 100 }] },
    ]);
    expect((await giveBack(booked, { amount: 100, payer_id: second.id })).status).toBe(201);
    expect(find(booked)?.balance).toBe(0);
  });

  test('was paid by the host for all: undone, all of it is the host’s to pay, within a new time', async () => {
    const { others, ...booked } = await splitInFour();
    const all = await take(booked, { amount: 5000 });
    expect(find(booked)).toMatchObject({ status: 'paid', pay_by: null });
    await undo(all);
    expect(await sharesOf(booked)).toEqual([[5000, 0], ...others.map(() => [0, 0])]);
    const { status, pay_by } = find(booked) ?? {};
    expect([status, Date.parse(pay_by ?? '') > club.clock.now]).toEqual(['pending', true]);
    club.clock.now = Date.parse(pay_by ?? '');
    await release();
    expect(find(booked)?.status).toBe('cancelled');
  });

  test('goes back to a player alone: the host’s refund is none, as credit or otherwise', async () => {
    const member = await club.signIn({ email: 'ayesha@example.com' });
    const asCredit = { status: 'cancelled', cancelled_by: 'customer', refund_to: 'credit' };
    for (const headers of [{}, member.headers]) {
      const booked = await book({ start_time: '10:00' }, headers);
      const [host, share] = (await booked.split([{ name: 'Bilal', charge: 1000 }])).json.payers as [
        Share,
        Share,
      ];
      await take(booked, { amount: share.charge, payer_id: share.id });
      await take(booked, { amount: host.charge });
      const url = `/api/admin/bookings/${booked.id}/status`;
      const [all, most] = [host.charge + share.charge, host.charge];
      // Spread over what came from each, a part goes back to the host, and a guest has no credit.
      const refused = await club.put(url, { ...asCredit, keep: most }, admin.headers);
      expect([refused.status, refused.json.fields !== undefined]).toEqual(
        headers === member.headers ? [200, false] : [422, true],
      );
      if (headers === member.headers) continue;
      expect((await club.put(url, { ...asCredit, keep: all }, admin.headers)).status).toBe(200);
      expect(await sharesOf(booked)).toEqual([
        [host.charge, host.charge],
        [share.charge, share.charge],
      ]);
    }
    // Of a host who has paid for nothing yet the credit of another is not spoken of.
    const booked = await book({ start_time: '12:00' }, member.headers);
    const [, share] = (await booked.split([{ name: 'Bilal' }])).json.payers as [Share, Share];
    await take(booked, { amount: share.charge, payer_id: share.id });
    const url = `/api/admin/bookings/${booked.id}/status`;
    await club.put(url, { ...asCredit, cancelled_by: 'club' }, admin.headers);
    const told = club.rows<{ details: string }>(
      "SELECT details FROM outbox WHERE kind = 'booking.cancelled' ORDER BY id",
    );
    expect(told.map(({ details }) => JSON.parse(details).refund_to)).toEqual([
      undefined,
      'credit',
      undefined,
    ]);
    expect((await sharesOf(booked))[1]).toEqual([0, share.charge]);
  });

  test('was kept of a player who left: undone, nothing is kept, and the host carries the place', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const paid = await take(booked, { amount: 1250, payer_id: share.id });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    await club.post(`/api/payers/${share.id}/leave`, {}, payerHeader(share.join_url));
    expect((await sharesOf(booked)).slice(0, 2)).toEqual([
      [1875, 1250],
      [625, 1250],
    ]);
    await undo(paid);
    expect((await sharesOf(booked)).slice(0, 2)).toEqual([
      [2500, 1250],
      [0, 0],
    ]);
    expect(find(booked)).toMatchObject({ charge: 5000, balance: 3750 });
  });

  test('is restored with what was kept of a player who left, which the host need not pay again', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, ...rest] = others as [Share, Share, Share];
    await take(booked, { amount: 1250, payer_id: share.id });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    await club.post(`/api/payers/${share.id}/leave`, {}, payerHeader(share.join_url));
    const before = await sharesOf(booked);
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    await club.put(`/api/admin/bookings/${booked.id}/status`, { status: 'paid' }, admin.headers);
    expect(await sharesOf(booked)).toEqual(before);
    expect(before).toEqual([[1875, 1250], [625, 1250], ...rest.map(() => [1250, 0])]);
    expect(find(booked)?.charge).toBe(5000);
  });
});

describe('once play has begun', () => {
  /** The host and another player have paid, a third has sent a picture, and the time to pay the shares is over. */
  async function playBegan(minutes: number, hostPays: boolean) {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const { json } = await pay(share, { method: 'bank_transfer' });
    expect(await sendReceipt(`/api/payers/${share.id}`, payerHeader(json.join_url))).toBe(200);
    if (hostPays) await take(booked, { amount: 1250 });
    club.clock.now = Date.parse(find(booked)?.pay_by ?? '');
    await release();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    club.clock.now = START + minutes * 60_000;
    await release();
    return { ...booked, share };
  }

  test.each([
    [10, true],
    [10, false],
    [-20, false],
  ])(
    '%d minutes after it a rejected receipt of a share cancels nothing: it stays owed',
    async (minutes, hostPays) => {
      const { share, ...booked } = await playBegan(minutes, hostPays);
      expect((await rejectReceipt(booked, { payer_id: share.id })).status).toBe(200);
      expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
      club.clock.now += 2 * HOUR_MS;
      await release();
      expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
      const received = hostPays ? 1250 : 0;
      expect(await sharesOf(booked)).toEqual([
        [5000, received],
        [0, 0],
        [0, 0],
        [0, 0],
      ]);
      const { to_collect } = (await club.get('/api/admin/balances', admin.headers)).json.data;
      expect(to_collect).toMatchObject([{ id: booked.id, due: 5000 - received }]);
    },
  );

  test('an undone payment of a share stays owed, and its player plays on', async () => {
    const { share, ...booked } = await playBegan(10, true);
    const paid = await take(booked, { amount: 1250, payer_id: share.id });
    await undo(paid);
    club.clock.now += HOUR_MS;
    await release();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    expect((await detail(booked)).payers[1]).toMatchObject({ state: 'joined', charge: 1250, received: 0 });
  });
});

describe('a reminder that was due while the computer was off', () => {
  const reminders = () =>
    club
      .rows<{ kind: string; recipient: string }>(
        "SELECT kind, recipient FROM outbox WHERE kind LIKE '%payment_due' ORDER BY id",
      )
      .map(({ kind, recipient }) => [kind, recipient]);
  const reminded = () => club.rows<{ at: number | null }>('SELECT remind_at AS at FROM payer ORDER BY id');

  test('reaches a player before play once, and after its begin nobody', async () => {
    for (const [at, times] of [
      [START - 2 * HOUR_MS, 1],
      [START, 1],
    ] as const) {
      club.clock.now = START - 30 * HOUR_MS;
      const { others, ...booked } = await splitInFour();
      await take(booked, { amount: 3750 });
      await pay(others[2] as Share);
      expect(reminded().at(-1)?.at).toBeGreaterThan(club.clock.now);
      club.db.run('UPDATE booking SET pay_by = NULL');
      club.clock.now = at;
      for (let run = 0; run < 2; run += 1) await release();
      expect(reminders()).toEqual(Array(times).fill(['booking.payment_due', 'omar@example.com']));
      expect(reminded().at(-1)?.at).toBeNull();
      club.db.run("UPDATE booking SET state = 'cancelled'");
      club.db.run('DELETE FROM claim');
    }
  });

  test('is none for a host whose time to pay is over by then: the booking is released', async () => {
    const booked = await book();
    expect(reminded()[0]?.at).toBeGreaterThan(club.clock.now);
    club.clock.now = Date.parse(find(booked)?.pay_by ?? '');
    await release();
    expect([find(booked)?.status, reminders(), reminded()]).toEqual(['cancelled', [], [{ at: null }]]);
  });
});

describe('a place that is given back', () => {
  const leave = (share: Share, headers: Headers, body: object = {}) =>
    club.post(`/api/payers/${share.id}/leave`, body, headers);

  test('its undone payment is not the host’s to carry once the booking is cancelled', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const { json } = await pay(share);
    const { entry } = (await take(booked, { amount: 1250, payer_id: share.id })).json.data;
    await take(booked, { amount: 3750 });
    club.clock.now = START - 13 * HOUR_MS;
    await leave(share, payerHeader(json.join_url), { amount_back: 625 });
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    const [host = [], left, ...open] = await sharesOf(booked);
    expect(left).toEqual([625, 1250]);
    await club.post(`/api/admin/ledger/${entry.id}/reverse`, { reason: 'wrong booking' }, admin.headers);
    expect(await sharesOf(booked)).toEqual([host, [0, 0], ...open]);
    expect(find(booked)?.charge).toBe(host?.[0]);
  });

  test.each([
    [25, 0],
    [13, 625],
    [11, 1250],
  ])('%s hours before: the club keeps PKR %s until somebody pays for it', async (hours, kept) => {
    const { others, ...booked } = await splitInFour();
    const [share, ...rest] = others as [Share, Share, Share];
    const { json } = await pay(share);
    await take(booked, { amount: 1250, payer_id: share.id });
    // The deadline of the shares stands before the last of these hours.
    await take(booked, { amount: 1250 });
    club.clock.now = START - hours * HOUR_MS;
    const left = await leave(share, payerHeader(json.join_url), { amount_back: 1250 - kept });
    expect([left.status, left.json.payer]).toEqual([
      200,
      { id: share.id, state: 'left', charge: kept, balance: kept - 1250 },
    ]);
    const [{ details }] = club.rows<{ details: string }>(
      "SELECT details FROM outbox WHERE kind = 'payer.left'",
    ) as [{ details: string }];
    expect(JSON.parse(details)).toEqual({ keep: kept, give_back: 1250 - kept, taken_off: false });
    expect((await sharesOf(booked))[0]).toEqual([2500 - kept, 1250]);
    // The host owes what is missing of the place, whatever another player gets back.
    for (const { id } of rest) await take(booked, { amount: 1250, payer_id: id });
    expect(find(booked)?.status).toBe(kept === 1250 ? 'paid' : 'pending');
    expect((await leave(share, payerHeader(json.join_url))).status).toBe(409);
    const payers = [...rest.map(({ id }) => ({ id, charge: 1250 })), { name: 'Zara', charge: 1250 }];
    const changed = await club.put(`${booked.path}/payers`, { payers }, booked.key);
    const zara = (changed.json.payers as Share[]).find(({ name }) => name === 'Zara') as Share;
    // An invitation and a promise pay for nothing. What is kept meanwhile is the host's to carry once money does.
    expect((await pay(zara)).status).toBe(200);
    expect(await sharesOf(booked)).toEqual([
      [1250 - kept, 1250],
      [kept, 1250],
      [1250, 1250],
      [1250, 1250],
      [1250, 0],
    ]);
    await take(booked, { amount: 1250, payer_id: zara.id });
    const told = club.rows("SELECT id FROM outbox WHERE kind = 'payer.changed'");
    expect(told).toHaveLength(kept === 0 ? 0 : 1);
    expect(await sharesOf(booked)).toEqual([
      [1250, 1250],
      [0, 1250],
      [1250, 1250],
      [1250, 1250],
      [1250, 1250],
    ]);
  });

  test('a newcomer takes the place of the player who left first', async () => {
    const { others, ...booked } = await splitInFour();
    const [first, second, third] = others as [Share, Share, Share];
    for (const { id } of [first, second]) await take(booked, { amount: 1250, payer_id: id });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 13 * HOUR_MS;
    for (const share of [first, second])
      expect((await leave(share, payerHeader(share.join_url))).status).toBe(200);
    const payers = [{ id: third.id }, { name: 'Zara', charge: 1250 }].map((one) => ({
      charge: 1250,
      ...one,
    }));
    const { json } = await club.put(`${booked.path}/payers`, { payers }, booked.key);
    const zara = (json.payers as Share[]).find(({ name }) => name === 'Zara') as Share;
    const charges = async () => (await sharesOf(booked)).map(([charge]) => charge);
    // Who was invited before is no newcomer.
    expect((await pay(third)).status).toBe(200);
    expect(await charges()).toEqual([1250, 625, 625, 1250, 1250]);
    // A part of the share pays for no place, all of it does.
    await take(booked, { amount: 1249, payer_id: zara.id });
    expect(await charges()).toEqual([1250, 625, 625, 1250, 1250]);
    await take(booked, { amount: 1, payer_id: zara.id });
    expect(await charges()).toEqual([1875, 0, 625, 1250, 1250]);
  });

  test('an invitation that is withdrawn takes no place, and the next newcomer does', async () => {
    const { others, ...booked } = await splitInFour();
    const [bilal, sana, omar] = others as [Share, Share, Share];
    for (const { id } of [bilal, sana, omar]) await take(booked, { amount: 1250, payer_id: id });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 5 * HOUR_MS;
    await leave(bilal, payerHeader(bilal.join_url));
    const keep = [{ id: sana.id }, { id: omar.id }];
    const change = async (...more: object[]) => {
      const body = { payers: [...keep, ...more] };
      return ((await club.put(`${booked.path}/payers`, body, booked.key)).json.payers as Share[]).at(
        -1,
      ) as Share;
    };
    const invited = await change({ name: 'Zara' });
    expect([invited.charge, (await change({ id: invited.id })).charge]).toEqual([1250, 1250]);
    expect((await sharesOf(booked))[1]).toEqual([1250, 1250]);
    expect((await leave(invited, booked.key)).status).toBe(200);
    const next = await change({ name: 'Hina' });
    expect([next.charge, (await sharesOf(booked))[1]]).toEqual([1250, [1250, 1250]]);
    await take(booked, { amount: 1250, payer_id: next.id });
    expect((await sharesOf(booked))[1]).toEqual([0, 1250]);
  });

  test('goes back to nobody for less money than the club keeps of it', async () => {
    const member = await club.signIn({ email: 'member@example.com' });
    const topUp = { method: 'cash', paid: 9000, credit: 9000 };
    await club.post(`/api/admin/users/${member.id}/credit`, topUp, admin.headers);
    const booked = await book();
    const [, share] = (await booked.split([{ name: 'Bilal', charge: 4999 }])).json.payers as [Share, Share];
    expect((await pay(share, { method: 'credit' }, member.headers)).status).toBe(200);
    club.clock.now = START - 5 * HOUR_MS;
    expect((await leave(share, member.headers)).json.payer.charge).toBe(4999);
    const payers = [{ name: 'Zara', charge: 1 }];
    const { json } = await club.put(`${booked.path}/payers`, { payers }, booked.key);
    await take(booked, { amount: 1, payer_id: (json.payers as Share[]).at(-1)?.id });
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    expect(find(booked)).toMatchObject({ charge: 5000, received: 5000, balance: 0 });
    expect((await club.get('/api/auth/credit', member.headers)).json).toEqual({ credit: 4001 });
  });

  test('the host or the reception takes a player off, who gets everything back', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, other] = others as [Share, Share];
    await take(booked, { amount: 1250, payer_id: share.id });
    expect((await leave(share, {})).status).toBe(404);
    expect((await leave(share, { 'x-booking-key': 'x'.repeat(32) })).status).toBe(403);
    expect((await leave(share, booked.key)).json.payer).toMatchObject({ charge: 0, balance: -1250 });
    // The host sees the player until the money is back.
    const shown = async () =>
      ((await club.get(booked.path, booked.key)).json.payers as Share[]).some(({ id }) => id === share.id);
    expect(await shown()).toBe(true);
    const balances = (await club.get('/api/admin/balances', admin.headers)).json.data;
    expect(balances).toMatchObject({
      to_give_back: [{ booking: { id: booked.id }, payer: { id: share.id, name: 'Bilal' }, amount: 1250 }],
      counts: { to_give_back: 1 },
    });
    club.clock.now = START - 2 * HOUR_MS;
    expect((await leave(other, admin.headers, { reason: 'The level does not fit.' })).status).toBe(200);
    expect(await sharesOf(booked)).toEqual([
      [3750, 0],
      [0, 1250],
      [0, 0],
      [1250, 0],
    ]);
    await giveBack(booked, { amount: 1250, payer_id: share.id });
    expect(await shown()).toBe(false);
  });

  test.each([
    [24, 200],
    [23.9, 409],
    [13, 409],
    [5, 409],
  ])('%s hours before, taking a paid player off by the host answers %s', async (hours, expected) => {
    const { others, ...booked } = await splitInFour();
    const [bilal, sana, omar] = others as [Share, Share, Share];
    for (const payer_id of [undefined, bilal.id, sana.id]) await take(booked, { amount: 1250, payer_id });
    club.clock.now = START - hours * HOUR_MS;
    const { status, json } = await leave(bilal, booked.key);
    expect(status).toBe(expected);
    if (expected === 200) return;
    expect(json.error).toBe(
      'Bilal has paid PKR 1,250, and play begins in less than 24 hours. Please ask the reception to remove the player, and pay for the place there, or let the player give the place back.',
    );
    // Who has not paid gets nothing back, and the reception decides for itself.
    expect((await leave(omar, booked.key)).status).toBe(200);
    expect((await leave(sana, admin.headers)).status).toBe(200);
    expect(await sharesOf(booked)).toEqual([
      [3750, 1250],
      [1250, 1250],
      [0, 1250],
      [0, 0],
    ]);
  });

  test('the host may take a paid player off whose place the host has paid for beside the open shares', async () => {
    const booked = await book();
    await take(booked, { amount: 5000 });
    const [, bilal, sana] = (await booked.split([{}, {}, {}])).json.payers as Share[];
    for (const share of [bilal, sana]) await take(booked, { amount: 1250, payer_id: share?.id });
    // What covered one place goes back, so the money covers the open share and one of two.
    await giveBack(booked, { amount: 1250 });
    club.clock.now = START - 5 * HOUR_MS;
    expect((await leave(bilal as Share, booked.key)).status).toBe(200);
    expect((await leave(sana as Share, booked.key)).status).toBe(409);
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    expect(await sharesOf(booked)).toEqual([
      [3750, 3750],
      [0, 1250],
      [1250, 1250],
      [0, 0],
    ]);
  });

  test('an open card page still counts for a share that was given back', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const { json } = await pay(share, { method: 'card' });
    await leave(share, payerHeader(json.join_url));
    await reportMoney(json.payment_url, '1250');
    expect((await sharesOf(booked))[1]).toEqual([0, 1250]);
  });
});

describe('refunds due', () => {
  const account = { title: 'Bilal Khan', account: 'pk36 scbl 0000 0011 2345 6702' };
  const refundsDue = async () => {
    const { data } = (await club.get('/api/admin/balances', admin.headers)).json;
    const inbox = (await club.get('/api/admin/inbox', admin.headers)).json.data;
    expect(inbox.to_give_back).toEqual(data.to_give_back);
    const { count, alarms } = inbox;
    expect([count - alarms.length, data.counts.to_give_back]).toEqual(
      Array(2).fill(data.to_give_back.length),
    );
    return (
      data.to_give_back as { payer: { id: number; refund_account: string | null }; amount: number }[]
    ).map(({ payer, amount }) => [payer.id, amount, payer.refund_account]);
  };

  test('are listed with the sum and the account of each player and of the host', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, second] = others as [Share, Share];
    const { json } = await pay(share, { method: 'bank_transfer' });
    const key = payerHeader(json.join_url);
    await take(booked, { amount: 1250, method: 'bank_transfer', payer_id: share.id });
    await take(booked, { amount: 1250, payer_id: second.id });
    const path = `/api/payers/${share.id}/refund-account`;
    expect((await club.put(path, account, key)).status).toBe(409);
    expect(await refundsDue()).toEqual([]);
    await club.post(`/api/payers/${second.id}/leave`, {}, booked.key);
    // The host owes the place, so the booking as a whole has nothing to give back.
    expect(await refundsDue()).toEqual([[second.id, 1250, null]]);
    await take(booked, { amount: 3750 });
    club.clock.now = START - 13 * HOUR_MS;
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    expect((await club.put(path, account, {})).status).toBe(403);
    expect((await club.put(path, account, key)).json).toEqual({
      refund_account: 'PK36SCBL0000001123456702, Bilal Khan',
    });
    const page = (await club.get(`/api/payers/${share.id}`, key)).json.payer;
    expect([page.paid_ways, page.refund_account]).toEqual([
      [{ method: 'bank_transfer', amount: 1250 }],
      'PK36SCBL0000001123456702, Bilal Khan',
    ]);
    const told = () =>
      club.rows<{ recipient: string }>("SELECT recipient FROM outbox WHERE kind = 'booking.refund_account'");
    expect(told()).toMatchObject([{ recipient: 'bilal@example.com' }]);
    club.clock.now += 1000;
    await club.put(path, { title: 'Some Body', account: '03001234599' }, key);
    expect(told()).toHaveLength(2);
    await club.put(path, account, key);
    expect(await refundsDue()).toEqual([
      [1, 1875, null],
      [share.id, 625, 'PK36SCBL0000001123456702, Bilal Khan'],
      [second.id, 1250, null],
    ]);
    await giveBack(booked, { amount: 1875 });
    await giveBack(booked, { amount: 625, method: 'bank_transfer', payer_id: share.id });
    await giveBack(booked, { amount: 1250, payer_id: second.id });
    expect(await refundsDue()).toEqual([]);
    expect(find(booked)?.balance).toBe(0);
  });
});

describe('lists of money', () => {
  test('name the player, and what is open beside what goes back', async () => {
    const { others, ...booked } = await splitInFour();
    const [bilal, sana, omar] = others as [Share, Share, Share];
    for (const { id } of [bilal, sana, omar]) await take(booked, { amount: 1250, payer_id: id });
    await take(booked, { amount: 1250 });
    await club.put(
      `${booked.path}/payers`,
      { payers: [{ id: bilal.id }, { id: sana.id }, { id: omar.id }] },
      booked.key,
    );
    await club.post(`/api/payers/${bilal.id}/leave`, {}, booked.key);
    // The host owes what Bilal gets back, so the booking as a whole is even.
    expect(find(booked)).toMatchObject({ balance: 0 });
    const { data } = (await club.get('/api/admin/balances', admin.headers)).json;
    expect(
      (data.to_collect as { id: number; due: number; owing: object[] }[]).map(({ id, due, owing }) => [
        id,
        due,
        owing,
      ]),
    ).toMatchObject([[booked.id, 1250, [{ name: 'Ayesha Khan', phone: '+923001234567', amount: 1250 }]]]);
    expect([data.counts.to_collect, data.counts.to_give_back]).toEqual([1, 1]);
    await giveBack(booked, { amount: 1250, payer_id: bilal.id });

    const payers = ['Bilal', 'Sana', 'Omar', null, 'Bilal'];
    const [shift] = (await club.get('/api/admin/shifts', admin.headers)).json.data.shifts;
    const { entries } = (await club.get(`/api/admin/shifts/${shift.id}`, admin.headers)).json.data;
    expect(entries.map(({ payer_name }: { payer_name: string }) => payer_name)).toEqual(payers);
    const ledger = (await club.get('/api/admin/ledger', admin.headers)).json.data.entries;
    expect(ledger.map(({ payer_name }: { payer_name: string }) => payer_name)).toEqual(payers.toReversed());
    const csv = (await club.get('/api/admin/ledger.csv', admin.headers)).text.trim().split(/\r?\n/);
    expect(csv[0]).toEndWith(',payer');
    expect(csv.slice(1, 6).map((line) => line.split(',').at(-1))).toEqual(
      payers.toReversed().map((name) => name ?? ''),
    );
  });

  test('name neither who has paid, nor who waits, left or was cancelled, nor what covers another’s open part', async () => {
    const at = (hour: number, over: object = {}) => book({ start_time: `${hour}:00`, ...over });
    const halves = async (hour: number) => {
      const booked = await at(hour);
      const [, share] = (await booked.split([{ name: 'Bilal' }])).json.payers as [Share, Share];
      return { ...booked, share };
    };
    const settled = await halves(10);
    for (const payer_id of [undefined, settled.share.id])
      await take(settled, { amount: settled.share.charge, payer_id });
    const tooMuch = await halves(12);
    await take(tooMuch, { amount: tooMuch.share.charge + 250, payer_id: tooMuch.share.id });
    // Paid by the host before it was split: nothing is to be collected, nor given back before the others pay.
    const covered = await at(14);
    await take(covered, { amount: find(covered)?.charge });
    await covered.split([{ name: 'Sana' }]);
    const unpaid = await halves(16);
    await club.post(`${unpaid.path}/cancel`, {}, unpaid.key);
    const match = await at(18, { email: 'host@example.com' });
    const { json } = await match.open({ places: 1 });
    for (const name of ['Omar', 'Zara'])
      await club.post(`/api/matches/${json.match.id}/players`, { ...contactOf(name), wait: true });
    const left = await halves(20);
    await take(left, { amount: left.share.charge, payer_id: left.share.id });
    await club.post(`/api/payers/${left.share.id}/leave`, {}, payerHeader(left.share.join_url));
    await giveBack(left, { amount: left.share.charge, payer_id: left.share.id });
    const { data } = (await club.get('/api/admin/balances', admin.headers)).json;
    const names = (owing: { name: string }[]) => owing.map(({ name }) => name);
    expect(
      (data.to_collect as { id: number; owing: { name: string }[] }[]).map(({ id, owing }) => [
        id,
        names(owing),
      ]),
    ).toEqual([
      [tooMuch.id, ['Ayesha Khan']],
      [match.id, ['Ayesha Khan', 'Omar Khan']],
      [left.id, ['Ayesha Khan']],
    ]);
    const backs = (rows: { booking: { id: number }; payer: { name: string }; amount: number }[]) =>
      rows.map(({ booking, payer, amount }) => [booking.id, payer.name, amount]);
    expect(backs(data.to_give_back)).toEqual([[tooMuch.id, 'Bilal', 250]]);
    expect(data.counts).toMatchObject({ to_collect: 3, to_give_back: 1, overdue: 0 });
    club.clock.now = START + HOUR_MS - HOUR_MS / 2;
    const { unpaid_soon, to_give_back } = (await club.get('/api/admin/inbox', admin.headers)).json.data;
    expect([unpaid_soon.map(({ id }: { id: number }) => id), backs(to_give_back)]).toEqual([
      [left.id],
      [[tooMuch.id, 'Bilal', 250]],
    ]);
  });

  test('of what is to be collected name everyone who owes, with their own phone', async () => {
    const { others, ...booked } = await splitInFour();
    const [bilal, sana] = others as [Share, Share];
    await pay(bilal, { phone: '0321 7654321' });
    await take(booked, { amount: 1250, payer_id: sana.id });
    await club.db.run('UPDATE payer SET name = ? WHERE id = ?', ['', others[2]?.id as number]);
    const { json } = await club.post(`${booked.path}/pay`, { method: 'card', amount: 1250 }, booked.key);
    await reportMoney(json.payment_url, '1250');
    const { to_collect } = (await club.get('/api/admin/balances', admin.headers)).json.data;
    expect([to_collect[0].due, to_collect[0].owing]).toMatchObject([
      2500,
      [
        { id: bilal.id, position: 2, name: 'Bilal Khan', phone: '+923217654321', amount: 1250 },
        { name: 'Player 4', phone: '', amount: 1250 },
      ],
    ]);
  });

  test('a player who deletes the account leaves no account for a refund behind', async () => {
    const { others, ...booked } = await splitInFour();
    const member = await club.signIn({ email: 'omar@example.com' });
    const [share, unnamed] = others as [Share, Share];
    await pay({ ...share, name: 'Omar' }, { method: 'bank_transfer' }, member.headers);
    for (const { id } of [share, unnamed])
      await take(booked, { amount: 1250, method: 'bank_transfer', payer_id: id });
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    const account = { title: 'Omar Khan', account: 'PK36SCBL0000001123456702' };
    for (const [id, headers] of [
      [share.id, member.headers],
      [unnamed.id, payerHeader(unnamed.join_url)],
    ] as const)
      expect((await club.put(`/api/payers/${id}/refund-account`, account, headers)).status).toBe(200);
    const erase = () => club.send('DELETE', '/api/auth/account', undefined, member.headers);
    expect((await erase()).status).toBe(409);
    for (const { id } of [share, unnamed])
      await giveBack(booked, { amount: 1250, method: 'bank_transfer', payer_id: id });
    expect((await erase()).status).toBe(200);
    const rows = club.rows<{ name: string; email: string; refund_account: string | null }>(
      'SELECT name, email, refund_account FROM payer WHERE position > 1 ORDER BY id',
    );
    expect(rows[0]).toEqual({ name: 'Deleted customer', email: '', refund_account: null });
    expect(rows[1]?.refund_account).toContain('PK36');
    // The host still has the invitation, which was made without a contact, too.
    const read = ({ id, join_url }: Share) => club.get(`/api/payers/${id}`, payerHeader(join_url));
    expect([(await read(share)).status, (await read(unnamed)).status]).toEqual([403, 200]);
    const shown = (await club.get(booked.path, booked.key)).json.payers as Share[];
    expect(shown.some(({ join_url }) => join_url === share.join_url)).toBe(false);
  });
});

describe('the deadline of the shares', () => {
  const toDeadline = (booked: Booked) => {
    club.clock.now = Date.parse(find(booked)?.pay_by ?? '');
    return release();
  };

  test('releases a booking of which less than a quarter has come, and all of it goes back', async () => {
    const { others, ...booked } = await splitInFour();
    await take(booked, { amount: 1249, payer_id: others[0]?.id });
    await toDeadline(booked);
    expect(find(booked)?.status).toBe('cancelled');
    const [share] = others as [Share];
    const { players } = (await club.get(`/api/payers/${share.id}`, payerHeader(share.join_url))).json;
    expect((players as { paid: boolean }[]).map(({ paid }) => paid)).toEqual([false, false, false, false]);
    expect(await sharesOf(booked)).toEqual([
      [0, 0],
      [0, 1249],
      [0, 0],
      [0, 0],
    ]);
  });

  test('makes what nobody has paid the host’s once a quarter has come', async () => {
    const { others, ...booked } = await splitInFour();
    await take(booked, { amount: 1250, payer_id: others[0]?.id });
    // A promise is no money; only in an open match does it keep the share.
    expect((await pay(others[2] as Share)).status).toBe(200);
    await toDeadline(booked);
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    expect(await sharesOf(booked)).toEqual([
      [3750, 0],
      [1250, 1250],
      [0, 0],
      [0, 0],
    ]);
    const kinds = club.rows<{ kind: string }>("SELECT kind FROM outbox WHERE kind = 'host.shares_closed'");
    expect(kinds).toHaveLength(1);
    const late = await pay(others[1] as Share);
    expect([late.status, late.json.error]).toEqual([
      409,
      'Your share is paid. There is nothing left to pay.',
    ]);
  });

  test('leaves a partly paid share with what has come: the rest is the host’s, and nothing goes back', async () => {
    const { others, ...booked } = await splitInFour();
    const payer_id = others[0]?.id;
    await take(booked, { amount: 500, payer_id });
    await take(booked, { amount: 1250 });
    await toDeadline(booked);
    expect(await sharesOf(booked)).toEqual([
      [4500, 1250],
      [500, 500],
      [0, 0],
      [0, 0],
    ]);
    expect((await giveBack(booked, { amount: 1, payer_id })).status).toBe(422);
    expect(find(booked)).toMatchObject({ status: 'pending', balance: 3250 });
  });

  test('gives the places of players who have not paid to others where the host wants that', async () => {
    const booked = await book();
    const { json } = await booked.split([{ name: 'Bilal' }, {}, {}], 'open');
    await take(booked, { amount: 1250, payer_id: json.payers[1].id });
    await toDeadline(booked);
    expect(await sharesOf(booked)).toEqual([
      [3750, 0],
      [1250, 1250],
      [0, 0],
      [0, 0],
    ]);
    const [match] = (await club.get('/api/matches')).json;
    expect(match).toMatchObject({ places: 2, places_left: 2, price: 1250, decide_at: null });
  });

  test('waits for the first receipt of a share, and makes the share the host’s when it is rejected', async () => {
    const { others, ...booked } = await splitInFour();
    const [share] = others as [Share];
    const { json } = await pay(share, { method: 'bank_transfer' });
    const headers = payerHeader(json.join_url);
    const body = createReceiptForm(createPng(108, 108));
    await club.app.handle(
      new Request(`http://localhost/api/payers/${share.id}/receipt`, { method: 'POST', body, headers }),
    );
    await toDeadline(booked);
    expect((await sharesOf(booked))[1]).toEqual([1250, 0]);
    const reject = { reason: 'Not ours', payer_id: share.id };
    await club.post(`/api/admin/bookings/${booked.id}/receipt/reject`, reject, admin.headers);
    expect(await sharesOf(booked)).toEqual([
      [5000, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    // Nothing has come, so the booking has a deadline again, which the picture of another player does not stop.
    const payBy = find(booked)?.pay_by;
    expect(Date.parse(payBy ?? '') - club.clock.now).toBeGreaterThan(60_000);
    const change = await club.put(`${booked.path}/payers`, { payers: [{ name: 'Zain' }] }, booked.key);
    const zain = change.json.payers.find(({ name }: { name: string }) => name === 'Zain');
    const joined = (await pay(zain, { method: 'bank_transfer', email: 'zain@example.com' })).json;
    const picture = createReceiptForm(createPng(109, 109));
    const sent = await club.app.handle(
      new Request(`http://localhost/api/payers/${zain.id}/receipt`, {
        method: 'POST',
        body: picture,
        headers: payerHeader(joined.join_url),
      }),
    );
    expect(sent.status).toBe(200);
    await toDeadline(booked);
    expect(find(booked)?.status).toBe('cancelled');
  });

  test.each([
    ['so the host owes it', 1250, 'pending', [3750, 0, 1250, 0]],
    ['so the booking is released', 0, 'cancelled', [0, 0, 0, 0]],
  ])('is not stopped by a second receipt of a share, %s', async (_, paid, status, charges) => {
    const { others, ...booked } = await splitInFour();
    const [share, second] = others as [Share, Share];
    const { json } = await pay(share, { method: 'bank_transfer' });
    const send = () => sendReceipt(`/api/payers/${share.id}`, payerHeader(json.join_url));
    expect(await send()).toBe(200);
    await rejectReceipt(booked, { payer_id: share.id });
    expect(await send()).toBe(200);
    if (paid > 0) await take(booked, { amount: paid, payer_id: second.id });
    await toDeadline(booked);
    expect(find(booked)).toMatchObject({ status, pay_by: status === 'cancelled' ? expect.anything() : null });
    expect((await sharesOf(booked)).map(([charge]) => charge)).toEqual(charges);
    // The reception still decides on it.
    const { receipts } = (await club.get('/api/admin/inbox', admin.headers)).json.data;
    expect(receipts).toMatchObject([{ late: true, payer: { id: share.id } }]);
  });

  test('comes back when a receipt from before the split is rejected, whatever small part has come', async () => {
    const booked = await book();
    const send = { method: 'POST', body: createReceiptForm(createPng(108, 108)), headers: booked.key };
    await club.app.handle(new Request(`http://localhost${booked.path}/receipt`, send));
    expect(find(booked)?.pay_by).toBeNull();
    const [, share] = (await booked.split([{ charge: 1 }])).json.payers as Share[];
    await take(booked, { amount: 1, payer_id: share?.id });
    await club.post(`/api/admin/bookings/${booked.id}/receipt/reject`, { reason: 'Noise' }, admin.headers);
    await toDeadline(booked);
    expect(find(booked)).toMatchObject({ status: 'cancelled', received: 1, charge: 0 });
  });

  test('is none for a booking of which a quarter came beside the receipt that was rejected', async () => {
    const { others, ...booked } = await splitInFour();
    const [share, second] = others as [Share, Share];
    const { json } = await pay(share, { method: 'bank_transfer' });
    const body = createReceiptForm(createPng(108, 108));
    await club.app.handle(
      new Request(`http://localhost/api/payers/${share.id}/receipt`, {
        method: 'POST',
        body,
        headers: payerHeader(json.join_url),
      }),
    );
    await take(booked, { amount: 1250, payer_id: second.id });
    await toDeadline(booked);
    const reject = { reason: 'Not ours', payer_id: share.id };
    await club.post(`/api/admin/bookings/${booked.id}/receipt/reject`, reject, admin.headers);
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
  });

  test('players who have not paid are reminded at half-time and three hours before play', async () => {
    const { others, ...booked } = await splitInFour();
    await pay(others[0] as Share);
    await pay(others[1] as Share);
    await take(booked, { amount: 1250, payer_id: others[1]?.id });
    const reminders = () =>
      club.rows<{ recipient: string }>(
        "SELECT recipient FROM outbox WHERE kind = 'booking.payment_due' AND payer_id <> 1 ORDER BY id",
      );
    const half = (Date.parse(find(booked)?.pay_by ?? '') - club.clock.now) / 2;
    club.clock.now += half - 1000;
    await release();
    expect(reminders()).toEqual([]);
    club.clock.now += 1000;
    await release();
    expect(reminders()).toEqual([{ recipient: 'bilal@example.com' }]);
    await take(booked, { amount: 1250 });
    await club.db.run('UPDATE booking SET pay_by = NULL');
    club.clock.now = START - 3 * HOUR_MS;
    await release();
    await release();
    expect(reminders()).toHaveLength(2);
  });
});
