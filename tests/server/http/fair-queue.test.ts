import { expect, test } from 'bun:test';
import { Failure } from '../../../src/domain/failure.ts';
import { FairQueue, type TurnKey } from '../../../src/images/fair-queue.ts';

const OPTIONS = { pauseMs: 40, maxWaiting: 200, expectedMs: 50 };
const of = (key: string, factor = 1): TurnKey => ({ key, factor });
const never = () => new Promise<never>(() => {});
const failureOf = async (piece: Promise<unknown>): Promise<Failure> => {
  const failure = await piece.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  return failure as Failure;
};

/** Holds the only place until `open`; `add` writes its name down when its turn comes. */
function heldQueue(maxWaiting = 100) {
  const queue = new FairQueue({ concurrency: 1, maxWaiting });
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = queue.run([], () => promise);
  const add = (name: string, keys: readonly TurnKey[]) => queue.run(keys, async () => void order.push(name));
  return { order, add, open: resolve, first };
}

test.each([
  [1, 18],
  [2, 9],
])(
  'with %p places and 200 that wait, a refused piece may retry in %p seconds',
  async (concurrency, seconds) => {
    const queue = new FairQueue({ ...OPTIONS, concurrency });
    for (let at = 0; at < 200 + concurrency; at += 1) void queue.run([of('one')], never);
    const failure = await failureOf(queue.run([of('one')], never));
    expect([failure.reason, failure.details.retryAfter]).toEqual(['unavailable', seconds]);
  },
);

test('the retry time follows the measured duration', async () => {
  const queue = new FairQueue({ concurrency: 1, pauseMs: 5, maxWaiting: 20, expectedMs: 1 });
  const slow = () => Bun.sleep(100);
  for (let at = 0; at < 16; at += 1) await queue.run([], slow);
  for (let at = 0; at < 21; at += 1) void queue.run([of('one')], slow);
  const { retryAfter } = (await failureOf(queue.run([of('one')], slow))).details;
  expect(retryAfter).toBeGreaterThanOrEqual(2);
});

test('every piece runs, never more at once than allowed, also after failed ones', async () => {
  const queue = new FairQueue({ concurrency: 2, maxWaiting: 50 });
  let running = 0;
  let maxRunning = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, at) =>
      queue.run([of(`key ${at % 4}`)], async () => {
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

test('a key with many pieces delays only itself, and the keys take turns', async () => {
  const { order, add, open } = heldQueue();
  const pieces = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name, [of(name[0] ?? '')]));
  open();
  await Promise.all(pieces);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a piece waits for the busiest of its keys, which counts by its factor', async () => {
  const { order, add, open } = heldQueue();
  const pieces = [1, 2, 3, 4].map((at) => add(`net ${at}`, [of(`/64 ${at}`), of('/48', 4)]));
  // The fifth of the /48 has a new /64, but the four times of the /48 are used up.
  pieces.push(add('net 5', [of('/64 5'), of('/48', 4)]), add('other', [of('elsewhere')]));
  open();
  await Promise.all(pieces);
  expect(order).toEqual(['net 1', 'net 2', 'net 3', 'net 4', 'other', 'net 5']);
});

test('a full queue refuses the last piece of the busiest key, not the newcomer', async () => {
  const { order, add, open } = heldQueue(3);
  const many = [1, 2, 3].map((at) => add(`many ${at}`, [of('many')]));
  const last = failureOf(many[2] ?? never());
  const newcomer = add('newcomer', [of('few')]);
  expect((await last).reason).toBe('unavailable');
  open();
  await Promise.all([many[0], many[1], newcomer]);
  expect(order).toEqual(['many 1', 'newcomer', 'many 2']);
});
