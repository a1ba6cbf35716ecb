import { expect, test } from 'bun:test';
import { JobScheduler } from '../../src/jobs.ts';

test('an errand that is still under way is not started a second time', async () => {
  let started = 0;
  let finish = () => {};
  const scheduler = new JobScheduler(() => {});
  scheduler.every(1, 'slow', () => {
    started += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const first = scheduler.runNow('slow');
  const second = scheduler.runNow('slow');
  await Bun.sleep(1);
  finish();
  await Promise.all([first, second]);
  expect(started).toBe(1);
  const third = scheduler.runNow('slow');
  await Bun.sleep(1);
  finish();
  await third;
  expect(started).toBe(2);
});

test('an errand that fails is reported and does not stop the others', async () => {
  const failed: string[] = [];
  let done = 0;
  const scheduler = new JobScheduler((name) => failed.push(name));
  scheduler.every(1, 'broken', () => {
    throw new Error('no');
  });
  scheduler.every(1, 'sound', () => {
    done += 1;
  });
  await scheduler.runNow();
  await scheduler.runNow();
  expect(failed).toEqual(['broken', 'broken']);
  expect(done).toBe(2);
});

test('stopping waits for the errand that is under way', async () => {
  let finished = false;
  const scheduler = new JobScheduler(() => {});
  scheduler.every(1, 'slow', async () => {
    await Bun.sleep(30);
    finished = true;
  });
  void scheduler.runNow();
  await scheduler.stop();
  expect(finished).toBe(true);
});
