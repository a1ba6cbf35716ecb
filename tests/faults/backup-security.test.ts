/** Folders and archives that must not be trusted: backups inside media, links, hostile manifests. */
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TarSource } from 'modern-tar/fs';
import { writeArchive } from '../../src/backups/archive.ts';
import { restoreClub } from '../../src/backups/restore.ts';
import { createDataDir, makeTempDir } from '../support/data-dir.ts';
import { readMemory } from '../support/process-memory.ts';
import { runCommand } from '../support/run-command.ts';
import { trackDirs } from '../support/tracked-dirs.ts';

const tracked = trackDirs();
const GIGABYTE = 1024 * 1024 * 1024;

test.each(['media/backups', 'media', 'link', 'receipts/old'])(
  'a backup folder at %p, inside media or receipts, is refused at start, by backup and by doctor',
  async (name) => {
    const dataDir = tracked(createDataDir({ bookings: 3, receipts: 0 }));
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    symlinkSync(join(dataDir, 'media'), join(dataDir, 'link'));
    const folder = join(dataDir, name);
    const settings = readFileSync(join(dataDir, 'club.toml'), 'utf8').replace(
      'folder = ""',
      `folder = "${folder}"`,
    );
    writeFileSync(join(dataDir, 'club.toml'), settings);
    for (const command of [['serve'], ['backup']]) {
      const { exitCode, stderr } = await runCommand([...command, '--data', dataDir], { PORT: '0' });
      expect([command, exitCode]).toEqual([command, 1]);
      expect(stderr).toContain(`The backup folder ${folder} is inside ${dataDir}/`);
      expect(stderr).not.toContain('\n    at ');
    }
    const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
    expect([doctor.exitCode, doctor.stdout]).toEqual([
      1,
      expect.stringContaining('[ FAIL ] The backup folder'),
    ]);
  },
);

/** A megabyte of spaces again and again: valid in JSON, and small once it is compressed. */
function spaces(bytes: number): Readable {
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  let left = bytes;
  return new Readable({
    read() {
      this.push(left > 0 ? chunk.subarray(0, Math.min(left, chunk.length)) : null);
      left -= chunk.length;
    },
  });
}

async function writeHostileBackup(sources: TarSource[]): Promise<string> {
  const path = join(tracked(makeTempDir()), 'hostile.tar.zst');
  await writeArchive(path, sources);
  return path;
}

const stream = (target: string, size: number): TarSource => ({
  type: 'stream',
  content: spaces(size),
  target,
  size,
});

test('a manifest of gigabytes is refused before it is in memory', async () => {
  const path = await writeHostileBackup([stream('manifest.json', 3 * GIGABYTE)]);
  expect((await Bun.file(path).stat()).size).toBeLessThan(5_000_000);
  const child = Bun.spawn([...restoreCommand(path)], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  let peak = 0;
  while (child.exitCode === null) {
    peak = Math.max(peak, readMemory(child.pid).peak);
    await Bun.sleep(5);
  }
  const stderr = await new Response(child.stderr).text();
  expect(child.exitCode).toBe(1);
  expect(stderr).toContain('unpacks to more than a backup of this club can hold');
  expect(peak).toBeGreaterThan(50);
  expect(peak).toBeLessThan(600);
}, 180_000);

function restoreCommand(path: string): string[] {
  return [join(import.meta.dir, '../../dist/padel-club'), 'restore', path, '--data', tracked(makeTempDir())];
}

test('a file that unpacks to more than the manifest says is refused before it fills the disk', async () => {
  const sha256 = 'a'.repeat(64);
  const manifest = {
    format: 1,
    program: '1',
    schema: 1,
    made_at: '',
    secrets: false,
    missing_receipts: [],
    files: [{ name: 'club.db', size: 10, sha256 }],
  };
  const path = await writeHostileBackup([
    { type: 'content', content: JSON.stringify(manifest), target: 'manifest.json' },
    stream('club.db', GIGABYTE),
  ]);
  const dataDir = tracked(makeTempDir());
  const restore = restoreClub({ source: { file: path }, dataDir, withSettings: false, now: Date.now });
  await expect(restore).rejects.toThrow('unpacks to more than a backup of this club can hold');
  expect(readdirSync(dataDir)).toEqual(['club.lock']);
}, 180_000);
