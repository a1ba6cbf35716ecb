/** A month of transfers whose truth is known: what the matching calls sure is right, and most of it is sure. */
import { expect, test } from 'bun:test';
import { type Candidate, fitName, type MatchLine, nameWords, proposeMatches } from '../../src/bank/match.ts';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';

const FIRST =
  'Ahmed,Ali,Ayesha,Bilal,Danish,Fahad,Faisal,Farhan,Fatima,Hamza,Hassan,Hina,Imran,Iqra,Junaid,Kamran,Khadija,Maham,Mahnoor,Muhammad,Nabeel,Nadia,Omar,Qasim,Rabia,Saad,Saeed,Sana,Shahid,Tahir,Talha,Umar,Usman,Waqas,Yousaf,Zain,Zainab,Zeeshan'.split(
    ',',
  );
const LAST =
  'Ahmed,Akhtar,Ali,Anwar,Arshad,Aslam,Baig,Butt,Chaudhry,Farooq,Ghani,Hussain,Iqbal,Javed,Khan,Khan,Malik,Malik,Mehmood,Mirza,Nawaz,Qureshi,Rafique,Raza,Saleem,Shah,Sheikh,Siddiqui,Tariq,Yousaf,Zafar'.split(
    ',',
  );
const SPELLINGS: [RegExp, string][] = [
  [/Muhammad/, 'Mohd'],
  [/Ayesha/, 'Aisha'],
  [/Hussain/, 'Husein'],
  [/Yousaf/, 'Yusuf'],
  [/Sheikh/, 'Shaikh'],
  [/Siddiqui/, 'Sidiqi'],
  [/Qureshi/, 'Kureshi'],
  [/Umar/, 'Omer'],
  [/Zainab/, 'Zenab'],
  [/Ahmed/, 'Ahmad'],
];
const AMOUNTS = [4000, 4000, 5000, 5000, 5000, 6000, 7500, 7500, 8000, 10_000, 10_000, 12_000];

/** One number of the sequence a seed gives; the same seed gives the same month. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Month {
  lines: MatchLine[];
  candidates: Candidate[];
  /** The bookings that a line is for. */
  truth: Map<number, number[]>;
  forged: Candidate[];
}

/** `count` bookings of two courts in November, with what the bank shows of them. */
function createMonth(seed: number, count = 900): Month {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const chance = (percent: number) => random(1000) < percent * 10;
  const month: Month = { lines: [], candidates: [], truth: new Map(), forged: [] };
  const fullName = () => {
    const middle = chance(25) ? `${pick(['Muhammad', 'Syed', ...FIRST])} ` : '';
    return `${pick(FIRST)} ${middle}${pick(LAST)}`;
  };
  const addLine = (instant: number, amount: number, text: string, bookings: number[]) => {
    const local = new Date(instant + 5 * 3_600_000).toISOString();
    const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
    const id = month.lines.length + 1;
    month.lines.push({ id, date: local.slice(0, 10), minute, paisa: amount * 100, text });
    month.truth.set(id, bookings);
  };
  const customers = Array.from({ length: 400 }, fullName);
  for (let index = 0; index < count; index++) {
    const booking_id = 4000 + index;
    const customer = random(customers.length);
    const name = customers[customer] as string;
    const amount = pick(AMOUNTS);
    const booked_at = clubInstant(addDays('2026-11-01', Math.floor(index / 30)), 15 * 60 + random(8 * 60));
    const paid_at = booked_at + (3 + random(chance(15) ? 600 : 40)) * 60_000;
    const hasReceipt = !chance(10);
    const receipt_at = hasReceipt ? paid_at + (1 + random(chance(10) ? 300 : 25)) * 60_000 : null;
    const isEntered = hasReceipt && chance(60);
    const candidate: Candidate = {
      booking_id,
      player_id: null,
      entry_id: isEntered ? 90_000 + index : null,
      name,
      customer: String(customer),
      amount,
      booked_at,
      receipt_at,
      entered_at: isEntered ? receipt_at : null,
    };
    month.candidates.push(candidate);
    if (hasReceipt && chance(2)) {
      month.forged.push(candidate);
      continue;
    }
    addLine(paid_at, sumOf(amount), textOf(name, booking_id), [booking_id]);
    if (chance(1)) addLine(paid_at + 120_000, amount, textOf(name, booking_id), [booking_id]);
  }
  return month;

  /** What comes for a price: now and then a rupee is forgotten or a tip is added. */
  function sumOf(amount: number): number {
    if (chance(1)) return amount - 1;
    return chance(1) ? amount + 500 : amount;
  }

  function textOf(name: string, id: number): string {
    const sender = chance(5) ? fullName() : senderOf(name);
    const typed = chance(4) ? 4000 + random(count) : id;
    const reference = chance(45)
      ? pick([`booking ${typed}`, `Booking#${typed}`, `BK ${typed}`, `${typed}`])
      : '';
    const stan = `STAN ${String(random(1_000_000)).padStart(6, '0')}`;
    const bank = pick(['IBFT FROM', 'RAAST TRANSFER FROM', 'FUNDS TRANSFER', 'MOBILE BANKING IBFT']);
    return `${bank} ${sender} ${pick(['HBL', 'MEZAN', 'UBL', 'JAZZCASH'])} ${reference} ${stan}`;
  }

  /** A sender's name as banks print it. */
  function senderOf(name: string): string {
    const words = name.split(' ');
    if (chance(4)) return '';
    if (chance(8)) return [words[0]?.[0], ...words.slice(1)].join(' ').toUpperCase();
    if (chance(8)) return words.toReversed().join(' ').toUpperCase();
    const spelled = chance(25) ? SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), name) : name;
    return chance(70) ? spelled.toUpperCase() : spelled;
  }
}

