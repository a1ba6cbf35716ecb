/** Statements of the bank at the dashboard: what a file adds, what its lines pay, and what is missing. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { COLUMNS, csvOf, dropStatement } from '../../support/drop-statement.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

let club: TestClub;
let staff: { headers: { cookie: string } };
let owner: { headers: { cookie: string } };
async function openClub(env: Record<string, string> = {}) {
  club = await createTestClub({ env });
  owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  staff = await club.signIn({ email: 'desk@example.com', is_admin: true, role: 'staff' });
}
beforeEach(() => openClub());
afterEach(() => club.close());

type Line = {
  id: number;
  state: string;
  amount: number;
  text: string;
  matches: { entry_id: number }[];
  proposals: { reason: string; entry_id: number | null }[];
};

/** The owner drops a file with these rows of date, credit and text. */
const drop = (rows: (string | number)[][], columns: object | null = COLUMNS, headers = owner.headers) =>
  dropStatement(club, headers, csvOf(rows), columns);
const post = (path: string, body: object = {}, headers = staff.headers) =>
  club.post(`/api/admin${path}`, body, headers);
const lines = async (state = ''): Promise<Line[]> =>
  (await club.get(`/api/admin/bank-lines?state=${state}`.replace(/\?state=$/, ''), staff.headers)).json.data
    .lines;
const book = async (over: Record<string, unknown> = {}) =>
  (await club.post('/api/book', bookingBody(over))).json.booking;
const moneyOf = async (id: number) => {
  const { booking, entries } = (await club.get(`/api/admin/bookings/${id}`, staff.headers)).json.data;
  return {
    status: booking.status,
    received: booking.received,
    entries: entries.map(({ amount, method }: { amount: number; method: string }) => [method, amount]),
  };
};

test('a bank is asked for once, and a file that is dropped again adds nothing', async () => {
  const { computed_amount: amount, id } = await book();
  const rows = [
    ['2026-11-20', amount, `IBFT booking ${id}`],
    ['2026-11-20', 700, 'tea'],
    ['2026-11-20', 700, 'tea'],
    ['2026-11-20', '', 'rent'],
  ];
  const asked = await drop(rows, null);
  expect([asked.status, asked.json.columns, asked.json.rows[0]]).toEqual([
    422,
    COLUMNS,
    ['Date', 'Credit', 'Details'],
  ]);
  expect((await drop(rows, asked.json.columns)).json.data).toMatchObject({
    lines: 3,
    new: 3,
    matched: 1,
    doubtful: 0,
    unmatched: 2,
  });
  const again = await drop(
    [
      ['2026-11-20', 700, 'tea'],
      ['2026-11-20', 700, 'tea'],
      ['2026-11-20', 700, 'tea'],
    ],
    null,
  );
  expect([again.status, again.json.data.new]).toEqual([201, 1]);
  expect((await lines()).length).toBe(4);
});

test('a sure line pays its booking in one press, is used once, and is free again when its entry is undone', async () => {
  const { computed_amount: amount, id } = await book();
  await drop([['2026-11-20', amount, `IBFT booking ${id}`]]);
  const [line] = await lines('sure');
  expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 1 });
  expect(await moneyOf(id)).toEqual({
    status: 'paid',
    received: amount,
    entries: [['bank_transfer', amount]],
  });
  expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 0 });
  const twice = await post(`/bank-lines/${line?.id}/match`, { parts: [{ booking_id: id, amount }] });
  expect(twice.status).toBe(409);
  const [matched] = await lines('matched');
  const entry_id = matched?.matches[0]?.entry_id;
  await post(`/ledger/${entry_id}/reverse`, { reason: 'wrong person' }, owner.headers);
  expect((await lines('matched')).length).toBe(0);
  expect((await moneyOf(id)).received).toBe(0);
  expect((await lines('sure')).map((one) => one.id)).toEqual([line?.id as number]);
});

test('a line confirms a transfer that was entered, without new money, and can be freed', async () => {
  const { computed_amount: amount, id } = await book();
  const { entry } = (
    await post(`/bookings/${id}/payments`, { amount, method: 'bank_transfer' }, owner.headers)
  ).json.data;
  await drop([['2026-11-20', amount + 1000, 'tea']]);
  const [larger] = await lines();
  expect((await post(`/bank-lines/${larger?.id}/match`, { entry_id: entry.id })).status).toBe(409);
  await drop([['2026-11-20', amount, `booking ${id}`]]);
  const [line] = await lines('sure');
  expect(line?.proposals[0]?.entry_id).toBe(entry.id);
  expect((await post(`/bank-lines/${line?.id}/match`, { entry_id: entry.id })).status).toBe(201);
  expect(await moneyOf(id)).toEqual({
    status: 'paid',
    received: amount,
    entries: [['bank_transfer', amount]],
  });
  expect(
    (await club.delete(`/api/admin/bank-lines/${line?.id}/match`, staff.headers)).json.data.line.state,
  ).toBe('sure');
  expect((await moneyOf(id)).received).toBe(amount);
});

