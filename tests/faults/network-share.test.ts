/** A data folder on a network share: the start and `doctor` say so, and what to do. */
import { afterEach, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { networkShareWarning } from '../../src/db/network-share.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A folder that another one shows through FUSE, as sshfs, rclone and the shares of a desktop do. */
async function mountShare(): Promise<string> {
  const bindfs = await ensureSystemPackage('bindfs');
  const base = makeTempDir();
  cleanups.push(() => removeDirs(base));
  const [behind, share] = [join(base, 'behind'), join(base, 'share')];
  for (const folder of [behind, share]) mkdirSync(folder);
  const { exitCode, stderr } = Bun.spawnSync([bindfs, behind, share]);
  expect([exitCode, String(stderr)]).toEqual([0, '']);
  cleanups.push(() => Bun.spawnSync(['umount', '-l', share]));
  return share;
}

test('the start and doctor warn about a folder on FUSE, and the club serves', async () => {
  const dataDir = join(await mountShare(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const club = await startServerProcess({ dataDir });
  cleanups.push(() => club.stop('SIGKILL'));
  expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);
  const sentence = `${dataDir} is on a FUSE file system, which is often a network share.`;
  expect(club.output()).toContain(sentence);
  expect(club.output()).toContain('Stop the site');
  const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
  expect(doctor.stdout).toContain(sentence);
  expect(doctor.stdout).toContain(`copy ${dataDir} to a local disk`);
}, 180_000);

test('a disk of this machine is not a share', async () => {
  const dataDir = makeTempDir();
  cleanups.push(() => removeDirs(dataDir));
  const club = await startServerProcess({ dataDir });
  cleanups.push(() => club.stop('SIGKILL'));
  const doctor = await runCommand(['doctor', '--offline', '--data', dataDir]);
  expect(`${club.output()}${doctor.stdout}`).not.toContain('share');
}, 180_000);

test.each([
  ['NFS', 0x6969],
  ['CIFS', 0xff534d42],
  ['CIFS', 0xff534d42 | 0],
  ['SMB', 0xfe534d42],
  ['SMB', 0x517b],
  ['9P', 0x01021997],
  ['Ceph', 0x00c36400],
])('%s (%p) is certainly one, whatever the sign of its number', (name, type) => {
  expect(networkShareWarning('/club', type)).toMatchObject({
    text: `/club is on a network share (${name}).`,
    isCertain: true,
  });
});

test('FUSE might be one', () => {
  expect(networkShareWarning('/club', 0x65735546)).toMatchObject({ isCertain: false });
});

test.each([
  ['ext4', 0xef53],
  ['tmpfs', 0x01021994],
  ['btrfs', 0x9123683e],
  ['overlayfs', 0x794c7630],
  ['xfs', 0x58465342],
  ['zfs', 0x2fc12fc1],
])('%s is none', (_, type) => {
  expect(networkShareWarning('/club', type)).toBeNull();
});
