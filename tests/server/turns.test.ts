import { expect, test } from 'bun:test';
import { Turns } from '../../src/accounts/turns.ts';
import { Failure } from '../../src/domain/failure.ts';

const RULES = { breath: 40, mostWaiting: 200, usual: 50 };

/** The seconds that one too many is told to wait, after `count` others have asked. */
async function refusal(turns: Turns, count: number, work: () => Promise<unknown>): Promise<number> {
  for (let at = 0; at < count; at += 1) void turns.run(work);
  const failure = await turns.run(work).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).reason).toBe('unavailable');
  return (failure as Failure).details.retryAfter ?? 0;
}

test.each([
  [1, 18],
  [2, 9],
])(
  'with %p at once, who finds two hundred waiting is told to come back in %p seconds',
  async (atOnce, seconds) => {
    const turns = new Turns({ ...RULES, atOnce });
    expect(await refusal(turns, 200 + atOnce, () => new Promise(() => {}))).toBe(seconds);
  },
);

test('on a slow machine the time is longer: it follows what turns take', async () => {
  const turns = new Turns({ atOnce: 1, breath: 5, mostWaiting: 20, usual: 1 });
  const slow = () => Bun.sleep(100);
  for (let at = 0; at < 16; at += 1) await turns.run(slow);
  const seconds = await refusal(turns, 21, slow);
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThanOrEqual(4);
});

test('everybody who waited gets a turn, never more at one time than said, and failed work lets the next one in', async () => {
  const turns = new Turns({ atOnce: 2, breath: 0, mostWaiting: 50, usual: 1 });
  let now = 0;
  let most = 0;
  const ends = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) =>
      turns.run(async () => {
        now += 1;
        most = Math.max(most, now);
        await Bun.sleep(2);
        now -= 1;
        if (at % 3 === 0) throw new Error('no');
        return at;
      }),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect([most, now]).toEqual([2, 0]);
});
