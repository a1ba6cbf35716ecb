import { expect, test } from 'bun:test';
import { formatPkr } from '../../src/domain/format-money.ts';
import { matchTextError } from '../../src/domain/match.ts';
import { playerNames } from '../../web/matches/player-names.ts';

test.each([
  [['Nadia K.'], 3, 'Nadia K. (host)'],
  [['Nadia K.'], 2, 'Nadia K. (host), 1 more with the host'],
  [['Nadia K.', 'Omar A.'], 0, 'Nadia K. (host), Omar A., 2 more with the host'],
  [['', 'Omar A.', ''], 1, 'Host, Omar A., Player 3'],
  [['Nadia K.', 'Omar A.', 'Hina', 'Zain'], 0, 'Nadia K. (host), Omar A., Hina, Zain'],
])('the players %j with %d places free are %p', (players, places_left, names) => {
  expect(playerNames({ players, places_left })).toBe(names);
});

test('a phone number in the message to players is found before anything is booked', () => {
  expect(matchTextError('Friendly game, call 0300 1234567')).toContain('phone numbers');
  expect(matchTextError('Friendly game, beginners welcome')).toBeUndefined();
  expect(matchTextError('')).toBeUndefined();
});

test('a sum below zero has its sign before the currency, as on every page', () => {
  expect([formatPkr(-1500), formatPkr(1500), formatPkr(0), formatPkr(-0)]).toEqual([
    '− PKR 1,500',
    'PKR 1,500',
    'PKR 0',
    'PKR 0',
  ]);
});
