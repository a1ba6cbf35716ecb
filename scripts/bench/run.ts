/**
 * How fast the club is, as ratios to the least a server or a page could do, measured in the same run.
 * `--seconds N` a turn, `--rounds N` turns each, `--write` puts the tables into scripts/bench/RESULTS.md.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureClient } from './browser-bench.ts';
import { formatTable } from './result-table.ts';
import { measureServer } from './server-bench.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const serverResult = await measureServer({ seconds, rounds });
const pageRows = await measureClient(rounds);
const report = `\`bun run bench -- --seconds ${seconds} --rounds ${rounds} --write\` on ${new Date().toISOString().slice(0, 10)}.

${formatTable(serverResult.rows)}

${serverResult.note}

${formatTable(pageRows)}
`;
console.log(report);
if (values.write) await writeResults(report);

/** Puts `text` between the marks of the results file; what people wrote around it stays. */
async function writeResults(text: string): Promise<void> {
  const path = join(import.meta.dir, 'RESULTS.md');
  const [before, rest] = (await Bun.file(path).text()).split('<!-- figures -->\n');
  const after = rest?.split('<!-- end of figures -->\n')[1];
  if (after === undefined) throw new Error(`${path} has no place for figures.`);
  await Bun.write(path, `${before}<!-- figures -->\n${text}<!-- end of figures -->\n${after}`);
}
