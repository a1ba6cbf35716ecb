import { afterEach, describe, expect, test } from 'bun:test';
import { chmodSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/load-config.ts';
import { listAuditEntries } from '../../../src/db/audit-log.ts';
import { SYSTEM_ACTOR } from '../../../src/db/club-event.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { clubOf, type SettingKey, type SettingValue } from '../../../src/domain/owner-settings.ts';
import { moveSettingsToDatabase } from '../../../src/settings/import-club-toml.ts';
import { readSettings, SETTINGS_SUBJECT, Settings } from '../../../src/settings/settings.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import fullFile from '../../support/full-club.toml' with { type: 'text' };
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';

const folders: string[] = [];
const clubs: TestClub[] = [];
afterEach(() => {
  removeDirs(...folders.splice(0));
  for (const club of clubs.splice(0)) club.close();
});

async function openTestClub(options: Parameters<typeof createTestClub>[0] = {}): Promise<TestClub> {
  const club = await createTestClub(options);
  clubs.push(club);
  return club;
}

const change = (club: TestClub, values: Record<string, SettingValue>) =>
  club.club.write((tx) =>
    new Settings(club.club, { ...club.config, lockedSettings: {} }).change(
      tx,
      new Map(Object.entries(values) as [SettingKey, SettingValue][]),
      SYSTEM_ACTOR,
    ),
  );

describe('a changed setting', () => {
  test('is on the next page, in the next answer, the next calendar file and the structured data', async () => {
    const club = await openTestClub({ bank: false });
    expect((await club.get('/')).text).toContain('Padel Club Faisalabad');
    const { json } = await club.post('/api/book', bookingBody());
    await change(club, {
      'club.name': 'Smash & Sons',
      'club.phone': '+92 41 1112223',
      'bank.iban': TEST_IBAN,
      'bank.bank_name': 'Test Bank',
      'booking.days_ahead': 3,
      'site.pixel_id': '778899',
    });
    const page = await club.get('/');
    expect(page.text).toContain('<title>');
    expect(page.text).not.toContain('Padel Club Faisalabad');
    expect(/"@type":"SportsActivityLocation".*?"name":"([^"]+)"/s.exec(page.text)?.[1]).toContain('Smash');
    expect(page.headers.get('content-security-policy')).toContain('facebook');
    // The link of a booking ends in its key.
    const key = { 'x-booking-key': json.manage_url.split('.').at(-1) as string };
    const booking = await club.get(`/api/booking/${json.booking.id}`, key);
    expect(booking.json.instructions.lines.join('\n')).toContain('PK58 MEZN 0099 8800 1234 5678');
    expect((await club.get(`/api/booking/${json.booking.id}/calendar.ics`, key)).text).toContain(
      'Smash & Sons',
    );
    const far = await club.post('/api/book', bookingBody({ date: '2026-11-27' }));
    expect(far.status).toBe(422);
    expect(far.text).toContain('3 days');
  });

  test('made by another process is seen by a running server', async () => {
    const club = await openTestClub();
    await club.get('/');
    const other = openDatabase(join(club.dataDir, 'club.db'));
    other.run(`INSERT INTO setting (key, value, version) VALUES ('club.name', '"Other Name"', 7)`);
    other.close();
    expect((await club.get('/')).text).toContain('Other Name');
  });

  test('has a history with the old and the new value, and a version that refuses an outdated form', async () => {
    const club = await openTestClub();
    const store = new Settings(club.club, { ...club.config, lockedSettings: {} });
    const write = (name: string, seen?: number) =>
      club.club.write((tx) => store.change(tx, new Map([['club.name', name]]), SYSTEM_ACTOR, seen));
    await write('First');
    const seen = store.version();
    expect(await write('Second', seen)).toEqual(['club.name']);
    expect(await write('Second', seen)).toEqual([]);
    await expect(write('Third', seen)).rejects.toMatchObject({ reason: 'changed_meanwhile' });
    expect(store.current().club.name).toBe('Second');
    expect(listAuditEntries(club.db, ...SETTINGS_SUBJECT).map(({ details }) => details)).toEqual([
      { 'club.name': { from: 'Padel Club Faisalabad', to: 'First' } },
      { 'club.name': { from: 'First', to: 'Second' } },
    ]);
  });

  test('of a later version, or one that no longer fits, counts as not set', async () => {
    const club = await openTestClub();
    club.db.run(`INSERT INTO setting (key, value, version)
      VALUES ('club.name', '""', 1), ('club.unknown', '5', 2), ('booking.days_ahead', '"x"', 3)`);
    expect((await club.get('/')).text).toContain('Padel Club Faisalabad');
  });
});

