import { expect, test } from 'bun:test';
import { ApiError } from '../../web/lib/api.ts';
import { keptAt, outcomeOf, type UnsentScore, withScore } from '../../web/manage/unsent-scores.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-18T20:00:00+05:00');
const unsent = (over: Partial<UnsentScore> = {}): UnsentScore => ({
  payer_id: 7,
  round: 2,
  court_id: 1,
  score: [14, 10],
  version: 3,
  since: NOW,
  key: 'one',
  ...over,
});

test('a newer score takes the place of the older one of the same game and place, and of no other', () => {
  const others = [{ payer_id: 8 }, { round: 1 }, { court_id: 2 }].map((over) => unsent(over));
  const newer = unsent({ score: [12, 12], key: 'two' });
  expect(withScore([unsent(), ...others], newer)).toEqual([...others, newer]);
});

test('a score is worth sending for a day', () => {
  const scores = [unsent({ since: NOW - 23 * HOUR }), unsent({ since: NOW - 24 * HOUR })];
  expect(keptAt(scores, NOW)).toEqual(scores.slice(0, 1));
});

test('only a refusal by the club ends the sending', () => {
  const failure = (reason: string) => JSON.stringify({ error: 'Not now.', reason });
  const later = [
    new TypeError('Failed to fetch'),
    new ApiError(502, '<html>', 'Bad Gateway'),
    new ApiError(403, '<html>', 'Forbidden'),
    new ApiError(503, failure('unavailable'), ''),
    new ApiError(429, failure('rate_limited'), ''),
  ];
  for (const error of later) expect(outcomeOf(unsent(), error)).toBe('later');
  const refused = { unsent: unsent(), message: 'Not now.' };
  const conflict = new ApiError(409, failure('changed_meanwhile'), '');
  expect(outcomeOf(unsent(), conflict)).toEqual({ ...refused, isConflict: true });
  const tooLate = new ApiError(409, failure('wrong_state'), '');
  expect(outcomeOf(unsent(), tooLate)).toEqual({ ...refused, isConflict: false });
});
