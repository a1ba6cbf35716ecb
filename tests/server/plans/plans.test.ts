import { afterEach, describe, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { BookingStore } from '../../../src/bookings/store.ts';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { SYSTEM_ACTOR } from '../../../src/db/club-event.ts';
import { planPersonalData } from '../../../src/plans/personal-data.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { openMailedClub } from '../../support/mailed-club.ts';
import { bookingBody } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

// Runs before the club is closed.
afterEach(() => expect(listBookFaults(club().db)).toEqual([]));
const { club, get, post, put, admin } = adminClubForEachTest();

const DAY = 24 * 60 * 60_000;
const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const TERMS = {
  price: 30_000,
  months: 1,
  days: null,
  hours: 0,
  hours_for: ANYWHERE,
  discounts: [] as object[],
  days_ahead: null,
  cancel_hours: null,
  add_ons: [] as object[],
  events_percent: null,
  with_codes: false,
};
const GOLD = { ...TERMS, hours: 2, discounts: [{ ...ANYWHERE, percent: 20, amount_off: null }] };
const PACK = { ...TERMS, price: 35_000, months: null, days: 90, hours: 2 };

const SHARED_PACK = { ...PACK, friends: 1 };

const addPlan = async (name: string, terms: object, kind = 'plan') => {
  const { status, json } = await post('/api/admin/plans', { kind, name, terms });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.plan as { id: number; version_id: number; name: string };
};
const member = (email = 'member@example.com') => club().signIn({ email });
type Member = Awaited<ReturnType<typeof member>>;
const sell = async ({ id }: Member, version_id: number, method?: string) => {
  const { status, json } = await post(`/api/admin/users/${id}/purchases`, {
    version_id,
    ...(method ? { method } : {}),
  });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.purchase;
};
const plansOf = async ({ headers }: Member) => (await club().get('/api/auth/plans', headers)).json;
const book = async ({ headers }: Member, over: object = {}) =>
  club().post('/api/book', bookingBody({ ...over }), headers);
const booked = async (who: Member, over: object = {}) => {
  const { status, json } = await book(who, over);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.booking;
};
const linesOf = (booking: { lines?: { label: string; amount: number }[] }) =>
  (booking.lines ?? []).filter(({ amount }) => amount !== 0).map(({ label, amount }) => [label, amount]);
const leftOf = async (who: Member) =>
  (await plansOf(who)).purchases.map(({ slots_left }: { slots_left: number | null }) => slots_left);
const usedRows = () => club().rows<object>('SELECT * FROM purchase_slot');

describe('a plan on sale', () => {
  test('keeps what was sold when the owner changes it, and cannot be bought on terms that are gone', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    await sell(who, plan.version_id, 'cash');
    const changed = await put(`/api/admin/plans/${plan.id}`, {
      kind: 'plan',
      name: 'Gold',
      terms: { ...GOLD, price: 40_000, discounts: [] },
    });
    expect(changed.json.data.plan).toMatchObject({ holders: 1, terms: { price: 40_000 } });
    expect(changed.json.data.plan.version_id).not.toBe(plan.version_id);
    expect(linesOf(await booked(who, { duration: 180 }))).toEqual([
      ['Gold: included hours', -10_000],
      ['Gold', -1000],
    ]);
    const late = await club().post(
      '/api/auth/purchases',
      { version_id: plan.version_id, payment_method: 'cash' },
      who.headers,
    );
    expect([late.status, late.json.reason]).toEqual([409, 'changed_meanwhile']);
  });

  test('that has ended is not sold, and those who have it keep it', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    await sell(who, plan.version_id, 'cash');
    await put(`/api/admin/plans/${plan.id}`, { kind: 'plan', name: 'Gold', active: false, terms: GOLD });
    const { plans, held } = await plansOf(who);
    expect([plans, held.length]).toEqual([[], 1]);
    const refused = await post(`/api/admin/users/${who.id}/purchases`, { version_id: plan.version_id });
    expect(refused.status).toBe(409);
  });

  test.each([
    ['no period', { ...GOLD, months: null }, 'terms.months'],
    ['two periods', { ...GOLD, days: 30 }, 'terms.months'],
    ['2 months', { ...GOLD, months: 2 }, 'terms.months'],
    ['a price below 0', { ...GOLD, price: -1 }, 'terms.price'],
    ['a third of an hour', { ...GOLD, hours: 1.3 }, 'terms.hours'],
    ['a discount of nothing', { ...GOLD, discounts: [{ ...ANYWHERE, percent: null, amount_off: null }] }, ''],
    ['a discount of 101%', { ...GOLD, discounts: [{ ...ANYWHERE, percent: 101, amount_off: null }] }, ''],
    ['an empty choice of hours', { ...GOLD, hours_for: { ...ANYWHERE, tiers: [] } }, ''],
    ['an empty choice of weekdays', { ...GOLD, hours_for: { ...ANYWHERE, weekdays: [] } }, ''],
    ['an empty choice of courts', { ...GOLD, hours_for: { ...ANYWHERE, courts: [] } }, ''],
  ])('is refused with %s', async (_, terms) => {
    const { status, json } = await post('/api/admin/plans', { kind: 'plan', name: 'Gold', terms });
    expect([status, json.reason]).toEqual([422, 'invalid']);
  });

  test('a package without hours or of months is refused, and so is a name that another plan has', async () => {
    const empty = await post('/api/admin/plans', {
      kind: 'package',
      name: 'Ten',
      terms: { ...PACK, hours: 0 },
    });
    expect(empty.status).toBe(422);
    const ofMonths = await post('/api/admin/plans', { kind: 'package', name: 'Ten', terms: GOLD });
    expect(ofMonths.json.fields).toHaveProperty('kind');
    await addPlan('Gold', GOLD);
    const twin = await post('/api/admin/plans', { kind: 'plan', name: 'gold', terms: GOLD });
    expect(twin.status).toBe(422);
  });

  test('is not renamed like another one, and does not become a package', async () => {
    const { id } = await addPlan('Gold', GOLD);
    await addPlan('Silver', GOLD);
    const refused = async (body: object) => {
      const { status, json } = await put(`/api/admin/plans/${id}`, { kind: 'plan', terms: GOLD, ...body });
      return [status, Object.keys(json.fields)];
    };
    expect(await refused({ name: 'SILVER' })).toEqual([422, ['name']]);
    expect(await refused({ name: 'Gold', kind: 'package', terms: PACK })).toEqual([422, ['kind']]);
    expect((await get('/api/admin/plans')).plans).toMatchObject([{ name: 'Gold' }, { name: 'Silver' }]);
  });
});

test('a club has at most 50 plans', async () => {
  const body = { kind: 'plan', terms: GOLD };
  for (let number = 1; number <= 49; number += 1)
    club().db.run("INSERT INTO plan (kind, name, active) VALUES ('plan', ?, 1)", [`Plan ${number}`]);
  club().db.run('INSERT INTO plan_version (plan_id, terms, created_at) SELECT id, ?, 0 FROM plan', [
    JSON.stringify(GOLD),
  ]);
  const add = async (name: string) => (await post('/api/admin/plans', { ...body, name })).status;
  expect([await add('The 50th'), await add('One more')]).toEqual([201, 409]);
});