describe('without a bank account of its own', () => {
  test.each([
    ['missing', undefined],
    ['the example', '[bank]\nbank_name = "Example Bank"\niban = "PK36 SCBL 0000 0011 2345 6702"\n'],
  ])('(%s) the wizard offers no transfer, and instructions say to call', async (_, toml) => {
    const club = await openTestClub({ bank: false, ...(toml ? { toml } : {}) });
    const { status, json } = await club.post('/api/book', bookingBody());
    expect(status).toBe(201);
    expect(json.instructions.title).toBe('Pay by bank transfer');
    expect(json.instructions.lines.join('\n')).toContain(
      'Please call +92 300 0000000 for our bank account details.',
    );
    for (const path of ['/', '/booking', `/success?booking_id=${json.booking.id}`, '/account']) {
      const { text } = await club.get(path);
      expect(text).not.toMatch(/PK36|Example Bank/);
      expect(text).toContain('"payment_methods":["cash"]');
    }
    const answers = [json, (await club.get(`/api/booking/${json.booking.id}`)).json];
    expect(JSON.stringify(answers)).not.toMatch(/PK36|Example Bank/);
  });
});

/** A folder with this settings file and a database that an earlier version may have left. */
function openFolder(source: string) {
  const dataDir = makeTempDir();
  folders.push(dataDir);
  writeFileSync(join(dataDir, 'club.toml'), source, { mode: 0o600 });
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db);
  const { lockedSettings } = loadConfig({ DATA_DIR: dataDir });
  const importFile = (isNew = false) =>
    moveSettingsToDatabase({ db, dataDir, lockedSettings, isNew, date: '2026-11-22' });
  const readFile = () => readFileSync(join(dataDir, 'club.toml'), 'utf8');
  return { dataDir, db, lockedSettings, importFile, readFile };
}

const OWN_FILE = fullFile
  .replace('name = "Padel Club Faisalabad"', 'name = "Smash & Sons" # since 2019')
  .replace('days_ahead = 90', 'days_ahead = 45')
  .replace('pixel_id = ""', 'pixel_id = "123"');