test('one line pays two bookings; freeing it takes both payments back', async () => {
  const first = await book();
  const second = await book({ start_time: '20:00' });
  const amount = first.computed_amount + second.computed_amount;
  await drop([['2026-11-20', `${amount}.50`, 'Ayesha Khan']]);
  const [line] = await lines();
  const parts = [first, second].map(({ id, computed_amount }) => ({
    booking_id: id,
    amount: computed_amount,
  }));
  const over = await post(`/bank-lines/${line?.id}/match`, {
    parts: [{ booking_id: first.id, amount: amount + 1 }],
  });
  expect([over.status, over.json.error]).toEqual([
    422,
    'The amounts add up to more than this line of the statement.',
  ]);
  expect((await post(`/bank-lines/${line?.id}/match`, { parts })).json.data.line).toMatchObject({
    state: 'matched',
    amount: amount + 0.5,
  });
  expect([(await moneyOf(first.id)).status, (await moneyOf(second.id)).status]).toEqual(['paid', 'paid']);
  await club.delete(`/api/admin/bank-lines/${line?.id}/match`, owner.headers);
  expect([(await moneyOf(first.id)).received, (await moneyOf(second.id)).received]).toEqual([0, 0]);
});

test('a line for a released booking becomes money to give back', async () => {
  const { computed_amount: amount, id } = await book();
  club.clock.now += 20 * 3_600_000;
  await club.schedule.runNow('release what is due');
  await drop([['2026-11-20', amount, `booking ${id}`]]);
  await post('/bank-lines/match-sure');
  expect(await moneyOf(id)).toMatchObject({ status: 'cancelled', received: amount });
  const { data } = (await club.get('/api/admin/inbox', staff.headers)).json;
  expect(data.to_give_back.map((refund: { booking: { id: number } }) => refund.booking.id)).toEqual([id]);
  // Nothing is open for a second transfer.
  const row = ['2026-11-20', amount, `booking ${id}`];
  await drop([row, row]);
  expect(await lines()).toMatchObject([{ state: 'unmatched', proposals: [] }]);
});

test('a line that speaks for nobody proves nothing of a staff member: owners hear of it as of any transfer', async () => {
  const friend = await book({
    name: 'Usman Raza',
    email: 'usman@example.com',
    date: '2026-11-22',
    duration: 240,
  });
  const own = await book({
    name: 'Sana Malik',
    email: 'sana@example.com',
    date: '2026-11-23',
    duration: 240,
  });
  const amount = friend.computed_amount as number;
  const alarms = async () =>
    (await club.get('/api/admin/inbox', owner.headers)).json.data.staff_alarms.map(
      ({ unproven }: { unproven: number }) => unproven,
    );
  await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': amount } }, owner.headers);
  await drop([
    ['2026-11-20', amount, 'IBFT Sana Malik'],
    ['2026-11-20', amount + 500, 'Zubaida Quraishi'],
    ['2026-11-20', amount, `booking ${friend.id}`],
    ['2026-11-20', amount + 1, 'Nadia Hussain'],
  ]);
  const [nadia, named, zubaida, sana] = await lines();
  const match = (line: Line | undefined, id: number, sum: number, headers = staff.headers) =>
    post(`/bank-lines/${line?.id}/match`, { parts: [{ booking_id: id, amount: sum }] }, headers);
  expect((await match(zubaida, friend.id, amount + 500)).status).toBe(403);
  expect((await match(zubaida, friend.id, amount)).status).toBe(201);
  expect(await alarms()).toEqual([]);
  // A line that names the customer or the booking is proof, more than the price included.
  expect((await match(sana, own.id, amount)).status).toBe(201);
  expect((await match(named, friend.id, amount)).status).toBe(201);
  expect(await alarms()).toEqual([]);
  const third = await book({ email: 'third@example.com', date: '2026-11-24', duration: 240 });
  expect((await match(nadia, third.id, 1)).status).toBe(201);
  expect(await alarms()).toEqual([amount + 1]);
  expect((await match(nadia, third.id, amount, owner.headers)).status).toBe(201);
  expect(await alarms()).toEqual([amount + 1]);
});

test('a booking that was made after a line was read was not paid by it, whatever name staff give it', async () => {
  const { computed_amount: amount } = await book();
  await drop([['2026-11-20', amount, 'IBFT Zubaida Quraishi']]);
  club.clock.now += 60_000;
  const play = { court_id: 2, date: '2026-11-21', slots: ['18:00', '18:30'], name: 'Zubaida Quraishi' };
  const { booking } = (await post('/bookings', play)).json.data;
  expect(booking.computed_amount).toBe(amount);
  const [line] = await lines();
  expect(line).toMatchObject({ state: 'doubtful', proposals: [{ name: 'Ayesha Khan' }] });
  const parts = [{ booking_id: booking.id, amount }];
  expect((await post(`/bank-lines/${line?.id}/match`, { parts })).status).toBe(201);
  expect(club.rows('SELECT kind, line_id FROM staff_grant')).toEqual([{ kind: 'unproven', line_id: null }]);
});

