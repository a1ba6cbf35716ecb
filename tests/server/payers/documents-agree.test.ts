/** Random bookings of several payers, places and purchases: every document and list says the same sums. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Papa from 'papaparse';
import { readSecret } from '../../../src/db/stored-secret.ts';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { bookingLead, bookingTitle, isUnderReview } from '../../../src/domain/booking-heading.ts';
import { chargeLines } from '../../../src/domain/booking-statement.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { itemHeading } from '../../../src/domain/item-heading.ts';
import { refundWays } from '../../../src/domain/money-ways.ts';
import { bookingDue, customerOf, dueOf, ownPart, shownPart } from '../../../src/domain/share.ts';
import { PayerKeys } from '../../../src/payers/payer-keys.ts';
import { SolePayerStore } from '../../../src/payers/sole-payer-store.ts';
import { PayerStore } from '../../../src/payers/store.ts';
import { Random } from '../../simulation/random.ts';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';
import { entryKeyHeader, offerKeyHeader } from '../../support/waitlist-links.ts';

const METHODS = ['cash', 'bank_transfer', 'card'];
/** Other seeds make other bookings. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const BOOKINGS = 5;
const EVENTS = 3;
const STEPS = 7;

let mailed: MailedClub;
beforeAll(async () => {
  mailed = await openMailedClub();
});
afterAll(() => mailed.close());

type Detail = ApiAnswer<'GET /api/admin/bookings/:id'>['data'];
type Booked = Awaited<ReturnType<MailedClub['book']>>;

const send = (method: string, path: string, body?: unknown) =>
  mailed.club.send(method, path, body, mailed.admin.headers);
const read = async (path: string) => (await send('GET', path)).json;
const detailOf = async ({ id }: { id: number }) => (await read(`/api/admin/bookings/${id}`)).data as Detail;
const total = (sums: readonly number[]) => sums.reduce((sum, one) => sum + one, 0);
const amounts = (rows: readonly { amount: number }[]) => total(rows.map(({ amount }) => amount));
const csvOf = async (name: string) => {
  const { text } = await send('GET', `/api/admin/${name}.csv`);
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true }).data;
};

/** The key of another payer's link. */
function keyOf(id: number) {
  const { db } = mailed.club;
  const url = new PayerKeys(readSecret(db, 'cookie'), '').payerUrl(new PayerStore(db).require(id));
  return { 'x-booking-key': url.split('.').at(-1) ?? '' };
}

/** What the reception, the host or the time may do next; what is refused changes nothing, and has to agree as well. */
async function step(random: Random, booked: Booked): Promise<void> {
  const { booking, payers, entries } = await detailOf(booked);
  const url = `/api/admin/bookings/${booked.id}`;
  const payer = random.pick(payers);
  const named = payer.position === 1 && random.chance(0.5) ? {} : { payer_id: payer.id };
  const sum = Math.max(1, Math.abs(payer.balance));
  const entry = {
    method: random.pick(METHODS),
    amount: random.pick([sum, Math.ceil(sum / 3), 1, sum + 300]),
  };
  const steps: (() => Promise<unknown>)[] = [
    () => send('POST', `${url}/payments`, { ...entry, ...named }),
    () => send('POST', `${url}/payments`, { ...entry, ...named }),
    () => send('POST', `${url}/refunds`, { ...entry, ...named }),
    async () => {
      const undone = random.maybe(entries);
      if (undone) await send('POST', `/api/admin/ledger/${undone.id}/reverse`, { reason: 'a slip' });
    },
    () => send('POST', `/api/payers/${payer.id}/leave`, { reason: 'The level does not fit.' }),
    () => send('PUT', `${url}/status`, { status: random.pick(['paid', 'cancelled']), method: 'cash' }),
    () =>
      send('PUT', `${url}/status`, {
        status: 'cancelled',
        cancelled_by: 'customer',
        keep: random.pick([0, 999]),
      }),
    () =>
      send('PUT', `${url}/slots`, { court_id: 1, date: booking.date, slots: ['08:00', '08:30'], version: 0 }),
    () => {
      const others = Array.from({ length: random.int(1, 3) }, () => ({ charge: random.int(1, 1600) }));
      return mailed.club.put(`${booked.path}/payers`, { payers: others }, booked.key);
    },
    () => mailed.club.post(`${booked.path}/open`, { places: random.int(1, 3) }, booked.key),
    async () => {
      const { json } = await mailed.club.get(booked.path, booked.key);
      const contact = { name: 'Omar Malik', email: `omar${random.int(1, 999_999)}@example.com` };
      if (json.match) await mailed.club.post(`/api/matches/${json.match.id}/players`, contact);
    },
  ];
  await random.pick(steps)();
}

