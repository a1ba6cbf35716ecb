import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { writeArchive } from '../../../src/backups/archive.ts';
import { isBackupDue } from '../../../src/backups/backup-job.ts';
import { createBackup } from '../../../src/backups/create-backup.ts';
import { removeTree } from '../../../src/backups/durable-files.ts';
import { openDataDir } from '../../../src/backups/open-data-dir.ts';
import { restoreClub } from '../../../src/backups/restore.ts';
import { listBackups } from '../../../src/backups/retention.ts';
import { stripSecrets } from '../../../src/backups/strip-secrets.ts';
import { swapDataDir } from '../../../src/backups/swap-data-dir.ts';
import { verifyDatabase } from '../../../src/backups/verify-database.ts';
import defaults from '../../../src/config/club.toml' with { type: 'text' };
import { lockDataDir } from '../../../src/db/data-dir-lock.ts';
import { SCHEMA_VERSION } from '../../../src/db/migrate.ts';
import {
  addReceipt,
  createDataDir,
  hashClubData,
  hashDirectory,
  makeTempDir,
} from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { trackDirs } from '../../support/tracked-dirs.ts';
import { waitUntil } from '../../support/wait-until.ts';

const tracked = trackDirs();

const NOON = Date.parse('2026-11-20T12:00:00+05:00');
const backupInput = (dataDir: string, over: Partial<Parameters<typeof createBackup>[0]> = {}) => ({
  dataDir,
  folder: join(dataDir, 'backups'),
  club: 'Padel Club Faisalabad',
  keep: null,
  withSecrets: false,
  program: 'test',
  now: () => NOON,
  ...over,
});

test('a folder is removed with its links, but not with what they point to', () => {
  const folder = tracked(makeTempDir());
  const kept = tracked(makeTempDir());
  writeFileSync(join(kept, 'file'), '');
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'a/b/file'), '');
  symlinkSync(kept, join(folder, 'a/link'));
  symlinkSync(join(kept, 'gone'), join(folder, 'dangling'));
  removeTree(folder);
  removeTree(folder);
  expect([existsSync(folder), readdirSync(kept)]).toEqual([false, ['file']]);
});

test('a backup restored elsewhere is the same club: rows, receipts, pictures', async () => {
  const dataDir = tracked(createDataDir());
  mkdirSync(join(dataDir, 'media/courts'), { recursive: true });
  writeFileSync(join(dataDir, 'media/courts/one.webp'), 'a picture');
  const made = await runCommand(['backup', '--data', dataDir]);
  expect(made.exitCode).toBe(0);
  const elsewhere = tracked(makeTempDir());
  const restored = await runCommand(['restore', made.stdout.trim(), '--data', elsewhere]);
  expect(restored.exitCode).toBe(0);
  for (const text of ['May be missing', 'New booking', 'passwords'])
    expect(restored.stderr).not.toContain(text);
  expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
  expect(verifyDatabase(join(elsewhere, 'club.db')).receipts).toHaveLength(5);
  expect(readFileSync(join(elsewhere, 'club.toml'), 'utf8')).toBe(
    readFileSync(join(dataDir, 'club.toml'), 'utf8'),
  );
  expect(readdirSync(elsewhere).filter((name) => name.includes('before-restore'))).toEqual([]);
});

test('a restore asks for passwords that the backup left out', async () => {
  const dataDir = tracked(createDataDir());
  const settings = join(dataDir, 'club.toml');
  const source = readFileSync(settings, 'utf8').replace(
    /^smtp_url = ""/m,
    'smtp_url = "smtp://a:b@127.0.0.1:9"',
  );
  expect(source).toContain('a:b@');
  writeFileSync(settings, source);
  const restored = async (...options: string[]) => {
    const { stdout } = await runCommand(['backup', '--data', dataDir, ...options]);
    return (await runCommand(['restore', stdout.trim(), '--data', tracked(makeTempDir())])).stderr;
  };
  expect(await restored()).toContain('This backup contains no passwords or keys: enter the ones you use');
  expect(await restored('--with-secrets')).not.toContain('passwords');
});