describe('the facts of an existing club.toml', () => {
  test('move to the database once; the file keeps every line and says where they went', async () => {
    const { dataDir, db, lockedSettings, importFile, readFile } = openFolder(OWN_FILE);
    const before = clubOf(readSettings(db, lockedSettings), {
      public_url: '',
      text_messages: false,
      card_hold_minutes: 30,
    });
    const takeover = await importFile();
    expect(takeover).toMatchObject({ lockedSettings: {}, fileChanged: true });
    const after = clubOf(readSettings(db, {}), {
      public_url: '',
      text_messages: false,
      card_hold_minutes: 30,
    });
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(after).toMatchObject({ name: 'Smash & Sons', booking_days_ahead: 45, pixel_id: '123' });

    expect(loadConfig({ DATA_DIR: dataDir }).lockedSettings).toEqual({});
    const file = readFile();
    expect(file).toContain('# name = "Smash & Sons" # since 2019');
    expect(file.match(/Moved to the dashboard, under Settings, on 2026-11-22/g)).toHaveLength(5);
    const ownLines = file
      .split('\n')
      .filter((line) => !line.includes('Moved to the dashboard'))
      .map((line) => (OWN_FILE.includes(`\n${line}\n`) ? line : line.replace(/^# /, '')));
    expect(ownLines.join('\n')).toBe(OWN_FILE.replace(/^# /, ''));
    expect(statSync(join(dataDir, 'club.toml')).mode & 0o077).toBe(0);

    writeFileSync(join(dataDir, 'club.toml'), file.replace('# days_ahead', 'days_ahead'));
    const again = loadConfig({ DATA_DIR: dataDir }).lockedSettings;
    expect(again).toEqual({ 'booking.days_ahead': { value: 45, source: 'club.toml' } });
    const second = await moveSettingsToDatabase({
      db,
      dataDir,
      lockedSettings: again,
      isNew: false,
      date: '2026-11-23',
    });
    expect(second.takenKeys).toEqual([]);
    expect(second.lockedSettings).toEqual(again);
    db.close();
  });

  test('stay in the file of a new club, which wins over the dashboard', async () => {
    const { db, lockedSettings, importFile, readFile } = openFolder(OWN_FILE);
    expect(await importFile(true)).toEqual({ lockedSettings, takenKeys: [], fileChanged: false });
    expect(await importFile(false)).toEqual({ lockedSettings, takenKeys: [], fileChanged: false });
    expect(readFile()).toBe(OWN_FILE);
    db.close();
  });

  test.each([
    ['an inline table', 'club = { name = "Smash & Sons" }\n'],
    ['dotted keys', 'club.name = "Smash & Sons"\n'],
    ['text over several lines', '[club]\nname = """\\\n  Smash & Sons"""\n'],
  ])('in %s are stored, and the file goes on to win as it is', async (_, source) => {
    const { db, lockedSettings, importFile, readFile } = openFolder(source);
    expect(await importFile()).toEqual({ lockedSettings, takenKeys: ['club.name'], fileChanged: false });
    expect(readFile()).toBe(source);
    expect(readSettings(db, {}).club.name).toBe('Smash & Sons');
    db.close();
  });

  test('in a file that is a link elsewhere leave that file alone', async () => {
    const { dataDir, db, importFile, readFile } = openFolder(OWN_FILE);
    const mounted = join(dataDir, 'mounted.toml');
    writeFileSync(mounted, OWN_FILE);
    chmodSync(mounted, 0o400);
    unlinkSync(join(dataDir, 'club.toml'));
    symlinkSync(mounted, join(dataDir, 'club.toml'));
    expect((await importFile()).fileChanged).toBe(false);
    expect(readFile()).toBe(OWN_FILE);
    db.close();
  });

  test('show the same pages before and after, byte for byte', async () => {
    const paths = ['/', '/booking', '/contact', '/success', '/privacy-policy', '/login', '/sitemap.xml'];
    const fromFile = await openTestClub({ toml: OWN_FILE });
    const pagesBefore = await Promise.all(paths.map((path) => fromFile.get(path)));
    const { importFile, db, dataDir } = openFolder(OWN_FILE);
    await importFile();
    db.close();
    const moved = await openTestClub({ dataDir });
    expect(moved.config.lockedSettings).toEqual({});
    const pagesAfter = await Promise.all(paths.map((path) => moved.get(path)));
    expect(pagesBefore[0]?.text).toContain('Smash &amp; Sons');
    for (const [index, page] of pagesAfter.entries()) expect(page.text).toBe(pagesBefore[index]?.text ?? '');
  });
});

describe('the owner at the dashboard', () => {
  const openWithOwner = async (options: Parameters<typeof createTestClub>[0] = {}) => {
    const club = await openTestClub(options);
    const { headers } = await club.signIn({ email: 'owner@club.example', is_admin: true });
    const put = (changes: Record<string, unknown>, version?: number) =>
      club.put('/api/admin/settings', { changes, ...(version === undefined ? {} : { version }) }, headers);
    return { club, headers, put };
  };

  test('reads every setting, what is locked and by what, and the history', async () => {
    const { club, headers, put } = await openWithOwner({ env: { META_PIXEL_ID: '55' } });
    const { json } = await club.get('/api/admin/settings', headers);
    expect(json.data.values['club.name']).toBe('Padel Club Faisalabad');
    expect(json.data.locked).toMatchObject({
      'site.pixel_id': 'META_PIXEL_ID',
      'bank.iban': 'club.toml',
    });
    expect(json.data.machine).toMatchObject({ has_public_url: false, mail: 'files', sign_in: [] });
    expect((await put({ 'club.name': 'Smash & Sons', 'booking.days_ahead': 30 })).status).toBe(200);
    const { history } = (await club.get('/api/admin/settings/history', headers)).json.data;
    expect(history[0]).toMatchObject({
      actor: 'admin',
      details: {
        'club.name': { from: 'Padel Club Faisalabad', to: 'Smash & Sons' },
        'booking.days_ahead': { from: 90, to: 30 },
      },
    });
  });

  test('changes nothing when one value does not fit, and reads a sentence beside it', async () => {
    const { club, put } = await openWithOwner({ bank: false });
    const { status, json } = await put({
      'club.name': '',
      'club.city': 'Lahore',
      'bank.iban': 'PK58 MEZN 0099 8800 1234 5679',
      'booking.days_ahead': 0,
      'club.map_url': 'javascript:alert(1)',
      'club.unknown': 1,
    });
    expect(status).toBe(422);
    expect(json.fields).toEqual({
      'club.name': 'Please fill in this field.',
      'bank.iban': 'This IBAN has a typo: its check digits don’t match. Please check it.',
      'booking.days_ahead': 'Please enter at least 1.',
      'club.map_url': 'Please enter an address that starts with https://.',
      'club.unknown': 'This is not a setting of this program.',
    });
    expect((await put({ 'bank.iban': TEST_IBAN })).json.fields).toEqual({
      'bank.account_title': 'Please enter the account title.',
      'bank.bank_name': 'Please enter the name of the bank.',
    });
    const example = {
      'bank.iban': 'PK36SCBL0000001123456702',
      'bank.account_title': 'A',
      'bank.bank_name': 'B',
    };
    expect((await put(example)).json.error).toContain('This is the example account.');
    expect(club.rows('SELECT key FROM setting')).toEqual([]);
  });

  test('takes web addresses as people type them', async () => {
    const { club, headers, put } = await openWithOwner();
    const typed = {
      'club.map_url': 'maps.example/lahore',
      'club.instagram_url': '@padel.lahore',
      'club.facebook_url': 'https://facebook.com/padellahore',
    };
    expect((await put(typed)).status).toBe(200);
    expect((await club.get('/api/admin/settings', headers)).json.data.values).toMatchObject({
      'club.map_url': 'https://maps.example/lahore',
      'club.instagram_url': 'https://www.instagram.com/padel.lahore',
      'club.facebook_url': 'https://facebook.com/padellahore',
    });
    const { fields } = (await put({ 'club.instagram_url': '@padel lahore' })).json;
    expect(fields['club.instagram_url']).toContain('or @club');
  });

  test('cannot change what the file or the environment sets, and reads where it is set', async () => {
    const { put } = await openWithOwner({ env: { META_PIXEL_ID: '55' } });
    const pixel = await put({ 'site.pixel_id': '56', 'club.name': 'Other' });
    expect([pixel.status, pixel.json.error]).toEqual([
      409,
      'The server’s variable META_PIXEL_ID sets this. Remove it there to change it here.',
    ]);
    expect((await put({ 'bank.iban': '' })).json.error).toContain(
      'The file club.toml on the server sets this.',
    );
    expect((await put({ 'site.pixel_id': '55' })).status).toBe(200);
  });

  test('two owners: the second one sees that the form is outdated, unless they changed other fields', async () => {
    const { club, headers, put } = await openWithOwner();
    const { version } = (await club.get('/api/admin/settings', headers)).json.data;
    expect((await put({ 'club.city': 'Lahore' }, version)).status).toBe(200);
    expect((await put({ 'club.phone': '+92 41 1' }, version)).status).toBe(200);
    const late = await put({ 'club.city': 'Multan' }, version);
    expect([late.status, late.json.reason]).toEqual([409, 'changed_meanwhile']);
  });

  test('uploads pictures, which pages show at once, and no file of another kind', async () => {
    const { club, headers } = await openWithOwner();
    const upload = (name: string, bytes: Uint8Array) =>
      club.app
        .handle(
          new Request(`http://localhost/api/admin/settings/pictures/${name}`, {
            method: 'PUT',
            headers,
            body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
          }),
        )
        .then(async (response) => ({ status: response.status, json: await response.json() }));
    expect((await upload('hero', createPng(60, 40))).status).toBe(200);
    const address = /\/media\/[0-9a-f]{24}\.webp/.exec((await club.get('/')).text)?.[0] ?? '';
    expect((await club.get(address)).status).toBe(200);
    expect((await upload('bank_qr', createPng(40, 40))).status).toBe(200);
    await club.schedule.runNow('publish bank QR image');
    expect((await club.get('/success')).text).toMatch(/"bank_qr_image":\{"url":"\/media\//);
    const text = new TextEncoder().encode('<svg onload=alert(1)>');
    expect((await upload('hero', text)).status).toBe(415);
    expect((await upload('logo', createPng(4, 4))).status).toBe(404);
    await club.send('DELETE', '/api/admin/settings/pictures/hero', undefined, headers);
    expect((await club.get('/')).text).not.toContain(address);
  });

  test('writes texts that the landing page shows as text', async () => {
    const { club, put } = await openWithOwner();
    const before = (await club.get('/')).text;
    expect(before).not.toContain('"landing":');
    await put({ 'landing.hero_text': 'Two courts <b>and</b> a terrace.' });
    expect((await club.get('/')).text).toContain('Two courts &lt;b&gt;and&lt;/b&gt; a terrace.');
  });
});

test('members may book further ahead than guests', async () => {
  const ahead = await createTestClub();
  const owner = (await ahead.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
  const member = (await ahead.signIn({ email: 'member@example.com' })).headers;
  const changes = { 'booking.days_ahead': 7, 'booking.days_ahead_members': 14 };
  expect((await ahead.put('/api/admin/settings', { changes }, owner)).status).toBe(200);
  const book = async (date: string, headers: Record<string, string>) =>
    (await ahead.post('/api/book', bookingBody({ date }), headers)).status;
  expect(await book('2026-11-28', {})).toBe(422);
  expect(await book('2026-12-04', member)).toBe(201);
  expect(await book('2026-12-05', member)).toBe(422);
  ahead.close();
});