describe('buying', () => {
  test('online needs a confirmed address, and a way to pay that the club has', async () => {
    const { version_id } = await addPlan('Gold', GOLD);
    const who = await member();
    const buy = async (payment_method: string) => {
      const { status, json } = await club().post(
        '/api/auth/purchases',
        { version_id, payment_method },
        who.headers,
      );
      return [status, json.fields ?? json.reason ?? json.purchase.status];
    };
    const noCard = { payment_method: 'Card payments are not available right now.' };
    expect(await buy('card')).toEqual([422, noCard]);
    club().db.run('UPDATE user SET email_verified = 0 WHERE id = ?', [who.id]);
    expect(await buy('cash')).toEqual([409, 'wrong_state']);
    expect(club().rows('SELECT id FROM purchase')).toEqual([]);
    club().db.run('UPDATE user SET email_verified = 1 WHERE id = ?', [who.id]);
    expect(await buy('cash')).toEqual([201, 'waiting']);
  });

  test('a plan begins on the day it is paid, and prices nothing before', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const { status, json } = await club().post(
      '/api/auth/purchases',
      { version_id: plan.version_id, payment_method: 'bank_transfer' },
      who.headers,
    );
    expect([status, json.purchase.status, json.purchase.balance]).toEqual([201, 'waiting', 30_000]);
    expect(json.pay_url).toMatch(/\/manage#p\d+\./);
    expect(linesOf(await booked(who))).toEqual([]);
    club().clock.now += DAY;
    const { payer_id } = json.purchase;
    await post(`/api/admin/payers/${payer_id}/payments`, { amount: 20_000, method: 'cash' });
    expect((await plansOf(who)).purchases[0].status).toBe('waiting');
    await post(`/api/admin/payers/${payer_id}/payments`, { amount: 10_000, method: 'cash' });
    const { entries } = await get('/api/admin/ledger');
    expect(entries.map(({ item_title, amount }: Record<string, unknown>) => [item_title, amount])).toEqual([
      ['Gold', 10_000],
      ['Gold', 20_000],
    ]);
    const owner = await club().signIn({ is_admin: true, email: 'owner@example.com' });
    const csv = await club().get('/api/admin/ledger.csv', owner.headers);
    expect(csv.text.split('\r\n')[1]).toContain(',Gold,');
    expect((await plansOf(who)).purchases[0]).toMatchObject({
      status: 'active',
      starts_on: '2026-11-21',
      ends_on: '2026-12-20',
      slots_left: 4,
      balance: 0,
    });
    expect(linesOf(await booked(who, { date: '2026-11-22' }))).toEqual([['Gold: included hours', -5000]]);
  });

  test('twice in two tabs is one purchase; unpaid it is gone after three days', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const body = { version_id: plan.version_id, payment_method: 'bank_transfer' };
    const buy = () => club().post('/api/auth/purchases', body, who.headers);
    const [one, two] = await Promise.all([buy(), buy()]);
    expect(two.json.purchase.id).toBe(one.json.purchase.id);
    club().clock.now += 3 * DAY;
    await club().schedule.runNow('release what is due');
    expect((await plansOf(who)).purchases).toMatchObject([{ status: 'ended', balance: 0 }]);
  });

  test('whose receipt waits says so to its buyer and at the reception until somebody has looked', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const body = { version_id: plan.version_id, payment_method: 'bank_transfer' };
    const { purchase } = (await club().post('/api/auth/purchases', body, who.headers)).json;
    expect(purchase).toMatchObject({ status: 'waiting', receipt_waits: false });
    const path = `/payers/${purchase.payer_id}`;
    const upload = await club().app.handle(
      new Request(`http://localhost/api${path}/receipt`, {
        method: 'POST',
        body: createReceiptForm(createPng(140, 140)),
        headers: who.headers,
      }),
    );
    expect(upload.status).toBe(200);
    const seen = async () => [
      (await plansOf(who)).purchases[0].receipt_waits,
      (await get(`/api/admin/users/${who.id}/purchases`)).purchases[0].receipt_waits,
    ];
    expect(await seen()).toEqual([true, true]);
    // The deadline passes without a look, and the purchase still waits.
    club().clock.now += 3 * DAY;
    await club().schedule.runNow('release what is due');
    expect((await plansOf(who)).purchases).toMatchObject([{ status: 'waiting', receipt_waits: true }]);
    const page = (await club().get(`/api${path}`, who.headers)).json;
    expect(page.summary.heading).toBe('We’re checking your receipt');
    const pay = async (method: string) =>
      (await post(`/api/admin${path}/payments`, { amount: 30_000, method })).json.data.entry.id as number;
    const undo = (entry: number) => post(`/api/admin/ledger/${entry}/reverse`, { reason: 'Too early' });
    const transfer = await pay('bank_transfer');
    expect(await seen()).toEqual([false, false]);
    // What the receipt proved is undone, so it waits again; cash has nothing to do with it.
    await undo(transfer);
    expect(await seen()).toEqual([true, true]);
    await undo(await pay('cash'));
    expect(await seen()).toEqual([false, false]);
  });

  test('is asked for once at half of its time, unless it is paid or its receipt waits', async () => {
    const plan = await addPlan('Gold', GOLD);
    await sell(await member('unpaid@example.com'), plan.version_id);
    const checked = await sell(await member('checked@example.com'), plan.version_id);
    await sell(await member('paid@example.com'), plan.version_id, 'cash');
    club().db.run('UPDATE payer SET receipt_waits = 1 WHERE id = ?', [checked.payer_id]);
    const asked = async (wait: number) => {
      club().clock.now += wait;
      await club().schedule.runNow('release what is due');
      return club()
        .rows<{ recipient: string }>("SELECT recipient FROM outbox WHERE kind = 'item.payment_due'")
        .map(({ recipient }) => recipient);
    };
    expect(await asked(1.5 * DAY - 1)).toEqual([]);
    expect(await asked(1)).toEqual(['unpaid@example.com']);
    expect(await asked(DAY)).toEqual(['unpaid@example.com']);
    const states = () =>
      club()
        .rows<{ state: string }>('SELECT state FROM purchase')
        .map(({ state }) => state);
    await asked(0.5 * DAY - 1);
    expect(states()).toEqual(['waiting', 'waiting', 'active']);
    await asked(1);
    expect(states()).toEqual(['ended', 'waiting', 'active']);
  });

  test('for a single rupee is paid, undone, paid again and given back like any other', async () => {
    const plan = await addPlan('Gold', { ...GOLD, price: 1 });
    const who = await member();
    const { payer_id, id } = await sell(who, plan.version_id);
    const now = async () => {
      const { status, charge, received, balance } = (await plansOf(who)).purchases[0];
      return [status, charge, received, balance];
    };
    const told = () =>
      club()
        .rows<{ kind: string }>("SELECT kind FROM outbox WHERE kind LIKE 'item.%' ORDER BY id")
        .map(({ kind }) => kind);
    const pay = () => post(`/api/admin/payers/${payer_id}/payments`, { amount: 1, method: 'cash' });
    expect(await now()).toEqual(['waiting', 1, 0, 1]);
    const { entry } = (await pay()).json.data;
    expect(await now()).toEqual(['active', 1, 1, 0]);
    await post(`/api/admin/ledger/${entry.id}/reverse`, { reason: 'Counted twice' });
    expect(await now()).toEqual(['waiting', 1, 0, 1]);
    club().clock.now += 60_000;
    await pay();
    // An owner takes a rupee too much, which goes back.
    await pay();
    expect(await now()).toEqual(['active', 1, 2, -1]);
    const refund = (amount: number) =>
      post(`/api/admin/payers/${payer_id}/refunds`, { amount, method: 'cash' });
    expect([(await refund(2)).status, (await refund(1)).status, (await refund(1)).status]).toEqual([
      422, 201, 422,
    ]);
    const end = { version: 4, amount_back: 0, reason: 'Injured' };
    expect((await put(`/api/admin/purchases/${id}/end`, end)).status).toBe(200);
    expect(await now()).toEqual(['ended', 1, 1, 0]);
    expect(told()).toEqual([
      ...['item.taken', 'item.paid', 'item.payment_due', 'item.paid'],
      ...['item.refunded', 'item.left'],
    ]);
  });

  test('what waits for a transfer is the same purchase when the reception takes cash for it', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    await sell(who, plan.version_id);
    expect(await sell(who, plan.version_id, 'cash')).toMatchObject({ id: 1, status: 'active', balance: 0 });
    expect(club().rows('SELECT count(*) AS count FROM purchase')).toEqual([{ count: 1 }]);
  });

  test('with credit begins at once, and without enough of it changes nothing', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const buy = () =>
      club().post(
        '/api/auth/purchases',
        { version_id: plan.version_id, payment_method: 'credit' },
        who.headers,
      );
    expect((await buy()).status).toBe(422);
    expect((await plansOf(who)).purchases).toEqual([]);
    await post(`/api/admin/users/${who.id}/credit`, { paid: 30_000, credit: 30_000, method: 'cash' });
    expect((await buy()).json.purchase.status).toBe('active');
    expect((await club().get('/api/auth/credit', who.headers)).json.credit).toBe(0);
  });

  test('a payment that is undone takes the plan away, and paid again it keeps its days', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const { payer_id } = await sell(who, plan.version_id, 'cash');
    const [entry] = club().rows<{ id: number }>('SELECT id FROM ledger_entry');
    await post(`/api/admin/ledger/${entry?.id}/reverse`, { reason: 'Counted twice' });
    expect((await plansOf(who)).held).toEqual([]);
    club().clock.now += DAY;
    await post(`/api/admin/payers/${payer_id}/payments`, { amount: 30_000, method: 'cash' });
    expect((await plansOf(who)).purchases[0]).toMatchObject({
      status: 'active',
      starts_on: '2026-11-20',
      ends_on: '2026-12-19',
    });
  });

  test('whoever promised to pay at the club, or pays again after a payment was undone, is told that it is paid', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const { payer_id } = await sell(who, plan.version_id);
    const payAtClub = () =>
      post(`/api/admin/payers/${payer_id}/payments`, { amount: 30_000, method: 'cash' });
    const told = () => club().rows("SELECT id FROM outbox WHERE kind = 'item.paid'").length;
    await club().post(`/api/payers/${payer_id}/pay`, { method: 'cash', amount: 30_000 }, who.headers);
    await payAtClub();
    expect(told()).toBe(1);
    const [entry] = club().rows<{ id: number }>('SELECT id FROM ledger_entry');
    await post(`/api/admin/ledger/${entry?.id}/reverse`, { reason: 'Counted twice' });
    club().clock.now += 60_000;
    await payAtClub();
    expect(told()).toBe(2);
  });

  test.each(['given back', 'never paid again'])(
    'what was used before a payment was undone stays with the club when the plan is %s',
    async (how) => {
      const plan = await addPlan('Gold', GOLD);
      const who = await member();
      const { payer_id } = await sell(who, plan.version_id);
      for (const method of ['cash', 'card'])
        await post(`/api/admin/payers/${payer_id}/payments`, { amount: 15_000, method });
      await booked(who, { duration: 60 });
      const [, entry] = club().rows<{ id: number }>('SELECT id FROM ledger_entry ORDER BY id');
      await post(`/api/admin/ledger/${entry?.id}/reverse`, { reason: 'The card was refused' });
      if (how === 'given back') await club().post(`/api/payers/${payer_id}/leave`, {}, who.headers);
      else {
        club().clock.now += 3 * DAY;
        await club().schedule.runNow('release what is due');
      }
      // Half of the hours were used.
      expect((await plansOf(who)).purchases).toMatchObject([
        { status: 'ended', charge: 15_000, received: 15_000, balance: 0 },
      ]);
    },
  );

  test('what was used and is no longer paid gives nothing back, and the reception can still end it', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    const { id } = await sell(who, plan.version_id, 'cash');
    await booked(who, { duration: 60 });
    const [entry] = club().rows<{ id: number }>('SELECT id FROM ledger_entry');
    await post(`/api/admin/ledger/${entry?.id}/reverse`, { reason: 'Counted twice' });
    const { version, gives_back } = (await plansOf(who)).purchases[0];
    expect(gives_back).toBe(0);
    const end = { version, amount_back: 0, reason: 'Never paid' };
    expect((await put(`/api/admin/purchases/${id}/end`, end)).json.data.purchase.status).toBe('ended');
  });

  test('a second plan follows the first one; a package begins beside it', async () => {
    const plan = await addPlan('Gold', GOLD);
    const pack = await addPlan('Two hours', PACK, 'package');
    const who = await member();
    await sell(who, plan.version_id, 'cash');
    expect(await sell(who, plan.version_id, 'cash')).toMatchObject({
      status: 'coming',
      starts_on: '2026-12-20',
      ends_on: '2027-01-19',
    });
    expect(await sell(who, pack.version_id, 'cash')).toMatchObject({
      status: 'active',
      starts_on: '2026-11-20',
      ends_on: '2027-02-17',
    });
  });

  test('names a court of its own that is no longer in use', async () => {
    const hours_for = { ...ANYWHERE, courts: [2] };
    const plan = await addPlan('Gold', { ...GOLD, hours_for, discounts: [] });
    const { payer_id, created_at } = await sell(await member(), plan.version_id);
    expect(Date.parse(created_at)).toBe(club().clock.now);
    club().db.run('UPDATE court SET active = 0 WHERE id = 2');
    expect((await get(`/api/admin/payers/${payer_id}`)).item.details).toContain(
      '2 h of court a month on Court 2',
    );
  });

  test('a free plan begins at once', async () => {
    const plan = await addPlan('Coach', { ...GOLD, price: 0 });
    expect(await sell(await member(), plan.version_id)).toMatchObject({ status: 'active', balance: 0 });
  });

  test('what is free is given again when the last one is over, or its hours would have no end', async () => {
    const pack = await addPlan('A free hour', { ...PACK, price: 0, days: 3 }, 'package');
    const who = await member();
    const buy = () =>
      club().post(
        '/api/auth/purchases',
        { version_id: pack.version_id, payment_method: 'cash' },
        who.headers,
      );
    const atOnce = await Promise.all(Array.from({ length: 16 }, buy));
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(1);
    club().clock.now += 2 * DAY;
    const again = await buy();
    expect([again.status, again.json.error]).toEqual([
      409,
      'A free hour is free, so there is one at a time.',
    ]);
    club().clock.now += DAY;
    expect((await buy()).status).toBe(201);
  });
});

