/** Transfers that the bank takes back: the line that brought them pays nothing, or a person is asked. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { COLUMNS, dropStatement } from '../../support/drop-statement.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let club: TestClub;
let owner: { headers: { cookie: string } };
let id: number;
let price: number;
beforeEach(async () => {
  club = await createTestClub();
  owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  ({ id, computed_amount: price } = (await club.post('/api/book', bookingBody())).json.booking);
  club.clock.now += 12 * 86_400_000;
});
afterEach(() => club.close());

const HEADER = 'Date,Details,Debit,Credit';
const columns = { ...COLUMNS, text: [1], debit: 2, credit: 3 };
/** Lines of money in and out; without a sum of the booking's price. */
const came = (text: string, day = '20', sum: number | 'PRICE' = 'PRICE') => `2026-11-${day},${text},,${sum}`;
const went = (text: string, day = '20', sum: number | 'PRICE' = 'PRICE') => `2026-11-${day},${text},${sum},`;
const drop = async (...rows: string[]) => {
  const csv = [HEADER, ...rows].join('\n').replaceAll('PRICE', String(price));
  return (await dropStatement(club, owner.headers, csv, columns)).json.data;
};
const post = (path: string) => club.post(`/api/admin${path}`, {}, owner.headers);
const matchSure = async () => (await post('/bank-lines/match-sure')).json.data.matched;
const states = () =>
  club.rows<{ text: string; ignored: string | null; doubt: string | null }>(
    'SELECT text, ignored, doubt FROM bank_line ORDER BY id',
  );
const received = () => club.findBooking(id)?.received;
const BACK = 'The bank took it back on Fri, Nov 20.';

test.each<[string, string[]]>([
  ['on the next line', [came('IBFT booking 1 STAN 471199'), went('REVERSAL IBFT booking 1 STAN 471199')]],
  [
    'on the line before, in a list with the newest first',
    [went('REV IBFT booking 1'), came('IBFT booking 1')],
  ],
  ['in the same words', [came('IBFT booking 1'), went('IBFT booking 1')]],
  ['without a word of its own', [came('IBFT booking 1'), went('Reversal')]],
  [
    'beside another transfer',
    [came('IBFT booking 1'), came('IBFT HINA BUTT'), went('Returned IBFT booking 1')],
  ],
])('a transfer that is taken back %s pays nothing', async (_, rows) => {
  const { taken_back } = await drop(...rows);
  const sum = `PKR ${price.toLocaleString('en-US')}`;
  const row = 2 + rows.findIndex((one) => one.endsWith(','));
  expect(taken_back).toEqual([
    { row, reason: `${sum} was taken back. It came on Fri, Nov 20 and is now ignored.` },
  ]);
  expect(states()[0]).toMatchObject({ ignored: BACK });
  expect([await matchSure(), received()]).toEqual([0, 0]);
  // The same file again changes nothing, also after a person has looked at it.
  expect((await drop(...rows)).taken_back).toEqual([]);
  await club.delete('/api/admin/bank-lines/1/match', owner.headers);
  expect((await drop(...rows)).taken_back).toEqual([]);
  expect([states()[0]?.ignored, states()[0]?.doubt, await matchSure()]).toEqual([null, BACK, 0]);
});

test('a signed sum takes a line back too, a day later', async () => {
  const rows = ['2026-11-20,5000.00,IBFT booking 1', '2026-11-21,(5000.00),IBFT RETURN booking 1'];
  const csv = `Date,Amount,Details\n${rows.join('\n').replaceAll('5000', String(price))}\n`;
  const { json } = await dropStatement(club, owner.headers, csv, COLUMNS);
  expect(json.data.taken_back.length).toBe(1);
  expect(await matchSure()).toBe(0);
});

