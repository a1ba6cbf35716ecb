import { afterAll, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import newFile from '../../../src/config/club.toml' with { type: 'text' };
import {
  type Config,
  loadConfig,
  parseSettings,
  resolveDataDir,
  SettingError,
} from '../../../src/config/load-config.ts';
import { listConfiguredProviders } from '../../../src/config/sign-in-providers.ts';
import type { Club } from '../../../src/domain/club.ts';
import { buildSettings, clubOf, type SettingKey } from '../../../src/domain/owner-settings.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import defaults from '../../support/full-club.toml' with { type: 'text' };
import { runCommand } from '../../support/run-command.ts';

const folders: string[] = [];
afterAll(() => removeDirs(...folders));

function createFolderWith(source: string | null): string {
  const dataDir = makeTempDir();
  folders.push(dataDir);
  if (source !== null) writeFileSync(join(dataDir, 'club.toml'), source);
  return dataDir;
}

/** The club's facts as a new club with this configuration shows them. */
function clubIn({ lockedSettings, publicUrl }: Config): Club {
  const locked = Object.entries(lockedSettings).map(
    ([key, { value }]) => [key as SettingKey, value] as const,
  );
  return clubOf(buildSettings(locked), {
    public_url: publicUrl,
    text_messages: false,
    card_hold_minutes: 30,
  });
}

/** The refusal of a settings file, without the folder's path. */
function settingErrorOf(source: string, env: Record<string, string> = {}): string {
  const dataDir = createFolderWith(source);
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return error.message.replace(join(dataDir, 'club.toml'), 'club.toml');
  }
  return 'accepted';
}

/** The default file with one value replaced; throws when there is no such line. */
function replaceLine(before: string, after: string): string {
  if (!defaults.includes(before)) throw new Error(`no line ${before}`);
  return defaults.replace(before, after);
}

/** The number of the line that starts with `start`. */
const lineNumberOf = (source: string, start: string) =>
  source.split('\n').findIndex((line) => line.startsWith(start)) + 1;

test('a new folder gets a valid club.toml with commented defaults that only its owner can read', () => {
  const dataDir = join(createFolderWith(null), 'deeper');
  const config = loadConfig({ DATA_DIR: dataDir });
  expect(readFileSync(join(dataDir, 'club.toml'), 'utf8')).toBe(newFile);
  expect(statSync(join(dataDir, 'club.toml')).mode & 0o077).toBe(0);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  expect(config.lockedSettings).toEqual({});
  expect(clubIn(config).name).toBe('Padel Club Faisalabad');
  expect(clubIn(config).booking_days_ahead).toBe(90);
  expect(clubIn(config).bank.iban).toBe('');
  expect(config.port).toBe(3000);
  expect(config.backup).toMatchObject({ at: '05:00', keep: 14, folder: '' });
});

test.each(['bank-qr.png', 'QR_2026.JPG', 'raast.meezan.jpeg', ''])(
  '"%s" may be the bank’s QR picture',
  (name) => {
    expect(settingErrorOf(replaceLine('qr_picture = ""', `qr_picture = "${name}"`))).toBe('accepted');
  },
);

test('an existing club.toml is never overwritten', () => {
  const source = replaceLine('Padel Club Faisalabad', 'Our Club');
  const dataDir = createFolderWith(source);
  expect(clubIn(loadConfig({ DATA_DIR: dataDir })).name).toBe('Our Club');
  expect(readFileSync(join(dataDir, 'club.toml'), 'utf8')).toBe(source);
});

test('settings missing in the file have their defaults', () => {
  const config = loadConfig({ DATA_DIR: createFolderWith('[club]\nname = "Our Club"\n') });
  expect(clubIn(config).name).toBe('Our Club');
  expect(clubIn(config).city).toBe('Faisalabad');
  expect(loadConfig({ DATA_DIR: createFolderWith('') }).backup.keep).toBe(14);
});

