/** Breakages of a machine or a club: a start or `doctor` names each, and doing what it says ends it. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../support/data-dir.ts';
import { fakeTimeEnv, inheritedClock } from '../support/faketime-environment.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { startMailServer } from '../support/message-servers.ts';
import { type CommandResult, resultOf } from '../support/run-command.ts';
import { EXECUTABLE } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Root may open everything, so the club belongs to another user where there is one. */
const isRoot = process.getuid?.() === 0;
const UID = 54_321;

interface Club {
  /** A folder that only this test uses; `data` and `disk` lie in it. */
  dir: string;
  data: string;
  /** The other disk, with the daily backup and the copies. */
  disk: string;
  env: Record<string, string>;
  path: (...names: string[]) => string;
  sql: (sql: string) => void;
  /** What the door printed. */
  said: string;
  /** Runs a command of the program that was printed after `padel-club`. */
  obey: (pattern: RegExp) => Promise<void>;
  end: (() => unknown)[];
}

interface Fault {
  name: string;
  /** Where it is looked for. */
  door: 'serve' | 'doctor' | 'doctor --deep';
  plant: (club: Club) => unknown;
  says: RegExp;
  /** What the words ask for. */
  mend: (club: Club) => unknown;
  needsRoot?: true;
}

const doorOf: Record<Fault['door'], (club: Club) => Promise<CommandResult>> = {
  serve,
  doctor: (club) => run(club, ['doctor', '--data', club.data]),
  'doctor --deep': (club) => run(club, ['doctor', '--deep', '--data', club.data]),
};

const restorePrinted = (club: Club) => club.obey(/padel-club (restore .+)/);
const remake = (command: 'backup' | 'copy') => (club: Club) => run(club, [command, '--data', club.data]);
const receiptOf = ({ path }: Club) => path('receipts', readdirSync(path('receipts')).sort()[0] ?? '');
const backupOf = ({ disk }: Club) =>
  join(disk, readdirSync(disk).filter((name) => name.endsWith('.zst'))[0] ?? '');
const copyFolder = ({ disk }: Club) => join(disk, 'copies', readdirSync(join(disk, 'copies'))[0] ?? '');
/** The newest: names begin with the time. */
const snapshotOf = (club: Club) => {
  const folder = join(copyFolder(club), 'snapshots');
  return join(folder, readdirSync(folder).sort().at(-1) ?? '');
};
/** Takes the receipts of the newest backup, as the words say. */
const takeReceipts = (club: Club) => {
  const tar = Bun.spawnSync(['tar', '--zstd', '-xf', backupOf(club), '-C', club.data, 'receipts']);
  expect(tar.exitCode).toBe(0);
  own(club.data);
};
const without = (name: string) => (club: Club) => {
  delete club.env[name];
};
const setting = (name: string, value: string) => (club: Club) => {
  club.env[name] = value;
};

