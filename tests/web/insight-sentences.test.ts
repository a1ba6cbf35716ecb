import { expect, test } from 'bun:test';
import type { InsightTotals } from '../../src/domain/api/insight-routes.ts';
import {
  emptySentence,
  owedSentence,
  pointsLabel,
  revenueSentence,
} from '../../web/admin/insights/insight-sentences.ts';

const TOTALS = { revenue: 5000, booked: 1, open: 4 } as InsightTotals;
const hour = (weekday: 'monday' | 'sunday', at: number, booked: number, open: number) => ({
  weekday,
  hour: at,
  booked,
  open,
});

test('the empty hours name the weekday and part of the day with the most of them', () => {
  const occupancy = [
    hour('monday', 6, 0, 2),
    hour('monday', 18, 1, 4),
    hour('monday', 19, 1, 4),
    hour('sunday', 1, 0, 5),
  ];
  expect(emptySentence({ totals: TOTALS, occupancy })).toBe(
    '75% of the open court hours stayed empty. Emptiest time: Monday evening (3 court hours).',
  );
  const full = { ...TOTALS, booked: 4 };
  expect(emptySentence({ totals: full, occupancy: [hour('monday', 18, 4, 4)] })).toBe(
    '0% of the open court hours stayed empty.',
  );
  expect(emptySentence({ totals: { ...TOTALS, open: 0 }, occupancy: [] })).toBe(
    'The club was closed on these dates.',
  );
});

test('revenue is compared in both directions, and what is owed says when its list is cut', () => {
  const than = (revenue: number) =>
    revenueSentence({ totals: TOTALS, before: { ...TOTALS, revenue } }, 'October');
  expect([than(3000), than(9000), than(5000)]).toEqual([
    'PKR 5,000 for play on these dates: PKR 2,000 more than in October.',
    'PKR 5,000 for play on these dates: PKR 4,000 less than in October.',
    'PKR 5,000 for play on these dates: as much as in October.',
  ]);
  const owed = { totals: { ...TOTALS, to_give_back: 1500 }, before: TOTALS };
  expect(revenueSentence(owed, 'October')).toBe(
    'PKR 5,000 for play on these dates: as much as in October. PKR 1,500 of it is still to give back.',
  );
  expect([
    owedSentence([], 0),
    owedSentence([{ balance: 500 }], 1),
    owedSentence([{ balance: 500 }], 3),
  ]).toEqual([
    'Nobody owes anything.',
    'PKR 500 is still to be paid for 1 booking.',
    'At least PKR 500 is still to be paid for 3 bookings.',
  ]);
});

test('a change of the occupancy is in percentage points', () => {
  expect([pointsLabel(1), pointsLabel(12)]).toEqual(['1 percentage point', '12 percentage points']);
});