describe('the hours of a plan', () => {
  const goldMember = async (terms: object = GOLD) => {
    const plan = await addPlan('Gold', terms);
    const who = await member();
    return { who, purchase: await sell(who, plan.version_id, 'cash') };
  };

  test('are used with the booking, which is paid, and come back in time by the policy', async () => {
    const { who } = await goldMember();
    const booking = await booked(who, { date: '2026-11-22' });
    expect(booking).toMatchObject({ computed_amount: 0, status: 'paid', balance: 0 });
    expect(await leftOf(who)).toEqual([2]);
    await club().post(`/api/booking/${booking.id}/cancel`, {}, who.headers);
    expect(await leftOf(who)).toEqual([4]);
  });

  test.each([
    ['24 hours before', '2026-11-20T18:00:00+05:00', 4],
    ['12 hours before', '2026-11-21T06:00:00+05:00', 3],
    ['an hour before', '2026-11-21T17:00:00+05:00', 2],
  ])('come back by the policy %s', async (_, at, left) => {
    const { who } = await goldMember();
    const booking = await booked(who);
    club().clock.now = Date.parse(at);
    await club().post(`/api/booking/${booking.id}/cancel`, {}, who.headers);
    expect(await leftOf(who)).toEqual([left]);
  });

  test('all come back when the club cancels, and are used again when it restores the booking', async () => {
    const { who } = await goldMember();
    const booking = await booked(who);
    club().clock.now = Date.parse('2026-11-21T17:00:00+05:00');
    const cancelled = await put(`/api/admin/bookings/${booking.id}/status`, {
      status: 'cancelled',
      cancelled_by: 'club',
    });
    expect([cancelled.status, await leftOf(who)]).toEqual([200, [4]]);
    await put(`/api/admin/bookings/${booking.id}/status`, { status: 'paid' });
    expect(await leftOf(who)).toEqual([2]);
  });

  test('come back when the time to pay is over, and those that a late cancellation lost are not used twice', async () => {
    const { who } = await goldMember({ ...GOLD, hours: 1, discounts: [] });
    const unpaid = await booked(who, { date: '2026-11-20', start_time: '20:00', duration: 120 });
    expect([unpaid.computed_amount, await leftOf(who)]).toEqual([5000, [0]]);
    club().clock.now = Date.parse(unpaid.pay_by) + 1000;
    await club().schedule.runNow('release what is due');
    expect([club().findBooking(unpaid.id)?.released, await leftOf(who)]).toEqual([true, [2]]);
    const lost = await booked(who, { date: '2026-11-20', start_time: '22:00' });
    await club().post(`/api/booking/${lost.id}/cancel`, {}, who.headers);
    expect(await leftOf(who)).toEqual([0]);
    const restored = await put(`/api/admin/bookings/${lost.id}/status`, { status: 'paid' });
    expect([restored.status, usedRows().length]).toEqual([200, 2]);
  });

  test.each([90, 120])(
    'a booking is not restored when another one used %i minutes of its two hours meanwhile',
    async (duration) => {
      const { who } = await goldMember();
      const booking = await booked(who, { duration: 60 });
      await put(`/api/admin/bookings/${booking.id}/status`, { status: 'cancelled', cancelled_by: 'club' });
      await booked(who, { court_id: 2, duration });
      const restored = await put(`/api/admin/bookings/${booking.id}/status`, { status: 'paid' });
      expect([restored.status, restored.json.reason]).toEqual([422, 'invalid']);
      expect(usedRows()).toHaveLength(duration / 30);
    },
  );

  test('a late card payment does not restore a booking whose hours another one used; the money waits', async () => {
    const { who } = await goldMember({ ...GOLD, discounts: [] });
    const { id } = await booked(who, { duration: 180 });
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled', cancelled_by: 'club' });
    await booked(who, { court_id: 2, duration: 120 });
    const store = new BookingStore(club().db);
    await expect(
      club().club.write((tx) => {
        // As `#restoreReleased` does: what is refused leaves nothing behind.
        expect(() => store.changeStatus(tx, id, 'paid', SYSTEM_ACTOR)).toThrow('The hours of Gold');
        return club().rows(`SELECT state FROM booking WHERE id = ${id}`);
      }),
    ).resolves.toEqual([{ state: 'cancelled' }]);
    expect(club().rows(`SELECT count(*) AS n FROM claim WHERE booking_id = ${id}`)).toEqual([{ n: 0 }]);
  });

  test('an add-on of the plan costs less, also when the reception changes its number', async () => {
    const racket = await post('/api/admin/add-ons', { name: 'Racket', price: 500, unit: 'booking' });
    const { id: addOn } = racket.json.data.add_on;
    const { who } = await goldMember({ ...GOLD, add_ons: [{ id: addOn, percent: 50 }] });
    const booking = await booked(who, { add_ons: [{ id: addOn, quantity: 2 }] });
    expect(linesOf(booking)).toEqual([
      ['Gold: included hours', -5000],
      ['Gold: add-on', -500],
      ['Racket', 1000],
    ]);
    const change = (add_ons: object[]) => put(`/api/admin/bookings/${booking.id}/add-ons`, { add_ons });
    const one = await change([{ id: addOn, quantity: 1 }]);
    expect(one.json.data.booking.computed_amount).toBe(250);
    const none = await change([]);
    expect(none.json.data.booking.computed_amount).toBe(0);
    const again = await change([{ id: addOn, quantity: 4 }]);
    expect(again.json.data.booking.computed_amount).toBe(1000);
    expect(await leftOf(who)).toEqual([2]);
  });

  test('a plan with more time to cancel gives everything back until then', async () => {
    const { who } = await goldMember({ ...GOLD, cancel_hours: 6 });
    const [hours, money] = [await booked(who, { duration: 120 }), await booked(who, { court_id: 2 })];
    club().clock.now = Date.parse('2026-11-21T11:59:00+05:00');
    await put(`/api/admin/bookings/${money.id}/status`, { status: 'paid', method: 'cash' });
    for (const { id } of [hours, money]) await club().post(`/api/booking/${id}/cancel`, {}, who.headers);
    expect(await leftOf(who)).toEqual([4]);
    expect((await club().get(`/api/booking/${money.id}`, who.headers)).json.booking.charge).toBe(0);
  });

  test('a booking moved from included to peak hours costs the discounted price, and gives the hours back', async () => {
    const offPeak = { ...ANYWHERE, tiers: ['off_peak'] };
    const { who } = await goldMember({ ...GOLD, hours_for: offPeak });
    const booking = await booked(who, { date: '2026-11-23', start_time: '11:00' });
    expect([booking.computed_amount, await leftOf(who)]).toEqual([0, [2]]);
    const moved = await club().post(
      `/api/booking/${booking.id}/reschedule`,
      { court_id: 1, date: '2026-11-23', slots: ['20:00', '20:30'], amount: 4000 },
      who.headers,
    );
    expect([moved.status, moved.json.error]).toEqual([200, undefined]);
    expect(linesOf(moved.json.booking)).toEqual([['Gold', -1000]]);
    expect(moved.json.booking).toMatchObject({ computed_amount: 4000, balance: 4000, status: 'pending' });
    expect(await leftOf(who)).toEqual([4]);
    const back = await put(`/api/admin/bookings/${booking.id}/slots`, {
      court_id: 1,
      date: '2026-11-23',
      slots: ['12:00', '12:30'],
      version: moved.json.booking.version,
    });
    expect([back.status, await leftOf(who)]).toEqual([200, [2]]);
  });

  test('a booking paid with a package keeps the members’ price for where the package does not count', async () => {
    await post('/api/admin/promo-codes', { name: 'Members', percent: 10, members_only: true });
    const pack = await addPlan('Ten', { ...PACK, hours_for: { ...ANYWHERE, courts: [1] } }, 'package');
    const who = await member();
    await sell(who, pack.version_id, 'cash');
    const { id } = await booked(who, { date: '2026-11-23' });
    const to = { court_id: 2, date: '2026-11-23', slots: ['20:00', '20:30'], amount: 4500 };
    const moved = await club().post(`/api/booking/${id}/reschedule`, to, who.headers);
    expect([moved.status, linesOf(moved.json.booking)]).toEqual([200, [['Members', -500]]]);
  });

  test('the month of the play counts, and the next one has its own', async () => {
    const { who } = await goldMember({ ...GOLD, months: 3, days_ahead: 60 });
    expect((await booked(who, { duration: 120, date: '2026-12-19' })).computed_amount).toBe(0);
    expect((await booked(who, { duration: 120, date: '2026-12-20' })).computed_amount).toBe(0);
    expect((await booked(who, { duration: 120, date: '2026-12-18' })).computed_amount).toBe(8000);
    expect((await plansOf(who)).held[0].left).toEqual([0, 0, 4]);
  });

  test('the clock jumps over midnight of the first: the hours of each month are its own', async () => {
    const plan = await addPlan('Gold', { ...GOLD, months: 3 });
    club().clock.now = Date.parse('2026-11-30T23:59:58+05:00');
    const who = await member();
    expect(await sell(who, plan.version_id, 'cash')).toMatchObject({
      starts_on: '2026-11-30',
      ends_on: '2027-02-28',
    });
    await booked(who, { duration: 120, date: '2026-12-05' });
    club().clock.now = Date.parse('2026-12-01T00:00:02+05:00');
    expect((await plansOf(who)).purchases[0]).toMatchObject({ slots_left: 0, hours_again_on: '2026-12-30' });
    expect((await booked(who, { date: '2026-12-06' })).computed_amount).toBe(4000);
  });

  test('somebody who is not logged in pays the same price as everybody', async () => {
    await goldMember();
    const guest = await club().post('/api/book', bookingBody({ email: 'member@example.com' }));
    expect([guest.json.booking.computed_amount, guest.json.booking.lines]).toEqual([5000, undefined]);
  });

  test('the price that somebody saw with hours is refused once they are used', async () => {
    const { who } = await goldMember({ ...GOLD, hours: 1, discounts: [] });
    await booked(who, { amount: 0 });
    const { status, json } = await book(who, { court_id: 2, amount: 0 });
    expect([status, json.reason, json.amount]).toEqual([409, 'price_changed', 5000]);
    expect(usedRows()).toHaveLength(2);
  });

  test('a plan that ended between the wizard and its last press is a changed price', async () => {
    const { who, purchase } = await goldMember();
    const { version, gives_back } = (await plansOf(who)).purchases[0];
    const ended = await put(`/api/admin/purchases/${purchase.id}/end`, {
      version,
      amount_back: gives_back,
      reason: 'Moves away',
    });
    expect(ended.status).toBe(200);
    const { status, json } = await book(who, { amount: 0 });
    expect([status, json.reason, json.amount]).toEqual([409, 'price_changed', 5000]);
  });

  test('the reception books with them for its member, and a weekly booking gets the discount alone', async () => {
    const { who } = await goldMember();
    const walkIn = { ...bookingBody(), email: 'member@example.com' };
    const { date, court_id, start_time, name, email, phone, payment_method } = walkIn;
    const quote = await post('/api/admin/bookings', {
      date,
      court_id,
      slots: [start_time, '18:30'],
      name,
      email,
      phone,
      payment_method,
    });
    expect([quote.status, linesOf(quote.json.data.booking)]).toEqual([
      201,
      [['Gold: included hours', -5000]],
    ]);
    const series = await post('/api/admin/series', {
      ...{
        court_id: 2,
        weekday: 'saturday',
        from: '2026-11-21',
        start_time: '18:00',
        half_hours: 2,
        count: 6,
      },
      member_id: who.id,
    });
    expect([series.status, series.json.error]).toEqual([201, undefined]);
    const amounts = club()
      .rows<{ amount: number }>(
        'SELECT price AS amount FROM booking WHERE series_id IS NOT NULL ORDER BY date',
      )
      .map(({ amount }) => amount);
    // The plan ends on December 19.
    expect(amounts).toEqual([4000, 4000, 4000, 4000, 4000, 5000]);
    expect(await leftOf(who)).toEqual([2]);
  });

  test('64 requests for the last hour use it once', async () => {
    const { who } = await goldMember({ ...GOLD, hours: 1, discounts: [] });
    const starts = Array.from({ length: 16 }, (_, at) => `${String(8 + at).padStart(2, '0')}:00`).slice(
      0,
      16,
    );
    const answers = await Promise.all(
      [1, 2].flatMap((court_id) =>
        ['2026-11-22', '2026-11-23'].flatMap((date) =>
          starts.map((start_time) => book(who, { court_id, date, start_time, amount: 0 })),
        ),
      ),
    );
    expect(answers).toHaveLength(64);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(usedRows()).toHaveLength(2);
  });
});

