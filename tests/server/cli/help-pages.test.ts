/** The commands on the pages of `padel-club help`; tests/long/online.test.ts types them at real machines. */
import { expect, test } from 'bun:test';
import { COMMANDS } from '../../../scripts/admin/commands.ts';
import { TOPICS } from '../../../scripts/admin/topics.ts';

/** The other topics are files, which begin with a comment. */
const pages = Object.entries(TOPICS).filter(([, text]) => !text.startsWith('#'));
const commandsOf = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('   '))
    .join('\n');

test.each(pages.filter(([name]) => name !== 'windows'))('a shell reads the commands of %s', (_, page) => {
  const { exitCode, stderr } = Bun.spawnSync(['bash', '-n'], { stdin: Buffer.from(commandsOf(page)) });
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
});

test('a page uses commands and options that exist', () => {
  const used: string[] = [];
  for (const [name, page] of pages) {
    for (const [, command = '', rest = ''] of page.matchAll(/padel-club ([a-z-]+)([^|\n>&]*)/g)) {
      if (command === 'help') continue;
      const known = COMMANDS.find((each) => each.name === command);
      // In a sentence, the word after the program's name may be any.
      if (!known && !commandsOf(page).includes(`padel-club ${command}`)) continue;
      const options = [...rest.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option);
      used.push(`${command} ${options.join(' ')}`);
      const unknown = options.filter((option) => option !== 'data' && !(option in (known?.options ?? {})));
      expect([name, command, known !== undefined, unknown]).toEqual([name, command, true, []]);
    }
  }
  expect(used).toContain('doctor address data');
});
