import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { keyOf } from '../../support/booking-key.ts';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';
import { bookingBody } from '../../support/test-club.ts';

/** The bookings of these tests start on Saturday at 6 PM, 26 h 50 min after the club's clock. */
const PLAY = Date.parse('2026-11-21T18:00:00+05:00');
const HOUR = 60 * 60_000;
const CUSTOMER = 'ayesha@example.com';

let mailed: MailedClub;
let club: MailedClub['club'];
let admin: MailedClub['admin'];
const book: MailedClub['book'] = (over) => mailed.book(over);
const takeEmails = () => mailed.takeEmails();
beforeEach(async () => {
  mailed = await openMailedClub();
  ({ club, admin } = mailed);
});
afterEach(() => mailed.close());

type Booked = Awaited<ReturnType<MailedClub['book']>>;
const pay = (id: number, amount = 5000) =>
  club.post(`/api/admin/bookings/${id}/payments`, { amount, method: 'bank_transfer' }, admin.headers);
const view = async ({ path, key }: Pick<Booked, 'path' | 'key'>) => (await club.get(path, key)).json;

const emailsTo = async (address: string) => (await takeEmails()).filter(({ to }) => to === address);

describe('the key of a manage link', () => {
  test('opens its booking and no other, and every email to the customer has the link', async () => {
    const one = await book();
    const two = await book({ court_id: 2, email: 'bilal@example.com' });
    expect(keyOf(one.manage_url).length * 6).toBeGreaterThanOrEqual(128);
    expect(one.manage_url).toStartWith(`http://padelclub.example/manage#${one.id}.`);
    const seen = await view(one);
    expect([seen.booking.email, seen.self_service.manage_url]).toEqual([CUSTOMER, one.manage_url]);
    expect((await club.get(`${one.path}/statement`, one.key)).json.booking.id).toBe(one.id);
    for (const path of [one.path, `${one.path}/statement`])
      expect((await club.get(path, two.key)).status).toBe(403);

    await pay(one.id);
    await club.put(`/api/admin/bookings/${one.id}/status`, { status: 'cancelled' }, admin.headers);
    await club.post(`/api/admin/bookings/${one.id}/refunds`, { amount: 5000, method: 'cash' }, admin.headers);
    const emails = await emailsTo(CUSTOMER);
    expect(emails.length).toBeGreaterThan(1);
    for (const { text } of emails) expect(text).toContain(one.manage_url);
  });

  test('is stored nowhere, not even in the answers that are kept for retries', async () => {
    const retry = { 'idempotency-key': 'a-key-of-this-browser' };
    const { json } = await club.post('/api/book', bookingBody(), retry);
    const again = await club.post('/api/book', bookingBody(), retry);
    expect(again.json).toEqual(json);
    await takeEmails();
    const dump = club
      .rows<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%search%'",
      )
      .map(({ name }) => JSON.stringify(club.rows(`SELECT * FROM ${name}`)))
      .join();
    expect(dump).toContain(CUSTOMER);
    expect(dump).not.toContain(keyOf(json.manage_url));
    expect(dump).not.toContain(json.contact_key);
    expect(club.logLines.join()).not.toContain(keyOf(json.manage_url));
  });

  test('wrong keys are limited for each network and each booking; the right one always works', async () => {
    const one = await book();
    const wrong = { 'x-booking-key': 'x'.repeat(32) };
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1) statuses.push((await club.get(one.path, wrong)).status);
    expect([statuses.slice(0, 30), statuses.slice(30)]).toEqual([Array(30).fill(403), Array(10).fill(429)]);
    expect((await view(one)).booking.email).toBe(CUSTOMER);
    const unknown = await club.get('/api/booking/999', wrong);
    expect(unknown.status).toBe(429);
    club.clock.now += HOUR;
    expect((await club.get('/api/booking/999', wrong)).json).toEqual((await club.get(one.path, wrong)).json);
  });

  test('opens nothing for a stranger who knows number and email', async () => {
    const one = await book();
    await pay(one.id, 1000);
    for (const headers of [{}, { 'booking-email': CUSTOMER }]) {
      const { json, text } = await club.get(one.path, headers);
      expect(Object.keys(json).sort()).toEqual(['booking', 'court_name']);
      expect(text).not.toMatch(/ayesha|300|1,?000|5,?000|receipt|manage/i);
      expect((await club.get(`${one.path}/statement`, headers)).status).toBe(404);
      expect((await club.post(`${one.path}/cancel`, {}, headers)).status).toBe(404);
    }
  });
});