/** The statement of the host and of each other payer: lines, payments and balance, and together the booking. */
async function checkStatements(booked: Booked, { booking, payers }: Detail): Promise<void> {
  const { json } = await mailed.club.get(`${booked.path}/statement`, booked.key);
  const own = shownPart(customerOf(payers), payers);
  expect(json.booking).toMatchObject({ charge: own.charge, received: own.received, balance: own.balance });
  expect(amounts(chargeLines(json.booking))).toBe(own.charge);
  expect(amounts(json.entries)).toBe(own.received);
  expect(json.booking.balance).toBe(json.booking.charge - json.booking.received);
  for (const { id, charge, received, balance, hold_until } of payers.slice(1)) {
    const page = (await mailed.club.get(`/api/payers/${id}`, keyOf(id))).json;
    expect(page.pay_by).toBe(hold_until ?? (booking.status === 'pending' ? booking.pay_by : null));
    if (page.instructions) expect(JSON.stringify(page.instructions)).toContain(formatPkr(balance));
    expect(page.payer).toMatchObject({ charge, received, balance });
    expect(amounts(page.entries)).toBe(received);
    expect(balance).toBe(charge - received);
  }
  expect(total(payers.map(({ charge }) => charge))).toBe(booking.charge);
  expect(total(payers.map(({ received }) => received))).toBe(booking.received);
  expect(booking.balance).toBe(booking.charge - booking.received);
}

/** The list, both files, To do and the balances. */
async function checkLists({ booking, payers, entries }: Detail): Promise<void> {
  const { id, charge, received, balance } = booking;
  const listed = (await read(`/api/admin/bookings?q=${id}`)).data.bookings as Detail['booking'][];
  const inList = listed.find((row) => row.id === id);
  expect(inList).toMatchObject({ charge, received, balance });
  if (!inList) throw new Error('the list has every booking');
  const owed = Math.max(0, dueOf(payers));
  expect(bookingDue(inList)).toBe(owed);

  const row = (await csvOf('bookings')).find(({ number }) => number === String(id));
  expect([row?.charge_pkr, row?.paid_pkr, row?.due_pkr]).toEqual(
    [charge, received, inList.due ?? balance].map(String),
  );
  const ways = METHODS.filter((way) => amounts(entries.filter(({ method }) => method === way)) > 0);
  const named = ways.length > 0 ? ways : [booking.payment_method];
  expect(row?.payment_method?.split(' + ').toSorted()).toEqual(named.toSorted());

  const ledger = (await csvOf('ledger')).filter((line) => line.booking === String(id));
  expect(total(ledger.map((line) => Number(line.in_pkr) - Number(line.out_pkr)))).toBe(received);

  const balances = (await read('/api/admin/balances')).data as ApiAnswer<'GET /api/admin/balances'>['data'];
  const collected = [...balances.to_collect, ...balances.overdue].find((one) => one.id === id);
  const due = booking.status === 'cancelled' ? 0 : owed;
  expect(collected?.due ?? 0).toBe(due);
  if (collected) expect(amounts(collected.owing)).toBeGreaterThanOrEqual(due);
  const back = balances.to_give_back.filter((one) => one.booking.id === id);
  const owedBack = payers.map((payer) => Math.max(0, -shownPart(payer, payers).balance));
  expect(amounts(back)).toBe(total(owedBack));
  for (const { payer, amount, ways } of back) {
    expect(amounts(ways)).toBe(amount);
    const came = entries.filter(({ payer_id }) => payer_id === payer.id);
    expect(refundWays(came, amount)).toEqual(ways);
  }
}

