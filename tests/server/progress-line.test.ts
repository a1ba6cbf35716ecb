import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeTempDir } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';

const folder = makeTempDir();
const folderPath = (name: string) => join(folder, name);
const lines = (text: string) => text.trim().split('\n');

test('short work shows no progress', async () => {
  const small = folderPath('small');
  const filled = await runCommand(['demo', '--bookings', '50', '--data', small]);
  expect(lines(filled.stderr)).toEqual([expect.stringMatching(/^50 bookings written to /)]);
  const saved = await runCommand(['backup', '--data', small]);
  expect(lines(saved.stderr)).toEqual([
    `Saving ${small} …`,
    expect.stringMatching(/^Saved and verified: 2 files, \d+ KB\.$/),
  ]);
  const restored = await runCommand(['restore', saved.stdout.trim(), '--data', folderPath('elsewhere')]);
  expect(lines(restored.stderr).slice(0, 2)).toEqual([
    `Checking ${saved.stdout.trim()} …`,
    expect.stringMatching(/^Restored the club as it was on .*, 2 files\.$/),
  ]);
});
