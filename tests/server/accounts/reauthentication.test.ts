/** What an owner's unattended screen cannot be used for ten minutes after the login. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { API, type RouteContract } from '../../../src/domain/api.ts';
import { clubForEachTest } from '../../support/test-club.ts';

type Headers = Record<string, string>;
const club = clubForEachTest();
let owner: { id: number; headers: Headers };
let memberId: number;
beforeEach(async () => {
  owner = await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' });
  memberId = (await club.signIn({ email: 'member@example.com' })).id;
  await club.post('/api/admin/promo-codes', { code: 'TEN', name: 'Flyer', percent: 10 }, owner.headers);
});

const changeSetting = (key: string, value: string) =>
  club.put('/api/admin/settings', { changes: { [key]: value } }, owner.headers);
const addCode = (over: object) =>
  club.post('/api/admin/promo-codes', { code: 'NEW', name: 'Flyer', ...over }, owner.headers);
const changeCode = (over: object) =>
  club.put('/api/admin/promo-codes/1', { code: 'TEN', name: 'Flyer', ...over }, owner.headers);
const feed = { label: 'My phone', audience: 'owner', content: 'bookings' };

const RISKY: [string, () => ReturnType<typeof club.post>][] = [
  [
    'sells credit',
    () =>
      club.post(
        `/api/admin/users/${memberId}/credit`,
        { paid: 1000, credit: 1000, method: 'cash' },
        owner.headers,
      ),
  ],
  ['adds a code of 50 %', () => addCode({ percent: 50 })],
  ['adds a code of half the cheapest hour', () => addCode({ amount_off: 2500 })],
  ['adds a members’ price of 60 %', () => addCode({ code: null, percent: 60, members_only: true })],
  ['raises a code to 80 %', () => changeCode({ percent: 80 })],
  ['changes the phone of the club', () => changeSetting('club.phone', '+92 41 7654321')],
  ['changes the WhatsApp number of the club', () => changeSetting('club.whatsapp', '923007654321')],
  ['changes the email of the club', () => changeSetting('club.email', 'desk@club.example')],
  ['changes the limit of staff', () => changeSetting('staff.daily_limit', 30_000 as never)],
  ['adds a calendar feed', () => club.post('/api/admin/feeds', feed, owner.headers)],
];

describe('an owner has to authenticate again', () => {
  test.each(RISKY)('%s', async (_, act) => {
    club.clock.now += 11 * 60_000;
    const refused = await act();
    expect([refused.status, refused.json.reason]).toEqual([403, 'reauthentication_required']);
    expect(club.rows('SELECT 1 FROM ledger_entry UNION SELECT 1 FROM calendar_feed')).toEqual([]);
    owner.headers = (await club.signIn({ email: 'owner2@example.com', role: 'owner' })).headers;
    expect((await act()).status).toBeLessThan(300);
  });

  test.each([
    ['adds a smaller code', () => addCode({ percent: 49 })],
    ['ends a large code', () => changeCode({ percent: 80, active: false })],
    ['changes the address of the club', () => changeSetting('club.address', 'Canal Road')],
  ])('not one who %s', async (_, act) => {
    club.clock.now += 11 * 60_000;
    expect((await act()).status).toBeLessThan(300);
  });
});

/** Dropping one of them is a decision, not a slip. */
const ROUTES = [
  'DELETE /api/admin/settings/planned',
  'DELETE /api/admin/users/:id/second-factors',
  'DELETE /api/auth/account',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/auth/totp',
  'GET /api/admin/bookings.csv',
  'GET /api/admin/ledger.csv',
  'GET /api/auth/data.zip',
  'POST /api/admin/coaches/:id/link',
  'POST /api/admin/feeds',
  'POST /api/admin/invitations',
  'POST /api/admin/outdated-transfers/email',
  'POST /api/admin/personal-data',
  'POST /api/admin/plans',
  'POST /api/admin/users/:id/credit',
  'POST /api/admin/users/:id/reset-link',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/recovery-codes',
  'POST /api/auth/totp',
  'PUT /api/admin/machine-settings/address',
  'PUT /api/admin/machine-settings/channels/:channel',
  'PUT /api/admin/machine-settings/copies',
  'PUT /api/admin/machine-settings/mail',
  'PUT /api/admin/plans/:id',
  'PUT /api/admin/users/:id/role',
  'PUT /api/auth/pin',
];

test('these routes ask again, whatever their input', async () => {
  const asking = Object.entries<RouteContract>(API).filter(([, route]) => route.reauthenticate);
  expect(asking.map(([name]) => name).toSorted()).toEqual(ROUTES);
  club.clock.now += 11 * 60_000;
  for (const name of ROUTES) {
    const [method = '', path = ''] = name.split(' ');
    const body = method === 'GET' ? undefined : {};
    const { json } = await club.send(method, path.replace(':id', '1'), body, owner.headers);
    expect([name, json?.reason]).toEqual([name, 'reauthentication_required']);
  }
});

describe('calendar feeds', () => {
  const addFeed = async () =>
    new URL((await club.post('/api/admin/feeds', feed, owner.headers)).json.data.url).pathname;

  test('are reported to every owner when they are added, without their key', async () => {
    await club.signIn({ email: 'owner2@example.com', name: 'Sana Malik', role: 'owner' });
    const path = await addFeed();
    const messages = club.accountMessages();
    expect(messages.map(({ kind, email }) => [kind, email])).toEqual([
      ['feed_added', 'owner@example.com'],
      ['feed_added', 'owner2@example.com'],
    ]);
    expect(messages[0]).toMatchObject({ added_by: 'Usman Sheikh', label: 'My phone', has_customers: true });
    expect(JSON.stringify(messages)).not.toContain(path.slice(10, 40));
  });

  test("end along with all of their owner's sessions if the owner asks for it, and nobody else's do", async () => {
    const other = await club.signIn({ email: 'owner2@example.com', role: 'owner' });
    const mine = await addFeed();
    owner.headers = other.headers;
    const others = await addFeed();
    const logOut = (query: string, headers: Headers) =>
      club.post(`/api/auth/logout-everywhere${query}`, {}, headers);
    const again = (await club.signIn({ email: 'owner3@example.com', role: 'owner' })).headers;
    owner.headers = again;
    const kept = await addFeed();
    expect((await logOut('', again)).status).toBe(200);
    expect((await club.get(kept)).status).toBe(200);
    expect((await logOut('?feeds=1', other.headers)).status).toBe(200);
    expect([(await club.get(mine)).status, (await club.get(others)).status]).toEqual([200, 404]);
    expect(club.rows("SELECT actor_id FROM audit_log WHERE action = 'feed_revoked'")).toEqual([
      { actor_id: other.id },
    ]);
  });
});
