/** Statements as banks, apps and spreadsheets write them: random lines of money in and out, in a random dialect. */
import fc from 'fast-check';
import { addDays } from '../../src/domain/business-day.ts';

/** A line as it happened at the bank. */
export interface TrueLine {
  side: 'in' | 'out';
  paisa: number;
  date: string;
  text: string;
}

export interface DialectStatement {
  csv: string;
  lines: TrueLine[];
  /** Its amounts can be read in two ways, so lines may be refused. */
  isAmbiguous: boolean;
  /** How the sides are marked, for a failing test's messages. */
  dialect: Dialect;
}

const NBSP = '\u00a0';
const THIN = '\u2009';
const MINUSES = ['-', '\u2212', '\u2013', '\u2014', '\u2010', '\uff0d', '\ufe63'];
const OUT_WORDS = ['Dr', 'DR', 'dr.', 'D', 'Debit', 'DB', '(Dr)'];
const IN_WORDS = ['Cr', 'CR', 'cr.', 'C', 'Credit', 'CR.', '(Cr)'];
const CURRENCIES = ['', '', 'PKR', 'Rs', 'Rs.', 'Rs ', '₨', 'PKR ', 'روپے '];
const DIGITS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const PREAMBLE = [
  'Account Title,Sana Malik',
  'Statement of account',
  'Period,1 to 30 November 2026',
  'Amount due on the date,0.00',
  'Branch,Lahore',
];

const dialects = fc.record({
  /** Two columns, signs, or Cr and Dr next to the amount or in their own column. */
  layout: fc.constantFrom('columns', 'minus', 'trailing', 'brackets', 'glued', 'direction'),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  grouping: fc.constantFrom('none', 'comma', 'lakh', 'space', 'nbsp', 'thin', 'apostrophe', 'comma style'),
  decimals: fc.constantFrom(0, 2, 2, 2, 4),
  digits: fc.constantFrom(...DIGITS, DIGITS[0] as string),
  currency: fc.constantFrom(...CURRENCIES),
  currencyFirst: fc.boolean(),
  minus: fc.constantFrom(...MINUSES),
  outWord: fc.constantFrom(...OUT_WORDS),
  inWord: fc.constantFrom(...IN_WORDS),
  gap: fc.constantFrom('', ' ', NBSP, THIN),
  empty: fc.constantFrom('', '-', '0.00', NBSP, 'Rs -'),
  date: fc.constantFrom('iso', 'dmy', 'word', 'short word'),
  rowsAbove: fc.nat({ max: 60 }),
  newestFirst: fc.boolean(),
  balance: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.boolean(),
  debitFirst: fc.boolean(),
});
export type Dialect = typeof dialects extends fc.Arbitrary<infer T> ? T : never;

const trueLine = fc.record({
  side: fc.constantFrom('in' as const, 'out' as const),
  rupees: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1000, max: 30_000_000 })),
  rest: fc.constantFrom(0, 0, 0, 50, 7),
  day: fc.nat({ max: 29 }),
  text: fc.constantFrom(
    'IBFT FROM ALI KHAN',
    'RAAST, SANA "S" MALIK',
    'Rent; café\nsecond line',
    'علی خان',
    'POS 4711',
  ),
});

export const dialectStatement: fc.Arbitrary<DialectStatement> = fc
  .tuple(dialects, fc.array(trueLine, { minLength: 1, maxLength: 12 }))
  .map(([dialect, found]) => {
    const lines = found
      .map(({ side, rupees, rest, day, text }) => ({
        side,
        paisa: rupees * 100 + (dialect.decimals === 0 ? 0 : rest),
        date: addDays('2026-11-01', day),
        text,
      }))
      .sort((one, other) => one.date.localeCompare(other.date) * (dialect.newestFirst ? -1 : 1));
    return { ...write(dialect, lines), lines, dialect };
  });