describe('cancelling', () => {
  test.each([
    ['26 h before', 26, 0, 5000],
    ['13 h before', 13, 2500, 2500],
    ['2 h before', 2, 5000, 0],
  ])('%s keeps and gives back the same in answer, ledger, desk and email', async (_, hours, kept, back) => {
    const one = await book();
    await pay(one.id);
    await takeEmails();
    club.clock.now = PLAY - hours * HOUR;
    const wrong = await club.post(`${one.path}/cancel`, { amount_back: 4999 }, one.key);
    expect([wrong.status, wrong.json.reason, wrong.json.amount]).toEqual([409, 'changed_meanwhile', back]);
    const { status, json } = await club.post(`${one.path}/cancel`, { amount_back: back }, one.key);
    expect(status).toBe(200);
    expect(json.booking).toMatchObject({
      status: 'cancelled',
      charge: kept,
      received: 5000,
      balance: kept - 5000,
    });
    const { data } = (await club.get(`/api/admin/bookings/${one.id}`, admin.headers)).json;
    expect(data.booking).toMatchObject({ charge: kept, balance: kept - 5000 });
    expect(data.history.at(-1)).toMatchObject({
      actor: 'guest',
      action: 'status',
      details: { cancelled_by: 'customer', kept },
    });
    const toGiveBack = (await club.get('/api/admin/balances', admin.headers)).json.data.to_give_back;
    expect(toGiveBack.map(({ amount }: { amount: number }) => amount)).toEqual(back ? [back] : []);
    const [email] = await emailsTo(CUSTOMER);
    const sentence = back
      ? `Refund (${(back / 5000) * 100}%): PKR ${back.toLocaleString('en')}`
      : 'You paid PKR 5,000. Under our refund policy, there is no refund.';
    expect(email?.text).toContain(sentence);
    expect(club.rows('SELECT * FROM claim')).toEqual([]);
  });

  test('of a split booking tells the host about their own money', async () => {
    const one = await book();
    const { payers } = (await club.put(`${one.path}/payers`, { payers: [{}] }, one.key)).json;
    await club.post(
      `/api/admin/bookings/${one.id}/payments`,
      { amount: 2500, method: 'cash', payer_id: payers[1].id },
      admin.headers,
    );
    await club.post(
      `/api/admin/bookings/${one.id}/payments`,
      { amount: 2500, method: 'cash' },
      admin.headers,
    );
    await takeEmails();
    await club.post(`${one.path}/cancel`, {}, one.key);
    const [email] = await emailsTo(CUSTOMER);
    expect(email?.text).toContain('Refund (100%): PKR 2,500');
  });

  test('asks where a refund by transfer goes; the reception reads it, and strangers do not', async () => {
    const one = await book();
    const account = { title: ' Ayesha Khan ', account: 'pk36 scbl 0000 0011 2345 6702' };
    const path = `${one.path}/refund-account`;
    expect((await club.put(path, account, one.key)).status).toBe(409);
    await pay(one.id);
    await club.post(`${one.path}/cancel`, { amount_back: 5000 }, one.key);
    for (const headers of [{}, { 'x-booking-key': 'x'.repeat(32) }])
      expect((await club.put(path, account, headers)).status).toBeOneOf([403, 404]);
    const wrong = await club.put(path, { title: 'A', account: 'PK36 SCBL 0000 0011 2345 6703' }, one.key);
    expect(Object.keys(wrong.json.fields)).toEqual(['title', 'account']);
    expect((await club.put(path, account, one.key)).status).toBe(200);
    const [owed] = (await club.get('/api/admin/balances', admin.headers)).json.data.to_give_back;
    expect(owed.booking.refund_account).toBe('PK36SCBL0000001123456702, Ayesha Khan');
    expect((await club.get(one.path)).text).not.toContain('SCBL');
    const { data } = (await club.get(`/api/admin/bookings/${one.id}`, admin.headers)).json;
    expect(data.history.at(-1)).toMatchObject({ actor: 'guest', action: 'refund_account', details: {} });
  });

  test('tells the customer of each account for the refund once, and the history what the reception wrote', async () => {
    const one = await book();
    const name = (number: string, headers: Record<string, string>) =>
      club.put(`${one.path}/refund-account`, { title: 'Ayesha Khan', account: number }, headers);
    const [own, thief] = ['PK36SCBL0000001123456702', '03001234599'];
    await pay(one.id);
    await club.post(`${one.path}/cancel`, { amount_back: 5000 }, one.key);
    await takeEmails();
    await name(own, one.key);
    await name(own, one.key);
    expect(await emailsTo(CUSTOMER)).toMatchObject([{ text: expect.stringContaining('ending in 6702') }]);
    club.clock.now += 1000;
    await name(thief, admin.headers);
    const [email, ...others] = await emailsTo(CUSTOMER);
    expect([email?.subject, others]).toEqual([`Booking ${one.id}: the account for your refund`, []]);
    expect(email?.text).toContain('the account ending in 4599');
    expect(email?.text).not.toContain(thief);
    club.clock.now += 1000;
    await name(own, one.key);
    expect(await emailsTo(CUSTOMER)).toMatchObject([{ text: expect.stringContaining('ending in 6702') }]);
    const { data } = (await club.get(`/api/admin/bookings/${one.id}`, admin.headers)).json;
    const written = data.history.filter(({ action }: { action: string }) => action === 'refund_account');
    expect(written.map(({ actor, details }: { actor: string; details: object }) => [actor, details])).toEqual(
      [
        ['guest', { payer: 1 }],
        ['admin', { from: `${own}, Ayesha Khan`, to: `${thief}, Ayesha Khan`, payer: 1 }],
        ['guest', { doubt: 'replaced', payer: 1 }],
      ],
    );
    await name(thief, admin.headers);
    await club.post(
      `/api/admin/bookings/${one.id}/refunds`,
      { amount: 5000, method: 'bank_transfer' },
      admin.headers,
    );
    expect((await emailsTo(CUSTOMER)).map(({ subject }) => subject)).toEqual([
      `Booking ${one.id}: PKR 5,000 was refunded`,
    ]);
  });

  test('names each way in which the money came, the most recent last', async () => {
    const one = await book();
    expect((await view(one)).self_service.paid_ways).toEqual([]);
    await pay(one.id, 2000);
    const cash = { amount: 3000, method: 'cash' };
    await club.post(`/api/admin/bookings/${one.id}/payments`, cash, admin.headers);
    expect((await view(one)).self_service.paid_ways).toEqual([
      { method: 'bank_transfer', amount: 2000 },
      { method: 'cash', amount: 3000 },
    ]);
  });

  test('gives credit back as credit at once, and money as money', async () => {
    const member = await club.signIn({ email: CUSTOMER });
    const creditLeft = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;
    await club.post(
      `/api/admin/users/${member.id}/credit`,
      { paid: 5000, credit: 5000, method: 'card' },
      admin.headers,
    );
    const { json } = await club.post('/api/book', bookingBody({ payment_method: 'credit' }), member.headers);
    const { id } = json.booking;
    const cancelled = await club.post(`/api/booking/${id}/cancel`, { amount_back: 5000 }, member.headers);
    expect(cancelled.json.booking).toMatchObject({ charge: 0, received: 0, balance: 0 });
    expect(await creditLeft()).toBe(5000);

    const mixed = (await club.post('/api/book', bookingBody(), member.headers)).json.booking;
    for (const [method, amount] of [
      ['cash', 2000],
      ['credit', 3000],
    ])
      await club.post(`/api/admin/bookings/${mixed.id}/payments`, { amount, method }, admin.headers);
    const other = await club.post(`/api/booking/${mixed.id}/cancel`, { amount_back: 5000 }, member.headers);
    expect(other.json.booking).toMatchObject({ charge: 0, received: 2000, balance: -2000 });
    expect(await creditLeft()).toBe(5000);
  });

  test.each([
    ['has started', PLAY + 1],
    ['is over', PLAY + HOUR],
  ])('is refused once the booking %s', async (text, now) => {
    const one = await book();
    club.clock.now = now;
    const { status, json } = await club.post(`${one.path}/cancel`, {}, one.key);
    expect([status, json.reason]).toEqual([409, 'wrong_state']);
    expect(json.error).toContain(text);
  });

  test('a retry gets the first answer, a double tap cancels once', async () => {
    const one = await book();
    const headers = { ...one.key, 'idempotency-key': 'cancel-of-this-tab' };
    const cancel = () => club.post(`${one.path}/cancel`, { amount_back: 0 }, headers);
    const [first, second] = await Promise.all([cancel(), cancel()]);
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect((await cancel()).text).toBe(first.text);
    expect((await club.post(`${one.path}/cancel`, {}, one.key)).json.reason).toBe('wrong_state');
    const reused = await club.post(`${one.path}/cancel`, {}, headers);
    expect(reused.json.reason).toBe('key_reused');
    expect((await emailsTo(CUSTOMER)).length).toBe(1);
  });
});