test('data/README.md names what a club leaves in its folder', async () => {
  const readme = readFileSync(join(import.meta.dir, '../../../data/README.md'), 'utf8');
  const namesIn = (text: string) => [...text.matchAll(/`([^`]+?)\/?`/g)].map(([, name = '']) => name);
  const fits = (name: string, file: string) => {
    const [start = '', end = ''] = name.split('…');
    return name.includes('…') ? file.startsWith(start) && file.endsWith(end) : file === name;
  };
  const seen = new Set<string>();
  const look = (dataDir: string) => {
    for (const name of readdirSync(dataDir)) seen.add(name);
  };
  const dataDir = tracked(createDataDir({ bookings: 5 }));
  const server = await startServerProcess({ dataDir, env: { BACKUP_FOLDER: tracked(makeTempDir()) } });
  const message = {
    name: 'Ayesha',
    email: 'ayesha@example.com',
    subject: 'Café',
    message: 'Is the café open on Monday?',
  };
  const sent = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(message),
  });
  expect(sent.status).toBe(201);
  await waitUntil(() => existsSync(join(dataDir, 'outbox')) && existsSync(join(dataDir, '.copies')));
  look(dataDir);
  await server.stop();
  const { stdout } = await runCommand(['backup', '--data', dataDir]);
  look(dataDir);
  await runCommand(['restore', stdout.trim(), '--data', dataDir]);
  look(dataDir);
  rmSync(join(dataDir, 'club.db'));
  expect((await runCommand(['new-club', '--data', dataDir])).exitCode).toBe(0);
  look(dataDir);

  const table = namesIn([...readme.matchAll(/^\| `.*?\|/gm)].join());
  const names = namesIn(readme);
  expect([...seen].filter((file) => !names.some((name) => fits(name, file)))).toEqual([]);
  expect(table.filter((name) => ![...seen].some((file) => fits(name, file)))).toEqual([]);
});

test('a restored club lists the backup it came from as made', async () => {
  const dataDir = tracked(createDataDir());
  const { stdout } = await runCommand(['backup', '--data', dataDir]);
  const elsewhere = tracked(makeTempDir());
  expect((await runCommand(['restore', stdout.trim(), '--data', elsewhere])).exitCode).toBe(0);
  const db = new Database(join(elsewhere, 'club.db'), { readonly: true });
  const runs = db.query<{ ok: number; file: string; bytes: number }, []>('SELECT * FROM backup_run').all();
  db.close();
  expect(runs).toMatchObject([{ ok: 1, file: basename(stdout.trim()), bytes: statSync(stdout.trim()).size }]);
});

test('a backup contains passwords and keys only if asked for', async () => {
  const dataDir = tracked(createDataDir({ bookings: 5, receipts: 0 }));
  const settings = `${readFileSync(join(dataDir, 'club.toml'), 'utf8')}\n[club]\ncity = "Lahore"\n`
    .replace('smtp_url = ""', 'smtp_url = "smtps://club:hunter2@mail.example:465"')
    .replace(
      'private_key = ""',
      'private_key = """\n-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n"""',
    );
  writeFileSync(join(dataDir, 'club.toml'), settings);
  const restored = async (...options: string[]) => {
    const { stdout } = await runCommand(['backup', '--data', dataDir, ...options]);
    const elsewhere = tracked(makeTempDir());
    expect((await runCommand(['restore', stdout.trim(), '--data', elsewhere])).exitCode).toBe(0);
    return readFileSync(join(elsewhere, 'club.toml'), 'utf8');
  };
  const bare = await restored();
  expect(bare).not.toContain('hunter2');
  expect(bare).toContain('Lahore');
  expect(await restored('--with-secrets')).toBe(settings);
});