test('a plan lets its holder book, and wait, further ahead than others while it counts', async () => {
  const plan = await addPlan('Gold', { ...GOLD, days_ahead: 40, months: 3 });
  const who = await member();
  expect((await put('/api/admin/settings', { changes: { 'booking.days_ahead': 14 } })).status).toBe(200);
  const far = { date: '2026-12-28' };
  expect((await book(who, far)).status).toBe(422);
  await sell(who, plan.version_id, 'cash');
  expect((await booked(who, far)).date).toBe('2026-12-28');
  expect((await book(who, { date: '2026-12-31' })).status).toBe(422);
  await booked(who, { ...far, court_id: 2 });
  const wish = { ...far, from: '18:00', until: '19:00', duration: 60, court_id: null, name: 'Bilal Ahmed' };
  const wait = (headers: Record<string, string>, email: string) =>
    club().post('/api/waitlist', { ...wish, email, phone: '0300 1234567' }, headers);
  expect((await wait(who.headers, 'member@example.com')).status).toBe(201);
  const { headers } = await member('other@example.com');
  expect((await wait(headers, 'other@example.com')).status).toBe(422);
});

test('the email of a booking has the lines of its price, and the policy of its plan', async () => {
  const mailed = await openMailedClub();
  try {
    const as = { headers: mailed.admin.headers };
    const gold = { kind: 'plan', name: 'Gold', terms: { ...GOLD, hours: 1, cancel_hours: 6 } };
    const added = await mailed.club.post('/api/admin/plans', gold, as.headers);
    const { id, headers } = await mailed.club.signIn({ email: 'ayesha@example.com' });
    const sale = { version_id: added.json.data.plan.version_id, method: 'cash' };
    await mailed.club.post(`/api/admin/users/${id}/purchases`, sale, as.headers);
    await mailed.club.post('/api/book', bookingBody({ duration: 120 }), headers);
    const emails = await mailed.takeEmails();
    const purchase = emails.find(({ subject }) => subject.startsWith('Paid: Gold'));
    expect(purchase?.text).toMatch(
      /Hours left: 0 h\s+Period: Fri, Nov 20 – Sat, Dec 19\s+Next renewal: Sun, Dec 20/,
    );
    const received = emails.find(({ text }) => text.includes('included hours'));
    expect(received?.text.replace(/\s+/g, ' ')).toMatch(
      /PKR 10,000 Gold: included hours: − PKR 5,000 Gold: − PKR 1,000 Total: PKR 4,000/,
    );
    expect(received?.text).toContain('Full refund up to 6 hours before, none after that.');
    const cancelledEmail = async (id: number) => {
      await mailed.club.post(`/api/booking/${id}/cancel`, {}, headers);
      const found = (await mailed.takeEmails()).find(({ subject }) => subject.includes('is cancelled'));
      return found?.text.replace(/\s+/g, ' ') ?? '';
    };
    expect(await cancelledEmail(1)).toContain('1 h goes back to Gold.');
    const { json } = await mailed.club.post('/api/book', bookingBody({ duration: 60 }), headers);
    mailed.club.clock.now = Date.parse('2026-11-21T13:00:00+05:00');
    const late = await cancelledEmail(json.booking.id);
    expect(late).toContain('1 h of Gold is used up: it’s too late to get it back.');
    expect(late).not.toContain('have not confirmed a payment');
  } finally {
    await mailed.close();
  }
});