describe('rescheduling', () => {
  const target = (over = {}) => ({
    court_id: 2,
    date: '2026-11-25',
    slots: ['09:00', '09:30'],
    amount: 4000,
    ...over,
  });
  const reschedule = (one: Booked, over = {}, headers = {}) =>
    club.post(`${one.path}/reschedule`, target(over), { ...one.key, ...headers });

  test('moves once to another court and day at that price, and the email names the old and the new time', async () => {
    const one = await book();
    await pay(one.id);
    await takeEmails();
    const { status, json } = await reschedule(one);
    expect(status).toBe(200);
    expect(json.booking).toMatchObject({
      court_id: 2,
      date: '2026-11-25',
      start_time: '09:00',
      charge: 4000,
      received: 5000,
      balance: -1000,
      status: 'paid',
    });
    const emails = await emailsTo(CUSTOMER);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Booking 1 has a new time: Wednesday, November 25, 2026',
    ]);
    for (const text of [
      'You rescheduled your booking.',
      'Time: 9 AM – 10 AM',
      'Before: Saturday, November 21, 2026\n6 PM – 7 PM',
      'Everything is paid. We will refund PKR 1,000.',
    ])
      expect(emails[0]?.text).toContain(text);
    expect(emails[0]?.text).not.toContain('once for free');
    expect((await view(one)).self_service.reschedule_used).toBe(true);
    const second = await reschedule(one, { date: '2026-11-26' });
    expect([second.status, second.json.error]).toEqual([
      409,
      expect.stringContaining('Free reschedule used'),
    ]);
  });

  test('charges the present rate and refuses another price with the new one', async () => {
    const one = await book();
    club.db.run('UPDATE court SET hourly_rate = 6000');
    const over = { court_id: 1, slots: ['19:00', '19:30'] };
    const stale = await reschedule(one, { ...over, amount: 5000 });
    expect([stale.status, stale.json.reason, stale.json.amount]).toEqual([409, 'price_changed', 6000]);
    expect((await reschedule(one, { ...over, amount: 6000 })).json.booking.balance).toBe(6000);
  });

  test('may overlap its own old time', async () => {
    const one = await book();
    const over = { court_id: 1, date: '2026-11-21', slots: ['18:30', '19:00'], amount: 5000 };
    expect((await reschedule(one, over)).status).toBe(200);
    expect(club.rows('SELECT slot FROM claim ORDER BY slot')).toEqual([{ slot: 37 }, { slot: 38 }]);
  });

  test('is refused to a time that cannot be played', async () => {
    const cases: [string, object, string][] = [
      ['another length', { slots: ['09:00', '09:30', '10:00'] }, 'keeps its length'],
      ['a time that is over', { date: '2026-11-20', slots: ['09:00', '09:30'] }, 'already started'],
      ['a date beyond the horizon', { date: '2027-11-25' }, 'Bookings open'],
      ['the same time', { court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30'] }, 'already have'],
      ['an unknown court', { court_id: 9 }, 'no such court'],
      ['a lone half-hour', { slots: ['09:00', '11:00'] }, 'at least 2 slots in a row'],
    ];
    const one = await book();
    for (const [name, over, text] of cases) {
      const { status, json } = await reschedule(one, over);
      expect([name, status, json.error]).toEqual([name, 422, expect.stringContaining(text)]);
    }
    expect((await view(one)).self_service.reschedule_used).toBe(false);
  });

  test('is refused less than 24 hours before, whatever the new time', async () => {
    const one = await book();
    club.clock.now = PLAY - 24 * HOUR + 1;
    const { status, json } = await reschedule(one);
    expect([status, json.error]).toEqual([409, expect.stringContaining('Less than 24 hours: call us')]);
    club.clock.now = PLAY - 24 * HOUR;
    expect((await reschedule(one)).status).toBe(200);
  });

  test('of a part-paid or paid transfer to a dearer time asks for the rest by transfer', async () => {
    const off_peak = { date: '2026-11-24', start_time: '12:00' };
    const partPaid = await book(off_peak);
    await pay(partPaid.id, 1000);
    const paid = await book({ ...off_peak, court_id: 2 });
    await pay(paid.id, 4000);
    await takeEmails();
    const evening = { slots: ['20:00', '20:30'], amount: 5000 };
    for (const [one, court_id, rest] of [
      [partPaid, 1, 'PKR 4,000'],
      [paid, 2, 'PKR 1,000'],
    ] as const) {
      expect((await reschedule(one, { ...evening, court_id })).status).toBe(200);
      const { instructions } = await view(one);
      expect([instructions.title, ...instructions.lines]).toEqual([
        'Part of the price is still to be paid',
        'Price now: PKR 5,000',
        `Paid: PKR ${one === paid ? '4,000' : '1,000'}`,
        `Still to pay: ${rest}`,
        expect.stringMatching(/^Account title: /),
        expect.stringMatching(/^Bank: /),
        expect.stringMatching(/^IBAN: /),
        `Reference: booking ${one.id}`,
        one === paid
          ? 'We’ll confirm the payment when it arrives.'
          : 'Upload a picture of the receipt here. We’ll confirm your booking after checking it.',
      ]);
      const [email] = await emailsTo(CUSTOMER);
      expect(email?.text).toContain(`Still to pay: ${rest}`);
      expect(email?.text).not.toContain('at the reception');
    }
  });

  describe('of a booking that a code made free', () => {
    const code = { name: 'Flyer', code: 'MORNING', percent: 100, tiers: ['morning', 'off_peak'] };
    const bookFree = async (over = {}) => {
      const one = await book({ date: '2026-11-24', start_time: '12:00', code: 'MORNING', ...over });
      expect(one.booking).toMatchObject({ status: 'paid', balance: 0, pay_by: null });
      return one;
    };
    const evening = { court_id: 1, slots: ['20:00', '20:30'], amount: 5000 };
    beforeEach(() => club.post('/api/admin/promo-codes', code, admin.headers));

    test('to a time that costs something is pending again, with a deadline as if it were booked now', async () => {
      const one = await bookFree();
      club.clock.now += 48 * HOUR;
      await club.schedule.runNow('booking-origin-cleanup');
      await takeEmails();
      const { json } = await reschedule(one, evening);
      expect(json.booking).toMatchObject({
        status: 'pending',
        balance: 5000,
        received: 0,
        pay_by: '2026-11-23T09:00:00+05:00',
      });
      const [email] = await emailsTo(CUSTOMER);
      expect(email?.text).toContain('Pay by: Mon, Nov 23, 9 AM');
      expect(email?.text).toContain('Pay by bank transfer');
      // Active for its contact, though it was made two days ago.
      const wholeDay = { date: '2026-12-01', start_time: '07:00', duration: 42 * 30 };
      expect((await club.post('/api/book', bookingBody(wholeDay))).status).toBe(201);
      const other = bookingBody({ ...wholeDay, court_id: 2 });
      expect((await club.post('/api/book', other)).status).toBe(429);
      club.clock.now = Date.parse(json.booking.pay_by);
      await club.schedule.runNow('release what is due');
      expect((await view(one)).booking.status).toBe('cancelled');
    });

    test('is refused beyond what its contact may hold unpaid', async () => {
      const one = await bookFree();
      const wholeDay = { date: '2026-12-01', start_time: '07:00', duration: 42 * 30 };
      for (const court_id of [1, 2])
        expect((await club.post('/api/book', bookingBody({ ...wholeDay, court_id }))).status).toBe(201);
      const refused = await reschedule(one, evening);
      expect([refused.status, refused.json.reason]).toEqual([429, 'rate_limited']);
      expect((await view(one)).booking).toMatchObject({ status: 'paid', start_time: '12:00' });
    });

    test('on cash waits for the players, and a move by the reception sets a deadline too', async () => {
      const cash = await bookFree({ payment_method: 'cash' });
      const { json } = await reschedule(cash, evening);
      expect(json.booking).toMatchObject({ status: 'pending', balance: 5000, pay_by: null });
      const other = await bookFree({ court_id: 2, email: 'bilal@example.com' });
      const target = {
        court_id: 2,
        date: '2026-11-25',
        slots: ['20:00', '20:30'],
        version: other.booking.version,
      };
      const moved = await club.put(`/api/admin/bookings/${other.id}/slots`, target, admin.headers);
      const due = { status: 'pending', balance: 5000, pay_by: '2026-11-21T09:00:00+05:00' };
      expect(moved.json.data.booking).toMatchObject(due);
    });

    test('back to a time that costs nothing is paid', async () => {
      const one = await book({ date: '2026-11-24', start_time: '12:00', code: 'MORNING' });
      await reschedule(one, evening);
      const target = { court_id: 1, date: '2026-11-25', slots: ['12:00', '12:30'] };
      const { version } = (await view(one)).booking;
      const { json } = await club.put(
        `/api/admin/bookings/${one.id}/slots`,
        { ...target, version },
        admin.headers,
      );
      expect(json.data.booking).toMatchObject({ status: 'paid', balance: 0, pay_by: null });
    });
  });

  test('of a guest on cash goes no further ahead than a guest may book on cash', async () => {
    const rules = { 'booking.cash_days_ahead_guests': 2 };
    expect((await club.put('/api/admin/settings', { changes: rules }, admin.headers)).status).toBe(200);
    const one = await book({ payment_method: 'cash' });
    const far = await reschedule(one, { date: '2026-11-25' });
    expect([far.status, far.json.error]).toEqual([422, expect.stringContaining('2 days ahead')]);
    expect((await reschedule(one, { date: '2026-11-22' })).status).toBe(200);
  });

  test('a move by the desk leaves the free reschedule', async () => {
    const one = await book();
    const move = { court_id: 1, date: '2026-11-24', slots: ['18:00', '18:30'], version: 1 };
    await club.put(`/api/admin/bookings/${one.id}/slots`, move, admin.headers);
    expect((await reschedule(one)).status).toBe(200);
  });

  test('a retry gets the first answer', async () => {
    const one = await book();
    const headers = { 'idempotency-key': 'reschedule-of-this-tab' };
    const first = await reschedule(one, {}, headers);
    expect((await reschedule(one, {}, headers)).text).toBe(first.text);
  });
});
