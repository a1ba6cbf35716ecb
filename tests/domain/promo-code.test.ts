import { expect, test } from 'bun:test';
import type { PromoCode } from '../../src/domain/api/promo-code-routes.ts';
import { codeError, isLargeDiscount, toDiscount } from '../../src/domain/promo-code.ts';

const CODE: PromoCode = {
  id: 1,
  code: 'RAMADAN',
  name: 'Ramadan',
  percent: 10,
  amount_off: null,
  tiers: null,
  play_from: '2026-12-01',
  play_to: '2026-12-10',
  book_from: '2026-11-20',
  book_to: '2026-11-30',
  first_booking: false,
  members_only: false,
  max_uses: null,
  active: true,
};
const USE = { date: '2026-12-01', today: '2026-11-20', tiers: ['peak' as const], isMember: false };

test('a code is used from its first to its last day of booking and of play', () => {
  const error = (use: object) => codeError(CODE, { ...USE, ...use });
  expect(['2026-11-19', '2026-11-20', '2026-11-30', '2026-12-01'].map((today) => error({ today }))).toEqual([
    'This code can be used from Fri, Nov 20 on.',
    null,
    null,
    'This code has expired.',
  ]);
  expect(['2026-11-30', '2026-12-01', '2026-12-10', '2026-12-11'].map((date) => error({ date }))).toEqual([
    'This code is for play from Tue, Dec 1 on.',
    null,
    null,
    'This code is for play until Thu, Dec 10.',
  ]);
  const always = { ...CODE, play_from: null, play_to: null, book_from: null, book_to: null };
  expect(codeError(always, { ...USE, date: '2031-01-01', today: '2030-01-01' })).toBeNull();
});

test('a code is for its times of day and customers, while it is active', () => {
  const error = (code: object, use: object = {}) => codeError({ ...CODE, ...code }, { ...USE, ...use });
  expect([
    error({ active: false }),
    error({ members_only: true }),
    error({ members_only: true }, { isMember: true }),
    error({ tiers: ['morning'] }),
    error({ tiers: ['morning', 'peak'] }, { tiers: ['off_peak', 'peak'] }),
    error({ tiers: ['peak'] }, { tiers: [null] }),
  ]).toEqual([
    'This code is not known. Please check it.',
    'This code is for members. Please log in to use it.',
    null,
    'This code is for play in these hours: Morning.',
    null,
    'This code is for play in these hours: Peak.',
  ]);
});

test('half of an hour on the cheapest court is a large discount', () => {
  const isLarge = (code: object) =>
    isLargeDiscount({ active: true, percent: null, amount_off: null, ...code }, [5000, 4000]);
  expect([
    isLarge({ percent: 49 }),
    isLarge({ percent: 50 }),
    isLarge({ amount_off: 1999 }),
    isLarge({ amount_off: 2000 }),
    isLarge({}),
    isLarge({ percent: 100, active: false }),
  ]).toEqual([false, true, false, true, false, false]);
});

test('a code has its word in a price, and a members’ price its name', () => {
  expect(
    [toDiscount(CODE), toDiscount({ ...CODE, code: null })].map(({ kind, label }) => [kind, label]),
  ).toEqual([
    ['code', 'Code RAMADAN'],
    ['member', 'Ramadan'],
  ]);
});