describe('a package that is shared', () => {
  const share = (who: Member, id: number, version: number, emails: string[]) =>
    club().put(`/api/auth/purchases/${id}/friends`, { version, emails }, who.headers);

  test('is used by the friend whose address is confirmed, until the holder takes it back', async () => {
    const pack = await addPlan('Two hours', SHARED_PACK, 'package');
    const who = await member();
    const friend = await member('friend@example.com');
    const { id, version } = await sell(who, pack.version_id, 'cash');
    expect((await booked(friend)).computed_amount).toBe(5000);
    const shared = await share(who, id, version, ['Friend@example.com']);
    expect([shared.status, shared.json.purchase.friends]).toEqual([200, ['Friend@example.com']]);
    const used = await booked(friend, { court_id: 2 });
    expect(linesOf(used)).toEqual([['Two hours: included hours', -5000]]);
    expect(await leftOf(who)).toEqual([2]);
    club().db.run("UPDATE user SET email_verified = 0 WHERE email = 'friend@example.com'");
    expect((await booked(friend, { date: '2026-11-22' })).computed_amount).toBe(5000);
    club().db.run('UPDATE user SET email_verified = 1');
    await share(who, id, version + 1, []);
    expect((await booked(friend, { date: '2026-11-23' })).computed_amount).toBe(5000);
    await club().post(`/api/booking/${used.id}/cancel`, {}, friend.headers);
    expect(await leftOf(who)).toEqual([4]);
  });

  test('takes no more friends than were sold, and only its holder names them', async () => {
    const pack = await addPlan('Two hours', SHARED_PACK, 'package');
    const own = await addPlan('Own hours', PACK, 'package');
    const who = await member();
    const { id, version } = await sell(who, pack.version_id, 'cash');
    const alone = await sell(who, own.version_id, 'cash');
    expect((await share(who, id, version, ['a@example.com', 'b@example.com'])).status).toBe(422);
    expect((await share(who, alone.id, alone.version, ['a@example.com'])).status).toBe(422);
    expect((await share(await member('b@example.com'), id, version, ['b@example.com'])).status).toBe(404);
    const plan = await post('/api/admin/plans', {
      kind: 'plan',
      name: 'Gold',
      terms: { ...GOLD, friends: 1 },
    });
    expect(plan.status).toBe(422);
  });
});

describe('the reception', () => {
  const sold = async (terms: object = GOLD, kind = 'plan') => {
    const plan = await addPlan('Gold', terms, kind);
    const who = await member();
    return { who, purchase: await sell(who, plan.version_id, 'cash') };
  };
  const change = (id: number, what: string, body: object) => put(`/api/admin/purchases/${id}/${what}`, body);
  const current = async (who: Member) => (await plansOf(who)).purchases[0];

  test('pauses a plan, which prices nothing then, and adds the days', async () => {
    const { who, purchase } = await sold();
    const { id, version } = purchase;
    const paused = await change(id, 'pause', { version, paused: true });
    expect(paused.json.data.purchase).toMatchObject({ status: 'paused', paused_on: '2026-11-20' });
    expect((await booked(who)).computed_amount).toBe(5000);
    club().clock.now += 10 * DAY;
    const again = await change(id, 'pause', { version: version + 1, paused: false });
    expect(again.json.data.purchase).toMatchObject({
      status: 'active',
      ends_on: '2026-12-29',
      slots_left: 4,
    });
    expect((await change(id, 'pause', { version: version + 1, paused: true })).json.reason).toBe(
      'changed_meanwhile',
    );
  });

  test('ends a plan by the day, and gives the money back by the way it came', async () => {
    const { who, purchase } = await sold();
    club().clock.now += 14 * DAY;
    const { version, gives_back } = await current(who);
    expect(gives_back).toBe(15_000);
    const wrong = { version, amount_back: 30_000, reason: 'Moves away' };
    expect((await change(purchase.id, 'end', wrong)).json).toMatchObject({
      reason: 'changed_meanwhile',
      amount: 15_000,
    });
    const ended = await change(purchase.id, 'end', { ...wrong, amount_back: 15_000 });
    expect(ended.json.data.purchase).toMatchObject({ status: 'ended', balance: -15_000, charge: 15_000 });
    const open = await get('/api/admin/payers/open');
    expect(open[0]).toMatchObject({ balance: -15_000, ways: [{ method: 'cash', amount: 15_000 }] });
    expect((await change(purchase.id, 'end', { ...wrong, amount_back: 0 })).status).toBe(409);
    expect((await get('/api/admin/plans')).plans).toMatchObject([{ name: 'Gold', holders: 0 }]);
  });

  test('a used package goes back by its hours; credit returns at once', async () => {
    const pack = await addPlan('Two hours', PACK, 'package');
    const who = await member();
    await post(`/api/admin/users/${who.id}/credit`, { paid: 35_000, credit: 35_000, method: 'cash' });
    const { id } = await sell(who, pack.version_id, 'credit');
    await booked(who);
    const { version, gives_back } = await current(who);
    expect(gives_back).toBe(17_500);
    await change(id, 'end', { version, amount_back: 17_500, reason: 'Injured' });
    expect((await club().get('/api/auth/credit', who.headers)).json.credit).toBe(17_500);
    expect((await current(who)).balance).toBe(0);
  });

  test('an owner extends with a reason, staff do not', async () => {
    const { purchase } = await sold(PACK, 'package');
    const { id, version } = purchase;
    const body = { version, days: 10, reason: 'Rain' };
    expect((await change(id, 'extend', { ...body, reason: '' })).status).toBe(422);
    const extended = await change(id, 'extend', body);
    expect(extended.json.data.purchase.ends_on).toBe('2027-02-27');
    const staff = await club().signIn({ email: 'staff@example.com', role: 'staff' });
    const refused = await club().put(`/api/admin/purchases/${id}/extend`, body, staff.headers);
    expect(refused.status).toBe(403);
  });

  test('changes a purchase only in a state that allows it', async () => {
    const plan = await addPlan('Gold', GOLD);
    const pack = await addPlan('Two hours', SHARED_PACK, 'package');
    const of = async (name: string, version_id: number, method?: string) => {
      const who = await member(`${name}@example.com`);
      return { who, ...(await sell(who, version_id, method)) };
    };
    const over = await of('over', plan.version_id, 'cash');
    const last = await of('last', plan.version_id, 'cash');
    club().clock.now += 29 * DAY;
    expect((await change(last.id, 'pause', { version: last.version, paused: true })).status).toBe(200);
    club().clock.now += DAY;
    const first = await of('active', plan.version_id, 'cash');
    const ended = await of('ended', pack.version_id, 'cash');
    await change(ended.id, 'end', { version: ended.version, amount_back: 35_000, reason: 'Injured' });
    const purchases = {
      waiting: await of('waiting', plan.version_id),
      coming: { ...(await sell(first.who, plan.version_id, 'cash')), who: first.who },
      active: first,
      over,
      package: await of('package', pack.version_id, 'cash'),
      ended,
    };
    const { headers } = admin();
    const ACTIONS: Record<string, (id: number, version: number, who: Member) => Promise<{ status: number }>> =
      {
        pause: (id, version) => change(id, 'pause', { version, paused: true }),
        resume: (id, version) => change(id, 'pause', { version, paused: false }),
        extend: (id, version) => change(id, 'extend', { version, days: 3, reason: 'Rain' }),
        share: (id, version, who) =>
          club().put(
            `/api/auth/purchases/${id}/friends`,
            { version, emails: ['a@example.com'] },
            who.headers,
          ),
        end: (id, version) => change(id, 'end', { version, amount_back: 0, reason: 'Injured' }),
      };
    const refused: Record<string, Record<string, number>> = {
      waiting: { pause: 409, resume: 409, extend: 409, share: 422 },
      coming: { pause: 409, resume: 409, share: 422 },
      active: { resume: 409, share: 422 },
      over: { pause: 409, resume: 409 },
      package: { pause: 409, resume: 409 },
      ended: { pause: 409, resume: 409, extend: 409, share: 409, end: 409 },
    };
    const rows = () => club().rows('SELECT * FROM purchase');
    const before = rows();
    for (const [state, actions] of Object.entries(refused))
      for (const [action, expected] of Object.entries(actions)) {
        const { id, who } = purchases[state as keyof typeof purchases];
        const [row] = club().rows<{ version: number }>(`SELECT version FROM purchase WHERE id = ${id}`);
        const answer = await ACTIONS[action]?.(id, row?.version ?? 0, who);
        expect([state, action, answer?.status]).toEqual([state, action, expected]);
      }
    expect(rows()).toEqual(before);
    const again = await change(last.id, 'pause', { version: last.version + 1, paused: true });
    expect([again.status, again.json.error]).toEqual([409, 'This plan is already paused.']);
    // What is over is extended all the same, and a package is shared.
    expect((await ACTIONS.extend?.(over.id, over.version, over.who))?.status).toBe(200);
    const { id, version, who } = purchases.package;
    expect((await ACTIONS.share?.(id, version, who))?.status).toBe(200);
    expect((await club().get('/api/admin/plans', headers)).json.data.plans).toMatchObject([
      // Active, coming, paused since its last day, and extended.
      { name: 'Gold', holders: 4 },
      { name: 'Two hours', holders: 1 },
    ]);
  });

  test('staff sell for cash as much as comes, and on transfers without a receipt up to the limit of a day', async () => {
    const plan = await addPlan('Gold', { ...GOLD, price: 10_000 });
    const staff = await club().signIn({ email: 'staff@example.com', role: 'staff' });
    const sellAsStaff = async (number: number, method: string) => {
      const { id } = await member(`member${number}@example.com`);
      const body = { version_id: plan.version_id, method };
      return club().post(`/api/admin/users/${id}/purchases`, body, staff.headers);
    };
    const statuses = [];
    for (let number = 0; number < 4; number += 1) statuses.push((await sellAsStaff(number, 'cash')).status);
    for (let number = 4; number < 7; number += 1)
      statuses.push((await sellAsStaff(number, 'bank_transfer')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 403]);
    expect(club().rows("SELECT count(*) AS count FROM purchase WHERE state = 'active'")).toEqual([
      { count: 6 },
    ]);
    await club().club.write(() => {});
    const { staff_alarms } = await get('/api/admin/inbox');
    expect(staff_alarms).toMatchObject([{ refused: 30_000, unproven: 20_000 }]);
    club().clock.now += DAY - 1;
    expect((await sellAsStaff(7, 'bank_transfer')).status).toBe(403);
    club().clock.now += 1;
    expect((await sellAsStaff(8, 'bank_transfer')).status).toBe(201);
  });

  test.each(['cash', 'a receipt'])(
    'owners see what staff undo of a plan paid by %s whose hours were used, within its limits',
    async (paid) => {
      await put('/api/admin/settings', { changes: { 'staff.daily_limit': 6000 } });
      const plan = await addPlan('Gold', { ...GOLD, price: 3000 });
      const staff = await club().signIn({ email: 'staff@example.com', role: 'staff' });
      const who = await member();
      const { payer_id } = await sell(who, plan.version_id);
      const method = paid === 'cash' ? 'cash' : 'bank_transfer';
      if (method === 'bank_transfer') {
        await club().post(`/api/payers/${payer_id}/pay`, { method, amount: 3000 }, who.headers);
        const body = createReceiptForm(createPng(108, 108));
        const upload = { method: 'POST', body, headers: who.headers };
        const url = `http://localhost/api/payers/${payer_id}/receipt`;
        expect((await club().app.handle(new Request(url, upload))).status).toBe(200);
      }
      const payment = { amount: 3000, method };
      const { json } = await club().post(`/api/admin/payers/${payer_id}/payments`, payment, staff.headers);
      const undo = `/api/admin/ledger/${json.data.entry.id}/reverse`;
      const booking = await booked(who, { duration: 60 });
      expect((await club().post(undo, { reason: 'a slip' }, staff.headers)).status).toBe(201);
      // The hours stay used, and the court stays booked.
      expect(club().findBooking(booking.id)).toMatchObject({ status: 'paid', charge: 0 });
      expect((await get('/api/admin/inbox')).staff_alarms).toMatchObject([{ given: 3000 }]);
    },
  );

  test('does not take a begun plan back with all of its money on the page of its payer', async () => {
    const { purchase } = await sold();
    const { payer_id, id } = purchase;
    const left = await club().post(`/api/payers/${payer_id}/leave`, {}, admin().headers);
    expect([left.status, left.json.reason]).toEqual([409, 'wrong_state']);
    expect(club().rows('SELECT state FROM purchase')).toEqual([{ state: 'active' }]);
    expect(id).toBe(1);
  });
});

