/**
 * How fast the club is, as ratios to the least a server or a page could do, measured in the same run.
 * `--seconds N` a turn, `--rounds N` turns each, `--write` puts the tables into tests/load/RESULTS.md.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureClient } from './bench/client.ts';
import { tableOf } from './bench/row.ts';
import { measureServer } from './bench/server.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const server = await measureServer({ seconds, rounds });
const pages = await measureClient(rounds);
const text = `\`bun run bench -- --seconds ${seconds} --rounds ${rounds} --write\` on ${new Date().toISOString().slice(0, 10)}.

${tableOf(server.rows)}

${server.note}

${tableOf(pages)}
`;
console.log(text);
if (values.write) await keep(text);

/** Puts `text` between the marks of the results file; what people wrote around it stays. */
async function keep(text: string): Promise<void> {
  const path = join(resolve(import.meta.dir, '..'), 'tests/load/RESULTS.md');
  const [before, rest] = (await Bun.file(path).text()).split('<!-- figures -->\n');
  const after = rest?.split('<!-- end of figures -->\n')[1];
  if (after === undefined) throw new Error(`${path} has no place for figures.`);
  await Bun.write(path, `${before}<!-- figures -->\n${text}<!-- end of figures -->\n${after}`);
}