test('a statement that staff dropped proves nothing until an owner drops one with the same lines', async () => {
  const booking = await book({ duration: 240 });
  const { id, computed_amount: amount } = booking;
  const alarms = async () =>
    (await club.get('/api/admin/inbox', owner.headers)).json.data.staff_alarms.map(
      ({ unproven }: { unproven: number }) => unproven,
    );
  const missing = async () =>
    (await missingTransfers()).map(({ booking_id }: { booking_id: number }) => booking_id);
  await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': amount - 1 } }, owner.headers);
  const rows = [
    ['2026-11-20', amount, `AYESHA KHAN booking ${id}`],
    ['2026-11-20', 700, 'tea'],
  ];
  await drop([...rows, ['2026-11-20', amount, `booking ${id} again`]], COLUMNS, staff.headers);
  const [again, , first] = await lines();
  const pay = (line: Line | undefined) =>
    post(`/bank-lines/${line?.id}/match`, { parts: [{ booking_id: id, amount }] });
  expect((await pay(first)).status).toBe(201);
  expect([await alarms(), (await pay(again)).status]).toEqual([[amount], 403]);
  // The owner's statement of another day does not speak of this one.
  club.clock.now += 6 * 86_400_000;
  await drop([['2026-11-25', 10, 'other']]);
  expect(await missing()).toEqual([]);
  // The owner's file of that day may have been made before the line came.
  await drop([
    ['2026-11-19', 10, 'other'],
    ['2026-11-20', 700, 'tea'],
  ]);
  expect(await missing()).toEqual([]);
  // The bank's own file lacks it: the reception wrote the line.
  await drop([
    ['2026-11-19', 10, 'other'],
    ['2026-11-20', 700, 'tea'],
    ['2026-11-25', 10, 'other'],
  ]);
  expect(await missing()).toEqual([id]);
  await drop(rows);
  expect([await alarms(), await missing()]).toEqual([[], []]);
  const read = club.rows<{ actor: string; details: string }>(
    "SELECT (SELECT email FROM user WHERE user.id = actor_id) AS actor, details FROM audit_log WHERE action = 'statement_read'",
  );
  expect(read.map(({ actor, details }) => [actor, JSON.parse(details)])).toEqual([
    ['desk@example.com', { lines: 3, new: 3 }],
    ['owner@example.com', { lines: 1, new: 1 }],
    ['owner@example.com', { lines: 1, new: 0 }],
    ['owner@example.com', { lines: 2, new: 0 }],
    ['owner@example.com', { lines: 2, new: 0 }],
  ]);
});

test('other columns for the text make no line new, and of a known bank only an owner changes them', async () => {
  const file = 'Date,Credit,Details,Branch\n2026-11-20,700,tea,Lahore\n2026-11-20,700,rent,Lahore\n';
  const other = { ...COLUMNS, text: [3] };
  const asStaff = (columns: object) => dropStatement(club, staff.headers, file, columns);
  expect((await asStaff(COLUMNS)).json.data).toMatchObject({ lines: 2, new: 2 });
  const refused = await asStaff(other);
  expect([refused.status, refused.json.error]).toEqual([
    403,
    'This bank’s columns are already known. Ask an owner to change them.',
  ]);
  for (const columns of [other, COLUMNS, other])
    expect((await dropStatement(club, owner.headers, file, columns)).json.data).toMatchObject({ new: 0 });
  expect((await lines()).map(({ text }) => text)).toEqual(['rent', 'tea']);
});

test('columns that only staff confirmed do not decide how an owner’s file is read', async () => {
  await book();
  const file = 'Date,First,Second,Details\n2026-11-20,90000,,rent\n2026-11-20,,700,tea\n';
  const right = { ...COLUMNS, credit: 2, text: [3] };
  const debits = { ...right, credit: 1 };
  expect((await dropStatement(club, staff.headers, file, debits)).json.data).toMatchObject({ new: 1 });
  const asked = await dropStatement(club, owner.headers, file, null);
  expect([asked.status, asked.json.columns]).toEqual([422, debits]);
  expect(club.rows('SELECT text, proven FROM bank_line')).toEqual([{ text: 'rent', proven: 0 }]);
  expect((await dropStatement(club, owner.headers, file, right)).status).toBe(201);
  expect(club.rows('SELECT text, proven FROM bank_line ORDER BY id')).toEqual([
    { text: 'rent', proven: 0 },
    { text: 'tea', proven: 1 },
  ]);
  for (const { headers } of [owner, staff])
    expect((await dropStatement(club, headers, file, null)).json.data).toMatchObject({ lines: 1, new: 0 });
});

test('a column of money that went out is not chosen as money in, nor one that the file lacks', async () => {
  await book();
  const file = 'Date,Withdrawals,Credit,Details\n2026-11-20,90000,,rent\n2026-11-20,,700,tea\n';
  const errorOf = async (columns: object) =>
    (await dropStatement(club, owner.headers, file, { ...COLUMNS, text: [3], ...columns })).json.error;
  expect(await errorOf({ credit: 1 })).toBe('The column "Withdrawals" contains money that went out.');
  expect(await errorOf({ credit: 2, debit: 2 })).toBe('The column "Credit" contains money that went out.');
  const fewer = 'This file has fewer columns. Please say which column is which.';
  expect(await errorOf({ credit: 2, text: [4] })).toBe(fewer);
  expect(await errorOf({ credit: 2, header: 90 })).toBe(fewer);
  expect(club.rows('SELECT 1 FROM bank_statement UNION SELECT 1 FROM bank_format')).toEqual([]);
});