function judge({ lines, candidates, truth, forged }: Month) {
  const results = proposeMatches(lines, candidates);
  const sure = results.filter(({ isSure }) => isSure);
  const used = sure.map(({ line_id, proposals }) => ({
    line_id,
    bookings: proposals[0]?.parts.map(({ booking_id }) => booking_id) ?? [],
  }));
  const wrong = used.filter(({ line_id, bookings }) => String(bookings) !== String(truth.get(line_id)));
  const shown = results.filter(({ line_id, proposals }) =>
    proposals.some(
      ({ parts }) => String(parts.map(({ booking_id }) => booking_id)) === String(truth.get(line_id)),
    ),
  );
  const matched = new Set(used.flatMap(({ bookings }) => bookings));
  return {
    lines: lines.length,
    sure: sure.length,
    wrong: wrong.map(({ line_id, bookings }) => [lines[line_id - 1], bookings, truth.get(line_id)]),
    right_proposed: shown.length,
    forged: forged.length,
    forged_taken: forged.filter(({ booking_id }) => matched.has(booking_id)).length,
  };
}

test.each([1, 2, 3])(
  'of 900 transfers (seed %i) none that is sure is wrong, and 85 of 100 are sure',
  (seed) => {
    const result = judge(createMonth(seed));
    expect(result.wrong).toEqual([]);
    expect(result.forged_taken).toBe(0);
    expect(result.forged).toBeGreaterThan(5);
    expect(result.sure / result.lines).toBeGreaterThanOrEqual(0.85);
    expect(result.right_proposed / result.lines).toBeGreaterThan(0.97);
  },
);

test.each([
  ['Muhammad Usman Ghani', 'MOHD USMAN GHANI', 'name'],
  ['Ayesha Siddiqui', 'AISHA SIDIQI', 'name'],
  ['Faisal Iqbal', 'IQBAL FAISAL', 'name'],
  ['Yousaf Sheikh', 'YUSUF SHAIKH', 'name'],
  ['Ali Khan', 'A KHAN', 'initial'],
  ['Ali Khan', 'AYESHA KHAN', null],
  ['Saad Malik', 'SAEED MALIK', null],
  ['Muhammad Ali', 'MUHAMMAD AHMED', null],
  ['Waqas', 'WAQAS AHMED', null],
])('%s in a statement as %s: %p', (name, text, fit) => {
  expect(fitName(nameWords(name), nameWords(`IBFT FROM ${text}`))).toBe(fit as 'name');
});

const AT = clubInstant('2026-11-20', 20 * 60);
const open = (over: Partial<Candidate> = {}): Candidate => ({
  booking_id: 4711,
  player_id: null,
  entry_id: null,
  name: 'Ayesha Siddiqui',
  customer: '1',
  amount: 5000,
  booked_at: AT,
  receipt_at: AT + 20 * 60_000,
  entered_at: null,
  ...over,
});
const line = (over: Partial<MatchLine> = {}): MatchLine => ({
  id: 1,
  date: '2026-11-20',
  minute: 20 * 60 + 8,
  paisa: 500_000,
  text: 'IBFT FROM AISHA SIDIQI',
  ...over,
});

test.each<[string, MatchLine, Candidate[], boolean, string]>([
  [
    'the amount and the name',
    line(),
    [open()],
    true,
    'PKR 5,000, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'the amount and the number',
    line({ text: 'booking 4711' }),
    [open()],
    true,
    'PKR 5,000, booking 4711 named, 12 min before the receipt',
  ],
  [
    'the amount alone',
    line({ text: 'IBFT', minute: null }),
    [open({ receipt_at: null })],
    false,
    'PKR 5,000',
  ],
  [
    'an initial alone',
    line({ text: 'A SIDIQI', minute: null }),
    [open()],
    false,
    'PKR 5,000, name Ayesha Siddiqui, on the day of the receipt',
  ],
  ['a friend who pays', line({ text: 'FROM BILAL AHMED' }), [open()], false, 'PKR 5,000'],
  [
    'a friend who names the booking',
    line({ text: 'FROM BILAL AHMED booking 4711' }),
    [open()],
    true,
    'PKR 5,000, booking 4711 named, 12 min before the receipt',
  ],
  [
    'a rupee too little',
    line({ paisa: 499_900 }),
    [open()],
    false,
    'PKR 1 less than PKR 5,000, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'more than is open',
    line({ paisa: 550_000, text: 'booking 4711' }),
    [open()],
    false,
    'PKR 500 more than PKR 5,000, booking 4711 named, 12 min before the receipt',
  ],
  [
    'two bookings of one name',
    line(),
    [open(), open({ booking_id: 4712 })],
    false,
    'PKR 5,000, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'two bookings of one name and a number',
    line({ text: 'A SIDIQI AISHA 4712' }),
    [open(), open({ booking_id: 4712 })],
    true,
    'PKR 5,000, booking 4712 named, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'two bookings that the text names, and the sum of one',
    line({ text: 'AISHA SIDIQI 4711 4712' }),
    [open(), open({ booking_id: 4712 })],
    false,
    'PKR 5,000, booking 4711 named, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'one line for two bookings',
    line({ paisa: 900_000 }),
    [open(), open({ booking_id: 4712, amount: 4000 })],
    true,
    'PKR 9,000, 2 bookings of Ayesha Siddiqui, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  [
    'a transfer that was entered',
    line(),
    [open({ entry_id: 9 })],
    true,
    'PKR 5,000, name Ayesha Siddiqui, 12 min before the receipt',
  ],
])('%s', (_, one, candidates, isSure, reason) => {
  const [found] = proposeMatches([one], candidates);
  expect([found?.isSure, found?.proposals[0]?.reason]).toEqual([isSure, reason]);
});