test('a later statement takes back a line that is waiting, and raises an alarm about one that was used', async () => {
  await drop(came('IBFT booking 1'));
  expect(await matchSure()).toBe(1);
  await drop(came('IBFT HINA BUTT', '21', 700));
  const later = await drop(went('REVERSAL booking 1', '22'), went('REVERSAL HINA BUTT', '22', 700));
  expect(later.taken_back.map(({ reason }: { reason: string }) => reason.replace(/^.*back\. /, ''))).toEqual([
    'It came on Fri, Nov 20 and is in use: please undo it below.',
    'It came on Sat, Nov 21 and is now ignored.',
  ]);
  const alarms = async () =>
    (await club.get('/api/admin/inbox', owner.headers)).json.data.alarms
      .filter(({ kind }: { kind: string }) => kind === 'bank')
      .map(({ text }: { text: string }) => text);
  expect(await alarms()).toEqual(['A transfer in use was taken back by the bank.']);
  const doubtful = async () =>
    (await club.get('/api/admin/bank-lines?state=doubtful', owner.headers)).json.data;
  const { lines, counts } = await doubtful();
  expect([lines.length, counts.doubtful]).toEqual([1, 1]);
  expect(lines[0]).toMatchObject({
    doubt: 'The bank took it back on Sun, Nov 22.',
    matches: [{ booking_id: id }],
  });
  const done = (await club.get('/api/admin/bank-lines?state=matched', owner.headers)).json.data.lines;
  expect(done).toEqual([]);
  // Undone, it owes again, and the line waits for a person.
  await club.delete('/api/admin/bank-lines/1/match', owner.headers);
  expect([received(), await matchSure(), await alarms()]).toEqual([0, 0, []]);
  expect((await doubtful()).lines).toMatchObject([{ id: 1, state: 'doubtful', matches: [] }]);
});

test('a person says that the money stayed: a used line is settled, and one that waits may be sure again', async () => {
  await drop(came('IBFT booking 1'), went('REVERSAL', '20'));
  await club.delete('/api/admin/bank-lines/1/match', owner.headers);
  const keep = () => club.delete('/api/admin/bank-lines/1/doubt', owner.headers);
  expect((await keep()).json.data.line).toMatchObject({ doubt: null, state: 'sure' });
  expect([(await keep()).status, await matchSure()]).toEqual([409, 1]);
  expect(club.rows("SELECT 1 FROM audit_log WHERE action = 'bank_line_kept'").length).toBe(1);
  // By hand it is decided, too.
  club.db.run("UPDATE bank_line SET doubt = 'x'");
  const { counts } = (await club.get('/api/admin/bank-lines', owner.headers)).json.data;
  expect(counts.doubtful).toBe(1);
  await club.delete('/api/admin/bank-lines/1/match', owner.headers);
  const parts = [{ booking_id: id, amount: price }];
  await club.post('/api/admin/bank-lines/1/match', { parts }, owner.headers);
  expect(states()[0]?.doubt).toBeNull();
});

test('where several lines may be meant, all that wait are doubtful, and none is sure', async () => {
  const { taken_back } = await drop(
    came('IBFT AYESHA KHAN booking 1'),
    came('IBFT HINA BUTT'),
    went('REVERSAL OF TRANSFER'),
  );
  expect(taken_back.map(({ reason }: { reason: string }) => reason.replace(/^.*back\. /, ''))).toEqual([
    '2 transfers of this amount are now in doubt.',
  ]);
  expect(states().map(({ ignored, doubt }) => [ignored, doubt?.endsWith('maybe this transfer.')])).toEqual([
    [null, true],
    [null, true],
  ]);
  expect(await matchSure()).toBe(0);
});

test('where several lines may be meant, one that is used stays as it is', async () => {
  const reasons = ({ taken_back }: { taken_back: { reason: string }[] }) =>
    taken_back.map(({ reason }) => reason.replace(/^.*back\. /, ''));
  const doubts = () => states().map(({ doubt }) => doubt !== null);
  await drop(came('IBFT AYESHA KHAN booking 1'));
  expect(await matchSure()).toBe(1);
  const one = await drop(came('IBFT HINA BUTT'), went('REVERSAL OF TRANSFER'));
  expect([reasons(one), doubts()]).toEqual([['A transfer of this amount is now in doubt.'], [false, true]]);
});

