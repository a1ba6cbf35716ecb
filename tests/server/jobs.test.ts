import { expect, test } from 'bun:test';
import { type Job, JobPlan, JobScheduler } from '../../src/jobs.ts';

const job = (name: string, run: () => unknown): Job => ({ name, minutes: 1, run });

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

test('jobs of the same second share one wake-up, and late ticks neither lose nor repeat a run', () => {
  const every = (name: string, minutes: number): Job => ({ name, minutes, run: () => {} });
  const plan = new JobPlan([
    every('each second', 1 / 60),
    every('each two', 2 / 60),
    every('each minute', 1),
    every('hourly', 60),
  ]);
  const names = (elapsedMs: number) => plan.takeDue(elapsedMs).map(({ name }) => name);
  expect(names(1003)).toEqual(['each second']);
  expect(names(1999)).toEqual(['each second', 'each two']);
  expect(names(3010)).toEqual(['each second', 'each minute']);
  expect(names(4020)).toEqual(['each second', 'each two', 'hourly']);
  // A process that stood still for a minute runs each job once.
  expect(names(66_000)).toEqual(['each second', 'each two', 'each minute']);
  expect(names(67_000)).toEqual(['each second']);
});