test('an owner is not asked for the columns that staff confirmed where the program recognises the same ones', async () => {
  await book();
  const rows = [['2026-11-20', 700, 'tea']];
  await drop(rows, COLUMNS, staff.headers);
  expect((await drop(rows, null)).status).toBe(201);
  expect(club.rows('SELECT proven FROM bank_line')).toEqual([{ proven: 1 }]);
});

test('a column that staff chose does not make two transfers one, or one two, in an owner’s file', async () => {
  await book();
  const header = 'Date,Credit,Details,Page\n';
  const columns = { ...COLUMNS, text: [3] };
  await dropStatement(club, staff.headers, `${header}2026-11-20,700,tea,1\n`, columns);
  const drops = [`2026-11-20,700,rent,1\n2026-11-20,700,tea,1\n`, `2026-11-20,700,tea,2\n`];
  for (const rows of drops)
    expect((await dropStatement(club, owner.headers, header + rows, COLUMNS)).status).toBe(201);
  expect(club.rows('SELECT text FROM bank_line WHERE proven = 1 ORDER BY id')).toEqual([
    { text: 'rent' },
    { text: 'tea' },
  ]);
});

test('a line that an owner proves says what the owner’s file says', async () => {
  await book();
  const columns = { ...COLUMNS, text: [2, 3] };
  const fileOf = (sender: string) => `Date,Credit,Details,Branch\n2026-11-20,700,IBFT,${sender}\n`;
  await dropStatement(club, owner.headers, fileOf('x').replace('IBFT', 'tea'), COLUMNS);
  await dropStatement(club, owner.headers, fileOf('x').replace('IBFT', 'tea'), columns);
  await dropStatement(club, staff.headers, fileOf('booking 4711'), null);
  const textOf = async () => (await lines()).map(({ text }) => text).filter((text) => text !== 'tea');
  expect(await textOf()).toEqual(['IBFT']);
  await dropStatement(club, owner.headers, fileOf('Lahore'), null);
  expect(await textOf()).toEqual(['IBFT · Lahore']);
});

test('a line of staff hides no transfer between two statements of an owner, nor by an older day', async () => {
  const { id, computed_amount: amount } = await book({ duration: 240 });
  const other = await book({ duration: 240, date: '2026-11-26' });
  club.clock.now += 8 * 86_400_000;
  const young = await book({ duration: 240, date: '2026-12-03' });
  const sums = [id, other.id, young.id].map((booking, index) => [
    ['2026-11-22', '2026-11-19', '2026-11-19'][index] as string,
    amount,
    `booking ${booking}`,
  ]);
  club.db.run('UPDATE booking SET created_at = created_at - 2 * 86400000 WHERE id <> ?', [young.id]);
  await drop(sums, COLUMNS, staff.headers);
  for (const line of await lines()) {
    const booking_id = Number(line.text.split(' ')[1]);
    expect((await post(`/bank-lines/${line.id}/match`, { parts: [{ booking_id, amount }] })).status).toBe(
      201,
    );
  }
  const missing = async () =>
    (await missingTransfers()).map(({ booking_id }: { booking_id: number }) => booking_id);
  const spans = [
    ['2026-11-20', '2026-11-22'],
    ['2026-11-25', '2026-12-05'],
  ];
  club.clock.now += 8 * 86_400_000;
  for (const span of spans) {
    expect(await missing()).toEqual([]);
    await drop(span.map((date) => [date, 10, 'other']));
  }
  // What staff say came before the first statement may be true.
  expect(await missing()).toEqual([id, young.id]);
});

test('a line that names a booking which owes nothing pays no other booking by the press for sure lines', async () => {
  const gone = await book();
  const open = await book({ start_time: '20:00' });
  const cancelled = { status: 'cancelled' };
  expect((await club.put(`/api/admin/bookings/${gone.id}/status`, cancelled, staff.headers)).status).toBe(
    200,
  );
  await drop([['2026-11-20', open.computed_amount, `FROM AYESHA KHAN booking ${gone.id}`]]);
  expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 0 });
});

test('a line that belongs to no booking is ignored with a reason, and may be used after all', async () => {
  await book();
  await drop([['2026-11-20', 700, 'tea']]);
  const [line] = await lines('unmatched');
  expect((await post(`/bank-lines/${line?.id}/ignore`, { reason: '' })).status).toBe(422);
  expect((await post(`/bank-lines/${line?.id}/ignore`, { reason: 'Café rent' })).json.data.line.state).toBe(
    'ignored',
  );
  expect(
    (await club.delete(`/api/admin/bank-lines/${line?.id}/match`, staff.headers)).json.data.line.state,
  ).toBe('unmatched');
  const { id, computed_amount: amount } = await book({ start_time: '20:00' });
  await drop([['2026-11-20', amount + 700, `booking ${id} and tea`]]);
  const used = (await lines()).find(({ text }) => text.endsWith('and tea'))?.id;
  await post(`/bank-lines/${used}/match`, { parts: [{ booking_id: id, amount }] });
  // Its rest alone cannot be ignored: the line would look unused.
  expect((await post(`/bank-lines/${used}/ignore`, { reason: 'Tea' })).status).toBe(409);
});

