import { expect, test } from 'bun:test';
import { startInstantOf } from '../../src/domain/slot.ts';
import { balanceGroups } from '../../web/admin/money/booking-balances.tsx';

const played = { date: '2026-11-27', start_time: '17:30', slots: ['17:30', '18:00'] };
const playing = { date: '2026-11-27', start_time: '19:00', slots: ['19:00', '19:30'] };
const later = { date: '2026-11-28', start_time: '20:00', slots: ['20:00', '20:30'] };
const before = { date: '2026-11-21', start_time: '20:00', slots: ['20:00', '20:30'] };

test('whoever has played is not listed as playing', () => {
  const groups = balanceGroups([played, playing, later], [before], startInstantOf('2026-11-27', 39));
  expect(groups.map(({ label, bookings }) => [label, ...bookings])).toEqual([
    ['Already played today', played],
    ['Playing within 24 hours', playing],
    ['Playing later', later],
    ['Overdue', before],
  ]);
  expect(balanceGroups([later], [], startInstantOf('2026-11-27', 39))).toHaveLength(1);
});