test('each change of a plan or a purchase is in the history, and open dashboards hear of it', async () => {
  const heard: string[] = [];
  club().club.onEventCommitted(({ kind }) => {
    if (kind === 'plan.changed' || kind === 'purchase.changed') heard.push(kind);
  });
  let last = 0;
  const after = async (send: Promise<unknown>) => {
    await send;
    const entries = club().rows<{ id: number; action: string; details: string }>(
      `SELECT id, action, details FROM audit_log WHERE id > ${last}
       AND (subject IN ('plan', 'purchase') OR action = 'walk_in') ORDER BY id`,
    );
    last = entries.at(-1)?.id ?? last;
    return [entries.map(({ action, details }) => [action, JSON.parse(details)]), heard.splice(0)];
  };
  const done = (action: string, details: object = {}, kind = 'purchase') => [
    [[action, details]],
    [`${kind}.changed`],
  ];
  const gold = { kind: 'plan', name: 'Gold', active: true, terms: { ...GOLD, friends: 0 } };
  const edit = (over: object) => after(put('/api/admin/plans/1', { ...gold, ...over }));
  expect(await after(post('/api/admin/plans', gold))).toEqual(done('added', {}, 'plan'));
  expect(await edit({})).toEqual([[], []]);
  const named = { name: { from: 'Gold', to: 'Golden' } };
  expect(await edit({ name: 'Golden' })).toEqual(done('edited', named, 'plan'));
  const who = await member();
  const pack = await addPlan('Two hours', SHARED_PACK, 'package');
  await after(Promise.resolve());
  const version = () => club().rows<{ version: number }>('SELECT version FROM purchase')[0]?.version;
  const change = (what: string, body: object) =>
    after(put(`/api/admin/purchases/1/${what}`, { version: version(), ...body }));
  const pay = () => after(post('/api/admin/payers/1/payments', { amount: 30_000, method: 'cash' }));
  expect(await after(sell(who, 1))).toEqual(done('plan_sold', { plan: 1, price: 30_000 }));
  expect(await pay()).toEqual([[], ['purchase.changed']]);
  expect(await after(post('/api/admin/ledger/1/reverse', { reason: 'Counted twice' }))).toEqual([
    [],
    ['purchase.changed'],
  ]);
  expect(await pay()).toEqual([[], ['purchase.changed']]);
  expect(await change('pause', { paused: true })).toEqual(done('plan_paused'));
  club().clock.now += 3 * DAY;
  expect(await change('pause', { paused: false })).toEqual(done('plan_resumed', { days: 3 }));
  const rain = { days: 2, reason: 'Rain' };
  expect(await change('extend', rain)).toEqual(done('plan_extended', rain));
  const { gives_back } = (await plansOf(who)).purchases[0];
  expect(await change('end', { amount_back: gives_back, reason: 'Injured' })).toEqual(
    done('plan_ended', { keep: 30_000 - gives_back, reason: 'Injured' }),
  );
  expect(await after(sell(who, pack.version_id, 'cash'))).toEqual([
    [['plan_sold', { plan: pack.id, price: 35_000 }]],
    ['purchase.changed', 'purchase.changed'],
  ]);
  const friends = { version: 2, emails: ['a@example.com'] };
  expect(await after(club().put('/api/auth/purchases/2/friends', friends, who.headers))).toEqual(
    done('plan_shared', { friends: 1 }),
  );
  // Whoever has no account gets a link at an address that the club typed.
  const guest = { version_id: 2, name: 'Sana Malik', email: 'sana@example.com', method: 'cash' };
  const [[walkIn, ofGuest]] = (await after(post('/api/admin/purchases', guest))) as [unknown[][]];
  expect([walkIn?.[0], ofGuest?.[0]]).toEqual(['walk_in', 'plan_sold']);
  // The account that confirms the address has the purchase, and one that is never paid is gone.
  await after(sell(who, 2));
  const { id } = await club().signIn({ email: 'sana@example.com' });
  const confirm = club().club.write((tx) =>
    tx.emit({ kind: 'user.confirmed', user_id: id, email: 'sana@example.com' }),
  );
  expect(await after(confirm)).toEqual([[], ['purchase.changed']]);
  club().clock.now += 3 * DAY;
  expect(await after(club().schedule.runNow('release what is due'))).toEqual([[], ['purchase.changed']]);
});