test('comments stay when a secret is removed from the settings', () => {
  const source =
    '# ours\n[mail]\nsmtp_url = "smtps://a:b@c" # mine\nfrom = "x@y.z"\n\n[sms]\ntoken="t"\nurl = "https://u"\n';
  expect(stripSecrets(source)).toBe(
    '# ours\n[mail]\nsmtp_url = ""\nfrom = "x@y.z"\n\n[sms]\ntoken = ""\nurl = "https://u"\n',
  );
  expect(stripSecrets('mail = { smtp_url = "smtps://a:b@c", from = "f" }')).not.toContain('smtps');
  expect(stripSecrets('mail.smtp_url = "smtps://a:b@c"')).not.toContain('smtps');
});

test('every secret setting is removed, and no other setting', () => {
  const filled = defaults.replace(/^(\w+) = ""$/gm, '$1 = "hunter2"');
  const bare = stripSecrets(filled);
  const left = bare.split('\n').filter((line) => line.includes('hunter2'));
  const names = left.map((line) => line.split(' ')[0]);
  for (const name of names) expect(name).not.toMatch(/secret|token|password|smtp_url|private_key|api_key/);
  expect(names).toContain('client_id');
  expect(names.length).toBeLessThan((filled.match(/hunter2/g) ?? []).length);
  for (const name of [
    'smtp_url',
    'token',
    'client_secret',
    'webhook_secret',
    'api_key',
    'private_key',
    'secret_access_key',
  ]) {
    expect(bare).toContain(`${name} = ""`);
  }
});

test('restore keeps the previous club with the write-ahead log of a killed server', async () => {
  const dataDir = tracked(createDataDir({ seed: 1 }));
  const { path } = await createBackup(backupInput(dataDir));
  const saved = hashClubData(dataDir);
  const club = await startServerProcess({ dataDir });
  const db = new Database(join(dataDir, 'club.db'));
  db.run(
    "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('a', 'b', 'c', 'd', 1)",
  );
  await club.stop('SIGKILL');
  const wal = existsSync(join(dataDir, 'club.db-wal'));
  db.close();
  const changed = hashClubData(dataDir);
  expect({ wal, changed: changed !== saved }).toEqual({ wal: true, changed: true });

  const { previousDir } = await restoreClub({
    source: { file: path },
    dataDir,
    withSettings: false,
    now: () => NOON,
  });
  expect(hashClubData(dataDir)).toBe(saved);
  expect(hashClubData(previousDir ?? '')).toBe(changed);
});

test('a restore is refused while a server runs, and a server while a restore runs', async () => {
  const dataDir = tracked(createDataDir());
  const { path } = await createBackup(backupInput(dataDir));
  const server = await startServerProcess({ dataDir });
  const refused = await runCommand(['restore', path, '--data', dataDir]);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('is in use');
  await server.stop('SIGKILL');

  const restoring = lockDataDir(dataDir, 'exclusive');
  const late = await runCommand(['serve', '--data', dataDir], { PORT: '0' });
  expect(late.exitCode).toBe(1);
  expect(late.stderr).toContain('is being restored right now');
  restoring.release();
  // The killed server left no lock behind.
  expect((await runCommand(['restore', path, '--data', dataDir])).exitCode).toBe(0);
});

test('one backup at a time', async () => {
  const dataDir = tracked(createDataDir({ bookings: 5, receipts: 0 }));
  const first = openDataDir(dataDir, 'backup');
  const second = await runCommand(['backup', '--data', dataDir]);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain('is being backed up or restored right now');
  first.release();
  expect((await runCommand(['backup', '--data', dataDir])).exitCode).toBe(0);
});