const FAULTS: Fault[] = [
  {
    name: 'the database is gone',
    door: 'serve',
    plant: ({ path }) => rmSync(path('club.db')),
    says: /has lost its database: club\.db is missing[\s\S]*To restore it: padel-club restore /,
    mend: restorePrinted,
  },
  {
    name: 'the database is empty',
    door: 'serve',
    plant: ({ path }) => truncateSync(path('club.db')),
    says: /club\.db is empty/,
    mend: restorePrinted,
  },
  {
    name: 'the database is another file',
    door: 'doctor',
    plant: ({ path }) => writeFileSync(path('club.db'), 'a picture, perhaps'.repeat(200)),
    says: /club\.db is not a database/,
    mend: restorePrinted,
  },
  {
    name: 'the disk of the folder is not mounted',
    door: 'serve',
    plant: (club) => {
      renameSync(club.data, join(club.dir, 'unmounted'));
      mkdirSync(club.data);
      own(club.data);
      club.env.EXPECT_CLUB = 'padel-club';
    },
    says: /The club “padel-club” belongs here, so perhaps the disk of this folder is not mounted/,
    mend: (club) => {
      rmSync(club.data, { recursive: true });
      renameSync(join(club.dir, 'unmounted'), club.data);
    },
  },
  {
    name: 'a page of the database is damaged',
    door: 'doctor',
    plant: ({ path }) => {
      const bytes = readFileSync(path('club.db'));
      for (let page = 4; page < 24; page += 1) bytes.fill(0xff, page * 4096, page * 4096 + 200);
      writeFileSync(path('club.db'), bytes);
    },
    says: /FAIL.*(damaged|cannot be read)[\s\S]*restore the last backup/,
    mend: (club) => run(club, ['restore', backupOf(club), '--data', club.data]),
  },
  {
    name: 'the database of a newer program',
    door: 'doctor',
    plant: ({ sql }) => sql('PRAGMA user_version = 999'),
    says: /has schema 999, which is newer[\s\S]*Install the newer padel-club/,
    mend: ({ sql }) => sql('PRAGMA user_version = 34'),
  },
  {
    name: 'the database of a development day',
    door: 'serve',
    plant: ({ sql }) => sql('ALTER TABLE court ADD COLUMN colour TEXT'),
    says: /table court differs[\s\S]*padel-club restore FILE/,
    mend: (club) => run(club, ['restore', backupOf(club), '--data', club.data]),
  },
  {
    name: 'sums that are not those of the entries',
    door: 'doctor',
    plant: ({ sql }) =>
      sql('UPDATE payer SET received = received + 100 WHERE id = (SELECT min(id) FROM payer)'),
    says: /FAIL[\s\S]*restore the last backup without this fault/,
    mend: (club) => run(club, ['restore', backupOf(club), '--data', club.data]),
  },
  {
    name: 'a setting that is none',
    door: 'serve',
    plant: ({ path }) => {
      const toml = readFileSync(path('club.toml'), 'utf8');
      writeFileSync(path('club.toml'), toml.replace('every_minutes = 5', 'every_minutes = "often"'));
    },
    says: /club\.toml, line \d+: backup\.every_minutes/,
    mend: ({ path }) => {
      const toml = readFileSync(path('club.toml'), 'utf8');
      writeFileSync(path('club.toml'), toml.replace('every_minutes = "often"', 'every_minutes = 5'));
    },
  },
  {
    name: 'the port is taken',
    door: 'serve',
    plant: async (club) => {
      const other = createServer().listen(Number(club.env.PORT), '0.0.0.0');
      await new Promise((resolve) => other.once('listening', resolve));
      club.end.push(() => other.close());
    },
    says: /Port \d+ is in use by another program\. .*choose another port with PORT/,
    mend: async (club) => setting('PORT', String(await findFreePort()))(club),
  },
  {
    name: 'a port that only root may open',
    door: 'serve',
    plant: setting('PORT', '80'),
    says: /Port 80 is for root only.*Choose a port from 1024 on with PORT/,
    mend: async (club) => setting('PORT', String(await findFreePort()))(club),
    needsRoot: true,
  },
  {
    name: 'an address that this machine has not',
    door: 'serve',
    plant: setting('HOST', '192.0.2.7'),
    says: /cannot be served at HOST "192\.0\.2\.7".*such as 0\.0\.0\.0 or 127\.0\.0\.1/,
    mend: setting('HOST', '127.0.0.1'),
  },
  {
    name: 'a database that its user may not read',
    door: 'doctor',
    plant: ({ path }) => chmodSync(path('club.db'), 0),
    says: /club\.db belongs to the user running this program, who may not read and write it\. Allow it: chmod -R u\+rwX/,
    mend: ({ data }) => Bun.spawnSync(['chmod', '-R', 'u+rwX', data]),
  },
  {
    name: 'a database of root',
    door: 'serve',
    plant: ({ path }) => chownSync(path('club.db'), 0, 0),
    says: /club\.db belongs to root and cannot be opened by .*sudo chown -R/,
    mend: ({ data }) => own(data),
    needsRoot: true,
  },
  {
    name: 'a receipt of root',
    door: 'doctor',
    plant: (club) => chownSync(receiptOf(club), 0, 0),
    says: /FAIL.*1 entry of .* does not belong to its owner[\s\S]*sudo chown -R/,
    mend: ({ data }) => own(data),
    needsRoot: true,
  },
  {
    name: 'a receipt that is gone',
    door: 'doctor',
    plant: (club) => rmSync(receiptOf(club)),
    says: /FAIL.*1 of \d+ receipts? is missing[\s\S]*tar --zstd -xf BACKUP receipts/,
    mend: takeReceipts,
  },
  {
    name: 'a receipt whose bytes changed',
    door: 'doctor --deep',
    plant: (club) => writeFileSync(receiptOf(club), Buffer.alloc(readFileSync(receiptOf(club)).length)),
    says: /FAIL.*1 receipt or picture has changed after being saved[\s\S]*tar --zstd -xf BACKUP receipts media/,
    mend: takeReceipts,
  },
  {
    name: 'the last backup is gone',
    door: 'doctor',
    plant: (club) => rmSync(backupOf(club)),
    says: /FAIL.*The last backup .* is not in[\s\S]*padel-club backup/,
    mend: remake('backup'),
  },
  {
    name: 'the last backup is cut',
    door: 'doctor',
    plant: (club) => truncateSync(backupOf(club), 1000),
    says: /FAIL.*has 1000 of \d+ bytes[\s\S]*padel-club backup/,
    mend: remake('backup'),
  },
  {
    name: 'the other disk is not mounted',
    door: 'doctor',
    plant: ({ disk }) => renameSync(disk, `${disk}-elsewhere`),
    says: /FAIL.*The backup folder .* does not exist[\s\S]*Check that its disk is mounted/,
    mend: ({ disk }) => renameSync(`${disk}-elsewhere`, disk),
  },
  {
    name: 'the last copy is damaged',
    door: 'doctor --deep',
    plant: (club) => {
      const bytes = readFileSync(snapshotOf(club));
      writeFileSync(snapshotOf(club), bytes.fill(0, bytes.length - 60, bytes.length - 30));
    },
    says: /FAIL.*its checksum is wrong[\s\S]*padel-club rehearse --data \S+; padel-club copy --data/,
    mend: copyAgain,
  },
  {
    name: 'a receipt of the copies is gone',
    door: 'doctor',
    plant: (club) => {
      const files = join(copyFolder(club), 'files');
      rmSync(join(files, readdirSync(files)[0] ?? ''));
    },
    says: /FAIL.*lacks 1 receipt or picture of the last copy[\s\S]*padel-club rehearse --data \S+; padel-club copy --data/,
    mend: copyAgain,
  },
  {
    name: 'the mail server is down',
    door: 'doctor',
    plant: setting('SMTP_URL', 'smtp://127.0.0.1:9'),
    says: /FAIL.*The mail server is down or listens on another port[\s\S]*Check that the server runs, and its port/,
    mend: async (club) => {
      const mail = await startMailServer();
      club.end.push(mail.close);
      setting('SMTP_URL', mail.url)(club);
    },
  },
  {
    name: 'the mail server refuses the login',
    door: 'doctor',
    plant: async (club) => {
      const mail = await startMailServer({
        authOptional: false,
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) =>
          done(password === 'right' ? null : new Error('Wrong password'), { user: 'desk' }),
      });
      club.end.push(mail.close);
      setting('SMTP_URL', mail.url.replace('//', '//desk:wrong@'))(club);
    },
    says: /FAIL.*The mail server does not accept this user and password\.[\s\S]*Check the user and the password/,
    mend: (club) => setting('SMTP_URL', (club.env.SMTP_URL ?? '').replace('wrong', 'right'))(club),
  },
  {
    name: 'the text gateway is down',
    door: 'doctor',
    plant: setting('SMS_URL', 'http://127.0.0.1:9/?to={to}&text={text}'),
    says: /FAIL.*The SMS gateway cannot be used[\s\S]*Check \[sms\] url/,
    mend: without('SMS_URL'),
  },
  {
    name: 'half a sign-in provider',
    door: 'doctor',
    plant: setting('GOOGLE_CLIENT_ID', 'x'),
    says: /FAIL.*Sign-in with google is off: it has a client_id and no client_secret[\s\S]*or empty its client_id/,
    mend: without('GOOGLE_CLIENT_ID'),
  },
  {
    name: 'a clock that is days ahead of a time server',
    door: 'doctor',
    plant: async (club) => {
      const server = createSocket('udp4');
      let offset = -3 * 24 * 60 * 60;
      server.on('message', (_, { port, address }) => {
        const answer = Buffer.alloc(48);
        answer[0] = 0x24;
        answer[1] = 2;
        answer.writeUInt32BE(Math.floor(Date.now() / 1000) + 2_208_988_800 + offset, 40);
        server.send(answer, port, address);
      });
      server.bind(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      club.end.push(() => server.close());
      club.env.TIME_SERVER = `127.0.0.1:${server.address().port}`;
      setClock = () => {
        offset = 0;
      };
    },
    says: /FAIL.*The clock is 72 hours ahead of the time server[\s\S]*timedatectl set-ntp true/,
    mend: () => setClock(),
  },
  {
    name: "a clock that is behind the program's own date",
    door: 'doctor',
    plant: async (club) => Object.assign(club.env, await fakeTimeEnv('2025-03-01 12:00:00')),
    says: /FAIL.*Club time is 2025-03-01 .*, but this program dates from[\s\S]*Set the clock of this machine/,
    mend: (club) => {
      for (const name of ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC']) without(name)(club);
    },
  },
  {
    name: 'a file where the folder should be',
    door: 'serve',
    plant: (club) => {
      renameSync(club.data, `${club.data}-kept`);
      writeFileSync(club.data, '');
    },
    says: /is a file or is inside one, but a folder is expected\. Name a different one with --data/,
    mend: (club) => {
      club.data = `${club.data}-kept`;
    },
  },
];

let setClock = () => {};
let template = '';
let programs = '';
let executable = EXECUTABLE;
beforeAll(async () => {
  template = makeTempDir();
  programs = makeTempDir();
  chmodSync(programs, 0o755);
  if (isRoot) {
    executable = join(programs, 'padel-club');
    copyFileSync(EXECUTABLE, executable);
  }
  renameSync(createDataDir({ receipts: 3 }), join(template, 'data'));
  mkdirSync(join(template, 'disk'));
  own(template);
  const club = clubIn(template);
  for (const command of ['backup', 'copy', 'rehearse']) {
    const { exitCode, stderr } = await run(club, [command, '--data', club.data]);
    expect([exitCode, stderr]).toEqual([0, stderr]);
  }
});
afterAll(() => removeDirs(template, programs));

test.each(FAULTS)(
  '$name',
  async ({ door, plant, says, mend, needsRoot }) => {
    if (needsRoot && !isRoot) return;
    const dir = makeTempDir();
    cpSync(template, dir, { recursive: true });
    own(dir);
    const club = clubIn(dir);
    club.env.PORT = String(await findFreePort());
    try {
      // The copies remember their place and the file of the database, which are others here.
      await run(club, ['backup', '--data', club.data]);
      await run(club, ['copy', '--data', club.data]);
      for (const name of readdirSync(club.disk)
        .filter((name) => name.endsWith('.zst'))
        .sort()
        .slice(0, -1))
        rmSync(join(club.disk, name));
      await plant(club);
      const broken = await doorOf[door](club);
      club.said = broken.stdout + broken.stderr;
      expect([broken.exitCode === 0, club.said]).toEqual([false, expect.stringMatching(says)]);
      expect(club.said).not.toMatch(/^\s+at /m);
      await mend(club);
      const mended = await doorOf[door](club);
      expect([mended.exitCode, mended.stdout + mended.stderr]).toEqual([0, expect.not.stringMatching(says)]);
    } finally {
      for (const end of club.end) await end();
      removeDirs(dir);
    }
  },
  120_000,
);

function clubIn(dir: string): Club {
  const club: Club = {
    dir,
    data: join(dir, 'data'),
    disk: join(dir, 'disk'),
    env: { HOST: '127.0.0.1', BACKUP_FOLDER: join(dir, 'disk'), TIME_SERVER: '127.0.0.1:9' },
    path: (...names) => join(club.data, ...names),
    sql(sql) {
      const db = new Database(club.path('club.db'));
      db.run(sql);
      db.close();
      own(club.data);
    },
    said: '',
    async obey(pattern) {
      const command = pattern.exec(club.said)?.[1] ?? 'no command';
      const { exitCode, stderr } = await resultOf(spawn(club, ['sh', '-c', `"${executable}" ${command}`]));
      expect([command, exitCode, stderr]).toEqual([command, 0, stderr]);
    },
    end: [],
  };
  return club;
}

async function copyAgain(club: Club): Promise<void> {
  await run(club, ['rehearse', '--data', club.data]);
  const { exitCode, stderr } = await run(club, ['copy', '--data', club.data]);
  expect([exitCode, stderr]).toEqual([0, stderr]);
}

function own(path: string): void {
  if (isRoot) Bun.spawnSync(['chown', '-R', `${UID}:${UID}`, path]);
}

function spawn({ env }: Club, command: readonly string[]) {
  const user = isRoot
    ? [
        'setpriv',
        `--reuid=${UID}`,
        `--regid=${UID}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : [];
  // The moved clock begins after the change of the user.
  const variables = Object.entries({ ...inheritedClock(), ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return Bun.spawn([...user, 'env', '-u', 'LD_PRELOAD', ...variables, ...command], {
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

const run = (club: Club, args: readonly string[]) => resultOf(spawn(club, [executable, ...args]));

/** A start that fails, or one that becomes ready and is stopped. */
async function serve(club: Club): Promise<CommandResult> {
  const child = spawn(club, [executable, 'serve', '--data', club.data]);
  const result = resultOf(child);
  await waitUntil(async () => {
    if (child.exitCode !== null) return true;
    return fetch(`http://127.0.0.1:${club.env.PORT}/api/health/ready`, { signal: AbortSignal.timeout(1000) })
      .then(({ ok }) => ok)
      .catch(() => false);
  });
  child.kill('SIGTERM');
  return result;
}

test('the table has at least twenty-five breakages', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(25);
  expect(existsSync(executable)).toBe(true);
});
