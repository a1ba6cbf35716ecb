/** A month of transfers whose truth is known: what the matching calls sure is right, and most of it is sure. */
import { expect, test } from 'bun:test';
import { type Candidate, fitName, Matching, type MatchLine, nameWords } from '../../src/bank/match.ts';
import { clubInstant } from '../../src/domain/business-day.ts';
import { createMonth, type Month } from '../support/bank-month.ts';

function proposeMatches(
  lines: readonly MatchLine[],
  candidates: readonly Candidate[],
  settled: [number, number][] = [],
) {
  const booked = candidates.map(({ booking_id, booked_at }): [number, number] => [
    booking_id ?? 0,
    booked_at,
  ]);
  const matching = new Matching(lines, new Map([...settled, ...booked]));
  matching.add(candidates);
  return lines.map((line) => matching.propose(line));
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
  payer_id: 4711,
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
  read_at: AT + 30 * 86_400_000,
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
  [
    'the amount and the name, and the number of another booking',
    line({ text: 'IBFT FROM AISHA SIDIQI booking 4712' }),
    [open(), open({ booking_id: 4712, name: 'Bilal Ahmed', customer: '2', amount: 2500 })],
    false,
    'PKR 5,000, name Ayesha Siddiqui, 12 min before the receipt',
  ],
  ['the amount and the time', line({ text: 'IBFT' }), [open()], true, 'PKR 5,000, 12 min before the receipt'],
  [
    'the amount of two bookings and the time of one',
    line({ text: 'IBFT' }),
    [open(), open({ booking_id: 4712, name: 'Bilal Ahmed', customer: '2', receipt_at: null })],
    false,
    'PKR 5,000, 12 min before the receipt',
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

test('a line that names a payment is for that place or purchase, and for no booking of this number', () => {
  const place = open({ booking_id: null, payer_id: 4711, name: 'Hina Aslam', customer: 'hina' });
  const booking = open({ name: 'Bilal Ahmed', customer: 'bilal' });
  const [found] = proposeMatches([line({ text: 'Raast payment 4711 HINA ASLAM' })], [booking, place]);
  expect(found?.isSure).toBe(true);
  expect(found?.proposals[0]).toMatchObject({
    parts: [{ booking_id: null, payer_id: 4711, amount: 5000 }],
    reason: 'PKR 5,000, payment 4711 named, name Hina Aslam, 12 min before the receipt',
  });
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
    for (const paisa of [300_000, 250_000])
      expect(proposeMatches([line({ paisa })], [open()])[0]?.proposals).toEqual([]);
  },
);

test('a line that fits another receipt just then is in doubt until a line explains that receipt', () => {
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

test.each<[string, string, number, number, boolean]>([
  ['a booking', 'booking 14', 14, AT, false],
  ['a booking in the words of a bank', 'Bkng#0014', 14, AT, false],
  ['no booking, mistyped', 'booking 15', 14, AT, true],
  ['a booking that was made after it, mistyped', 'booking 14', 14, AT + 9 * 60_000, true],
  ['a number of the bank that a booking has too', 'REF 14', 14, AT, true],
  ['the booking that it pays, and a booking', 'booking 4711, not booking 14', 14, AT, true],
])('a line with the amount and the name that names %s ("%s")', (_, text, settled, bookedAt, isSure) => {
  const named = line({ text: `IBFT FROM AISHA SIDIQI ${text}` });
  expect(proposeMatches([named], [open()], [[settled, bookedAt]])[0]?.isSure).toBe(isSure);
});

test('a booking that is named late by a line is proposed, but never sure', () => {
  const late = line({ date: '2027-01-05', text: 'booking 4711' });
  const [found] = proposeMatches([late], [open({ receipt_at: null })]);
  expect([found?.isSure, found?.proposals[0]?.reason]).toEqual([false, 'PKR 5,000, booking 4711 named']);
});

test('a transfer entered long after the booking waits for a line from that time', () => {
  const entered_at = clubInstant('2026-12-20', 20 * 60);
  const entry = open({ entry_id: 9, entered_at, receipt_at: null });
  const [found] = proposeMatches([line({ date: '2026-12-20' })], [entry]);
  expect([found?.isSure, found?.proposals[0]?.entry_id]).toEqual([true, 9]);
});
