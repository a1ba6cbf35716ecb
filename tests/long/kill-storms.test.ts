import { expect, test } from 'bun:test';
import { KILL_STORMS } from '../support/kill-storms.ts';

test.each(KILL_STORMS)(
  '%s, %i kills',
  async (name, kills, intact, run) => {
    const { done, problems } = await run(kills);
    console.log(`${name}: ${done}`);
    expect(problems).toEqual(intact);
  },
  3_000_000,
);