/** The customer's page, the account's row and the day's list: the same sums, and one deadline. */
async function checkPages(booked: Booked, { booking, payers }: Detail): Promise<void> {
  const { id, date, charge, received, balance, status, pay_by } = booking;
  const page = (await mailed.club.get(booked.path, booked.key)).json;
  expect(page.booking).toMatchObject({ id, charge, received, balance, status, pay_by });
  const heading = `${bookingTitle(page.booking, mailed.club.clock.now)}. ${bookingLead(ownPart(page.booking, payers), mailed.club.clock.now)}`;
  const own = shownPart(customerOf(payers), payers);
  if (status !== 'cancelled' && own.balance > 0) expect(heading).not.toContain('Everything is paid');
  if (status === 'pending' && pay_by && own.balance > 0 && !isUnderReview(booking) && received === 0)
    expect(heading).toContain(formatPayBy(pay_by, mailed.club.clock.now));
  const day = (await read(`/api/admin/day?date=${date}`)).data as ApiAnswer<'GET /api/admin/day'>['data'];
  const placed = day.courts.flatMap(({ bookings }) => bookings).find((one) => one.id === id);
  if (status === 'cancelled') expect(placed).toBeUndefined();
  else expect(placed).toMatchObject({ charge, received, balance, status, pay_by });
}

/** `Still to pay: PKR 1,250` of an email; null where it says none. */
const sumIn = (text: string, label: string): number | null => {
  const found = new RegExp(`${label}: PKR ([\\d,]+)`).exec(text);
  return found ? Number(found[1]?.replaceAll(',', '')) : null;
};

/** The email about the present state, sent again. */
async function checkEmail({ booking, payers }: Detail): Promise<void> {
  await mailed.takeEmails();
  await send('POST', `/api/admin/bookings/${booking.id}/resend`);
  const [email] = await mailed.takeEmails();
  if (!email || booking.status === 'cancelled') return;
  const own = shownPart(customerOf(payers), payers);
  const says = sumIn(email.text, 'Still to pay');
  if (says !== null) expect(says).toBe(Math.max(0, own.balance));
  const share = sumIn(email.text, 'Your share');
  if (share !== null) expect(share).toBe(own.charge);
  const payBy = /Pay by: (.*)/.exec(email.text);
  if (payBy && booking.status === 'pending') expect(payBy[1]).toBe(formatPayBy(booking.pay_by ?? ''));
  const received = sumIn(email.text, 'Received');
  if (received !== null) expect(received).toBe(own.received);
}

test('documents and lists of several payers say the same sums in random states', async () => {
  let checks = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + BOOKINGS; seed += 1) {
    const random = new Random(seed);
    const date = `2026-11-2${1 + (seed % 5)}`;
    const booked = await mailed.book({
      date,
      start_time: `${10 + (seed % 7)}:00`,
      email: `host${seed}@example.com`,
    });
    const others = Array.from({ length: random.int(1, 3) }, (_, index) => ({ name: `Friend ${index}` }));
    await mailed.club.put(`${booked.path}/payers`, { payers: others }, booked.key);
    for (let round = 0; round < STEPS; round += 1) {
      await step(random, booked);
      const detail = await detailOf(booked);
      await checkStatements(booked, detail);
      await checkLists(detail);
      await checkPages(booked, detail);
      if (round % 3 === 0) await checkEmail(detail);
      checks += 1;
    }
  }
  expect(checks).toBe(BOOKINGS * STEPS);
}, 120_000);

// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

const SESSION = { date: '2026-12-02', start_time: '18:00', duration: 60, court_ids: [1] };
const EVENT = {
  kind: 'class',
  title: 'Beginners’ class',
  text: '',
  least: 1,
  most: 2,
  price: 3000,
  sessions: [SESSION],
  publish: true,
};
const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const PACK = {
  price: 8000,
  months: null,
  days: 60,
  hours: 2,
  hours_for: ANYWHERE,
  discounts: [],
  days_ahead: null,
  cancel_hours: null,
  add_ons: [],
  events_percent: null,
  with_codes: false,
};

