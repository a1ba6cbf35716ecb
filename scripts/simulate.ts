/**
 * Simulates days of a club: the real server in this process, its real file, customers, reception and owner, and
 * everything that can fail. Prints the first difference from the model as a short story that can be kept as a test.
 */
import { parseArgs } from 'node:util';
import { lowerPriority } from '../src/cli/lower-priority.ts';
import { asTest, shorten } from '../tests/simulation/shorten.ts';
import { FAULT_NAMES, type FaultName, live } from '../tests/simulation/story.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** How many clubs, with consecutive seeds. */
    clubs: { type: 'string', default: '1' },
    days: { type: 'string', default: '7' },
    faults: { type: 'string', default: 'all' },
    /** How long to spend shortening a story. */
    seconds: { type: 'string', default: '120' },
    log: { type: 'boolean', default: false },
    /** Also prints how often each kind of step was asked for, and done. */
    actions: { type: 'boolean', default: false },
  },
});

const names = values.faults === 'all' ? [...FAULT_NAMES] : values.faults.split(',').filter(Boolean);
const unknown = names.find((name) => !FAULT_NAMES.includes(name as FaultName));
if (unknown) {
  console.error(`There is no fault ${unknown}. Choose from ${FAULT_NAMES.join(', ')}.`);
  process.exit(2);
}
lowerPriority();
const first = Number(values.seed);
const days = Number(values.days);
const total: Record<string, number> = {};
const actions: Record<string, { asked: number; done: number }> = {};
const started = process.cpuUsage();

for (let seed = first; seed < first + Number(values.clubs); seed += 1) {
  const result = await live(seed, days, names as FaultName[]);
  const { steps, figures, log, faults, done } = result;
  if (values.log) console.log(log.join('\n'));
  if (faults) {
    console.log(`seed ${seed}, step ${steps.length}:\n${faults.slice(0, 8).join('\n')}\n`);
    const short = await shorten(result, Date.now() + Number(values.seconds) * 1000);
    console.log(`${short.length} of ${steps.length} steps show it:\n\n${asTest(seed, short, faults)}`);
    process.exit(1);
  }
  for (const [name, count] of Object.entries({ days, ...figures })) total[name] = (total[name] ?? 0) + count;
  for (const [name, count] of done) {
    const known = actions[name] ?? { asked: 0, done: 0 };
    actions[name] = { asked: known.asked + count.asked, done: known.done + count.done };
  }
}

const { user, system } = process.cpuUsage(started);
const seconds = (user + system) / 1e6;
console.log(`seeds ${first} to ${first + Number(values.clubs) - 1}: the club agrees with the model.`);
console.log(
  JSON.stringify({
    ...total,
    cpu_seconds: Math.round(seconds),
    days_per_cpu_hour: Math.round(((total.days ?? 0) / seconds) * 3600),
  }),
);
if (values.actions)
  for (const [name, { asked, done }] of Object.entries(actions).sort())
    console.log(`${String(done).padStart(7)} of ${String(asked).padStart(7)}  ${name}`);
process.exit(0);
