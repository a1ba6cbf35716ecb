import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineClub } from '../../../src/cli/doctor/run-doctor.ts';
import { isSecretSetting, loadConfig, parseSettings } from '../../../src/config/load-config.ts';
import { CHANNEL_IDS, CHANNEL_SETTINGS, channelFields } from '../../../src/domain/channel-settings.ts';
import { channelOf } from '../../../src/outbox/channels/table.ts';
import { META, META_TOML, startGraphServer } from '../../support/graph-server.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';

let graph: ReturnType<typeof startGraphServer>;
let club: TestClub;
let owner: Record<string, string>;
beforeEach(async () => {
  graph = startGraphServer();
  club = await createTestClub({ env: { WHATSAPP_GRAPH_URL: graph.url } });
  owner = (await club.signIn({ is_admin: true })).headers;
});
afterEach(async () => {
  await club.close();
  graph.stop();
});

const put = (over: Partial<typeof META> = {}) =>
  club.put('/api/admin/machine-settings/channels/whatsapp', { ...META, ...over }, owner);
const written = () => loadConfig({ DATA_DIR: club.dataDir }).whatsapp;

test('an owner sets up WhatsApp once Meta has answered for the number and the account', async () => {
  const { status, json } = await put({ verify_token: '' });
  expect([status, club.clock.restarts]).toEqual([200, 1]);
  const { verify_token, graph_url, ...rest } = written();
  const { verify_token: _, ...given } = META;
  expect([rest, graph_url]).toEqual([given, '']);
  expect(verify_token).toHaveLength(36);
  expect(JSON.stringify(json)).not.toContain(META.token);
  expect(JSON.stringify(json)).not.toContain(META.app_secret);
});

test.each([
  ['token', { token: 'expired' }],
  ['token', { token: '' }],
  ['app_secret', { app_secret: '' }],
  ['business_account_id', { business_account_id: '' }],
  ['business_account_id', { business_account_id: '999' }],
  ['phone_number_id', { phone_number_id: '123' }],
  ['phone_number_id', { phone_number_id: '+92 300' }],
] as const)('a wrong %s (%o) is named, and nothing is written', async (field, over) => {
  const { status, json } = await put(over);
  expect([status, Object.keys(json.fields), club.clock.restarts]).toEqual([422, [field], 0]);
  expect(written().token).toBe('');
});

test('secrets that stay empty stay, and an empty number turns WhatsApp off', async () => {
  await club.close();
  club = await createTestClub({ env: { WHATSAPP_GRAPH_URL: graph.url }, toml: META_TOML });
  owner = (await club.signIn({ is_admin: true })).headers;
  expect((await put({ token: '', app_secret: '' })).status).toBe(200);
  expect(written()).toMatchObject({ token: META.token, app_secret: META.app_secret });
  expect((await put({ phone_number_id: '', token: '' })).status).toBe(200);
  expect(written()).toMatchObject({ phone_number_id: '', token: '', app_secret: '', verify_token: '' });
});

test('doctor says whether WhatsApp answers, and which templates it refuses', async () => {
  const texts = async (toml: string) => {
    writeFileSync(join(club.dataDir, 'club.toml'), toml);
    const config = loadConfig({
      DATA_DIR: club.dataDir,
      WHATSAPP_GRAPH_URL: graph.url,
      TIME_SERVER: '127.0.0.1:1',
    });
    const findings = await examineClub(config, { offline: false, deep: false });
    return findings
      .map(({ status, text }) => `${status}: ${text}`)
      .filter((line) => line.includes('WhatsApp'));
  };
  const before = readFileSync(join(club.dataDir, 'club.toml'), 'utf8');
  expect(await texts(before)).toEqual([]);
  expect(await texts(META_TOML)).toEqual([
    'ok: WhatsApp has refused or paused no template.',
    'ok: WhatsApp responds.',
  ]);
  graph.state.token = 'another';
  await club.club.write((tx) =>
    club.outbox.templates.record(tx, 'whatsapp', {
      name: 'booking_paid_1',
      state: 'rejected',
      reason: 'INVALID',
    }),
  );
  expect(await texts(META_TOML)).toEqual([
    'warn: WhatsApp does not send these templates: booking_paid_1 (rejected).',
    'fail: WhatsApp cannot be used: WhatsApp: Error validating access token: Session has expired, 190.',
  ]);
  expect(await texts(META_TOML.replace(META.app_secret, ''))).toEqual([
    'fail: WhatsApp is off, because these settings are missing: app_secret.',
  ]);
});

test('a page answers for the channels that exist, without their secrets, and names what the machine fixes', async () => {
  const unknown = await club.put('/api/admin/machine-settings/channels/pigeon', META, owner);
  expect([unknown.status, club.clock.restarts]).toEqual([404, 0]);
  const read = async () => (await club.get('/api/admin/machine-settings', owner)).json.data;
  expect((await read()).locked).toEqual([]);
  await club.close();
  const env = { WHATSAPP_GRAPH_URL: graph.url, WHATSAPP_TOKEN: META.token };
  club = await createTestClub({ env, toml: META_TOML });
  owner = (await club.signIn({ is_admin: true })).headers;
  const { locked, channels } = await read();
  expect(locked).toEqual(['whatsapp']);
  const { token, app_secret, ...shown } = META;
  expect(channels.whatsapp).toEqual({ values: shown, stored: ['token', 'app_secret'] });
  expect((await put()).status).toBe(409);
});

test.each(CHANNEL_IDS)('%s is described once: its file, its variables, its secrets and its section', (id) => {
  const { label, address } = CHANNEL_SETTINGS[id];
  expect(channelOf(id).label).toBe(label);
  const names = channelFields(id).map(([name]) => name);
  const env = Object.fromEntries(
    [...names, address].map((name) => [`${id}_${name}`.toUpperCase(), 'https://x']),
  );
  // A file of an earlier release lacks the section.
  expect(parseSettings('', env, 'club.toml')[id]).toEqual(
    Object.fromEntries([...names, address].map((name) => [name, 'https://x'])) as never,
  );
  for (const [name, { secret = false }] of channelFields(id))
    if (secret) expect([name, isSecretSetting(`${id}.${name}`)]).toEqual([name, true]);
});