function write(dialect: Dialect, lines: readonly TrueLine[]): { csv: string; isAmbiguous: boolean } {
  const { layout, delimiter, debitFirst } = dialect;
  const money =
    layout === 'columns'
      ? debitFirst
        ? ['Debit', 'Credit']
        : ['Credit', 'Debit']
      : ['Amount', ...(layout === 'direction' ? ['Type'] : [])];
  const header = ['Date', 'Description', ...money, ...(dialect.balance ? ['Balance'] : [])];
  const balances = balancesOf(dialect, lines);
  const rows = lines.map((line, at) => {
    const sum = sumOf(dialect, line.paisa);
    const balance = dialect.balance ? [sumOf(dialect, balances[at] as number)] : [];
    return [dateOf(dialect, line.date), line.text, ...moneyCells(dialect, line.side, sum), ...balance];
  });
  const above = Array.from(
    { length: dialect.rowsAbove },
    (_, at) => PREAMBLE[at % PREAMBLE.length] as string,
  );
  const quote = (cell: string) => (/[,;\t|"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const csv = [
    ...above.map((row) => row.replace(',', delimiter)),
    ...[header, ...rows].map((row) => row.map(quote).join(delimiter)),
  ].join(dialect.lineEnd);
  const isAmbiguous = dialect.grouping === 'comma style' && dialect.decimals === 0;
  return { csv: `${dialect.mark ? '\ufeff' : ''}${csv}${dialect.lineEnd}`, isAmbiguous };
}

/** The balance after each line. */
function balancesOf({ newestFirst }: Dialect, lines: readonly TrueLine[]): number[] {
  let left = 10_000_000_000;
  const order = lines.map((_, at) => (newestFirst ? lines.length - 1 - at : at));
  const balances: number[] = [];
  for (const at of order) {
    const { side, paisa } = lines[at] as TrueLine;
    left += side === 'in' ? paisa : -paisa;
    balances[at] = left;
  }
  return balances;
}

function moneyCells(dialect: Dialect, side: 'in' | 'out', sum: string): string[] {
  const { layout, minus, gap, outWord, inWord, empty, debitFirst } = dialect;
  const isOut = side === 'out';
  const word = isOut ? outWord : inWord;
  switch (layout) {
    case 'columns':
      return isOut === debitFirst ? [sum, empty] : [empty, sum];
    case 'minus':
      return [isOut ? minus + gap + sum : sum];
    case 'trailing':
      return [isOut ? sum + gap + minus : sum];
    case 'brackets':
      return [isOut ? `(${gap}${sum}${gap})` : sum];
    case 'glued':
      if (gap === ' ') return [word + gap + sum];
      // Two words that touch don't count.
      return [sum + (/[a-z.]$/i.test(sum) ? NBSP : gap) + word];
    case 'direction':
      return [sum, word.replace(/[()]/g, '')];
  }
}

const GROUPS = {
  none: '',
  comma: ',',
  lakh: ',',
  space: ' ',
  nbsp: NBSP,
  thin: THIN,
  apostrophe: "'",
  'comma style': '.',
};

/** The amount as the dialect writes it, with its currency. */
function sumOf({ grouping, decimals, digits, currency, currencyFirst }: Dialect, paisa: number): string {
  const rupees = String(Math.floor(paisa / 100));
  const groups = grouping === 'lakh' ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  const whole = rupees.replace(groups, GROUPS[grouping]);
  const rest = String(paisa % 100)
    .padStart(2, '0')
    .padEnd(decimals, '0')
    .slice(0, decimals);
  const mark = grouping === 'comma style' ? ',' : '.';
  const plain = decimals === 0 ? whole : whole + mark + rest;
  const written = plain.replace(/\d/g, (digit) => digits[Number(digit)] as string);
  return currencyFirst ? currency + written : written + (currency && ' ') + currency;
}

function dateOf({ date, digits }: Dialect, iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = MONTHS[Number(month) - 1];
  const local = (text: string) => text.replace(/\d/g, (digit) => digits[Number(digit)] as string);
  if (date === 'iso') return local(iso);
  if (date === 'dmy') return local(`${day}/${month}/${year}`);
  return date === 'word' ? `${day} ${name} ${year}` : `${day}-${name}-${year.slice(2)}`;
}

/** A cell that marks money out with at least one sign or word, among others of every kind. */
export const outCell: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...MINUSES, ...OUT_WORDS, '()', "'-", '(-)', '\u200e-'),
    fc.constantFrom(
      '5,000.00',
      '5000',
      '5.000,00',
      '1,00,000.00',
      '۵۰۰۰',
      '5000.0000',
      '5 000',
      '0.5',
      '5.000',
      '500.',
    ),
    fc.array(
      fc.constantFrom(
        'PKR',
        'Rs.',
        'Rs',
        '₨',
        'USD',
        '$',
        'Cr',
        'Dr',
        '+',
        '-',
        '/-',
        '(',
        ')',
        ' ',
        NBSP,
        '*',
        '=',
        '"',
        'only',
        '5',
      ),
      { maxLength: 4 },
    ),
    fc.nat(),
    fc.boolean(),
  )
  .map(([sign, sum, others, seed, isAfter]) => {
    const signed = sign === '()' ? `(${sum})` : isAfter ? `${sum}${sign}` : `${sign}${sum}`;
    const at = others.length === 0 ? 0 : seed % (others.length + 1);
    return [...others.slice(0, at), signed, ...others.slice(at)].join('');
  });
