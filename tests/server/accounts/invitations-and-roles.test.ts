/** Owners and staff: invitations, roles, and the last owner. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { setRole as promote } from '../../../src/accounts/operator-actions.ts';
import { latestEmailToken, PASSWORD, register, sessionCookie } from '../../support/accounts.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { clubForEachTest, createTestClub } from '../../support/test-club.ts';

const DAY = 24 * 60 * 60_000;
const club = clubForEachTest({ env: { PUBLIC_URL: 'http://localhost' } });
let owner: { id: number; headers: Record<string, string> };
beforeEach(async () => {
  owner = await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' });
});

const invite = (email: string, role = 'staff') =>
  club.post('/api/admin/invitations', { email, role }, owner.headers);
const accept = (token: string, more: object = { name: 'Sana Butt', password: PASSWORD }) =>
  club.post('/api/auth/invitation/accept', { token, ...more });
const setRole = (id: number, role: string | null, headers = owner.headers) =>
  club.put(`/api/admin/users/${id}/role`, { role }, headers);
const roleOf = (email: string) =>
  club.rows<{ role: string | null }>(`SELECT role FROM user WHERE email = '${email}'`)[0]?.role;

describe('an invitation', () => {
  test('creates an account with a verified address and the role, once', async () => {
    const invited = await invite('sana@example.com');
    expect(invited.json.data.invitations).toMatchObject([
      {
        email: 'sana@example.com',
        role: 'staff',
        invited_by: 'Usman Sheikh',
        expires_at: '2026-11-27T15:10:00+05:00',
      },
    ]);
    const token = latestEmailToken(club, 'invitation');
    const offer = await club.post('/api/auth/invitation', { token });
    expect(offer.json).toEqual({ email: 'sana@example.com', role: 'staff', has_account: false });

    const accepted = await accept(token);
    expect(accepted.status).toBe(200);
    const user = await club.get('/api/auth/user', { cookie: sessionCookie(accepted) });
    expect(user.json).toMatchObject({ email: 'sana@example.com', role: 'staff', email_verified: true });
    const again = await accept(token);
    expect([again.status, again.json.error]).toEqual([
      422,
      'This link is no longer valid. Please ask for a new one.',
    ]);
    expect((await club.get('/api/admin/invitations', owner.headers)).json.data.invitations).toEqual([]);
  });

  test('without a mail server the owner gets the link to pass on, and with one nobody does', async () => {
    const { json } = await invite('sana@example.com');
    const token = latestEmailToken(club, 'invitation');
    expect(json.data.link).toEndWith(`/join#token=${token}`);
    const listed = await club.get('/api/admin/invitations', owner.headers);
    expect(JSON.stringify(listed.json)).not.toContain(token);
    const mailed = await createTestClub({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const other = await mailed.signIn({ email: 'owner@example.com', is_admin: true });
    const body = { email: 'sana@example.com', role: 'staff' };
    expect((await mailed.post('/api/admin/invitations', body, other.headers)).json.data.link).toBeNull();
    mailed.close();
  });

  test('ten clicks at once create one account', async () => {
    await invite('sana@example.com');
    const token = latestEmailToken(club, 'invitation');
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(club.rows("SELECT 1 FROM user WHERE email = 'sana@example.com'")).toHaveLength(1);
  });

  test('expires after a week, is replaced by a newer one, and can be withdrawn', async () => {
    await invite('sana@example.com');
    const first = latestEmailToken(club, 'invitation');
    const renewed = await invite('sana@example.com', 'owner');
    expect(renewed.json.data.invitations).toMatchObject([{ role: 'owner' }]);
    expect((await accept(first)).status).toBe(422);
    const second = latestEmailToken(club, 'invitation');
    club.clock.now += 7 * DAY;
    expect((await accept(second)).status).toBe(422);

    const late = await club.signIn({ email: 'owner2@example.com', role: 'owner' });
    const { json } = await club.post(
      '/api/admin/invitations',
      { email: 'hina@example.com', role: 'staff' },
      late.headers,
    );
    const withdrawn = await club.send(
      'DELETE',
      `/api/admin/invitations/${json.data.invitations[0].id}`,
      undefined,
      late.headers,
    );
    expect(withdrawn.json.data.invitations).toEqual([]);
    expect((await accept(latestEmailToken(club, 'invitation'))).status).toBe(422);
    expect(club.rows("SELECT role FROM user WHERE role = 'staff'")).toEqual([]);
  });

  test('ends with the role of the owner who sent it', async () => {
    const other = await club.signIn({ email: 'owner2@example.com', role: 'owner' });
    await invite('back@example.com', 'owner');
    const token = latestEmailToken(club, 'invitation');
    expect((await setRole(owner.id, null, other.headers)).status).toBe(200);
    expect((await club.get('/api/admin/invitations', other.headers)).json.data.invitations).toEqual([]);
    expect((await accept(token)).status).toBe(422);
    expect((await club.send('DELETE', '/api/auth/account', undefined, owner.headers)).status).toBe(200);
    expect([(await accept(token)).status, roleOf('back@example.com')]).toEqual([422, undefined]);
  });

  test('gives a member the role without a session, and refuses an account that was never confirmed', async () => {
    const member = await register(club);
    await invite('ayesha@example.com');
    const token = latestEmailToken(club, 'invitation');
    const refused = await accept(token, {});
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    expect(roleOf('ayesha@example.com')).toBeNull();

    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, member.headers);
    const accepted = await accept(token, {});
    expect([accepted.status, sessionCookie(accepted)]).toEqual([200, '']);
    expect((await club.get('/api/auth/user', member.headers)).json.role).toBe('staff');
  });

  test('is refused for a person with a role, and needs a name and a good password for a new one', async () => {
    expect((await invite('owner@example.com')).status).toBe(422);
    await invite('sana@example.com');
    const token = latestEmailToken(club, 'invitation');
    for (const [more, field] of [
      [{}, 'name'],
      [{ name: 'Sana Butt' }, 'password'],
      [{ name: 'Sana Butt', password: 'password1' }, 'password'],
    ] as const) {
      const answer = await accept(token, more);
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, [field]]);
    }
    expect((await accept(token)).status).toBe(200);
  });

  test('asks the owner for a recent authentication', async () => {
    club.clock.now += 600_000;
    expect((await invite('sana@example.com')).json.reason).toBe('reauthentication_required');
  });
});

describe('roles', () => {
  test('an owner gives, changes and removes them; the history says who did it', async () => {
    const { id } = await club.signIn({ email: 'sana@example.com', name: 'Sana Butt' });
    expect((await setRole(id, 'staff')).json.data.user).toMatchObject({ role: 'staff', is_admin: true });
    await setRole(id, 'owner');
    await setRole(id, null);
    const { history } = (await club.get(`/api/admin/users/${id}`, owner.headers)).json.data;
    expect(
      history.map((entry: { action: string; actor_name: string; details: object }) => [
        entry.action,
        entry.actor_name,
        entry.details,
      ]),
    ).toEqual([
      ['promoted', 'Usman Sheikh', { role: 'staff' }],
      ['promoted', 'Usman Sheikh', { role: 'owner' }],
      ['demoted', 'Usman Sheikh', {}],
    ]);
  });

  test('that somebody else changes are told by email to whoever has them', async () => {
    const { id } = await club.signIn({ email: 'second@example.com', name: 'Hina Raja', role: 'owner' });
    await setRole(id, 'staff');
    await setRole(id, 'staff');
    await setRole(id, null);
    await club.club.write((tx) => promote(tx, 'second@example.com', 'staff', 'http://localhost'));
    const told = club.rows<{ recipient: string; user_id: number; details: string }>(
      "SELECT recipient, user_id, details FROM outbox WHERE kind = 'role_changed' ORDER BY id",
    );
    const about = { name: 'Hina Raja' };
    expect(told.map(({ details, ...to }) => [to, JSON.parse(details)])).toEqual(
      [
        { ...about, role: 'staff', changed_by: 'Usman Sheikh' },
        { ...about, role: null, changed_by: 'Usman Sheikh' },
        { ...about, role: 'staff', changed_by: '' },
      ].map((details) => [{ recipient: 'second@example.com', user_id: id }, details]),
    );
    // Whoever accepts an invitation knows.
    await invite('sana@example.com');
    await accept(latestEmailToken(club, 'invitation'));
    expect(club.rows("SELECT 1 FROM outbox WHERE kind = 'role_changed'")).toHaveLength(3);
  });

  test('an unconfirmed address gets none', async () => {
    await register(club);
    expect((await setRole(owner.id + 1, 'staff')).status).toBe(409);
  });

  test('the last owner stays, even if two owners remove each other at once', async () => {
    const refused = await setRole(owner.id, 'staff');
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This is the last owner. Make another person an owner first.',
    ]);
    const second = await club.signIn({ email: 'second@example.com', role: 'owner' });
    const answers = await Promise.all([
      setRole(second.id, null, owner.headers),
      setRole(owner.id, null, second.headers),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(club.rows("SELECT 1 FROM user WHERE role = 'owner'")).toHaveLength(1);
  });
});

test('without a mail server an owner makes a link for a new password, which confirms no address', async () => {
  const { id } = await register(club, { email: 'sana@example.com' });
  const make = (userId: number) => club.post(`/api/admin/users/${userId}/reset-link`, {}, owner.headers);
  const older = (await make(id)).json.data.link;
  const made = await make(id);
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const reset = (link: string) => {
    const [, token = ''] = link.split('#token=');
    return club.post('/api/auth/reset-password', {
      token,
      new_password: 'Jhelum-river-42',
      confirm_password: 'Jhelum-river-42',
    });
  };
  expect([(await reset(older)).status, (await reset(made.json.data.link)).status]).toEqual([422, 200]);
  expect((await reset(made.json.data.link)).status).toBe(422);
  const login = { email: 'sana@example.com', password: 'Jhelum-river-42' };
  expect((await club.post('/api/auth/login', login)).json.user.email_verified).toBe(false);
  const { history } = (await club.get(`/api/admin/users/${id}`, owner.headers)).json.data;
  expect(
    history.flatMap(({ action, actor_name }: { action: string; actor_name: string }) =>
      action === 'reset_link_created' ? [actor_name] : [],
    ),
  ).toEqual(['Usman Sheikh', 'Usman Sheikh']);

  const partner = await club.signIn({ email: 'partner@example.com', role: 'owner' });
  expect([(await make(partner.id)).status, (await make(owner.id)).status]).toEqual([409, 409]);
  const mailed = await createTestClub({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const other = await mailed.signIn({ email: 'owner@example.com', role: 'owner' });
  const member = await mailed.signIn({ email: 'sana@example.com' });
  const refused = await mailed.post(`/api/admin/users/${member.id}/reset-link`, {}, other.headers);
  expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining('Emails work here')]);
  mailed.close();
});

test('the list shows the last login and second factors; an owner ends sessions and removes lost ones', async () => {
  const member = await register(club);
  const authenticator = new SoftwareAuthenticator();
  const { options } = (await club.post('/api/auth/passkeys/options', {}, member.headers)).json;
  await club.post(
    '/api/auth/passkeys',
    { name: 'Phone', credential: authenticator.create(options) },
    member.headers,
  );
  const [row] = (await club.get('/api/admin/users', owner.headers)).json.data.users;
  expect(row).toMatchObject({ passkeys: 1, totp: false, last_login_at: '2026-11-20T15:10:00+05:00' });

  const path = `/api/admin/users/${row.id}`;
  const reset = await club.send('DELETE', `${path}/second-factors`, undefined, owner.headers);
  expect(reset.json.data.user.passkeys).toBe(0);
  expect((await club.get('/api/auth/user', member.headers)).status).toBe(401);
  expect(club.accountMessages().at(-1)).toMatchObject({
    change: 'second_factors_reset',
    email: 'ayesha@example.com',
  });

  const login = await club.post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD });
  await club.send('DELETE', `${path}/sessions`, undefined, owner.headers);
  expect((await club.get('/api/auth/user', { cookie: sessionCookie(login) })).status).toBe(401);
});