test('where several lines may be meant and all are used, none is doubtful, and a person looks', async () => {
  await drop(came('IBFT AYESHA KHAN'), came('IBFT HINA BUTT'));
  const parts = [{ booking_id: id, amount: price }];
  for (const line of [1, 2])
    expect((await club.post(`/api/admin/bank-lines/${line}/match`, { parts }, owner.headers)).status).toBe(
      201,
    );
  const { taken_back } = await drop(went('REVERSAL OF TRANSFER'));
  expect(taken_back).toMatchObject([
    {
      reason: expect.stringContaining(
        'It may be a transfer that’s already in use: please check with the bank.',
      ),
    },
  ]);
  expect(states().map(({ doubt }) => doubt)).toEqual([null, null]);
});

test('a partly used line is listed once when it is taken back', async () => {
  await drop(came('IBFT booking 1', '20', 9000));
  const parts = [{ booking_id: id, amount: price }];
  expect((await club.post('/api/admin/bank-lines/1/match', { parts }, owner.headers)).status).toBe(201);
  await drop(went('REVERSAL booking 1', '20', 9000));
  const { lines, counts } = (await club.get('/api/admin/bank-lines', owner.headers)).json.data;
  expect(lines).toMatchObject([{ id: 1, doubt: BACK, matches: [{ booking_id: id }] }]);
  expect(counts.sure + counts.doubtful + counts.unmatched).toBe(1);
  await club.delete('/api/admin/bank-lines/1/match', owner.headers);
  expect([received(), await matchSure()]).toEqual([0, 0]);
});

test('each line of money out takes one back: of two equal transfers one stays', async () => {
  const rows = [came('IBFT booking 1'), came('IBFT booking 1'), went('REVERSAL booking 1')];
  for (let time = 0; time < 2; time++) {
    await drop(...rows);
    expect(states().map(({ ignored }) => ignored === null)).toEqual([true, false]);
  }
  expect(await matchSure()).toBe(1);
  const two = await drop(...rows, went('REVERSAL booking 1'));
  expect(two.taken_back.length).toBe(1);
});

test('two reversals take back two used lines', async () => {
  await drop(came('IBFT booking 1'), came('IBFT booking 1'));
  for (const line of [1, 2]) {
    const parts = [{ booking_id: id, amount: price }];
    expect((await club.post(`/api/admin/bank-lines/${line}/match`, { parts }, owner.headers)).status).toBe(
      201,
    );
  }
  await drop(went('REVERSAL booking 1'), went('REVERSAL booking 1'));
  expect(states().map(({ ignored, doubt }) => [ignored, doubt])).toEqual([
    [null, BACK],
    [null, BACK],
  ]);
});

test.each<[string, string[]]>([
  ['rent of the same sum', [went('RENT OF HALL', '20')]],
  ["the club's refund to the same customer", [went('IBFT TO AYESHA KHAN refund', '22')]],
  ['another sum', [went('REVERSAL booking 1', '20', 1)]],
  ['money that went out before', [went('REVERSAL booking 1', '19')]],
  ['weeks later', [went('REVERSAL booking 1', '29')]],
])('a transfer stays sure beside %s', async (_, rows) => {
  const { taken_back } = await drop(came('IBFT FROM AYESHA KHAN booking 1'), ...rows);
  expect(taken_back).toEqual([]);
  expect(await matchSure()).toBe(1);
});

test('a text that says nothing takes nothing back, and is a doubt', async () => {
  await drop(came('IBFT TRANSFER'), went('IBFT TRANSFER'));
  expect(states()).toMatchObject([{ ignored: null, doubt: expect.stringContaining('maybe this transfer') }]);
});

test('the reference of a transfer without a word of a reversal is a doubt for a person', async () => {
  await drop(came('IBFT booking 1 STAN 471199'), went('FUNDS STAN 471199', '21'));
  expect([states()[0]?.ignored, await matchSure()]).toEqual([null, 0]);
});