describe('somebody without an account', () => {
  const PHONE = '0300 5554443';
  const SANA = { name: 'Sana Malik', phone: PHONE, email: '' };
  const sellTo = async (who: object, version_id: number, method?: string) =>
    post('/api/admin/purchases', { version_id, ...who, ...(method ? { method } : {}) });
  const walkIn = async (over: object = {}) => {
    const { status, json } = await post('/api/admin/bookings', {
      date: '2026-11-21',
      court_id: 1,
      slots: ['18:00', '18:30'],
      ...SANA,
      ...over,
    });
    expect([status, json.error]).toEqual([201, undefined]);
    return json.data.booking;
  };
  const boughtBy = async (email: string, phone: string) =>
    (await get(`/api/admin/purchases?email=${email}&phone=${encodeURIComponent(phone)}`)).purchases;

  test('buys at the reception and books there with the hours; online the contact proves nothing', async () => {
    const pack = await addPlan('Two hours', PACK, 'package');
    const { status, json } = await sellTo(SANA, pack.version_id, 'cash');
    expect([status, json.data.purchase.status]).toEqual([201, 'active']);
    expect(linesOf(await walkIn())).toEqual([['Two hours: included hours', -5000]]);
    expect(await boughtBy('', '+923005554443')).toMatchObject([{ name: 'Two hours', slots_left: 2 }]);
    expect(await boughtBy('', '')).toEqual([]);
    const online = await club().post(
      '/api/book',
      bookingBody({ ...SANA, email: 'sana@example.com', court_id: 2 }),
    );
    expect([online.status, online.json.booking.computed_amount]).toEqual([201, 5000]);
    const { holders } = await get(`/api/admin/plans/${pack.id}/holders`);
    expect(holders).toMatchObject([
      { user_id: null, name: 'Sana Malik', phone: '+923005554443', slots_owed: 2 },
    ]);
  });

  test('keeps it when an account confirms the email, and books online with it from then on', async () => {
    const plan = await addPlan('Gold', GOLD);
    const email = 'sana@example.com';
    await sellTo({ ...SANA, email }, plan.version_id, 'cash');
    expect(await boughtBy(email, '')).toMatchObject([{ name: 'Gold', status: 'active' }]);
    const who = await club().signIn({ email });
    club().db.run('UPDATE user SET email_verified = 0 WHERE id = ?', [who.id]);
    expect((await plansOf(who)).purchases).toEqual([]);
    expect((await booked(who)).computed_amount).toBe(5000);
    await club().club.write((tx) => {
      tx.db.query('UPDATE user SET email_verified = 1 WHERE id = ?').run(who.id);
      tx.emit({ kind: 'user.confirmed', user_id: who.id, email: 'Sana@example.com' });
    });
    expect((await plansOf(who)).purchases).toMatchObject([{ name: 'Gold', status: 'active' }]);
    expect(linesOf(await booked(who, { court_id: 2 }))).toEqual([['Gold: included hours', -5000]]);
    expect(club().rows('SELECT user_id FROM payer WHERE purchase_id IS NOT NULL')).toEqual([
      { user_id: who.id },
    ]);
  });

  test('with the email of a confirmed account is its member', async () => {
    const plan = await addPlan('Gold', GOLD);
    const who = await member();
    await sellTo({ name: 'Bilal', phone: '', email: 'MEMBER@example.com' }, plan.version_id, 'cash');
    expect((await plansOf(who)).purchases).toMatchObject([{ status: 'active' }]);
  });

  test('needs a phone or an email, has no credit, and renews at the reception', async () => {
    const plan = await addPlan('Gold', GOLD);
    const nobody = await sellTo({ name: 'Sana' }, plan.version_id, 'cash');
    expect([nobody.status, Object.keys(nobody.json.fields)]).toEqual([422, ['phone']]);
    const credit = await sellTo(SANA, plan.version_id, 'credit');
    expect([credit.status, Object.keys(credit.json.fields)]).toEqual([422, ['email']]);
    expect(club().rows('SELECT id FROM purchase')).toEqual([]);
    await sellTo(SANA, plan.version_id, 'cash');
    const next = await sellTo(SANA, plan.version_id, 'cash');
    expect(next.json.data.purchase).toMatchObject({ starts_on: '2026-12-20', ends_on: '2027-01-19' });
    // A brother with the same phone has a plan of his own.
    const brother = await sellTo({ ...SANA, name: 'Ali Malik' }, plan.version_id, 'cash');
    expect(brother.json.data.purchase).toMatchObject({ starts_on: '2026-11-20' });
  });

  test('downloads what was bought', async () => {
    const plan = await addPlan('Gold', GOLD);
    await sellTo({ ...SANA, email: 'sana@example.com' }, plan.version_id, 'cash');
    const { id } = club().rows<{ id: number }>('SELECT id FROM payer')[0] ?? { id: 0 };
    const guest = { user_id: null, emails: ['sana@example.com'], booking_ids: [], payer_ids: [id] };
    const data = planPersonalData(club().db).read({ ...guest, waitlist_entry_ids: [], offer_ids: [] });
    expect(data).toMatchObject({ purchases: [{ name: 'Gold', state: 'active' }] });
  });
});

describe('reminders', () => {
  const kindsOf = () =>
    club()
      .rows<{ kind: string; details: string }>(
        "SELECT kind, details FROM outbox WHERE kind = 'item.ending' ORDER BY id",
      )
      .map(({ details }) => JSON.parse(details).days);
  const remindAt = async (at: string) => {
    club().clock.now = Date.parse(`${at}+05:00`);
    await club().schedule.runNow('remind of plans');
    await club().schedule.runNow('remind of plans');
    return kindsOf();
  };

  test('come 7 and 1 days before the end, once each, from 10 AM on', async () => {
    const plan = await addPlan('Gold', GOLD);
    await sell(await member(), plan.version_id, 'cash');
    // The last day is December 19.
    expect(await remindAt('2026-12-11T12:00:00')).toEqual([]);
    expect(await remindAt('2026-12-12T09:59:00')).toEqual([]);
    expect(await remindAt('2026-12-12T10:00:00')).toEqual([7]);
    expect(await remindAt('2026-12-15T10:00:00')).toEqual([7]);
    expect(await remindAt('2026-12-18T10:00:00')).toEqual([7, 1]);
    expect(await remindAt('2026-12-19T10:00:00')).toEqual([7, 1]);
  });

  test('come only once more than half of its days are over', async () => {
    // Sold on November 20.
    for (const days of [1, 2, 3, 14, 15]) {
      const pack = await addPlan(`Of ${days}`, { ...PACK, days }, 'package');
      await sell(await member(`${days}@example.com`), pack.version_id, 'cash');
    }
    const toldOn = async (day: string) => {
      await remindAt(`${day}T10:00:00`);
      return club()
        .rows<{ days: number; ends_on: string }>(
          `SELECT details ->> 'days' AS days, details ->> 'ends_on' AS ends_on FROM outbox
           WHERE kind = 'item.ending' ORDER BY id`,
        )
        .map(({ days, ends_on }) => [days, ends_on]);
    };
    expect(await toldOn('2026-11-20')).toEqual([]);
    const third = [1, '2026-11-22'];
    expect(await toldOn('2026-11-21')).toEqual([third]);
    expect(await toldOn('2026-11-26')).toEqual([third]);
    const fifteenth = [7, '2026-12-04'];
    expect(await toldOn('2026-11-27')).toEqual([third, fifteenth]);
    expect(await toldOn('2026-12-02')).toEqual([third, fifteenth, [1, '2026-12-03']]);
    expect(await toldOn('2026-12-03')).toEqual([third, fifteenth, [1, '2026-12-03'], [1, '2026-12-04']]);
  });

  test('do not come for a plan that was renewed, nor for a package that is used up', async () => {
    const plan = await addPlan('Gold', GOLD);
    const pack = await addPlan('Two hours', { ...PACK, days: 30 }, 'package');
    const who = await member();
    await sell(who, pack.version_id, 'cash');
    await booked(who, { duration: 120 });
    await sell(who, plan.version_id, 'cash');
    await sell(who, plan.version_id, 'cash');
    expect(await remindAt('2026-12-14T10:00:00')).toEqual([]);
  });

  test('come for a plan beside a longer package, and again before a later end', async () => {
    const plan = await addPlan('Gold', GOLD);
    const pack = await addPlan('Two hours', PACK, 'package');
    const who = await member();
    await sell(who, pack.version_id, 'cash');
    const { id, version } = await sell(who, plan.version_id, 'cash');
    expect(await remindAt('2026-12-12T10:00:00')).toEqual([7]);
    const owner = await club().signIn({ is_admin: true, email: 'owner@example.com' });
    const extended = await club().put(
      `/api/admin/purchases/${id}/extend`,
      { version, days: 10, reason: 'Rain' },
      owner.headers,
    );
    expect(extended.status).toBe(200);
    expect(await remindAt('2026-12-22T10:00:00')).toEqual([7, 7]);
  });

  test('a server that was off on the seventh day says how many are left', async () => {
    const plan = await addPlan('Gold', GOLD);
    await sell(await member(), plan.version_id, 'cash');
    expect(await remindAt('2026-12-14T10:00:00')).toEqual([5]);
    expect(await remindAt('2026-12-19T10:00:00')).toEqual([5, 0]);
  });
});