test.each<[string, MatchLine, Candidate]>([
  ['before the booking', line({ minute: 19 * 60 }), open()],
  ['a day after the receipt', line({ date: '2026-11-21', minute: 21 * 60 }), open()],
])('a transfer %s is not for it', (_, one, candidate) => {
  expect(proposeMatches([one], [candidate])[0]?.proposals).toEqual([]);
});

test('two lines for one booking are both doubtful', () => {
  const found = proposeMatches([line(), line({ id: 2 })], [open()]);
  expect(found.map(({ isSure }) => isSure)).toEqual([false, false]);
});

test.each<[string, Partial<MatchLine>, Partial<MatchLine>]>([
  ['named by the customer', {}, { text: 'FUNDS TRANSFER AYESHA SIDDIQUI' }],
  ['of which one names the booking', { text: 'booking 4711' }, {}],
])(
  'two lines of a part each, %s, are proposed, and the second is sure once the first is used',
  (_, one, other) => {
    const parts = [line({ paisa: 300_000, ...one }), line({ id: 2, paisa: 200_000, ...other })];
    const found = proposeMatches(parts, [open()]);
    expect(found.map(({ isSure, proposals }) => [isSure, proposals[0]?.parts[0]?.amount])).toEqual([
      [false, 3000],
      [false, 2000],
    ]);
    for (const { proposals } of found)
      expect(proposals[0]?.reason).toMatch(
        /less than PKR 5,000, .*(name|named).*, another line has the rest$/,
      );
    const [rest] = proposeMatches(parts.slice(1), [open({ amount: 2000 })]);
    expect(rest?.isSure).toBe(true);
    // One part alone is a smaller payment like any other, which a person finds by hand.
    expect(proposeMatches([line({ paisa: 300_000 })], [open()])[0]?.proposals).toEqual([]);
  },
);

test('a line that fits another receipt just then is doubtful until a line explains that receipt', () => {
  // A friend of Bilal has the name of Ayesha, who owes the same sum.
  const ayesha = open({ receipt_at: null });
  const bilal = open({ booking_id: 4800, customer: '2', name: 'Bilal Ahmed', receipt_at: AT + 15 * 60_000 });
  const friend = line();
  expect(proposeMatches([friend], [ayesha, bilal])[0]?.isSure).toBe(false);
  const own = line({ id: 2, minute: 20 * 60 + 5, text: 'FROM BILAL AHMED' });
  expect(proposeMatches([friend, own], [ayesha, bilal]).map(({ isSure }) => isSure)).toEqual([true, true]);
  const numbered = line({ text: 'IBFT FROM AISHA SIDIQI booking 4711' });
  expect(proposeMatches([numbered], [ayesha, bilal])[0]?.isSure).toBe(true);
  // A tip makes the sum of the customer's other booking, whose receipt came before the line.
  const other = open({ booking_id: 4712, amount: 4500, receipt_at: AT + 20 * 60_000 });
  const paid = open({ receipt_at: AT + 60_000 });
  expect(proposeMatches([friend], [paid, other])[0]?.isSure).toBe(false);
});

test('a booking that a line names late is proposed, and never sure', () => {
  const late = line({ date: '2027-01-05', text: 'booking 4711' });
  const [found] = proposeMatches([late], [open({ receipt_at: null })]);
  expect([found?.isSure, found?.proposals[0]?.reason]).toEqual([false, 'PKR 5,000, booking 4711 named']);
});

test('a transfer that was entered long after the booking waits for a line of that time', () => {
  const entered_at = clubInstant('2026-12-20', 20 * 60);
  const entry = open({ entry_id: 9, entered_at, receipt_at: null });
  const [found] = proposeMatches([line({ date: '2026-12-20' })], [entry]);
  expect([found?.isSure, found?.proposals[0]?.entry_id]).toEqual([true, 9]);
});