test('a transfer that the statements do not show after a banking day is missing, after three an alarm', async () => {
  const { computed_amount: amount, id } = await book();
  await post(`/bookings/${id}/payments`, { amount, method: 'bank_transfer' }, owner.headers);
  const missing = async () =>
    (await club.get('/api/admin/missing-transfers', staff.headers)).json.data.transfers.map(
      (one: { booking_id: number; banking_days: number }) => [one.booking_id, one.banking_days],
    );
  const alarms = async () =>
    (await club.get('/api/admin/inbox', staff.headers)).json.data.alarms
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind === 'bank');
  // The 20th is a Friday: the bank rests on Saturday and Sunday.
  club.clock.now += 3 * 86_400_000;
  // Days before the first line are nothing that a statement could show.
  await drop([['2026-11-23', 10, 'other']]);
  expect(await missing()).toEqual([]);
  await drop([
    ['2026-11-20', 10, 'other'],
    ['2026-11-22', 10, 'other'],
  ]);
  expect([await missing(), await alarms()]).toEqual([[[id, 1]], []]);
  club.clock.now += 3 * 86_400_000;
  await drop([['2026-11-25', 10, 'other']]);
  expect([await missing(), await alarms()]).toEqual([[[id, 3]], ['bank']]);
  await drop([['2026-11-20', amount, `booking ${id}`]]);
  await post('/bank-lines/match-sure');
  expect([await missing(), await alarms()]).toEqual([[], []]);
});

test('a picture that staff upload neither hides a transfer that is missing nor makes a line sure', async () => {
  const upload = async (id: number, headers: Record<string, string>) => {
    const request = new Request(`http://localhost/api/booking/${id}/receipt`, {
      method: 'POST',
      body: createReceiptForm(createPng(140, 140)),
      headers,
    });
    expect((await club.app.handle(request)).status).toBe(200);
  };
  const transfer = { payment_method: 'bank_transfer', date: '2026-12-05' };
  const entered = await book(transfer);
  const { computed_amount: amount } = entered;
  const waiting = await book({ ...transfer, start_time: '20:00', duration: 90 });
  const sent = (
    await club.post('/api/book', bookingBody({ ...transfer, start_time: '22:00', duration: 120 }))
  ).json;
  await upload(entered.id, staff.headers);
  club.clock.now = Date.parse('2026-11-23T12:00:00+05:00');
  await upload(waiting.id, staff.headers);
  await upload(sent.booking.id, keyHeader(sent));
  await post(`/bookings/${entered.id}/payments`, { amount, method: 'bank_transfer' });
  club.clock.now = Date.parse('2026-11-27T12:00:00+05:00');
  // Somebody else's money, which came when the pictures did.
  await drop([
    ['2026-11-22', 10, 'other'],
    ['2026-11-23 11:50', waiting.computed_amount, 'IBFT'],
    ['2026-11-26', 10, 'other'],
  ]);
  expect((await post('/bank-lines/match-sure')).json.data.matched).toBe(0);
  const missing = (await missingTransfers()).map(
    ({ booking_id, entry_id }: { booking_id: number; entry_id: number | null }) => [booking_id, entry_id],
  );
  expect(missing.toSorted()).toEqual(
    [
      [entered.id, expect.any(Number)],
      [waiting.id, null],
      [sent.booking.id, null],
    ].toSorted(),
  );
  await drop([['2026-11-23 11:51', sent.booking.computed_amount, 'IBFT']]);
  expect((await post('/bank-lines/match-sure')).json.data.matched).toBe(1);
});

const missingTransfers = async () =>
  (await club.get('/api/admin/missing-transfers', staff.headers)).json.data.transfers;

