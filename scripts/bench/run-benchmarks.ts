/**
 * Measures the server and the pages as ratios to minimal baselines and beside the previous release in the same run.
 * `--seconds N` is the length of one measurement, `--rounds N` the number of rounds; `--previous NAME` names another
 * release by its tag, commit or file; `--write` puts the tables into RESULTS.md. `--peer DIR` measures another system
 * instead, which listens at the address of DIR/peer.json (see peer-bench.ts).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureClient } from './browser-bench.ts';
import { formatTable } from './format-result-table.ts';
import { findPreviousBuild } from './previous-build.ts';
import { measurePeerBeside, measureServer } from './server-bench.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    previous: { type: 'string' },
    peer: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
if (values.peer) {
  console.log(await measurePeerBeside(values.peer, { seconds, rounds }));
  process.exit(0);
}
const previous = await findPreviousBuild(values.previous);
if (!previous) console.log('There is no release tag before this commit; --previous NAME names a build.');
const serverResult = await measureServer({ seconds, rounds, previous });
const pageRows = await measureClient(rounds);
const report = `\`npm run bench -- --seconds ${seconds} --rounds ${rounds} --write\` on ${new Date().toISOString().slice(0, 10)}.

${formatTable(serverResult.rows)}

${serverResult.note}

${formatTable(pageRows)}
`;
console.log(report);
if (values.write) await writeResults(report);

/** Replaces the text between the markers of the results file; the rest of the file stays. */
async function writeResults(text: string): Promise<void> {
  const path = join(import.meta.dir, 'RESULTS.md');
  const [before, rest] = (await Bun.file(path).text()).split('<!-- results -->\n');
  const after = rest?.split('<!-- end of results -->\n')[1];
  if (after === undefined) throw new Error(`${path} has no markers for the results.`);
  await Bun.write(path, `${before}<!-- results -->\n${text}<!-- end of results -->\n${after}`);
}