/** The key of the link of a place or purchase. */
function itemKeyOf(id: number) {
  const { db } = mailed.club;
  const url = new PayerKeys(readSecret(db, 'cookie'), '').payerUrl(new SolePayerStore(db).require(id));
  return { 'x-booking-key': url.split('.').at(-1) ?? '' };
}

async function itemStep(random: Random, id: number, eventId: number): Promise<void> {
  const { data } = await read(`/api/admin/payers/${id}`);
  const url = `/api/admin/payers/${id}`;
  const sum = Math.max(1, Math.abs(data.balance));
  const entry = {
    method: random.pick(METHODS),
    amount: random.pick([sum, sum, Math.ceil(sum / 3), sum + 300]),
  };
  const { club } = mailed;
  const steps: (() => Promise<unknown>)[] = [
    () => send('POST', `${url}/payments`, entry),
    () => send('POST', `${url}/payments`, entry),
    () => send('POST', `${url}/refunds`, entry),
    async () => {
      const undone = random.maybe(data.entries as { id: number }[]);
      if (undone) await send('POST', `/api/admin/ledger/${undone.id}/reverse`, { reason: 'a slip' });
    },
    () =>
      club.post(
        `/api/payers/${id}/pay`,
        { method: random.pick(METHODS), amount: data.balance },
        itemKeyOf(id),
      ),
    () => club.post(`/api/payers/${id}/leave`, {}, itemKeyOf(id)),
    () => send('POST', `/api/payers/${id}/leave`, { reason: 'No level fits.' }),
    async () => {
      club.clock.now += random.pick([5, 20, 90]) * 60_000;
      await club.schedule.runNow('release what is due');
    },
    () => {
      const name = `Omar ${random.pick(['Malik', 'Shah', 'Butt'])}`;
      const body = { name, email: `omar${random.int(1, 999_999)}@example.com`, wait: random.chance(0.5) };
      return club.post(`/api/events/${eventId}/places`, body);
    },
  ];
  await random.pick(steps)();
}

/** The page, the reception's sheet, To do and the event's list of one place or purchase. */
async function checkItem(id: number, eventId: number): Promise<void> {
  const admin = (await read(`/api/admin/payers/${id}`))
    .data as ApiAnswer<'GET /api/admin/payers/:id'>['data'];
  const { state, charge, received, balance, hold_until, entries, receipt_waits } = admin;
  const same = { id, state, charge, received, balance, hold_until };
  expect(balance).toBe(charge - received);
  expect(amounts(entries)).toBe(received);
  const page: Json = (await mailed.club.get(`/api/payers/${id}`, itemKeyOf(id))).json;
  expect(page.payer).toMatchObject({ ...same, receipt_received: receipt_waits });
  expect(amounts(page.entries)).toBe(received);
  expect(page.pay_by).toBe(hold_until);
  if (page.instructions) expect(JSON.stringify(page.instructions)).toContain(formatPkr(balance));
  const open = (await read('/api/admin/payers/open')).data as (typeof admin)[];
  const listed = open.find((one) => one.id === id);
  expect(listed?.balance ?? 0).toBe(balance);
  if (admin.item.kind === 'event') {
    const places = (await read(`/api/admin/events/${eventId}`)).data.places as Json[];
    expect(places.find(({ payer_id }) => payer_id === id)).toMatchObject({
      state,
      charge,
      received,
      balance,
      hold_until,
    });
  }

  const { now } = mailed.club.clock;
  const says = itemHeading(page, now);
  const owes = state === 'joined' && balance > 0 && hold_until !== null;
  if (admin.item.cancelled) return;
  if (state === 'left') expect(says).toContain('no longer');
  if (state === 'waiting')
    expect([says, charge, hold_until]).toEqual(['You’re on the waiting list', 0, null]);
  if (owes && Date.parse(hold_until) > now) expect(says).toContain(formatPayBy(hold_until, now));
  if (state === 'joined' && hold_until === null) expect(says).toMatch(/^(You have a place|It’s yours)$/);
}