test('the customer of an alarmed transfer is asked once in three days, by email or text message', async () => {
  await club.close();
  await openClub({ SMS_URL: 'http://127.0.0.1:9/' });
  const { id, email } = await book();
  const phoneOnly = {
    court_id: 1,
    date: '2026-11-20',
    name: 'Zain',
    phone: '0300 5554433',
    slots: ['19:00', '19:30'],
  };
  const walkIn = (await post('/bookings', phoneOnly)).json.data.booking;
  const texted = await book({
    start_time: '21:00',
    sms_updates: true,
    email: 'texted@example.com',
    court_id: 2,
  });
  const pay = async (booking: number) =>
    (await post(`/bookings/${booking}/payments`, { amount: 500, method: 'bank_transfer' })).json.data.entry
      .id;
  const entries = [await pay(id), await pay(walkIn.id), await pay(texted.id)];
  const ask = async (booking_id: number, entry_id: number | undefined) => {
    const payer_id = club.findBooking(booking_id)?.payer_id;
    return (await post('/missing-transfers/ask', { booking_id, payer_id, entry_id })).status;
  };
  await drop([['2026-11-20', 10, 'other']]);
  expect(await ask(id, entries[0])).toBe(409);
  // Late in the evening of the Wednesday after: three banking days, and no hour for a text message.
  club.clock.now = Date.parse('2026-11-25T23:00:00+05:00');
  await drop([['2026-11-25', 10, 'other']]);
  expect((await missingTransfers()).map(({ can_ask }: { can_ask: boolean }) => can_ask)).toEqual([
    true,
    false,
    true,
  ]);
  expect([
    await ask(id, entries[0]),
    await ask(walkIn.id, entries[1]),
    await ask(texted.id, entries[2]),
  ]).toEqual([...[201, 409, 201]]);
  expect([await ask(id, entries[0]), (await missingTransfers())[0].asked_at]).toEqual([
    409,
    '2026-11-25T23:00:00+05:00',
  ]);
  const queued = club.rows<{ kind: string; recipient: string; not_before: number }>(
    `SELECT kind, recipient, not_before FROM outbox WHERE kind LIKE '%not_in_bank' ORDER BY id`,
  );
  expect(queued).toEqual([
    { kind: 'payment.not_in_bank', recipient: email, not_before: 0 },
    { kind: 'payment.not_in_bank', recipient: texted.email, not_before: 0 },
    {
      kind: 'payment.not_in_bank',
      recipient: texted.phone,
      not_before: Date.parse('2026-11-26T08:00:00+05:00'),
    },
  ]);
  club.clock.now += 3 * 86_400_000;
  expect(await ask(id, entries[0])).toBe(201);
  // Without an email, and with SMS that have ended, nothing reaches this one any more.
  club.db.run(
    "UPDATE payer SET email = '', consents = json_set(consents, '$.sms.ended', 1) WHERE booking_id = ?",
    [texted.id],
  );
  expect((await missingTransfers()).at(2)).toMatchObject({ can_ask: false, call: texted.phone });
});

test('a customer whom neither an email nor a text message reaches is called, and not counted as asked', async () => {
  const texted = await book({ start_time: '21:00', sms_updates: true });
  // The reception has taken the booking by phone.
  club.db.run("UPDATE payer SET email = '' WHERE booking_id = ?", [texted.id]);
  const { entry } = (await post(`/bookings/${texted.id}/payments`, { amount: 500, method: 'bank_transfer' }))
    .json.data;
  club.clock.now = Date.parse('2026-11-25T12:00:00+05:00');
  await drop([
    ['2026-11-20', 10, 'other'],
    ['2026-11-25', 10, 'other'],
  ]);
  expect(await missingTransfers()).toMatchObject([{ can_ask: false, call: texted.phone, asked_at: null }]);
  const asked = await post('/missing-transfers/ask', {
    booking_id: texted.id,
    payer_id: texted.payer_id,
    entry_id: entry.id,
  });
  expect([asked.status, asked.json.error]).toEqual([
    409,
    'Neither an email nor a text message reaches this customer. Please call them.',
  ]);
  expect(club.rows("SELECT 1 FROM outbox WHERE kind LIKE '%not_in_bank'")).toEqual([]);
});

const upload = async (booking: { id: number; email: string }, width: number) => {
  const body = createReceiptForm(createPng(width, 300), { email: booking.email });
  const url = `http://localhost/api/booking/${booking.id}/receipt`;
  expect((await club.app.handle(new Request(url, { method: 'POST', body }))).status).toBe(200);
};

test('of a receipt whose price was split meanwhile the share of the customer is missing, until that is paid', async () => {
  const booking = await book();
  await upload(booking, 300);
  await club.put(`/api/booking/${booking.id}/payers`, { payers: [{ name: 'Bilal' }] }, owner.headers);
  club.clock.now += 6 * 86_400_000;
  await drop([
    ['2026-11-20', 10, 'other'],
    ['2026-11-25', 10, 'other'],
  ]);
  const sums = async () => (await missingTransfers()).map(({ amount }: { amount: number }) => amount);
  expect(await sums()).toEqual([booking.computed_amount / 2]);
  await post(`/bookings/${booking.id}/payments`, { amount: booking.computed_amount / 2, method: 'cash' });
  expect(await sums()).toEqual([]);
});

test('a line that pays the host’s share decides the receipt, and one that pays a released booking the late one', async () => {
  const released = await book({ start_time: '21:00', email: 'late@example.com' });
  club.clock.now = Date.parse(released.pay_by) + 1;
  await club.schedule.runNow('release what is due');
  const split = await book();
  await club.put(`/api/booking/${split.id}/payers`, { payers: [{ name: 'Bilal' }] }, owner.headers);
  await upload(split, 300);
  await upload(released, 320);
  const inbox = async () => {
    const { receipts, to_give_back } = (await club.get('/api/admin/inbox', staff.headers)).json.data;
    const late = receipts.filter((line: { late: boolean }) => line.late);
    return [receipts.length - late.length, late.length, to_give_back.length];
  };
  expect(await inbox()).toEqual([1, 1, 0]);
  await drop([
    ['2026-11-21', split.computed_amount / 2, 'IBFT FROM AYESHA KHAN'],
    ['2026-11-20', released.computed_amount, `booking ${released.id}`],
  ]);
  expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 2 });
  expect(await inbox()).toEqual([0, 0, 1]);
  // The owner does not book the same money again, and nothing of it is missing.
  const again = await post(`/late-receipts/${released.id}`, { decision: 'refund' }, owner.headers);
  expect([again.status, (await moneyOf(released.id)).received]).toEqual([409, released.computed_amount]);
  club.clock.now += 6 * 86_400_000;
  await drop([['2026-11-25', 10, 'other']]);
  expect(await missingTransfers()).toEqual([]);
});

