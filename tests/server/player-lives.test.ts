import { expect, test } from 'bun:test';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { liveOnce } from '../support/share-lives.ts';
import { clubForTestFile } from '../support/test-club.ts';

const LIVES = Number(process.env.PLAYER_LIVES ?? 15);
const STEPS = 30;
const FIRST_SEED = Number(process.env.PLAYER_SEED ?? 1);

const club = clubForTestFile();

test('shares and entries of random lives are those of the model', async () => {
  const owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed += 1)
    await liveOnce(club, owner.headers, seed, STEPS);
  expect(listBookFaults(club.db)).toEqual([]);
});