/** What the emails of a step say of sums and deadlines is true now. */
async function checkItemEmails(ids: readonly number[]): Promise<void> {
  const emails = await mailed.takeEmails();
  for (const id of ids) {
    const { data } = await read(`/api/admin/payers/${id}`);
    const { email, charge, received, balance, hold_until, state } = data;
    for (const { text } of emails.filter(({ to }) => to === email)) {
      const flat = text.replaceAll(/\s+/g, ' ');
      for (const [label, sum] of [
        ['Still to pay', Math.max(0, balance)],
        ['Price', charge],
        ['We refund', Math.max(0, -balance)],
      ] as const) {
        const named = sumIn(flat, label);
        if (named !== null) expect([label, named]).toEqual([label, sum]);
      }
      const deadlines = flat.matchAll(/(?:until|pay by) (\w{3}, \w{3} \d+, [\d:]+ [AP]M)/g);
      for (const [, until] of state === 'joined' ? deadlines : [])
        expect(until).toBe(formatPayBy(hold_until));
      if (received >= charge && charge > 0) expect(flat).not.toMatch(/Please pay|please pay/);
    }
  }
}

test('pages, lists and emails of places and purchases say the same sums and deadlines in random states', async () => {
  const plan = await send('POST', '/api/admin/plans', { kind: 'package', name: 'Two hours', terms: PACK });
  const { version_id } = plan.json.data.plan;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EVENTS; seed += 1) {
    const random = new Random(seed);
    const session = { ...SESSION, start_time: `${10 + (seed % 10)}:00`, court_ids: [1 + (seed % 2)] };
    const event = await send('POST', '/api/admin/events', { ...EVENT, sessions: [session] });
    const eventId = event.json.data.event.id as number;
    const ids: number[] = [];
    for (const name of ['Ayesha', 'Bilal', 'Sana']) {
      const body = {
        name: `${name} Khan`,
        email: `${name.toLowerCase()}${seed}@example.com`,
        wait: name === 'Sana',
      };
      const from = { 'x-forwarded-for': `203.0.${seed % 200}.${ids.length + 1}` };
      const joined = await mailed.club.post(`/api/events/${eventId}/places`, body, from);
      ids.push(...joined.json.places.map(({ id }: { id: number }) => id));
    }
    const buyer = { name: 'Hina Riaz', phone: '0300 7654321', email: `hina${seed}@example.com` };
    const sold = await send('POST', '/api/admin/purchases', { ...buyer, version_id });
    ids.push(sold.json.data.purchase.payer_id);
    expect(ids).toHaveLength(4);
    await checkItemEmails(ids);
    for (let round = 0; round < STEPS; round += 1) {
      await itemStep(random, random.pick(ids), eventId);
      for (const id of ids) await checkItem(id, eventId);
      await checkItemEmails(ids);
    }
  }
}, 180_000);

test('the page of the waiting list, the wizard and the email name one deadline of an offer', async () => {
  const { club } = mailed;
  const date = '2026-12-15';
  const one = await mailed.book({ date, start_time: '19:00', court_id: 1, email: 'a@example.com' });
  await mailed.book({ date, start_time: '19:00', court_id: 2, email: 'b@example.com' });
  const wanted = { date, from: '19:00', until: '20:00', duration: 60, court_id: null };
  const contact = { name: 'Sana Malik', email: 'sana@example.com' };
  const { entry } = (await club.post('/api/waitlist', { ...wanted, ...contact })).json;
  await club.post(`/api/waitlist/${entry.id}/confirm`, {}, entryKeyHeader(club, entry.id));
  await mailed.takeEmails();
  await club.post(`${one.path}/cancel`, {}, one.key);
  await club.schedule.runNow('release what is due');
  const page = (await club.get(`/api/waitlist/${entry.id}`, entryKeyHeader(club, entry.id))).json;
  const { id } = club.rows<{ id: number }>('SELECT max(id) AS id FROM offer')[0] ?? { id: 0 };
  const { offer } = (await club.get(`/api/offers/${id}`, offerKeyHeader(club, id))).json;
  expect(page.offer.expires_at).toBe(offer.expires_at);
  const emails = await mailed.takeEmails();
  const [told] = emails.filter(({ to }) => to === contact.email);
  expect(told?.text.replaceAll(/\s+/g, ' ')).toContain(formatPayBy(offer.expires_at, club.clock.now));
});