test.each([
  [
    'name = "Padel Club Faisalabad"',
    'name = ""',
    'club.name is "", but a text that is not empty is expected.',
  ],
  ['name = "Padel Club Faisalabad"', 'name = 5', 'club.name is 5, but text is expected.'],
  ...['media/bank-qr.png', '../club.db', '/etc/qr.png', '.hidden.png', 'bank.svg', 'bank qr.png'].map(
    (name) => [
      'qr_picture = ""',
      `qr_picture = "${name}"`,
      `bank.qr_picture is "${name}", but the name alone of a PNG or JPEG file in the folder media, such as bank-qr.png is expected.`,
    ],
  ),
  [
    'whatsapp = "923000000000"',
    'whatsapp = "+92 300"',
    'club.whatsapp is "92300", but a phone number such as 0300 1234567, or +44 7700 900123 is expected.',
  ],
  [
    'email = "hello@padelclub.example"',
    'email = "hello"',
    'club.email is "hello", but an email address is expected.',
  ],
  ['latitude = 31.4187', 'latitude = 95', 'club.latitude is 95, but at most 90 is expected.'],
  ['latitude = 31.4187', 'latitude = "31"', 'club.latitude is "31", but a number is expected.'],
  [
    'iban = "PK58 MEZN 0099 8800 1234 5678"',
    'iban = "PK58 MEZN 0099 8800 1234 5679"',
    'bank.iban is "PK58MEZN0099880012345679", but an IBAN whose check digits fit, such as PK36 SCBL 0000 0011 2345 6702 is expected.',
  ],
  ['days_ahead = 90', 'days_ahead = 0', 'booking.days_ahead is 0, but at least 1 is expected.'],
  ['days_ahead = 90', 'days_ahead = 1.5', 'booking.days_ahead is 1.5, but a whole number is expected.'],
  ['days_ahead = 90', 'days_ahead = true', 'booking.days_ahead is true, but a number is expected.'],
  [
    'public_url = ""',
    'public_url = "club.example"',
    'site.public_url is "club.example", but an address that starts with https:// is expected.',
  ],
  ...['https://[club', 'https://'].map((address) => [
    'public_url = ""',
    `public_url = "${address}"`,
    `site.public_url is "${address}", but an address that starts with https:// is expected.`,
  ]),
  ...['/path', '?page=1', '#top'].map((rest) => [
    'public_url = ""',
    `public_url = "https://club.example${rest}"`,
    `site.public_url is "https://club.example${rest}", but an address without a path, such as https://club.example is expected.`,
  ]),
  [
    'public_url = ""',
    'public_url = "https://desk:hunter2@club.example"',
    'site.public_url is "https://desk:hunter2@club.example", but an address without a path, such as https://club.example is expected.',
  ],
  [
    'name = "Padel Club Faisalabad"',
    'name = "Padel\\nClub"',
    'club.name is "Padel\\nClub", but text of one line is expected.',
  ],
  [
    'from = ""',
    'from = "Padel\\nClub <desk@club.example>"',
    'mail.from is "Padel\\nClub <desk@club.example>", but text of one line is expected.',
  ],
  [
    'private_key = ""',
    'private_key = "one"',
    'oauth.apple.private_key cannot be used: the whole text of the .p8 file is expected.',
  ],
  ['pixel_id = ""', 'pixel_id = "abc"', 'site.pixel_id is "abc", but digits only is expected.'],
  ['at = "05:00"', 'at = "25:00"', 'backup.at is "25:00", but a time such as 05:00, or nothing is expected.'],
  ['keep = 14', 'keep = 0', 'backup.keep is 0, but at least 1 is expected.'],
])('%p changed to %p is refused with its line', (before, after, expected) => {
  const source = replaceLine(before, after);
  expect(settingErrorOf(source)).toBe(`club.toml, line ${lineNumberOf(source, after)}: ${expected}`);
});

