import { expect, test } from 'bun:test';
import { KILL_STORMS } from '../support/kill-storms.ts';

test.each(KILL_STORMS)(
  'two kills: %s',
  async (_name, _longKills, intact, run) => {
    const { problems } = await run(2);
    expect(problems).toEqual(intact);
  },
  120_000,
);