describe('a place in an event', () => {
  const addClass = async (dates = ['2026-11-25'], most = 4) => {
    const { status, json } = await post('/api/admin/events', {
      kind: 'class',
      title: 'Class',
      text: '',
      least: 1,
      most,
      price: 3000,
      publish: true,
      sessions: dates.map((date) => ({ date, start_time: '18:00', duration: 60, court_ids: [1] })),
    });
    expect([status, json.error]).toEqual([201, undefined]);
    return json.data.event as { id: number; version: number; sessions: { id: number }[] };
  };
  const join = async (event: { id: number }, body: object, headers = {}) =>
    club().post(
      `/api/events/${event.id}/places`,
      { name: 'Bilal Ahmed', email: 'member@example.com', price: 3000, ...body },
      headers,
    );
  const eventMember = async () => {
    const plan = await addPlan('Gold', { ...GOLD, events_percent: 50 });
    const who = await member();
    return { who, plan, purchase: await sell(who, plan.version_id, 'cash') };
  };
  const linesFor = async (payerId: number) =>
    (await get(`/api/admin/payers/${payerId}`)).item.lines.map(
      ({ label, amount }: { label: string; amount: number }) => [label, amount],
    );

  test('costs its holder less, in a line with the plan’s name, and a friend or a stranger the full price', async () => {
    const { who, plan } = await eventMember();
    const event = await addClass();
    const joined = await join(event, { own_price: 1500, friend: { name: 'Sana Malik' } }, who.headers);
    expect([joined.status, joined.json.error]).toEqual([201, undefined]);
    const [own, friend] = joined.json.places;
    expect([own.charge, friend.charge]).toEqual([1500, 3000]);
    expect(await linesFor(own.id)).toEqual([
      ['Class', 3000],
      ['Gold', -1500],
    ]);
    expect(await linesFor(friend.id)).toEqual([['Class', 3000]]);
    const typed = await join(event, {});
    expect(typed.json.places[0].charge).toBe(3000);
    const figures = (await get('/api/admin/plan-figures?startDate=2026-11-25&endDate=2026-11-25')).plans;
    expect(figures).toMatchObject([{ plan_id: plan.id, given: 1500 }]);
    await club().post(`/api/payers/${own.id}/leave`, {}, admin().headers);
    expect(await linesFor(own.id)).toEqual([['Class', 0]]);
    const after = (await get('/api/admin/plan-figures?startDate=2026-11-25&endDate=2026-11-25')).plans;
    expect(after).toMatchObject([{ given: 0 }]);
  });

  test('is refused at the price of a plan that has ended meanwhile', async () => {
    const { who, purchase } = await eventMember();
    const event = await addClass();
    const { gives_back } = (await plansOf(who)).purchases[0];
    await put(`/api/admin/purchases/${purchase.id}/end`, {
      version: purchase.version,
      amount_back: gives_back,
      reason: 'Moves away',
    });
    const refused = await join(event, { own_price: 1500 }, who.headers);
    expect([refused.status, refused.json.reason, refused.json.amount]).toEqual([409, 'price_changed', 3000]);
    expect(club().rows('SELECT id FROM payer WHERE event_id IS NOT NULL')).toEqual([]);
  });

  test('costs and saves its part where one of its dates is cancelled', async () => {
    const { who } = await eventMember();
    const event = await addClass(['2026-11-25', '2026-11-26', '2026-11-27']);
    const own = (await join(event, {}, who.headers)).json.places[0];
    const { version, sessions } = (await get(`/api/admin/events/${event.id}`)).event;
    const cancelled = await post(`/api/admin/events/${event.id}/cancel`, {
      session_id: sessions[0].id,
      reason: 'Rain',
      version,
    });
    expect([cancelled.status, cancelled.json.error]).toEqual([200, undefined]);
    expect(await linesFor(own.id)).toEqual([
      ['Class', 2000],
      ['Gold', -1000],
    ]);
  });

  test('that becomes free for a waiting holder has the plan’s price; the reception gives it too', async () => {
    const { who } = await eventMember();
    const event = await addClass(['2026-11-25'], 1);
    const other = (await join(event, { email: 'other@example.com' })).json.places[0];
    const waiting = (await join(event, { wait: true }, who.headers)).json.places[0];
    expect([waiting.state, waiting.charge]).toEqual(['waiting', 0]);
    await club().post(`/api/payers/${other.id}/leave`, {}, admin().headers);
    expect(await linesFor(waiting.id)).toEqual([
      ['Class', 3000],
      ['Gold', -1500],
    ]);
    const second = await addClass(['2026-11-26']);
    const added = await post(`/api/admin/events/${second.id}/places`, {
      name: 'Bilal Ahmed',
      email: 'member@example.com',
    });
    expect([added.status, added.json.error]).toEqual([201, undefined]);
    expect(
      club().rows('SELECT discount, discount_label FROM event_place ORDER BY payer_id DESC LIMIT 1'),
    ).toEqual([{ discount: 1500, discount_label: 'Gold' }]);
  });

  test('that the plan pays for is free, and nothing is to be paid at the club', async () => {
    const plan = await addPlan('Gold', { ...GOLD, events_percent: 100 });
    await sell(await member(), plan.version_id, 'cash');
    const event = await addClass();
    const typed = { name: 'Bilal Ahmed', email: 'member@example.com' };
    const { json } = await post(`/api/admin/events/${event.id}/places`, typed);
    expect(json.data.places).toMatchObject([{ state: 'joined', charge: 0, payment_method: null }]);
  });
});

test('the books show hours that a booking uses twice, not at all, or that were never sold', async () => {
  const plan = await addPlan('Gold', GOLD);
  const who = await member();
  await sell(who, plan.version_id, 'cash');
  await booked(who);
  const faultsAfter = (sql: string) => {
    club().db.run('SAVEPOINT planted');
    club().db.run(sql);
    const faults = listBookFaults(club().db).map(({ text }) => text);
    club().db.run('ROLLBACK TO planted; RELEASE planted');
    return faults;
  };
  const other = 'Bookings that use other hours of a plan than their price says: 1, such as booking #1.';
  expect(faultsAfter('DELETE FROM purchase_slot WHERE number = 1')).toEqual([other]);
  expect(faultsAfter('INSERT INTO purchase_slot VALUES (1, 0, 3, 1)')).toEqual([other]);
  expect(faultsAfter('UPDATE purchase_slot SET number = 5 WHERE number = 1')).toEqual([
    'Purchases of which more hours are used than were sold: 1, such as purchase 1.',
  ]);
});

test('a member downloads what they bought, and their plan counts for nobody once they are gone', async () => {
  const plan = await addPlan('Gold', GOLD);
  const who = await member();
  await sell(who, plan.version_id, 'cash');
  const { headers } = who;
  const zip = await club().app.handle(new Request('http://localhost/api/auth/data.zip', { headers }));
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const { purchases } = JSON.parse(strFromU8(files['data.json'] as Uint8Array));
  expect(purchases).toMatchObject([{ name: 'Gold', state: 'active', half_hours_used: 0 }]);
  const gone = await club().send('DELETE', '/api/auth/account', undefined, headers);
  expect([gone.status, gone.json?.error]).toEqual([200, undefined]);
  expect(club().rows('SELECT user_id, state FROM purchase')).toEqual([{ user_id: null, state: 'active' }]);
  expect((await get(`/api/admin/plans/${plan.id}/holders`)).holders).toMatchObject([{ name: null }]);
});

test('the figures of a plan: what it earned, gave and owes, and its use of quiet hours', async () => {
  const plan = await addPlan('Gold', GOLD);
  const silver = await addPlan('Silver', GOLD);
  const who = await member();
  const { id } = await sell(who, plan.version_id, 'cash');
  // An hour off-peak that the plan includes, then two at peak: one included, one at 80%.
  await booked(who, { start_time: '11:00' });
  await booked(who, { start_time: '19:00', duration: 120 });
  const gone = await booked(who, { court_id: 2, start_time: '21:00' });
  await put(`/api/admin/bookings/${gone.id}/status`, { status: 'cancelled', cancelled_by: 'club' });
  // Ended on its first day, of which the club keeps the price.
  const ended = await sell(await member('other@example.com'), silver.version_id, 'cash');
  const end = { version: ended.version, amount_back: 29_000, reason: 'Moves away' };
  expect((await put(`/api/admin/purchases/${ended.id}/end`, end)).status).toBe(200);
  const refund = { amount: 29_000, method: 'cash' };
  expect((await post(`/api/admin/payers/${ended.payer_id}/refunds`, refund)).status).toBe(201);
  const { plans } = await get('/api/admin/plan-figures?startDate=2026-11-20&endDate=2026-11-30');
  expect(plans).toEqual([
    {
      plan_id: plan.id,
      name: 'Gold',
      holders: 1,
      sold: 1,
      earned: 30_000,
      given: 4000 + 5000 + 1000,
      slots_played: 6,
      quiet_slots: 2,
      slots_owed: 0,
    },
    {
      plan_id: 2,
      name: 'Silver',
      holders: 0,
      sold: 1,
      earned: 1000,
      given: 0,
      slots_played: 0,
      quiet_slots: 0,
      slots_owed: 0,
    },
  ]);
  expect((await get(`/api/admin/plans/${plan.id}/holders`)).holders).toMatchObject([
    {
      purchase: { id, status: 'active', starts_on: '2026-11-20', ends_on: '2026-12-19', slots_left: 0 },
      user_id: who.id,
      name: 'Bilal Ahmed',
      email: 'member@example.com',
      slots_owed: 0,
    },
  ]);
  const { sold } = await get('/api/admin/insights?startDate=2026-11-20&endDate=2026-11-30');
  expect(sold).toEqual([
    { kind: 'plan', label: 'Gold', quantity: 1, amount: -1000 },
    { kind: 'plan', label: 'Gold: included hours', quantity: 2, amount: -9000 },
  ]);
});

test('the figures are those of 30 days up to today, or of the dates that the owner chooses', async () => {
  const plan = await addPlan('Gold', GOLD);
  const who = await member();
  const { id } = await sell(who, plan.version_id, 'cash');
  // Begins on December 20.
  await sell(who, plan.version_id, 'cash');
  const racket = await post('/api/admin/add-ons', { name: 'Racket', price: 500, unit: 'booking' });
  // Its number is the purchase's.
  expect(racket.json.data.add_on.id).toBe(id);
  await booked(who, { add_ons: [{ id, quantity: 1 }] });
  const read = async (query = '') => {
    const { plans } = await get(`/api/admin/plan-figures${query}`);
    return [plans[0].sold, plans[0].given];
  };
  club().clock.now = Date.parse('2026-12-19T18:00:00+05:00');
  expect(await read()).toEqual([1, 5000]);
  expect(await read('?startDate=2026-12-20')).toEqual([1, 0]);
  expect(await read('?startDate=2026-12-21')).toEqual([0, 0]);
  expect(await read('?startDate=2026-11-21')).toEqual([0, 5000]);
  expect(await read('?endDate=2026-11-20')).toEqual([1, 0]);
  expect(await read('?endDate=2026-12-20')).toEqual([1, 5000]);
  expect(await read('?endDate=2026-12-21')).toEqual([1, 0]);
  club().clock.now += DAY;
  expect(await read()).toEqual([1, 5000]);
  // The second one goes on, then it is over.
  for (const [days, held] of [
    [0, 1],
    [31, 0],
  ] as const) {
    club().clock.now += days * DAY;
    const { headers } = await club().signIn({ is_admin: true, email: `${held}@example.com` });
    const { json } = await club().get(`/api/admin/plans/${plan.id}/holders`, headers);
    expect(json.data.holders).toHaveLength(held);
  }
});

test('a club without plans has none on its member’s list', async () => {
  expect(await plansOf(await member())).toEqual({ plans: [], purchases: [], held: [] });
});