test('a backup of a newer program is refused before it is unpacked', async () => {
  const dataDir = tracked(createDataDir());
  const path = join(dataDir, 'newer.tar.zst');
  const manifest = {
    format: 1,
    schema: SCHEMA_VERSION + 1,
    program: '99',
    files: [{ name: 'club.db', size: 1 }],
  };
  await writeArchive(path, [{ type: 'content', content: JSON.stringify(manifest), target: 'manifest.json' }]);
  const before = hashClubData(dataDir);
  const { exitCode, stderr } = await runCommand(['restore', path, '--data', dataDir]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('made by a newer padel-club');
  expect(hashClubData(dataDir)).toBe(before);
});

test.each([
  '../club.db',
  'receipts/../../evil',
  'receipts/.hidden',
  '/etc/passwd',
  'club.db-wal',
  'receipts',
])('a backup that names %p is refused', async (name) => {
  const dataDir = tracked(makeTempDir());
  const path = join(dataDir, 'evil.tar.zst');
  const sha256 = new Bun.CryptoHasher('sha256').update('x').digest('hex');
  const files = [
    { name: 'club.db', size: 1, sha256 },
    { name, size: 1, sha256 },
  ];
  const about = {
    format: 1,
    schema: 1,
    program: '1',
    made_at: '',
    secrets: false,
    missing_receipts: [],
    files,
  };
  await writeArchive(path, [
    { type: 'content', content: JSON.stringify(about), target: 'manifest.json' },
    { type: 'content', content: 'x', target: 'other' },
  ]);
  const input = { source: { file: path }, dataDir, withSettings: false, now: () => NOON };
  expect(restoreClub(input)).rejects.toThrow('has a list that this program cannot read');
  expect(readdirSync(dataDir).filter((found) => !/^(evil|club\.lock)/.test(found))).toEqual([]);
});

test('a backup reports missing receipts and continues', async () => {
  const dataDir = tracked(createDataDir());
  const [lost = ''] = readdirSync(join(dataDir, 'receipts'));
  rmSync(join(dataDir, 'receipts', lost));
  const { path, manifest } = await createBackup(backupInput(dataDir));
  expect(manifest.missing_receipts).toEqual([`receipts/${lost}`]);
  const elsewhere = tracked(makeTempDir());
  await restoreClub({ source: { file: path }, dataDir: elsewhere, withSettings: false, now: () => NOON });
  expect(hashClubData(elsewhere)).toBe(hashClubData(dataDir));
});

test("keep N removes this club's oldest backups and none of another club's", async () => {
  const dataDir = tracked(createDataDir({ bookings: 5, receipts: 0 }));
  const folder = join(dataDir, 'backups');
  await createBackup(backupInput(dataDir, { club: 'Other Club' }));
  for (let day = 0; day < 4; day += 1) {
    await createBackup(backupInput(dataDir, { keep: 2, now: () => NOON + day * 86_400_000 }));
  }
  await createBackup(backupInput(dataDir, { keep: 2, now: () => NOON + 3 * 86_400_000 }));
  expect(listBackups(folder, 'padel-club-faisalabad')).toEqual([
    'padel-club-faisalabad-20261123-120000.tar.zst',
    'padel-club-faisalabad-20261123-120000b.tar.zst',
  ]);
  expect(listBackups(folder, 'other-club')).toHaveLength(1);
});

test("a restored club remembers none of the previous one's copies, which that club keeps", async () => {
  const dataDir = tracked(createDataDir({ bookings: 5, receipts: 0 }));
  const { path } = await createBackup(backupInput(dataDir));
  mkdirSync(join(dataDir, '.copies'));
  writeFileSync(join(dataDir, '.copies/state.json'), '{}');
  await restoreClub({ source: { file: path }, dataDir, withSettings: false, now: () => NOON });
  expect(existsSync(join(dataDir, '.copies'))).toBe(false);
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
  expect(readFileSync(join(dataDir, aside, '.copies/state.json'), 'utf8')).toBe('{}');
});

test("keep N counts neither another club's backups under the same name nor files that aren't backups", async () => {
  const [own, other] = [1, 2].map((seed) => tracked(createDataDir({ bookings: 5, receipts: 0, seed })));
  const folder = join(own as string, 'backups');
  const at = (day: number) => ({ keep: 1, now: () => NOON + day * 86_400_000 });
  await createBackup(backupInput(own as string, at(0)));
  const theirs = await createBackup(backupInput(other as string, at(1)));
  cpSync(theirs.path, join(folder, basename(theirs.path)));
  const broken = 'padel-club-faisalabad-20261119-120000.tar.zst';
  writeFileSync(join(folder, broken), 'no backup');
  await createBackup(backupInput(own as string, at(2)));
  expect(listBackups(folder, 'padel-club-faisalabad')).toEqual([
    broken,
    basename(theirs.path),
    'padel-club-faisalabad-20261122-120000.tar.zst',
  ]);
});

test.each([
  { incoming: '../other', aside: 'before-restore-20261120-120000' },
  { incoming: '.restore-20261120-120000', aside: '../victim' },
  { incoming: '.restore-20261120-120000' },
  { incoming: '.restore-20261120-130000', aside: 'before-restore-20261120-120000' },
  { incoming: '.restore-20261120-120000', aside: 'before-restore-20261120-130000' },
])('a note that no restore wrote moves nothing: %p', (note) => {
  const root = tracked(makeTempDir());
  const dataDir = join(root, 'club');
  renameSync(createDataDir({ bookings: 3 }), dataDir);
  for (const name of ['other', 'victim', 'club/.restore-20261120-120000']) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'club.db'), 'x');
  }
  symlinkSync('../other', join(dataDir, '.restore-20261120-130000'));
  symlinkSync('../victim', join(dataDir, 'before-restore-20261120-130000'));
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify(note));
  expect(() => openDataDir(dataDir)).toThrow('was not written by a restore of this program');
  expect(readdirSync(root).sort()).toEqual(['club', 'other', 'victim']);
  for (const name of ['other', 'victim']) expect(readdirSync(join(root, name))).toEqual(['club.db']);
});

