/** A bank line that is used again, by two people at once, or beside another account's: which one it is, and which it is not. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { COLUMNS, csvOf, dropStatement } from '../../support/drop-statement.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const DAY_MS = 86_400_000;
const OTHER_IBAN = 'GB33BUKB20201555555555';
const DAY = '2026-11-20';

let club: TestClub;
let owner: { headers: { cookie: string } };
let staff: { headers: { cookie: string } };
async function openClub(options: { bank?: false } = {}) {
  club = await createTestClub(options);
  owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  staff = await club.signIn({ email: 'desk@example.com', is_admin: true, role: 'staff' });
}
beforeEach(() => openClub());
afterEach(() => {
  const faults = listBookFaults(club.db);
  club.close();
  expect(faults).toEqual([]);
});

interface Line {
  id: number;
  state: string;
  text: string;
  matches: { entry_id: number; booking_id: number }[];
  proposals: { entry_id: number | null; name: string; parts: { booking_id: number; amount: number }[] }[];
}

const drop = async (rows: (string | number)[][], over: object = {}, headers = owner.headers) =>
  (await dropStatement(club, headers, csvOf(rows), { ...COLUMNS, ...over })).json.data;
const post = (path: string, body: object = {}, headers = owner.headers) =>
  club.post(`/api/admin${path}`, body, headers);
const lines = async (state = ''): Promise<Line[]> =>
  (await club.get(`/api/admin/bank-lines${state && `?state=${state}`}`, owner.headers)).json.data.lines;
const book = async (over: Record<string, unknown> = {}) =>
  (await club.post('/api/book', bookingBody(over))).json.booking as { id: number; computed_amount: number };
const use = (line: number, body: object, headers = owner.headers) =>
  post(`/bank-lines/${line}/match`, body, headers);
const free = (line: number) => club.delete(`/api/admin/bank-lines/${line}/match`, owner.headers);
const matchSure = async () => (await post('/bank-lines/match-sure')).json.data.matched;
const transfer = async (id: number, amount: number) =>
  (await post(`/bookings/${id}/payments`, { amount, method: 'bank_transfer' })).json.data.entry.id as number;
const undo = (entry: number) => post(`/ledger/${entry}/reverse`, { reason: 'a slip' });
const amounts = (id: number) =>
  club
    .rows<{ amount: number }>(`SELECT amount FROM ledger_entry WHERE booking_id = ${id} ORDER BY id`)
    .map(({ amount }) => amount);
const said = ({ status, json }: { status: number; json: { error?: string } }) => [status, json.error];
const USED = [409, 'This line is already in use. Please reload the list.'];
const HAS_LINE = [409, 'This entry already has its line, or isn’t a transfer. Please reload the list.'];

describe('a line in the second round', () => {
  test('pays, is undone, pays again and is freed: only what stands is undone', async () => {
    const { id, computed_amount: price } = await book();
    await drop([[DAY, price, `booking ${id}`]]);
    expect(await matchSure()).toBe(1);
    const [entry] = club.rows<{ id: number }>('SELECT max(id) AS id FROM ledger_entry');
    expect((await undo(entry?.id ?? 0)).status).toBe(201);
    expect((await use(1, { parts: [{ booking_id: id, amount: price }] })).status).toBe(201);
    expect(await lines('matched')).toMatchObject([{ id: 1, matches: [{ booking_id: id }] }]);
    expect((await free(1)).json.data.line).toMatchObject({ state: 'sure', matches: [] });
    expect(amounts(id)).toEqual([price, -price, price, -price]);
    expect(said(await free(1))).toEqual([409, 'This line isn’t in use. Please reload the list.']);
    expect([await matchSure(), await matchSure(), amounts(id).length]).toEqual([1, 0, 5]);
  });

  test('confirms, is freed and confirms again: the entry stays, and no other line loses its own', async () => {
    const first = await book();
    const second = await book({ start_time: '20:00' });
    const entries = [
      await transfer(first.id, first.computed_amount),
      await transfer(second.id, second.computed_amount),
    ];
    await drop([first, second].map(({ id, computed_amount }) => [DAY, computed_amount, `booking ${id}`]));
    expect(await matchSure()).toBe(2);
    for (let round = 1; round <= 2; round += 1) {
      expect((await free(1)).json.data.line).toMatchObject({ state: 'sure', matches: [] });
      expect((await lines('matched')).map(({ id }) => id)).toEqual([2]);
      expect(await matchSure()).toBe(1);
      expect((await lines('matched')).map(({ matches }) => matches[0]?.entry_id).sort()).toEqual(entries);
    }
    expect([amounts(first.id), amounts(second.id)]).toEqual([
      [first.computed_amount],
      [second.computed_amount],
    ]);
  });

  test('pays in two parts, of which one is undone: its sum is free again, the other stays', async () => {
    const first = await book();
    const second = await book({ start_time: '20:00' });
    const sum = first.computed_amount + second.computed_amount;
    await drop([[DAY, sum, 'two bookings']]);
    const parts = [first, second].map(({ id, computed_amount }) => ({
      booking_id: id,
      amount: computed_amount,
    }));
    expect((await use(1, { parts })).status).toBe(201);
    const [matched] = await lines('matched');
    await undo(matched?.matches[0]?.entry_id ?? 0);
    const [open] = await lines();
    expect(open?.matches).toMatchObject([{ booking_id: second.id }]);
    expect((await use(1, { parts })).status).toBe(422);
    expect((await use(1, { parts: parts.slice(0, 1) })).status).toBe(201);
    await free(1);
    expect([amounts(first.id).length, amounts(second.id).length]).toEqual([4, 2]);
    expect(club.findBooking(second.id)?.received).toBe(0);
  });

  test('whose money was given back is freed only once that is undone', async () => {
    const first = await book();
    const second = await book({ start_time: '20:00' });
    const parts = [first, second].map(({ id, computed_amount: amount }) => ({ booking_id: id, amount }));
    await drop([[DAY, first.computed_amount + second.computed_amount, 'AYESHA KHAN']]);
    await use(1, { parts });
    const status = { status: 'cancelled', cancelled_by: 'club' };
    await club.put(`/api/admin/bookings/${second.id}/status`, status, owner.headers);
    const back = { method: 'bank_transfer', amount: second.computed_amount };
    const { entry } = (await post(`/bookings/${second.id}/refunds`, back)).json.data;
    expect(said(await free(1))).toEqual([
      409,
      'This money has already been refunded. Undo the refund first.',
    ]);
    // Nothing of it was done.
    expect([amounts(first.id).length, (await lines('matched')).length]).toEqual([1, 1]);
    await undo(entry.id);
    expect((await free(1)).status).toBe(200);
    expect([club.findBooking(first.id)?.received, club.findBooking(second.id)?.received]).toEqual([0, 0]);
  });

  test('is ignored, used after all, freed and ignored again', async () => {
    const { id, computed_amount: price } = await book();
    await drop([[DAY, price, `booking ${id}`]]);
    const ignore = () => post('/bank-lines/1/ignore', { reason: 'Rent' });
    for (let round = 1; round <= 2; round += 1) {
      expect((await ignore()).json.data.line.state).toBe('ignored');
      expect([said(await ignore()), await matchSure()]).toEqual([USED, 0]);
      expect((await free(1)).json.data.line.state).toBe('sure');
      expect(await matchSure()).toBe(1);
      expect(said(await ignore())).toEqual(USED);
      await free(1);
    }
    expect(club.findBooking(id)?.received).toBe(0);
  });
});

describe('another person meanwhile', () => {
  test('two lines for one entry: the second press is refused, even at the same moment, and its line stays open', async () => {
    const { id, computed_amount: price } = await book();
    const entry_id = await transfer(id, price);
    await drop([
      [DAY, price, 'AYESHA KHAN'],
      [DAY, price, 'AYESHA KHAN'],
    ]);
    expect((await lines()).map(({ proposals }) => proposals[0]?.entry_id)).toEqual([entry_id, entry_id]);
    const both = await Promise.all([use(1, { entry_id }), use(2, { entry_id }, staff.headers)]);
    expect(both.map(said).sort()).toEqual([[201, undefined], HAS_LINE].sort());
    const [open] = await lines();
    expect(open?.proposals).toEqual([]);
    expect(said(await use(open?.id ?? 0, { entry_id }))).toEqual(HAS_LINE);
    // Freed, the other line may confirm it.
    await free(3 - (open?.id ?? 0));
    expect((await use(open?.id ?? 0, { entry_id })).status).toBe(201);
  });

  test('one line for two bookings: the second press is refused and pays nothing', async () => {
    const first = await book();
    const second = await book({ start_time: '20:00' });
    await drop([[DAY, first.computed_amount, 'AYESHA KHAN']]);
    const press = ({ id, computed_amount }: typeof first, headers = owner.headers) =>
      use(1, { parts: [{ booking_id: id, amount: computed_amount }] }, headers);
    const both = await Promise.all([press(first), press(second, staff.headers)]);
    expect(both.map(said).sort()).toEqual([[201, undefined], USED].sort());
    expect(amounts(first.id).length + amounts(second.id).length).toBe(1);
    expect(said(await use(1, { entry_id: 1 }))).toEqual(USED);
  });

  test('an entry that was undone or is no transfer takes no line', async () => {
    const { id, computed_amount: price } = await book();
    const undone = await transfer(id, price);
    await undo(undone);
    const { entry: cash } = (await post(`/bookings/${id}/payments`, { amount: price, method: 'cash' })).json
      .data;
    await drop([[DAY, price, 'AYESHA KHAN']]);
    const [line] = await lines();
    expect(line?.proposals).toEqual([]);
    const correction = undone + 1;
    for (const entry_id of [undone, correction, cash.id])
      expect(said(await use(1, { entry_id }))).toEqual(HAS_LINE);
    expect((await use(1, { entry_id: 999 })).status).toBe(404);
  });

  test.each<[string, (id: number, price: number) => Promise<unknown>, number[]]>([
    ['takes cash for it', (id, amount) => post(`/bookings/${id}/payments`, { amount, method: 'cash' }), [1]],
    ['takes a part of it', (id) => post(`/bookings/${id}/payments`, { amount: 100, method: 'cash' }), [1]],
    [
      'cancels it',
      (id) =>
        club.put(
          `/api/admin/bookings/${id}/status`,
          { status: 'cancelled', cancelled_by: 'club' },
          owner.headers,
        ),
      [0],
    ],
    ['ignores its line', () => post('/bank-lines/1/ignore', { reason: 'Rent' }), [0]],
    ['uses a part of its line', (id) => use(1, { parts: [{ booking_id: id, amount: 100 }] }), [1]],
    ['uses its line for another one', () => use(1, { parts: [{ booking_id: 4, amount: 100 }] }), [0]],
  ])(
    'the press for sure lines leaves out a booking when somebody %s, and pays the others',
    async (_, act, entries) => {
      const first = await book();
      const others = [await book({ start_time: '20:00' }), await book({ start_time: '22:00' })];
      await book({ start_time: '08:00' });
      await drop(
        [first, ...others].map(({ id, computed_amount }) => [DAY, computed_amount, `booking ${id}`]),
      );
      expect((await lines('sure')).length).toBe(3);
      const [{ status, json }, acted] = await Promise.all([
        post('/bank-lines/match-sure'),
        act(first.id, first.computed_amount),
      ]);
      expect([(acted as { status: number }).status < 300, status, json.data]).toEqual([
        true,
        201,
        { matched: 2 },
      ]);
      expect([amounts(first.id).length]).toEqual(entries);
      for (const { id } of others) expect(club.findBooking(id)?.status).toBe('paid');
    },
  );

  test('staff press for a line of their own file whose share is owed no more, beside others: all are used', async () => {
    const made = (await club.post('/api/book', bookingBody())).json;
    const gone = made.booking as { id: number; computed_amount: number };
    const other = await book({ start_time: '20:00' });
    const { json } = await club.put(
      `/api/booking/${gone.id}/payers`,
      { payers: [{ name: 'Bilal' }] },
      keyHeader(made),
    );
    const [, share] = json.payers;
    const keyOf = (url: string) => ({ 'x-booking-key': url.split('.').at(-1) as string });
    const way = { method: 'bank_transfer', amount: share.charge, email: 'bilal@example.com' };
    const joined = (await club.post(`/api/payers/${share.id}/pay`, way, keyOf(share.join_url))).json;
    const receipt = new Request(`http://localhost/api/payers/${share.id}/receipt`, {
      method: 'POST',
      body: createReceiptForm(createPng(108, 108)),
      headers: keyOf(joined.join_url),
    });
    expect((await club.app.handle(receipt)).status).toBe(200);
    const cancelled = { status: 'cancelled', cancelled_by: 'club' };
    await club.put(`/api/admin/bookings/${gone.id}/status`, cancelled, owner.headers);
    await drop(
      [
        [DAY, share.charge, `booking ${gone.id} share ${share.id}`],
        [DAY, other.computed_amount, `booking ${other.id}`],
      ],
      {},
      staff.headers,
    );
    expect((await lines('sure')).length).toBe(2);
    const pressed = await post('/bank-lines/match-sure', {}, staff.headers);
    expect([pressed.status, pressed.json.error, pressed.json.data]).toEqual([201, undefined, { matched: 2 }]);
    expect(club.findBooking(gone.id)).toMatchObject({ charge: 0, received: share.charge });
    const more = { method: 'bank_transfer', amount: 1, payer_id: share.id };
    expect((await post(`/bookings/${gone.id}/payments`, more, staff.headers)).status).toBe(403);
  });

  test('two presses for sure lines use each once', async () => {
    const bookings = [await book(), await book({ start_time: '20:00' })];
    await drop(bookings.map(({ id, computed_amount }) => [DAY, computed_amount, `booking ${id}`]));
    const [one, two] = await Promise.all([matchSure(), matchSure()]);
    expect(one + two).toBe(2);
    for (const { id } of bookings) expect(amounts(id).length).toBe(1);
  });
});

describe('another account', () => {
  const changeAccount = async (iban: string) => {
    // A new session has proved its person.
    const { headers } = await club.signIn({ email: `${crypto.randomUUID()}@example.com`, is_admin: true });
    const bank = { iban, bank_name: 'A bank', account_title: 'Padel Club' };
    const changes = Object.fromEntries(Object.entries(bank).map(([key, value]) => [`bank.${key}`, value]));
    const { status, json } = await club.put('/api/admin/settings', { changes }, headers);
    expect([status, json.error]).toEqual([200, undefined]);
  };
  beforeEach(async () => {
    club.close();
    await openClub({ bank: false });
    await changeAccount(COLUMNS.iban);
  });
  const OTHER = { iban: OTHER_IBAN };
  const missing = async () =>
    (await club.get('/api/admin/missing-transfers', owner.headers)).json.data.transfers.map(
      ({ booking_id }: { booking_id: number }) => booking_id,
    );
  const other = (...days: string[]) => days.map((day) => [day, 10, 'other']);

  test('has lines of its own, and takes back none of the earlier one', async () => {
    const { id, computed_amount: price } = await book();
    const row = [DAY, price, `IBFT booking ${id}`];
    expect((await drop([row])).new).toBe(1);
    await changeAccount(OTHER_IBAN);
    const debit = { ...OTHER, debit: 3, credit: 1 };
    const csv = `Date,Credit,Details,Debit\n${row.join(',')},\n`;
    const read = async (text: string) =>
      (await dropStatement(club, owner.headers, text, { ...COLUMNS, ...debit })).json.data;
    // Of one sum on one day each bank tells its own.
    expect(await read(csv)).toMatchObject({ lines: 1, new: 1 });
    expect((await lines()).length).toBe(2);
    const { taken_back } = await read(`${csv}${DAY},,REVERSAL booking ${id},${price}\n`);
    expect(taken_back.length).toBe(1);
    expect(club.rows('SELECT id FROM bank_line WHERE ignored IS NOT NULL')).toEqual([{ id: 2 }]);
    const again = await read(`${csv}${DAY},,REVERSAL booking ${id} again,${price}\n`);
    expect([again.taken_back, await matchSure()]).toEqual([[], 1]);
  });

  test('reports no transfer as missing for days that only the earlier one covers', async () => {
    const { id, computed_amount: price } = await book();
    await transfer(id, price);
    club.clock.now += 4 * DAY_MS;
    await drop(other(DAY, '2026-11-24'));
    expect(await missing()).toEqual([id]);
    await changeAccount(OTHER_IBAN);
    expect(await missing()).toEqual([]);
    await drop(other('2026-11-23', '2026-11-24'), OTHER);
    expect(await missing()).toEqual([]);
    await drop(other(DAY), OTHER);
    expect(await missing()).toEqual([id]);
  });

  test('proves nothing of a line that staff dropped for the earlier one', async () => {
    const { id, computed_amount: price } = await book();
    await drop([[DAY, price, `booking ${id}`]], {}, staff.headers);
    expect((await use(1, { parts: [{ booking_id: id, amount: price }] }, staff.headers)).status).toBe(201);
    club.clock.now += 4 * DAY_MS;
    await changeAccount(OTHER_IBAN);
    await drop(other(DAY, '2026-11-24'), OTHER);
    // The owner's statements of the account that the line is of have not told of its day.
    expect(await missing()).toEqual([]);
    // Nor does the next statement of another account close the gap between two of its own.
    await changeAccount(COLUMNS.iban);
    await drop(other(DAY));
    expect(await missing()).toEqual([]);
    await drop(other('2026-11-22', '2026-11-24'));
    expect(await missing()).toEqual([id]);
  });
});

describe('who is one customer', () => {
  const PHONE = bookingBody().phone;
  const both = async (over: object, headers: Record<string, string> = {}) => {
    const bookings = [];
    for (const one of [{ start_time: '10:00' }, { start_time: '20:00', ...over }])
      bookings.push((await club.post('/api/book', bookingBody(one), headers)).json.booking);
    const sum = bookings.reduce((total, { computed_amount }) => total + computed_amount, 0);
    await drop([[DAY, sum, 'IBFT AYESHA KHAN']]);
    const [line] = await lines();
    return (line?.proposals ?? []).map(({ parts }) => parts.length);
  };

  test.each([
    ['the same email and phone are', {}, [2]],
    ['another phone is not', { phone: '0300 9999999' }, []],
    ['another email is not', { email: 'ayesha.khan@example.com', phone: PHONE }, []],
    ['another case of the email is', { email: 'Ayesha@Example.com', phone: PHONE }, [2]],
  ])('%s: one line pays two bookings of one person only', async (_, over, expected) => {
    expect(await both(over)).toEqual(expected);
  });

  test('a member is, whatever contact the booking has', async () => {
    const member = await club.signIn({ email: 'ayesha@example.com' });
    expect(await both({ phone: '0300 9999999' }, member.headers)).toEqual([2]);
  });
});

test.each([
  [1, ['2026-11-22', '2026-11-23'], '2026-11-25'],
  [2, ['2026-11-23', '2026-11-24'], '2026-11-25'],
])(
  'a transfer is missing after %d whole banking days, not before, and an alarm after three',
  async (days, [before, after], alarmed) => {
    const { id, computed_amount: price } = await book({ date: '2026-12-01' });
    const changes = { 'bank.statement_days': days };
    expect((await club.put('/api/admin/settings', { changes }, owner.headers)).status).toBe(200);
    // The 20th is a Friday.
    await transfer(id, price);
    club.clock.now += 6 * DAY_MS;
    const found = async () =>
      (await club.get('/api/admin/missing-transfers', owner.headers)).json.data.transfers.length;
    const alarms = async () =>
      (await club.get('/api/admin/inbox', owner.headers)).json.data.alarms.filter(
        ({ kind }: { kind: string }) => kind === 'bank',
      ).length;
    await drop([
      [DAY, 10, 'other'],
      [before as string, 10, 'other'],
    ]);
    expect([await found(), await alarms()]).toEqual([0, 0]);
    await drop([[after as string, 10, 'other']]);
    expect([await found(), await alarms()]).toEqual([1, 0]);
    await drop([['2026-11-24', 10, 'other']]);
    expect([await found(), await alarms()]).toEqual([1, 0]);
    await drop([[alarmed, 10, 'other']]);
    expect([await found(), await alarms()]).toEqual([1, 1]);
  },
);

test('what is not open and not missing is in no list', async () => {
  const times = ['08:00', '10:00', '12:00', '14:00', '16:00', '18:00'];
  const bookings: { id: number; computed_amount: number }[] = [];
  for (const start_time of times) bookings.push(await book({ start_time, date: '2026-12-01' }));
  const [open, paidInCash, cancelled, undone, shown, entered] = bookings as [
    ...[(typeof bookings)[0], (typeof bookings)[0], (typeof bookings)[0], (typeof bookings)[0]],
    ...[(typeof bookings)[0], (typeof bookings)[0]],
  ];
  const idOf = ({ id }: { id: number }) => id;
  await post(`/bookings/${paidInCash.id}/payments`, { amount: paidInCash.computed_amount, method: 'cash' });
  const status = { status: 'cancelled', cancelled_by: 'club' };
  await club.put(`/api/admin/bookings/${cancelled.id}/status`, status, owner.headers);
  await undo(await transfer(undone.id, undone.computed_amount));
  await drop([[DAY, shown.computed_amount, `booking ${shown.id}`]]);
  expect(await matchSure()).toBe(1);
  await transfer(entered.id, entered.computed_amount);
  club.clock.now += 4 * DAY_MS;
  await drop([
    [DAY, open.computed_amount, 'AYESHA KHAN'],
    ['2026-11-24', 10, 'other'],
  ]);
  const [line] = (await lines()).filter(({ text }) => text === 'AYESHA KHAN');
  const proposed = new Set(
    (line?.proposals ?? []).flatMap(({ parts }) => parts.map((part) => part.booking_id)),
  );
  // The time to pay is over for none of them: the job has not run.
  expect([...proposed].sort()).toEqual([open, undone, entered].map(idOf));
  const found = (await club.get('/api/admin/missing-transfers', owner.headers)).json.data.transfers;
  expect(found.map(({ booking_id }: { booking_id: number }) => booking_id)).toEqual([entered.id]);
});
