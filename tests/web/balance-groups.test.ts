import { expect, test } from 'bun:test';
import type { BookingBalances, ToCollect } from '../../src/domain/api/ledger-answers.ts';
import { balanceGroups } from '../../web/admin/money/balance-groups.ts';

const NOW = Date.parse('2026-11-21T19:15:00+05:00');
const at = (id: number, date: string, ...slots: string[]) => ({ id, date, slots }) as ToCollect;

test('a game of this morning is no longer one that plays within 24 hours', () => {
  const played = at(1, '2026-11-21', '07:30', '08:00');
  const ended = at(2, '2026-11-21', '18:00', '18:30');
  const playing = at(3, '2026-11-21', '19:00', '19:30');
  const tomorrow = at(4, '2026-11-22', '19:00', '19:30');
  const later = at(5, '2026-11-22', '19:30', '20:00');
  const longAgo = at(6, '2026-11-19', '19:30', '20:00');
  const balances = {
    to_collect: [later, tomorrow, playing, ended, played],
    overdue: [longAgo],
  } as unknown as BookingBalances;
  expect(
    balanceGroups(balances, NOW).map(({ label, bookings }) => [label, bookings.map(({ id }) => id)]),
  ).toEqual([
    ['Playing within 24 hours', [3, 4]],
    ['Already played today', [1, 2]],
    ['Overdue', [6]],
    ['Playing later', [5]],
  ]);
  expect(balanceGroups({ ...balances, to_collect: [played] }, NOW).map(({ label }) => label)).toEqual([
    'Already played today',
    'Overdue',
  ]);
});