test('the next process that opens the club finishes a restore that was interrupted between any two renames', async () => {
  const fresh = tracked(createDataDir({ seed: 2, receipts: 3 }));
  const wanted = hashClubData(fresh);
  const aside = 'before-restore-20261120-120000';
  for (let cut = 0; ; cut += 1) {
    const dataDir = tracked(createDataDir({ seed: 1, bookings: 10 }));
    const before = hashClubData(dataDir);
    const staged = join(dataDir, '.restore-20261120-120000');
    mkdirSync(join(staged, 'media'), { recursive: true });
    for (const name of ['club.db', 'receipts']) Bun.spawnSync(['cp', '-r', join(fresh, name), staged]);
    let moves = 0;
    const { renameSync } = await import('node:fs');
    const cutOff = (from: string, to: string) => {
      moves += 1;
      if (moves > cut) throw new Error('power cut');
      renameSync(from, to);
    };
    let finished = false;
    try {
      swapDataDir(dataDir, { incoming: '.restore-20261120-120000', aside }, cutOff);
      finished = true;
    } catch {}
    openDataDir(dataDir).release();
    const after = hashClubData(dataDir);
    // Before the first rename the old club is complete; after it the new one is.
    expect([cut, after === (cut === 0 ? before : wanted)]).toEqual([cut, true]);
    if (cut > 0) expect(hashClubData(join(dataDir, aside))).toBe(before);
    if (finished) {
      expect(cut).toBeGreaterThan(4);
      return;
    }
  }
});

test('the next backup removes the unfinished files of a killed one', async () => {
  const dataDir = tracked(createDataDir({ bookings: 5, receipts: 0 }));
  const folder = join(dataDir, 'backups');
  mkdirSync(join(folder, '.padel-club-faisalabad-unfinished'), { recursive: true });
  writeFileSync(join(folder, '.padel-club-faisalabad-unfinished/backup'), 'half');
  await createBackup(backupInput(dataDir));
  expect(readdirSync(folder)).toHaveLength(1);
});

const clubTime = (text: string) => Date.parse(`${text}+05:00`);
test.each([
  ['before the hour, saved yesterday', '2026-11-21T04:59', '2026-11-20T05:01', false],
  ['after the hour, saved yesterday', '2026-11-21T05:00', '2026-11-20T05:01', true],
  ['after the hour, saved today', '2026-11-21T23:00', '2026-11-21T05:02', false],
  ['just past midnight, saved yesterday', '2026-11-22T00:30', '2026-11-21T05:02', false],
  ['machine was off for days', '2026-11-25T01:00', '2026-11-20T05:02', true],
])('the daily backup at 05:00: %s', (_, now, succeeded, due) => {
  const input = {
    at: '05:00',
    now: clubTime(now),
    createdAt: 0,
    started: clubTime(succeeded),
    succeeded: clubTime(succeeded),
  };
  expect(isBackupDue(input)).toBe(due);
});

