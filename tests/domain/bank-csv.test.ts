/** Statements of different banks: separators, encodings, columns, dates and sums. */
import { expect, test } from 'bun:test';
import { findHeader, listIbans, proposeColumns } from '../../src/bank/columns.ts';
import { DateReader, parseDate, parseMinute } from '../../src/bank/dates.ts';
import { LineReader } from '../../src/bank/lines.ts';
import { decodeStatement, readTable } from '../../src/bank/statement-csv.ts';
import { choosePaisa, readSum } from '../../src/bank/sums.ts';
import type { BankColumns, DateOrder } from '../../src/domain/bank.ts';

const IBAN = 'PK58MEZN0099880012345678';
const TODAY = '2026-12-31';
const read = async (text: string) => {
  const table = await readTable(text);
  const columns = proposeColumns(table, IBAN, TODAY) as BankColumns;
  const reader = await LineReader.open(table, columns, columns.text, TODAY);
  const rows = table.rows.slice(columns.header + 1);
  const found = rows.map((row) => reader.read(row)).filter((line) => line !== null);
  return {
    lines: found.flatMap((line) => ('side' in line && line.side === 'in' ? [line] : [])),
    out: found.flatMap((line) => ('side' in line && line.side === 'out' ? [line] : [])),
    broken: found.filter((line) => 'reason' in line),
  };
};

test('a bank with debits, credits and a balance: only money that came in is read', async () => {
  const { lines, broken } = await read(`Account Statement
Account No,"PK58 MEZN 0099 8800 1234 5678"

Trans Date,Value Date,Description,Debit,Credit,Balance
31/12/2026 20:14,31/12/2026,IBFT from ALI KHAN,,"1,234.50","101,234.50"
30/12/2026 09:00,30/12/2026,RENT,"50,000.00",,"100,000.00"
,,Total,"50,000.00","1,234.50",
`);
  expect(broken).toEqual([]);
  expect(lines).toEqual([
    {
      row: 5,
      date: '2026-12-31',
      minute: 20 * 60 + 14,
      paisa: 123_450,
      side: 'in',
      text: 'IBFT from ALI KHAN',
    },
  ]);
});

test('semicolons, a signed amount, a separate time and month names', async () => {
  const { lines } = await read(
    'Date;Time;Amount;Narration\n31-Dec-26;02:05 PM;5000;FROM A\n31-Dec-26;03:05 PM;-700;TO B\n',
  );
  expect(lines).toEqual([
    { row: 2, date: '2026-12-31', minute: 14 * 60 + 5, paisa: 500_000, side: 'in', text: 'FROM A' },
  ]);
});

test('amounts without a sign, with CR and DR next to them', async () => {
  const { lines } = await read(
    'Date\tAmount\tDr/Cr\tDetails\n2026-12-30\t900.00\tDR\tTO B\n2026-12-30\t800.00\tCR\tFROM A\n',
  );
  expect(lines.map(({ paisa }) => paisa)).toEqual([80_000]);
});

test("asks when day and month can't be told apart", async () => {
  const orderOf = async (dates: string[]) => {
    const rows = dates.map((date) => `${date},5,x`).join('\n');
    return proposeColumns(await readTable(`Date,Credit,Details\n${rows}`), IBAN, TODAY).date_order;
  };
  expect(await orderOf(['01/02/2026', '03/04/2026'])).toBeNull();
  expect(await orderOf(['01/02/2026', '13/04/2026'])).toBe('dmy');
  expect(await orderOf(['01/02/2026', '04/13/2026'])).toBe('mdy');
  expect(await orderOf(['2026-02-01'])).toBe('ymd');
  // Nobody says yet whether the year stands first or last, unless the other way lies ahead.
  expect(await orderOf(['20-11-26'])).toBeNull();
  expect(await orderOf(['31-12-24', '30-12-24'])).toBe('dmy');
  expect(await orderOf(['30-Dec-26'])).toBe('dmy');
});

