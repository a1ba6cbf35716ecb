import { expect, test } from 'bun:test';
import { JobScheduler, type ScheduledJob } from '../../../src/jobs.ts';

const job = (name: string, run: () => unknown): ScheduledJob => ({ name, minutes: 1, run });

test('a job that is still running is not started again', async () => {
  let started = 0;
  let finish = () => {};
  const run = () => {
    started += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const scheduler = new JobScheduler([job('slow', run)], () => {});
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

test('a job that fails is reported and does not stop the others', async () => {
  const failed: string[] = [];
  let done = 0;
  const fail = () => {
    throw new Error('no');
  };
  const count = () => {
    done += 1;
  };
  const scheduler = new JobScheduler([job('broken', fail), job('sound', count)], (name) => failed.push(name));
  await scheduler.runNow();
  await scheduler.runNow();
  expect(failed).toEqual(['broken', 'broken']);
  expect(done).toBe(2);
});

test('stopping waits for the job that is running', async () => {
  let finished = false;
  const run = async () => {
    await Bun.sleep(30);
    finished = true;
  };
  const scheduler = new JobScheduler([job('slow', run)], () => {});
  void scheduler.runNow();
  await scheduler.stop();
  expect(finished).toBe(true);
});