test('the receipt of a share whose booking was cancelled is missing, until a line pays and decides it', async () => {
  const made = (await club.post('/api/book', bookingBody())).json;
  const { booking } = made;
  const path = `/api/booking/${booking.id}/payers`;
  const { json } = await club.put(path, { payers: [{ name: 'Bilal' }] }, keyHeader(made));
  const [, { id, charge, join_url }] = json.payers;
  const headers = { 'x-booking-key': join_url.split('.').at(-1) };
  const taking = { method: 'bank_transfer', amount: charge, email: 'bilal@example.com' };
  const taken = (await club.post(`/api/payers/${id}/pay`, taking, headers)).json;
  const request = new Request(`http://localhost/api/payers/${id}/receipt`, {
    method: 'POST',
    body: createReceiptForm(createPng(300, 300)),
    headers: { 'x-booking-key': taken.join_url.split('.').at(-1) },
  });
  expect((await club.app.handle(request)).status).toBe(200);
  const cancel = { status: 'cancelled', cancelled_by: 'club' };
  await club.put(`/api/admin/bookings/${booking.id}/status`, cancel, owner.headers);
  club.clock.now += 6 * 86_400_000;
  await drop([
    ['2026-11-20', 10, 'other'],
    ['2026-11-25', 10, 'other'],
  ]);
  expect(await missingTransfers()).toMatchObject([{ payer_id: id, amount: charge }]);
  await drop([['2026-11-20', charge, `IBFT booking ${booking.id} share ${id}`]]);
  expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 1 });
  const inbox = (await club.get('/api/admin/inbox', staff.headers)).json.data;
  expect([inbox.receipts, inbox.to_give_back.length]).toEqual([[], 1]);
  expect(await missingTransfers()).toEqual([]);
});

test('a receipt whose picture came for two bookings stands first, and a paid price that rose is no receipt', async () => {
  const [honest, first, second] = [
    await book(),
    await book({ start_time: '20:00' }),
    await book({ start_time: '22:00' }),
  ];
  await upload(honest, 300);
  await upload(first, 320);
  await upload(second, 320);
  club.db.run('UPDATE receipt SET created_at = created_at - 86400000 WHERE booking_id = 1');
  const seen = async () =>
    (await missingTransfers()).map(({ booking_id, reused }: { booking_id: number; reused: boolean }) => [
      booking_id,
      reused,
    ]);
  club.clock.now += 6 * 86_400_000;
  await drop([
    ['2026-11-19', 10, 'other'],
    ['2026-11-25', 10, 'other'],
  ]);
  expect(await seen()).toEqual([
    [first.id, true],
    [second.id, true],
    [honest.id, false],
  ]);
  // The bank shows it, and a dearer court is no second receipt.
  await drop([['2026-11-20', honest.computed_amount, `booking ${honest.id}`]]);
  await post('/bank-lines/match-sure');
  club.db.run('UPDATE payer SET price = price + 500, charge = charge + 500 WHERE booking_id = ?', [
    honest.id,
  ]);
  expect(await seen()).toEqual([
    [first.id, true],
    [second.id, true],
  ]);
});