test('a broken line is named by its number, and the rest is read', async () => {
  const { lines, broken } = await read(
    'Date,Credit,Details\n2026-13-40,500,x\n2026-12-30,five 5 5,y\n2027-01-01,7,z\n,8,w\n2026-12-30,600,ok\n',
  );
  expect(broken).toEqual([
    { row: 2, reason: 'The date "2026-13-40" could not be read.' },
    { row: 3, reason: 'The amount "five 5 5" could not be read.' },
    { row: 4, reason: 'The date 2027-01-01 is in the future.' },
    { row: 5, reason: 'The date is missing.' },
  ]);
  expect(lines.map(({ row }) => row)).toEqual([6]);
});

/** Paisa, below zero for money out; what the cell says without the rest of its file. */
const paisaOf = (cell: string) => {
  const sum = readSum(cell);
  if (sum === null || sum === 'contradictory') return sum;
  const paisa = choosePaisa(sum, cell, new Set());
  return paisa === null ? null : (sum.side === 'out' ? -1 : 1) * paisa;
};

test.each([
  ['1,234.00', 123_400],
  ['PKR 500', 50_000],
  ['Rs. 1,00,000.5', 10_000_050],
  ['12,34,567', 123_456_700],
  ['1.234,50', 123_450],
  ['1 234,50', 123_450],
  ["1'234.50", 123_450],
  ['\u0661\u066c\u0662\u0663\u0664\u066b\u0665', 123_450],
  ['روپے \u06f5\u06f0\u06f0', 50_000],
  ['₨ 500', 50_000],
  ['5000.0000', 500_000],
  ['5,0000', 500],
  ['5,000', 500_000],
  ['500.', 50_000],
  ['Rs. 500/-', 50_000],
  ['500 CR', 50_000],
  ['500.00(Cr)', 50_000],
  ['+500', 50_000],
  ['(500.00)', -50_000],
  ['PKR (5,000.00)', -500_000],
  ['(PKR 5,000.00)', -500_000],
  ['Rs.-5,100.00', -510_000],
  ['-Rs 5,100', -510_000],
  ['500.00-', -50_000],
  ['500.00 \u2212', -50_000],
  ['\u2013500', -50_000],
  ['\u200e-500', -50_000],
  ["'-500", -50_000],
  ['(-) 500', -50_000],
  ['-500 Dr', -50_000],
  ['500 DR', -50_000],
  ['5,300.00Dr', -530_000],
  ['500D.', -50_000],
  ['500 (Dr)', -50_000],
  ['Debit 500', -50_000],
  ['-500 CR', 'contradictory'],
  ['(500) Cr', 'contradictory'],
  ['+500 Dr', 'contradictory'],
  ['5.000', null],
  ['5,00,0', null],
  ['1,2345', null],
  ['5,000.00.00', null],
  ['5,000.005', null],
  ['123456789012', null],
  ['--500', null],
  ['(500', null],
  ['500)', null],
  ['500 600', 50_060_000],
  ['500 60', null],
  ['USD 500', null],
  ['$500', null],
  ['5E+05', null],
  ['500²', null],
  ['500 Draft', null],
  ['=1+1', null],
  ['n/a', null],
])('the sum %s is %p paisa', (cell, paisa) => {
  expect(paisaOf(cell)).toBe(paisa as number);
});

test.each([
  ['2,500.50', '5.000', [250_050, 500]],
  ['2.500,50', '5.000', [250_050, 500_000]],
  [
    '2.500,50',
    '5,000',
    [250_050, 'The amount "5,000" can be read in two ways, with a decimal point or comma.'],
  ],
  ['2,500', '5.000', [250_000, 'The amount "5.000" can be read in two ways, with a decimal point or comma.']],
])('beside %s the sum %s is what the file shows', async (first, second, sums) => {
  const { lines, broken } = await read(
    `Date;Credit;Details\n2026-12-30;${first};a\n2026-12-30;${second};b\n`,
  );
  expect([...lines.map(({ paisa }) => paisa), ...broken.map(({ reason }) => reason)]).toEqual(sums);
});

