/** Files of banks: what is read of them, what is refused, and how long ones are read. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { COLUMNS, csvOf, dropStatement } from '../../support/drop-statement.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let club: TestClub;
let staff: { headers: { cookie: string } };
let price: number;
beforeEach(async () => {
  club = await createTestClub();
  staff = await club.signIn({ email: 'desk@example.com', is_admin: true, role: 'staff' });
  price = (await club.post('/api/book', bookingBody())).json.booking.computed_amount;
});
afterEach(() => club.close());

const drop = (file: string | Uint8Array, columns: object | null = COLUMNS) =>
  dropStatement(club, staff.headers, file, columns);
const stored = () =>
  club.rows<{ date: string; paisa: number; text: string }>(
    'SELECT date, paisa, text FROM bank_line ORDER BY id',
  );
const answer = (columns: object = {}) => ({ ...COLUMNS, ...columns });
const NO_CSV = 'This isn’t a CSV file. Please download the statement as CSV from your bank.';
const OTHER_IBAN = 'PK36SCBL0000001123456702';

describe('files that are refused', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a PDF named .csv', '%PDF-1.7\n1 0 obj', NO_CSV],
    ['a workbook named .csv', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), NO_CSV],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), NO_CSV],
    ['text without columns', 'Dear customer\nnothing happened\n', NO_CSV],
    ['nothing', '', 'Please choose your bank’s file.'],
    [
      "another account's statement",
      `Account,${OTHER_IBAN}\n\nDate,Credit,Details\n2026-11-20,5,x\n`,
      'This statement is for the account PK36 SCBL 0000 0011 2345 6702, not for the club’s.',
    ],
  ])('%s', async (_, file, error) => {
    const { status, json } = await drop(file, null);
    expect([status, json.error]).toEqual([422, error]);
    expect([stored(), club.rows('SELECT 1 FROM bank_statement')]).toEqual([[], []]);
  });

  test('a statement that names no account asks once, and again after the club changed its account', async () => {
    const csv = csvOf([['2026-11-20', 10, 'tea']]);
    const asked = await drop(csv, null);
    expect([asked.status, asked.json.columns.iban]).toEqual([422, TEST_IBAN]);
    expect((await drop(csv)).status).toBe(201);
    expect((await drop(csv, null)).status).toBe(201);
    expect((await drop(csv, answer({ iban: OTHER_IBAN }))).status).toBe(422);
  });
});

describe('cells', () => {
  test.each<[string, (string | number)[][], [string, number, string][], string[]]>([
    ['a formula as text is text', [['2026-11-20', 10, '=1+1']], [['2026-11-20', 1000, '=1+1']], []],
    [
      'a formula as a sum is broken',
      [['2026-11-20', '=5+5', 'x']],
      [],
      ['The amount "=5+5" could not be read.'],
    ],
    [
      'a formula as a sheet quotes it',
      [['="2026-11-20"', '="10.00"', '="0012"']],
      [['2026-11-20', 1000, '0012']],
      [],
    ],
    ['paisa are kept', [['2026-11-20', '0.07', 'x']], [['2026-11-20', 7, 'x']], []],
    ['the day after today', [['2026-11-21', 10, 'x']], [], ['The date 2026-11-21 is in the future.']],
    [
      'money that went out',
      [
        ['2026-11-20', -10, 'rent'],
        ['2026-11-20', '', 'salary'],
      ],
      [],
      [],
    ],
    [
      'two equal payments on one day',
      [
        ['2026-11-20', 10, 'x'],
        ['2026-11-20', 10, 'x'],
      ],
      [
        ['2026-11-20', 1000, 'x'],
        ['2026-11-20', 1000, 'x'],
      ],
      [],
    ],
    ['a day before the first booking', [['2026-11-19', 10, 'x']], [], []],
    [
      'broken lines between good ones',
      [
        ['2026-11-20', 10, 'a'],
        ['20-20-20', 5, 'b'],
        ['', 6, 'c'],
        ['2026-11-20', 'ten 1 0', 'd'],
        ['2026-11-20', 20, 'e'],
      ],
      [
        ['2026-11-20', 1000, 'a'],
        ['2026-11-20', 2000, 'e'],
      ],
      [
        'The date "20-20-20" could not be read.',
        'The date is missing.',
        'The amount "ten 1 0" could not be read.',
      ],
    ],
  ])('%s', async (_, rows, lines, reasons) => {
    const { status, json } = await drop(csvOf(rows));
    expect(status).toBe(201);
    expect(stored().map(({ date, paisa, text }) => [date, paisa, text])).toEqual(lines);
    expect(json.data.broken.map(({ reason }: { reason: string }) => reason)).toEqual(reasons);
    const numbers = json.data.broken.map(({ row }: { row: number }) => row);
    expect(numbers).toEqual(reasons.length > 1 ? [3, 4, 5] : reasons.map(() => 2));
  });

  test('statements that overlap add what is new, also after a text was erased', async () => {
    const day = (date: string, ...texts: string[]) => texts.map((text) => [date, 10, text]);
    expect((await drop(csvOf(day('2026-11-20', 'a', 'b')))).json.data).toMatchObject({ lines: 2, new: 2 });
    club.db.run("UPDATE bank_line SET text = '' WHERE text = 'a'");
    expect((await drop(csvOf(day('2026-11-20', 'b', 'a', 'c')))).json.data).toMatchObject({
      lines: 3,
      new: 1,
    });
    expect(stored().map(({ text }) => text)).toEqual(['', 'b', 'c']);
  });

  test('a sum with paisa is matched when it is whole, else it is doubtful', async () => {
    const rows = [
      ['2026-11-20', `${price}.00`, 'FROM AYESHA KHAN booking 1'],
      ['2026-11-20', `${price}.50`, 'something else'],
    ];
    expect((await drop(csvOf(rows))).json.data).toMatchObject({ matched: 1, doubtful: 0, unmatched: 1 });
  });
});

describe('banks', () => {
  const text = `Date;In;Details\n20.11.2026;10,50;Café\n`;
  const columns = answer({ date_order: 'dmy' });
  const line = { date: '2026-11-20', paisa: 1050, text: 'Café' };
  test.each<[string, string | Uint8Array, object, object[]]>([
    ['semicolons and UTF-8', text, columns, [line]],
    ['UTF-8 with a mark', `\uFEFF${text}`, columns, [line]],
    ['Windows-1252', Buffer.from(text, 'latin1'), columns, [line]],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le'), columns, [line]],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), columns, [line]],
    ['tabs and CR LF', text.replaceAll(';', '\t').replaceAll('\n', '\r\n'), columns, [line]],
    ['names in quotes', text.replace('Date;In;Details', '"Date";"In";"De;tails"'), columns, [line]],
    ['bars', text.replaceAll(';', '|'), columns, [line]],
    [
      'rows above the header',
      `My Bank Ltd\nAccount;${TEST_IBAN}\n\n${text}`,
      answer({ date_order: 'dmy', header: 2 }),
      [line],
    ],
    [
      'a signed sum and the month first',
      'Date,Amount,Memo\n11/20/2026,-700,out\n11/20/2026,"1,234.00",in\n',
      answer({ date_order: 'mdy' }),
      [{ date: '2026-11-20', paisa: 123_400, text: 'in' }],
    ],
    [
      'debit and credit, and months as words',
      'Date,Debit,Credit,Particulars\n20-Nov-26,500,,out\n20-Nov-26,,900,in\n',
      answer({ credit: 2, text: [3] }),
      [{ date: '2026-11-20', paisa: 90_000, text: 'in' }],
    ],
    [
      'sums that CR and DR sign',
      'Date,Amount,Dr/Cr,Details\n2026-11-20,5,DR,out\n2026-11-20,6,CR,in\n',
      answer({ direction: 2, text: [3] }),
      [{ date: '2026-11-20', paisa: 600, text: 'in' }],
    ],
  ])('%s', async (_, file, chosen, lines) => {
    expect((await drop(file, chosen)).status).toBe(201);
    expect(stored()).toEqual(lines as ReturnType<typeof stored>);
  });

  test.each<[string, string, object]>([
    [
      'every column',
      'Txn Date,Narration,Debit,Credit,Balance\n2026-11-20,x,,5,9\n',
      { date: 0, date_order: 'ymd', credit: 3, text: [1] },
    ],
    [
      'day and month that may be changed over',
      'Date,Credit,Details\n01/02/2026,5,x\n',
      { date: 0, date_order: null, credit: 1 },
    ],
    ['names that say nothing', 'A,B,C\n2026-11-20,5,x\n', { date: null, credit: null, text: [] }],
  ])('an unknown bank is proposed %s', async (_, csv, proposed) => {
    const { status, json } = await drop(csv, null);
    expect([status, json.columns]).toEqual([422, expect.objectContaining(proposed)]);
    expect(json.rows[0]).toEqual(csv.split('\n')[0]?.split(','));
  });
});

describe('money out is never money in', () => {
  const sums = (csv: string) => drop(csv, null).then(async ({ json }) => drop(csv, json.columns));
  const reasons = (json: { data: { broken: { row: number; reason: string }[] } }) =>
    json.data.broken.map(({ row, reason }) => `${row}: ${reason}`);

  test.each<[string, string]>([
    ['brackets behind a currency', 'PKR (5,000.00)'],
    ['a minus behind a currency', 'Rs.-5,100.00'],
    ['Dr that touches the sum', '5,300.00Dr'],
    ['a minus sign of typography', '\u22125,000.00'],
    ['an apostrophe of a spreadsheet', "'-5,000.00"],
    ['a minus after the sum', '5,000.00 \u2013'],
  ])('%s', async (_, cell) => {
    const { json } = await drop(`Date,Credit,Details\n2026-11-20,"${cell}",booking 1\n`);
    expect([stored(), json.data.broken]).toEqual([[], []]);
  });

  test('a word that is unknown in the column of kinds refuses its line', async () => {
    const { json } = await sums(
      'Date,Amount,Type,Details\n2026-11-20,500,Money received,a\n2026-11-20,600,Money sent,b\n2026-11-20,700,Bill,c\n',
    );
    expect([stored().map(({ paisa }) => paisa), reasons(json)]).toEqual([
      [50_000],
      ['4: "Bill" says neither money in nor money out.'],
    ]);
  });

  test('a sum whose comma cuts it into two cells, or that stands on both sides, refuses its line', async () => {
    const { json } = await sums(
      'Date,Debit,Credit,Details\n2026-11-20,5,300.00,,rent\n2026-11-20,500,500,b\n2026-11-20,,700,c\n2026-11-20,5,300,d\n',
    );
    expect([stored().map(({ text }) => text), reasons(json)]).toEqual([
      ['c'],
      [
        '2: It has more cells than there are columns; a comma may have split its amount.',
        '3: It has both money in, "500", and money out, "500".',
        '5: It has both money in, "300", and money out, "5".',
      ],
    ]);
  });

  test.each([
    ['oldest', false],
    ['newest', true],
  ])(
    'a sum without a sign that the balance falls by refuses its line, the %s line first',
    async (_, isNewestFirst) => {
      const rows = [
        '2026-11-20,100,"1,100",a',
        '2026-11-20,300,"1,400",b',
        '2026-11-20,250,"1,150",rent',
        '2026-11-20,400,"1,550",c',
        '2026-11-20,150,"1,400",ATM',
      ].map((row, at) => row.replace('20,', `${10 + at},`));
      club.db.run('UPDATE booking SET created_at = created_at - 20 * 86400000');
      const csv = `Date,Amount,Balance,Details\n${(isNewestFirst ? rows.toReversed() : rows).join('\n')}\n`;
      const { json } = await sums(csv);
      expect(
        stored()
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(['a', 'b', 'c']);
      expect(
        reasons(json)
          .map((reason) => reason.slice(3))
          .toSorted(),
      ).toEqual([
        'The amount "150" reads as money in, but the balance goes down by it.',
        'The amount "250" reads as money in, but the balance goes down by it.',
      ]);
    },
  );
});

describe('the names of the columns', () => {
  const above = Array.from({ length: 13 }, (_, at) => `Customer field ${at},Sana Malik ${at}`);
  const lines = (names: string) => [...above, names, `2026-11-20,IBFT,,"5,000.00"`, `2026-11-20,Rent,700,`];

  test('stand below the data of the customer', async () => {
    const csv = [
      'Statement date,Amount due',
      '20/11/2026,500',
      ...lines('Date,Narration,Withdrawal,Deposit'),
    ].join('\n');
    const { json } = await drop(csv, null);
    expect(json.columns).toMatchObject({ header: 15, date: 0, debit: 2, credit: 3, text: [1] });
    expect((await drop(csv, json.columns)).json.data).toMatchObject({ new: 1, broken: [] });
    expect(stored().map(({ paisa }) => paisa)).toEqual([500_000]);
    // Next month the customer's data is another, and nothing is asked.
    const next = ['More data', csv.replace('IBFT', 'RAAST')].join('\n');
    expect((await drop(next, null)).json.data).toMatchObject({ new: 1 });
  });

  test('that nobody knows are chosen from any row, and known from then on', async () => {
    const csv = lines('Booked,What,Minus,Plus').join('\n');
    const asked = await drop(csv, null);
    expect([asked.status, asked.json.rows[13]]).toEqual([422, ['Booked', 'What', 'Minus', 'Plus']]);
    const chosen = answer({ header: 13, credit: 3, debit: 2, text: [1] });
    expect((await drop(csv, chosen)).json.data).toMatchObject({ lines: 1, new: 1 });
    const next = ['More,data', csv.replace('IBFT', 'RAAST')].join('\n');
    expect((await drop(next, null)).json.data).toMatchObject({ lines: 1, new: 1 });
  });

  test('stand again on the pages of a long statement', async () => {
    const { json } = await drop(
      csvOf([
        ['2026-11-20', 10, 'x'],
        ['Date', 'Credit', 'Details'],
        ['2026-11-20', 20, 'y'],
      ]),
    );
    expect([json.data.lines, json.data.broken]).toEqual([2, []]);
  });
});

test('lines from before the first booking are counted', async () => {
  const rows = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => [date, 10, 'x']);
  expect((await drop(csvOf(rows))).json.data).toMatchObject({ lines: 1, new: 1, early: 2 });
});

describe('a statement that a spreadsheet has saved again', () => {
  const columns = answer({ date_order: 'dmy', credit: 2, text: [1, 3] });
  const original = [
    'Date,Narration,Credit,STAN',
    '20/11/2026,"IBFT, FROM ALI","5,000.00",000471',
    '20/11/2026,"IBFT, FROM ALI","5,000.00",000471',
    '20/11/2026,RAAST SANA,"1,00,000.50",123456789012',
  ].join('\n');

  test.each<[string, string]>([
    [
      'with its own dates, decimals and numbers',
      `Date,Narration,Credit,STAN,,\r\n20-Nov-26,"IBFT, FROM ALI",5000,471,,\r\n20-Nov-26,"IBFT, FROM ALI",5000,471,,\r\n20-Nov-26,RAAST SANA,100000.5,123456789012,,\r\n`,
    ],
    [
      'with semicolons and decimal commas',
      'Date;Narration;Credit;STAN\n2026-11-20;IBFT, FROM ALI;5000,0000;471\n2026-11-20;IBFT, FROM ALI;5000,0000;471\n2026-11-20;RAAST SANA;100.000,50;123456789012\n',
    ],
    ['with tabs', original.replaceAll(/"([^"]*)"|,/g, (_, cell?: string) => cell ?? '\t')],
  ])('%s adds nothing', async (_, again) => {
    expect((await drop(original, columns)).json.data).toMatchObject({ lines: 3, new: 3 });
    const { json } = await drop(again, null);
    expect(json.data).toMatchObject({ lines: 3, new: 0, broken: [] });
  });

  test('before the bank’s own file, which then adds nothing', async () => {
    const again =
      'Date,Narration,Credit,STAN\r\n20-Nov-26,"IBFT, FROM ALI",5000,471\r\n20-Nov-26,"IBFT, FROM ALI",5000,471\r\n20-Nov-26,RAAST SANA,100000.5,123456789012\r\n';
    expect((await drop(again, columns)).json.data).toMatchObject({ lines: 3, new: 3, broken: [] });
    expect((await drop(original, columns)).json.data).toMatchObject({ lines: 3, new: 0, broken: [] });
    expect((await drop(again, null)).json.data).toMatchObject({ new: 0 });
  });

  test('with a number that it has shortened refuses the line', async () => {
    await drop(original, columns);
    const { json } = await drop(original.replace('123456789012', '1.23457E+11'), null);
    expect(json.data).toMatchObject({
      lines: 2,
      new: 0,
      broken: [
        {
          row: 4,
          reason: "A spreadsheet has shortened the number 1.23457E+11. Please use the bank's own file.",
        },
      ],
    });
  });

  test('with days and months in other places refuses what it cannot tell', async () => {
    const { json } = await drop(
      'Date,Narration,Credit,STAN\n11/20/2026,a,5,1\n11/05/2026,b,6,2\n46346,c,7,3\n20/11/26,d,8,4\n',
      columns,
    );
    expect(json.data.lines).toBe(0);
    expect(json.data.broken.map(({ reason }: { reason: string }) => reason)).toEqual([
      'The date "11/20/2026" could not be read.',
      'The date "11/05/2026" is doubtful, because day and month are swapped in other dates in this file.',
      'The date "46346" is a spreadsheet’s number. Please save that column as dates.',
      'The date "20/11/26" has a two-digit year and others have four digits.',
    ]);
  });
});

test('a person exports the lines of their payments, and after the account is deleted only the money stays', async () => {
  const member = await club.signIn({ email: 'ayesha@example.com' });
  const { booking } = (await club.post('/api/book', bookingBody({ start_time: '20:00' }), member.headers))
    .json;
  const text = `FROM AYESHA KHAN booking ${booking.id}`;
  const rows = [
    ['2026-11-20', price, text],
    ['2026-11-20', 70, 'other'],
  ];
  await drop(csvOf(rows));
  await club.post('/api/admin/bank-lines/match-sure', {}, staff.headers);
  const request = new Request('http://localhost/api/auth/data.zip', member);
  const files = unzipSync(new Uint8Array(await (await club.app.handle(request)).arrayBuffer()));
  const data = JSON.parse(strFromU8(files['data.json'] as Uint8Array));
  expect(data.bank_lines).toEqual([{ id: 1, date: '2026-11-20', amount: price, text }]);
  // An account with a booking ahead stays.
  club.clock.now += 2 * 86_400_000;
  club.db.run("UPDATE session SET sess = json_object('started', ?1, 'seen', ?1)", [club.clock.now]);
  expect((await club.delete('/api/auth/account', member.headers)).status).toBe(200);
  expect(stored()).toEqual([
    { date: '2026-11-20', paisa: 100 * price, text: '' },
    { date: '2026-11-20', paisa: 7000, text: 'other' },
  ]);
  // The line is known all the same, and its money stays in the books.
  expect((await drop(csvOf(rows))).json.data.new).toBe(0);
  expect(club.rows('SELECT amount, method FROM ledger_entry')).toEqual([
    { amount: price, method: 'bank_transfer' },
  ]);
});

test('a long statement is read while others are answered, one at a time, and its progress is known', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) =>
    at % 1000 === 500 ? ['2026-11-20', 'x1x2', 'broken'] : ['2026-11-20', `${at + 10}.25`, `sale ${at}`],
  );
  let isReading = true;
  const reading = drop(csvOf(rows)).finally(() => {
    isReading = false;
  });
  const seen = new Set<number>();
  const refused = new Set<number>();
  while (isReading) {
    const { data } = (await club.get('/api/admin/statements/progress', staff.headers)).json;
    if (!data) continue;
    if (seen.size === 1) refused.add((await drop(csvOf([['2026-11-20', 1, 'x']]))).status);
    expect(data.rows === 0 || data.rows === 3000).toBe(true);
    seen.add(data.done);
  }
  const { status, json } = await reading;
  expect([status, json.data.lines, json.data.new]).toEqual([201, 2997, 2997]);
  expect(json.data.broken.map(({ row }: { row: number }) => row)).toEqual([502, 1502, 2502]);
  expect([...refused]).toEqual([409]);
  expect(seen.size).toBeGreaterThan(5);
  expect((await club.get('/api/admin/statements/progress', staff.headers)).json.data).toBeNull();
});
