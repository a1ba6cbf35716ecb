import { expect, test } from 'bun:test';
import {
  fitsLevel,
  LEVELS,
  levelLabel,
  nextOpenMatches,
  openMatchSchema,
  placeHeldUntil,
  placesLabel,
} from '../../src/domain/match.ts';
import { validate } from '../../src/domain/validate.ts';

test('the places that are left read as a sentence', () => {
  expect([0, 1, 2, 3].map(placesLabel)).toEqual(['Full', '1 place free', '2 places free', '3 places free']);
});

test('a range of levels is in order, has a label, and fits the levels within it', () => {
  const ends = [undefined, ...LEVELS];
  const labels = ends.map((from) =>
    ends.map((to) => {
      const range = { level_from: from ?? null, level_to: to ?? null };
      const input = { places: 1, ...(from && { level_from: from }), ...(to && { level_to: to }) };
      if (!validate(openMatchSchema, input).ok) return '';
      return `${levelLabel(range)}: ${LEVELS.map((level) => Number(fitsLevel(range, level))).join('')}`;
    }),
  );
  expect(labels).toEqual([
    [
      'All levels: 1111',
      'Up to beginner: 1000',
      'Up to improver: 1100',
      'Up to intermediate: 1110',
      'Up to advanced: 1111',
    ],
    [
      'Beginner and up: 1111',
      'Beginner: 1000',
      'Beginner to improver: 1100',
      'Beginner to intermediate: 1110',
      'Beginner to advanced: 1111',
    ],
    [
      'Improver and up: 0111',
      '',
      'Improver: 0100',
      'Improver to intermediate: 0110',
      'Improver to advanced: 0111',
    ],
    ['Intermediate and up: 0011', '', '', 'Intermediate: 0010', 'Intermediate to advanced: 0011'],
    ['Advanced and up: 0001', '', '', '', 'Advanced: 0001'],
  ]);
});

test('a place is held for half an hour and up to the next full minute, but never into play', () => {
  const held = (now: string) => {
    const until = placeHeldUntil(
      { date: '2026-11-21', slots: ['18:00', '18:30'] },
      Date.parse(`2026-11-21T${now}+05:00`),
    );
    return new Date(until + 5 * 3_600_000).toISOString().slice(11, 19);
  };
  expect(['17:00:00', '17:00:00.001', '17:29:59', '17:30:00', '17:45:00'].map(held)).toEqual([
    '17:30:00',
    '17:31:00',
    '18:00:00',
    '18:00:00',
    '18:00:00',
  ]);
});

test('the landing page mentions the next three matches with places', () => {
  const matches = (['full', 'open', 'over', 'open', 'open', 'open'] as const).map((state, id) => ({
    id,
    state,
  }));
  expect(nextOpenMatches(matches).map(({ id }) => id)).toEqual([1, 3, 4]);
});
