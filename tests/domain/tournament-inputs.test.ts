import { expect, test } from 'bun:test';
import {
  addPlayersSchema,
  changePlayerSchema,
  enterScoreSchema,
  planAgainSchema,
  playerScoreSchema,
  startTournamentSchema,
  swapPlayersSchema,
} from '../../src/domain/tournament/inputs.ts';
import { validate } from '../../src/domain/validate.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const refused = (schema: Parameters<typeof validate>[0], input: object) => {
  const checked = validate(schema, input);
  return checked.ok ? [] : Object.keys(checked.fields);
};
const START = {
  format: 'mexicano',
  points: 24,
  rounds: 7,
  court_ids: [1, 2],
  players: [{ name: 'Ali Khan' }],
};

test('an evening has 1 to 40 rounds on 1 to 8 courts, also when it is planned again', () => {
  for (const [schema, whole] of [
    [startTournamentSchema, START],
    [planAgainSchema, { rounds: 7, court_ids: [1, 2], version: 1 }],
  ] as const) {
    for (const rounds of [1, 40]) expect(refused(schema, { ...whole, rounds })).toEqual([]);
    for (const rounds of [0, 41, 1.5]) expect(refused(schema, { ...whole, rounds })).toEqual(['rounds']);
    for (const count of [1, 8]) expect(refused(schema, { ...whole, court_ids: ids(count) })).toEqual([]);
    for (const court_ids of [[], ids(9), [1, 1]])
      expect(refused(schema, { ...whole, court_ids })).toEqual(['court_ids']);
  }
  expect(
    [16, 20, 24, 28, 32].flatMap((points) => refused(startTournamentSchema, { ...START, points })),
  ).toEqual([]);
  expect(refused(startTournamentSchema, { ...START, points: 18 })).toEqual(['points']);
});

test('the first four pair up 1 with 4 unless the club says otherwise', () => {
  expect(validate(startTournamentSchema, START)).toMatchObject({ ok: true, value: { pairing: '1_4' } });
});

test('one or two come late, and rounds count from 1', () => {
  const add = (count: number) =>
    refused(addPlayersSchema, { players: Array(count).fill({ name: 'Ali Khan' }), version: 1 });
  expect([1, 2].flatMap(add)).toEqual([]);
  expect([add(0), add(3)]).toEqual([['players'], ['players']]);
  for (const [schema, field, whole] of [
    [enterScoreSchema, 'round', { court_id: 1, score: null, version: 1 }],
    [playerScoreSchema, 'round', { court_id: 1, score: [12, 12], version: 1 }],
    [swapPlayersSchema, 'round', { players: [1, 2], version: 1 }],
    [changePlayerSchema, 'from_round', { plays: false, version: 1 }],
  ] as const) {
    for (const round of [1, 1000]) expect(refused(schema, { ...whole, [field]: round })).toEqual([]);
    for (const round of [0, 1001]) expect(refused(schema, { ...whole, [field]: round })).toEqual([field]);
  }
});