test.each([
  ['31/12/2026', 'dmy', '2026-12-31'],
  ['12/31/26', 'mdy', '2026-12-31'],
  ['31.12.2026 14:05', 'dmy', '2026-12-31'],
  ['31 December 2026', 'dmy', '2026-12-31'],
  ['Dec 31, 2026', 'dmy', '2026-12-31'],
  ['20261231', 'ymd', '2026-12-31'],
  ['2026-12-31T14:05:00', 'dmy', '2026-12-31'],
  ['۳۱/۱۲/۲۰۲۶', 'dmy', '2026-12-31'],
  ['31/02/2026', 'dmy', null],
  ['20-Nov 14:05', 'dmy', null],
  ['Nov 20 14:05', 'dmy', null],
  ['20-Nov', 'dmy', null],
  ['total', 'dmy', null],
] as const)('the date %s (%s) is %p', (cell, order, date) => {
  expect(parseDate(cell, order)).toBe(date);
});

const DOUBTFUL = 'is doubtful, because';
test.each<[string, DateOrder, string[], (string | undefined)[]]>([
  ['a day of a spreadsheet', 'dmy', ['46347', '30/12/2026'], ['is a spreadsheet’s number', undefined]],
  [
    'days and months that changed places',
    'dmy',
    ['12/30/2026', '11/12/2026', '12/12/2026'],
    ['could not be read', DOUBTFUL, undefined],
  ],
  ['years first and last', 'dmy', ['2026-05-11', '20/11/2026'], [DOUBTFUL, DOUBTFUL]],
  ['a two-digit year among four', 'dmy', ['05/11/26', '20/11/2026'], ['has a two-digit year', undefined]],
  ['a two-digit year', 'dmy', ['05/11/26', '20/11/26'], [undefined, undefined]],
  ['a broken one', 'ymd', ['20-20-20', '2026-11-05'], ['could not be read', undefined]],
])('%s in a file are refused where they are doubtful', (_, order, cells, reasons) => {
  const reader = new DateReader(order);
  for (const cell of cells) reader.see(cell);
  for (const [at, cell] of cells.entries()) {
    const reason = reasons[at];
    expect(reader.read(cell)).toEqual(
      reason === undefined
        ? { date: parseDate(cell, order) as string }
        : { reason: expect.stringContaining(reason) },
    );
  }
});

test('a long file with quoted lines and line breaks in cells is read completely, in pieces', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_, at) => `2026-12-30,"1,${100 + (at % 900)}.00","FROM ""A""\nline ${at}"`,
  );
  const { lines, broken } = await read(`Date,Credit,Details\r\n${rows.join('\r\n')}\r\n`);
  expect([lines.length, broken]).toEqual([4000, []]);
  expect(lines.map(({ text }) => text)).toEqual(rows.map((_, at) => `FROM "A" line ${at}`));
  expect(lines.map(({ paisa }) => paisa)).toEqual(rows.map((_, at) => 110_000 + 100 * (at % 900)));
});

test('a time is read where there is one', () => {
  expect(['31/12/2026 00:05', '12:30 AM', '00:00:00', '31/12/2026'].map(parseMinute)).toEqual([
    5,
    30,
    null,
    null,
  ]);
});

test('encodings of older programs, and files that are not CSV', async () => {
  const text = 'Date,Credit,Details\n2026-12-30,5,Café\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, Buffer.from(text, 'latin1')])
    expect((await read(decodeStatement(bytes))).lines[0]?.text).toBe('Café');
  for (const bytes of [Buffer.from('%PDF-1.7 …'), Buffer.from('PK\u0003\u0004'), Buffer.from([1, 0, 0, 2])])
    expect(() => decodeStatement(bytes)).toThrow('This isn’t a CSV file.');
  expect(readTable('just a line\nand another')).rejects.toThrow('This isn’t a CSV file.');
  expect(readTable('')).rejects.toThrow('This isn’t a CSV file.');
});

test('the account that a file names above its lines is found', async () => {
  const table = await readTable(
    'IBAN: PK58 MEZN 0099 8800 1234 5678\n\nDate,Credit,Details\n2026-12-30,5,to PK36SCBL0000001123456702\n',
  );
  expect(listIbans(table, findHeader(table))).toEqual([IBAN]);
});