test('a misspelled key or section is named with its line', () => {
  const key = replaceLine('city = ', 'town = ');
  expect(settingErrorOf(key)).toBe(
    `club.toml, line ${lineNumberOf(key, 'town')}: club.town is not a setting of this program. Please remove it or correct its name.`,
  );
  const section = replaceLine('[booking]', '[bookings]');
  expect(settingErrorOf(section)).toBe(
    `club.toml, line ${lineNumberOf(section, '[bookings]')}: bookings is not a setting of this program. Please remove it or correct its name.`,
  );
  const provider = replaceLine('[oauth.github]', '[oauth.gitlab]');
  expect(settingErrorOf(provider)).toContain(
    `line ${lineNumberOf(provider, '[oauth.gitlab]')}: oauth.gitlab is not a setting`,
  );
});

test.each([
  ['name = "Padel', 1],
  ['[club]\nname = "A"\nname = "B"\n', 3],
  ['[club]\nname = Padel\n', 2],
  ['[club\n', 1],
])('a file that is no TOML is refused with line and column: %p', (source, line) => {
  expect(settingErrorOf(source)).toMatch(new RegExp(`^club\\.toml, line ${line}, column \\d+: .+\\.$`));
});

test('the message names the right line when a key occurs in several sections or is a prefix of another', () => {
  const source = '[mail]\nfrom = "a@b.example"\n[sms]\nfrom_x = 1\nfrom = 7\n';
  expect(settingErrorOf(source.replace('from_x = 1\n', ''))).toBe(
    'club.toml, line 4: sms.from is 7, but text is expected.',
  );
  expect(settingErrorOf('[backup]\nkeep = 3\n"at" = "noon"\n')).toContain('line 3: backup.at is "noon"');
  expect(settingErrorOf('[site]\npublic_url = "x"\n')).toContain('line 2: site.public_url');
  expect(
    settingErrorOf('[club]\nemail_x = "a"\nemail = "b"\n'.replace('email_x = "a"\n', '# email\n')),
  ).toContain('line 3: club.email');
});

test('a Windows path is taken as it is, from single quotes and from a variable', () => {
  const folder = 'E:\\new\\Padel';
  expect(parseSettings(`[backup]\r\nfolder = '${folder}'\r\n`, {}, 'club.toml').backup.folder).toBe(folder);
  expect(parseSettings('', { BACKUP_FOLDER: folder }, 'club.toml').backup.folder).toBe(folder);
  expect(settingErrorOf('[backup]\nfolder = "E:\\Padel"\n')).toEndWith(
    "unrecognised escape sequence. A path of Windows goes into single quotes: 'E:\\Padel'",
  );
});

test('a value in place of a section is refused', () => {
  expect(settingErrorOf('club = 5\n')).toMatch(
    /^club\.toml, line 1: club is 5, but a section \[club\] is expected\.$/,
  );
});

test('an environment variable overrides the file, and the message about its value names it', () => {
  const dataDir = createFolderWith(defaults);
  const config = loadConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://club.example/',
    PORT: '8080',
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
    LOG_FORMAT: 'text',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'desk@club.example',
    APPLE_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\none\\n-----END PRIVATE KEY-----',
    GITHUB_URL: 'http://127.0.0.1:1234',
    META_PIXEL_ID: '123',
    BACKUP_S3_BUCKET: 'club',
  });
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', trustProxy: true, logFormat: 'text' });
  expect(config.publicUrl).toBe('https://club.example');
  expect(config.lockedSettings['site.pixel_id']).toEqual({ value: '123', source: 'META_PIXEL_ID' });
  expect(config.mail).toMatchObject({ smtp_url: 'smtp://mail.example', from: 'desk@club.example' });
  expect(config.oauth.apple.private_key).toBe('-----BEGIN PRIVATE KEY-----\none\n-----END PRIVATE KEY-----');
  expect(config.oauth.github.url).toBe('http://127.0.0.1:1234');
  expect(config.backup.s3.bucket).toBe('club');
  expect(settingErrorOf(defaults, { PUBLIC_URL: 'club.example' })).toBe(
    'PUBLIC_URL (site.public_url) is "club.example", but an address that starts with https:// is expected.',
  );
  expect(settingErrorOf(defaults, { PORT: 'http' })).toBe(
    'PORT is "http", but a number from 0 to 65535 is expected.',
  );
  expect(settingErrorOf(defaults, { PORT: '' })).toBe('accepted');
});