describe('sums that are not the balance', () => {
  const propose = async (rows: (string | number)[][]) => {
    await drop(rows);
    return (await lines())
      .toReversed()
      .map(({ id, state, proposals }) => ({ id, state, reason: proposals[0]?.reason }));
  };
  const pay = async (id: number, booking_id: number, amount: number) =>
    expect((await post(`/bank-lines/${id}/match`, { parts: [{ booking_id, amount }] })).status).toBe(201);

  test('more than the price is pointed out, and is money to give back', async () => {
    const { id, computed_amount: price } = await book();
    const [line] = await propose([['2026-11-20', price + 500, `booking ${id}`]]);
    expect(line).toMatchObject({
      state: 'doubtful',
      reason: expect.stringMatching(/^PKR 500 more than PKR [\d,]+, booking 1 named/),
    });
    await pay(line?.id as number, id, price + 500);
    expect(await moneyOf(id)).toMatchObject({ status: 'paid', received: price + 500 });
  });

  test('two halves are each proposed for the booking, and pay it', async () => {
    const { id, computed_amount: price } = await book();
    const half = price / 2;
    const both = await propose([
      ['2026-11-20', half, 'FROM AYESHA KHAN'],
      ['2026-11-20', half, 'AYESHA KHAN second half'],
    ]);
    expect(both).toMatchObject(
      Array(2).fill({ state: 'doubtful', reason: expect.stringContaining('another line has the rest') }),
    );
    await pay(both[0]?.id as number, id, half);
    expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 1 });
    expect(await moneyOf(id)).toMatchObject({ status: 'paid', received: price });
  });

  test('a rupee too little is pointed out, and stays open', async () => {
    const { id, computed_amount: price } = await book();
    const [line] = await propose([['2026-11-20', price - 1, `booking ${id}`]]);
    expect(line).toMatchObject({
      state: 'doubtful',
      reason: expect.stringMatching(/^PKR 1 less than PKR [\d,]+, booking 1 named/),
    });
    await pay(line?.id as number, id, price - 1);
    const { booking } = (await club.get(`/api/admin/bookings/${id}`, staff.headers)).json.data;
    expect(booking).toMatchObject({ received: price - 1, balance: 1 });
  });

  test('a friend pays: the name is no sign, the booking number alone is doubtful until a person confirms it', async () => {
    const { id, computed_amount: price } = await book();
    const [unnamed, named] = await propose([
      ['2026-11-20', price, 'IBFT FROM TARIQ MEHMOOD'],
      ['2026-11-20', price, `IBFT FROM TARIQ MEHMOOD booking ${id}`],
    ]);
    const sum = `PKR ${price.toLocaleString('en-US')}`;
    expect([unnamed, named]).toMatchObject([
      { state: 'doubtful', reason: sum },
      { state: 'doubtful', reason: `${sum}, booking ${id} named` },
    ]);
    await pay(named?.id as number, id, price);
    expect((await moneyOf(id)).received).toBe(price);
  });

  test('a booking that is paid twice leaves both lines to a person, and the second payment is money to give back', async () => {
    const { id, computed_amount: price } = await book();
    const text = `FROM AYESHA KHAN booking ${id}`;
    const both = await propose([
      ['2026-11-20', price, text],
      ['2026-11-20', price, text],
    ]);
    expect(both.map(({ state }) => state)).toEqual(['doubtful', 'doubtful']);
    expect((await post('/bank-lines/match-sure')).json.data).toEqual({ matched: 0 });
    for (const line of both) await pay(line.id, id, price);
    expect(await moneyOf(id)).toMatchObject({ status: 'paid', received: 2 * price });
    const { data } = (await club.get('/api/admin/inbox', staff.headers)).json;
    expect(data.to_give_back.map(({ booking }: { booking: { id: number } }) => booking.id)).toEqual([id]);
  });
});

test('each state of the waiting lines is listed page by page, with the counts of all', async () => {
  const { id, computed_amount: price } = await book();
  await drop([
    ['2026-11-20', price, `booking ${id}`],
    ...[1, 2, 3].map((sum) => ['2026-11-20', sum, `tea ${sum}`]),
  ]);
  const page = async (query: string) =>
    (await club.get(`/api/admin/bank-lines?${query}`, staff.headers)).json.data;
  const counts = { sure: 1, doubtful: 0, unmatched: 3, older: 0 };
  expect(await page('state=doubtful')).toEqual({ lines: [], next_cursor: null, counts });
  const first = await page('state=unmatched&limit=2');
  const second = await page(`state=unmatched&limit=2&cursor=${first.next_cursor}`);
  expect([first, second].map((one) => one.lines.map(({ text }: Line) => text))).toEqual([
    ['tea 3', 'tea 2'],
    ['tea 1'],
  ]);
  expect([second.next_cursor, second.counts]).toEqual([null, counts]);
});

test('many desks that confirm the same lines at once use each line once', async () => {
  const bookings: { id: number; computed_amount: number }[] = [];
  for (const start_time of ['07:00', '09:00', '11:00', '13:00', '15:00', '17:00', '19:00', '21:00'])
    bookings.push((await club.post('/api/book', bookingBody({ start_time }), owner.headers)).json.booking);
  await drop(bookings.map(({ id, computed_amount }) => ['2026-11-20', computed_amount, `booking ${id}`]));
  const all = await lines('sure');
  const cancel = (id: number) =>
    club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' }, owner.headers);
  const lists = Array.from({ length: 16 }, () => club.get('/api/admin/bank-lines', staff.headers));
  await Promise.all([
    ...Array.from({ length: 16 }, () => post('/bank-lines/match-sure')),
    ...all.flatMap(({ id, amount }, index) => [
      post(`/bank-lines/${id}/match`, { parts: [{ booking_id: bookings[index]?.id, amount }] }),
      cancel(bookings[index]?.id ?? 0),
    ]),
  ]);
  for (const list of lists) expect((await list).json.data.counts.older).toBe(0);
  const [sums] = club.rows<{ entries: number; used: number; unpaid: number; wrong: number }>(
    `SELECT (SELECT count(*) FROM ledger_entry WHERE kind = 'payment') AS entries,
       (SELECT count(*) FROM bank_match) AS used,
       (SELECT count(*) FROM booking WHERE status = 'cancelled' AND received = 0) AS unpaid,
       (SELECT count(*) FROM bank_line WHERE paisa <> 100 * (SELECT sum(amount) FROM bank_match
          JOIN ledger_entry AS entry ON entry.id = entry_id WHERE line_id = bank_line.id)) AS wrong`,
  );
  // A booking that was cancelled before its line came waits for a person.
  const used = 8 - (sums?.unpaid ?? 0);
  expect(sums).toMatchObject({ entries: used, used, wrong: 0 });
  expect(used).toBeGreaterThan(0);
});
