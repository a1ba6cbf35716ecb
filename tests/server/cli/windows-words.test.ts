/** What Windows' users read has no word of Unix in it. */
import { expect, test } from 'bun:test';
import { COMMANDS } from '../../../scripts/admin/commands.ts';
import { TOPICS } from '../../../scripts/admin/topics.ts';
import { inWindowsWords } from '../../../src/cli/windows-words.ts';

const OF_UNIX =
  /\b(sudo|chmod|chown|SIGTERM|journalctl)\b|\/(srv|var\/lib|tmp|etc)\/|\$[A-Z]|^ *[A-Z]+=\S+ padel/m;

test.each(COMMANDS.map(({ name, help, example }) => ({ name, page: `${help}\n  ${example}` })))(
  'padel-club $name --help',
  ({ page }) => {
    expect(inWindowsWords(page)).not.toMatch(OF_UNIX);
  },
);

test('padel-club help windows', () => {
  expect(TOPICS.windows).not.toMatch(OF_UNIX);
  const lines = TOPICS.windows?.split('\n') ?? [];
  // One screen, like the other pages.
  expect([lines.length <= 50, Math.max(...lines.map(({ length }) => length)) <= 120]).toEqual([true, true]);
});

test('the command prompt understands the examples', () => {
  expect(inWindowsWords('  PORT=8080 HOST=127.0.0.1 padel-club serve --data /srv/padel-club')).toBe(
    '  set PORT=8080&& set HOST=127.0.0.1&& padel-club serve --data D:\\padel-club',
  );
  expect(inWindowsWords('sudo padel-club update (default: $DATA_DIR)')).toBe(
    'padel-club update (default: %DATA_DIR%)',
  );
});