test.each([
  ['PORT', '0x10', 'PORT is "0x10", but a number from 0 to 65535 is expected.'],
  ['PORT', '65536', 'PORT is "65536", but a number from 0 to 65535 is expected.'],
  ['TRUST_PROXY', 'on', 'TRUST_PROXY is "on", but one of 0, 1, false, no, true, yes is expected.'],
  ['LOG_FORMAT', 'xml', 'LOG_FORMAT is "xml", but one of json, text is expected.'],
])('%s=%s is refused rather than guessed at', (name, value, sentence) => {
  expect(settingErrorOf(defaults, { [name]: value })).toBe(sentence);
});

test('an empty variable means the default', () => {
  expect(loadConfig({ DATA_DIR: createFolderWith(''), META_PIXEL_ID: '' }).lockedSettings).toEqual({});
  expect(resolveDataDir({ DATA_DIR: '' })).toBe(resolve('./data'));
  const config = loadConfig({
    DATA_DIR: createFolderWith(defaults),
    HOST: '',
    TRUST_PROXY: '',
    LOG_FORMAT: '',
  });
  expect(config).toMatchObject({ host: '0.0.0.0', trustProxy: false, logFormat: 'json' });
});

test('the public URL is normalized as browsers write it', () => {
  const config = loadConfig({
    DATA_DIR: createFolderWith(defaults),
    PUBLIC_URL: 'HTTPS://Club.Example:443//',
  });
  expect(config.publicUrl).toBe('https://club.example');
});

test('a provider with missing keys is off', () => {
  const oauthOf = (env: Record<string, string>) =>
    loadConfig({ DATA_DIR: createFolderWith(defaults), ...env }).oauth;
  expect(listConfiguredProviders(oauthOf({ GOOGLE_CLIENT_ID: 'x' }))).toEqual([]);
  expect(listConfiguredProviders(oauthOf({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }))).toEqual([
    'google',
  ]);
  expect(
    listConfiguredProviders(oauthOf({ APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'T', APPLE_KEY_ID: 'K' })),
  ).toEqual([]);
});

test('the message about an unusable host or port names it', async () => {
  const dataDir = createFolderWith(null);
  const badHost = await runCommand(['serve', '--data', dataDir], { PORT: '0', HOST: '999.1.1.1' });
  expect(badHost.exitCode).toBe(1);
  expect(badHost.stderr).toStartWith('The site cannot be served at HOST "999.1.1.1", port 0.');
  // It would share its port, as a second club once did.
  const other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    reusePort: true,
    fetch: () => new Response(),
  });
  const busyPort = await runCommand(['serve', '--data', dataDir], {
    PORT: `${other.port}`,
    HOST: '127.0.0.1',
  });
  const { port } = other;
  await other.stop(true);
  expect(busyPort.exitCode).toBe(1);
  expect(busyPort.stderr).toBe(
    `Port ${port} is in use by another program. Stop it, or choose another port with PORT.\n`,
  );
});

test('the message about an invalid secret does not repeat it', () => {
  const long = 'x'.repeat(600);
  const message = settingErrorOf(replaceLine('token = ""', `token = "${long}"`));
  expect(message).not.toContain('xxxx');
  expect(message).toContain('sms.token cannot be used: at most 500 characters is expected.');
});

test('an invalid setting stops the start with one message and creates nothing', async () => {
  const dataDir = createFolderWith(replaceLine('days_ahead = 90', 'days_ahead = "ninety"'));
  const { exitCode, stdout, stderr } = await runCommand(['serve', '--data', dataDir], { PORT: '0' });
  // A service does not start again by itself.
  expect({ code: exitCode, out: stdout }).toEqual({ code: 78, out: '' });
  expect(stderr).toBe(
    `${join(dataDir, 'club.toml')}, line ${lineNumberOf(defaults, 'days_ahead')}: booking.days_ahead is "ninety", but a number is expected.\n`,
  );
  expect(existsSync(join(dataDir, 'club.db'))).toBe(false);
});