test("a club dated by a clock that was ahead doesn't wait for a later backup time", () => {
  const now = clubTime('2026-11-21T05:00');
  const never = { started: null, succeeded: null };
  const isDue = (createdAt: string) =>
    isBackupDue({ at: '05:00', now, createdAt: clubTime(createdAt), ...never });
  expect([isDue('2026-11-21T04:59'), isDue('2026-11-21T05:00'), isDue('2026-12-01T12:00')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a new club waits for the first backup time; a failed backup is retried after half an hour', () => {
  const now = clubTime('2026-11-21T10:00');
  expect(isBackupDue({ at: '05:00', now, createdAt: now - 3_600_000, started: null, succeeded: null })).toBe(
    false,
  );
  expect(
    isBackupDue({
      at: '05:00',
      now,
      createdAt: clubTime('2026-11-20T10:00'),
      started: null,
      succeeded: null,
    }),
  ).toBe(true);
  const failed = { at: '05:00', createdAt: 0, succeeded: null };
  expect(isBackupDue({ ...failed, now, started: now - 29 * 60_000 })).toBe(false);
  expect(isBackupDue({ ...failed, now, started: now - 31 * 60_000 })).toBe(true);
  expect(isBackupDue({ ...failed, at: '', now, started: null })).toBe(false);
});

test('backup explains that the folder has no club, and creates no folder', async () => {
  const nowhere = join(tracked(makeTempDir()), 'nothing');
  for (const command of [['backup'], ['promote', 'a@b.example']]) {
    const { exitCode, stderr } = await runCommand([...command, '--data', nowhere]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`There is no club in ${nowhere}`);
  }
  expect(existsSync(nowhere)).toBe(false);
});

test.each(['a-file', 'a-file/below'])('a backup folder %s is reported with what to do', async (name) => {
  const dataDir = tracked(createDataDir());
  writeFileSync(join(dataDir, 'a-file'), '');
  const folder = join(dataDir, name);
  const { exitCode, stderr } = await runCommand(['backup', '--data', dataDir], { BACKUP_FOLDER: folder });
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    `The folder for backups ${folder} is a file, or is inside one. Name a folder with --to, or in the dashboard, under Settings, Backup copies.`,
  );
});

test('a full backup disk is reported with what to do, and no unfinished file is left behind', async () => {
  const dataDir = tracked(createDataDir({ bookings: 300 }));
  const small = tracked(makeTempDir());
  if (Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', small]).exitCode !== 0) return;
  try {
    const { exitCode, stderr } = await runCommand(['backup', '--data', dataDir, '--to', small]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`The folder for backups ${small} is full. Free some space there`),
    ]);
    expect(readdirSync(small)).toEqual([]);
  } finally {
    Bun.spawnSync(['umount', small]);
  }
});

test('backups made during uploads are complete', async () => {
  const dataDir = tracked(createDataDir({ receipts: 3 }));
  const db = new Database(join(dataDir, 'club.db'));
  let id = 3;
  const timer = setInterval(() => addReceipt(db, dataDir, ++id), 1);
  const paths: string[] = [];
  for (let round = 0; round < 4; round += 1) paths.push((await createBackup(backupInput(dataDir))).path);
  clearInterval(timer);
  db.close();
  for (const file of paths) {
    const elsewhere = tracked(makeTempDir());
    await restoreClub({ source: { file }, dataDir: elsewhere, withSettings: false, now: () => NOON });
    const { receipts } = verifyDatabase(join(elsewhere, 'club.db'));
    for (const receipt of receipts) expect(existsSync(join(elsewhere, receipt))).toBe(true);
  }
  expect(hashDirectory(join(dataDir, 'receipts'))).not.toBe('');
});
