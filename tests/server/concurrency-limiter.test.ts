import { expect, test } from 'bun:test';
import { ConcurrencyLimiter } from '../../src/accounts/concurrency-limiter.ts';
import { Failure } from '../../src/domain/failure.ts';

const OPTIONS = { delayMs: 40, maxQueued: 200, expectedDurationMs: 50 };

/** Starts `count` tasks and one too many; returns the seconds after which the last may retry. */
async function retryAfterWhenFull(
  limiter: ConcurrencyLimiter,
  count: number,
  task: () => Promise<unknown>,
): Promise<number> {
  for (let at = 0; at < count; at += 1) void limiter.run(task);
  const failure = await limiter.run(task).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect((failure as Failure).reason).toBe('unavailable');
  return (failure as Failure).details.retryAfter ?? 0;
}

test.each([
  [1, 18],
  [2, 9],
])(
  'with concurrency %p and a full queue of 200, a refused task may retry in %p seconds',
  async (concurrency, seconds) => {
    const limiter = new ConcurrencyLimiter({ ...OPTIONS, concurrency });
    expect(await retryAfterWhenFull(limiter, 200 + concurrency, () => new Promise(() => {}))).toBe(seconds);
  },
);

test('the retry time follows the measured duration of tasks', async () => {
  const limiter = new ConcurrencyLimiter({
    concurrency: 1,
    delayMs: 5,
    maxQueued: 20,
    expectedDurationMs: 1,
  });
  const slow = () => Bun.sleep(100);
  for (let at = 0; at < 16; at += 1) await limiter.run(slow);
  const seconds = await retryAfterWhenFull(limiter, 21, slow);
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThanOrEqual(4);
});

test('every queued task runs, never more at once than allowed, also after failed tasks', async () => {
  const limiter = new ConcurrencyLimiter({
    concurrency: 2,
    delayMs: 0,
    maxQueued: 50,
    expectedDurationMs: 1,
  });
  let running = 0;
  let maxRunning = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) =>
      limiter.run(async () => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await Bun.sleep(2);
        running -= 1;
        if (at % 3 === 0) throw new Error('no');
        return at;
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect([maxRunning, running]).toEqual([2, 0]);
});
