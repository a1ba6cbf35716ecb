/**
 * Measures the built executable beside an earlier one: `npm run bench -- [--base EXE|COMMIT] [--rounds N] [--seconds N]
 * [--write]`. The builds take turns in every round. `--seconds` is the length of one load, `--write` puts the table into
 * RESULTS.md. Needs Linux and a machine on which nothing else runs.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureSystemPackage } from '../ensure-system-package.ts';
import { type Build, benchDir, currentExecutable, findBase, measureStart, openBuild } from './builds.ts';
import { type Figures, formatTable, type Samples } from './figures.ts';
import { measureBookings, measureReads } from './load.ts';
import { openPhone } from './phone.ts';

/** The last build before modules had to follow an order. */
const DEFAULT_BASE = '9bd131a';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: DEFAULT_BASE },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

await ensureSystemPackage('wrk');
rmSync(benchDir, { recursive: true, force: true });
mkdirSync(benchDir, { recursive: true });
const base = await openBuild(await findBase(values.base));
const today = await openBuild(currentExecutable);
const phone = await openPhone();
const measurements: ((build: Build) => Promise<Figures>)[] = [
  (build) => measureReads(build, seconds),
  (build) => measureBookings(build, seconds),
  measureStart,
  (build) => phone.measure(build),
];
/**
 * The earlier build sometimes scrolls under a touch, which is then lost, so it repeats its turn. In today's build
 * that is a fault.
 */
async function takeTurn(
  measure: (build: Build) => Promise<Figures>,
  build: Build,
  triesLeft = 5,
): Promise<Figures> {
  try {
    return await measure(build);
  } catch (error) {
    if (build !== base || triesLeft === 0) throw error;
    return takeTurn(measure, build, triesLeft - 1);
  }
}
const samples: Samples = new Map();
// The first round only warms up the disk, the servers and the browser.
for (let round = 0; round <= rounds; round += 1) {
  console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
  const turns = round % 2 === 0 ? [base, today] : [today, base];
  for (const measure of measurements) {
    const results = new Map<Build, Figures>();
    for (const build of turns) results.set(build, await takeTurn(measure, build));
    if (round === 0) continue;
    for (const [name, before] of Object.entries(results.get(base) ?? {}))
      samples.set(name, [...(samples.get(name) ?? []), { before, now: results.get(today)?.[name] ?? NaN }]);
  }
}
await phone.close();
await Promise.all([base.close(), today.close()]);

const report = `\`npm run bench -- --base ${values.base} --rounds ${rounds} --seconds ${seconds} --write\` on ${new Date().toISOString().slice(0, 10)}.

${formatTable(samples)}
`;
console.log(report);
if (values.write) {
  const path = join(import.meta.dir, 'RESULTS.md');
  const MARK = '<!-- results -->\n';
  const [introduction] = (await Bun.file(path).text()).split(MARK);
  await Bun.write(path, `${introduction}${MARK}${report}`);
}
