import { describe, expect, test } from 'bun:test';
import { PASSWORD, register, sessionCookie } from '../../support/accounts.ts';
import { clubForEachTest, createTestClub } from '../../support/test-club.ts';

const DAY = 24 * 60 * 60_000;
const club = clubForEachTest();

const login = (headers?: Record<string, string>) =>
  club.post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD }, headers);
const statusWith = async (headers: Record<string, string>) =>
  (await club.get('/api/auth/user', headers)).status;
const sessions = () => club.rows<{ expire: number }>('SELECT * FROM session');

describe('a session', () => {
  test('a login creates a new token and ends the session of its request, so a planted cookie is useless', async () => {
    const planted = `sid=${'a'.repeat(43)}`;
    const { headers } = await register(club, {});
    const answer = await login({ cookie: planted });
    expect(sessionCookie(answer)).not.toBe(planted);
    expect(await statusWith({ cookie: planted })).toBe(401);
    const again = await login(headers);
    expect(await statusWith(headers)).toBe(401);
    expect(await statusWith({ cookie: sessionCookie(again) })).toBe(200);
  });

  test.each([
    ['nothing', ''],
    ['a forged token', `sid=${'b'.repeat(43)}`],
    ['a short one', 'sid=abc'],
    ['SQL', "sid=' OR 1=1 --"],
    ['another name', `__Host-sid=${'b'.repeat(43)}`],
    ['a hash from the table', 'HASH'],
  ])('%s signs nobody in', async (_, cookie) => {
    await register(club);
    const [row] = club.rows<{ sid: string }>('SELECT sid FROM session');
    expect(await statusWith({ cookie: cookie === 'HASH' ? `sid=${row?.sid}` : cookie })).toBe(401);
  });

  test('ends 30 days after the last request; requests extend it, with at most one write a day', async () => {
    const { headers } = await register(club);
    const expiry = () => sessions()[0]?.expire ?? 0;
    const first = expiry();
    for (let at = 0; at < 20; at += 1) await statusWith(headers);
    await club.club.write(() => {});
    expect(expiry()).toBe(first);
    club.clock.now += 2 * DAY;
    expect(await statusWith(headers)).toBe(200);
    await club.club.write(() => {});
    expect(expiry()).toBe(first + 2 * DAY);
    club.clock.now += 30 * DAY;
    expect(await statusWith(headers)).toBe(401);
  });

  test('ends 180 days after the login however often it is used', async () => {
    const { headers } = await register(club);
    let days = 0;
    while ((await statusWith(headers)) === 200 && days < 400) {
      await club.club.write(() => {});
      club.clock.now += 10 * DAY;
      days += 10;
    }
    expect(days).toBe(180);
  });

  test('the job deletes expired rows', async () => {
    await register(club);
    club.clock.now += 31 * DAY;
    await club.schedule.runNow('sessions');
    expect(sessions()).toEqual([]);
    expect(club.rows('SELECT * FROM email_token')).toEqual([]);
    expect(club.rows('SELECT * FROM rate_limit')).toEqual([]);
  });

  test.each([
    ['GET', '/api/oauth/logout'],
    ['POST', '/api/auth/logout'],
  ])('%s %s ends it and deletes the cookie', async (method, path) => {
    const { headers } = await register(club);
    const answer = await club.send(method, path, method === 'POST' ? {} : undefined, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/^sid=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    expect(await statusWith(headers)).toBe(401);
    expect((await club.send(method, path, undefined, headers)).status).toBe(200);
  });

  test('logging out everywhere ends all sessions of this member only', async () => {
    const here = await register(club);
    const there = { cookie: sessionCookie(await login()) };
    const other = await register(club, { email: 'bilal@example.com' });
    const answer = await club.post('/api/auth/logout-everywhere', {}, here.headers);
    expect(answer.status).toBe(200);
    expect([await statusWith(here.headers), await statusWith(there)]).toEqual([401, 401]);
    expect(await statusWith(other.headers)).toBe(200);
  });

  const listSessions = async (headers: Record<string, string>) =>
    (await club.get('/api/auth/sessions', headers)).json;

  test('a member lists their sessions and ends just one of them', async () => {
    const here = await register(club);
    club.clock.now += DAY;
    const phone = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36',
    };
    const there = { cookie: sessionCookie(await login(phone)) };
    const [newest, own] = await listSessions(here.headers);
    expect(newest).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      device: 'Chrome on Android',
      logged_in_at: '2026-11-21T15:10:00+05:00',
      last_seen_at: '2026-11-21T15:10:00+05:00',
      current: false,
    });
    expect(own).toMatchObject({ device: '', logged_in_at: '2026-11-20T15:10:00+05:00', current: true });
    // Both were seen at the same time by now, so their order is open.
    const seenThere: { device: string; current: boolean }[] = await listSessions(there);
    expect(seenThere.map(({ device, current }) => [device, current]).toSorted()).toEqual([
      ['', false],
      ['Chrome on Android', true],
    ]);

    const ended = await club.send('DELETE', `/api/auth/sessions/${newest.id}`, undefined, here.headers);
    expect([ended.status, ended.json.length]).toEqual([200, 1]);
    expect([await statusWith(there), await statusWith(here.headers)]).toEqual([401, 200]);
    const again = await club.send('DELETE', `/api/auth/sessions/${newest.id}`, undefined, here.headers);
    expect(again.status).toBe(404);
    expect(
      club.rows("SELECT actor, actor_id, subject_id FROM audit_log WHERE action = 'session_ended'"),
    ).toEqual([{ actor: 'member', actor_id: here.id, subject_id: here.id }]);
  });

  test("a member cannot end another member's session by its public id or its row's key", async () => {
    const here = await register(club);
    const other = await register(club, { email: 'bilal@example.com' });
    const [own] = await listSessions(other.headers);
    const keys = club.rows<{ sid: string }>('SELECT sid FROM session').map(({ sid }) => sid);
    for (const id of [own.id, ...keys, '%27%20OR%201=1', 'x'.repeat(3000)]) {
      const answer = await club.send('DELETE', `/api/auth/sessions/${id}`, undefined, here.headers);
      expect([id, answer.status]).toEqual([id, 404]);
    }
    expect(await statusWith(other.headers)).toBe(200);
    expect(JSON.stringify(await listSessions(here.headers))).not.toContain(keys[0] ?? '-');
  });

  test("a session's last use is accurate to a day, even near its end", async () => {
    const { headers } = await register(club);
    for (let visit = 0; visit < 17; visit += 1) {
      club.clock.now += 10 * DAY;
      expect(await statusWith(headers)).toBe(200);
      await club.club.write(() => {});
    }
    const [{ last_seen_at, logged_in_at }] = await listSessions(headers);
    expect(Date.parse(last_seen_at) - Date.parse(logged_in_at)).toBe(170 * DAY);
  });

  test('another site cannot log a user in or out', async () => {
    const { headers } = await register(club);
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const old = { ...headers, origin: 'https://evil.example' };
    for (const from of [foreign, old]) {
      expect((await club.get('/api/oauth/logout', from)).status).toBe(403);
      expect((await club.post('/api/auth/logout', {}, from)).status).toBe(403);
      expect((await login(from)).status).toBe(403);
    }
    expect(await statusWith(headers)).toBe(200);
  });
});

test('over https the cookie is bound to the host and secure', async () => {
  const secure = await createTestClub({ env: { PUBLIC_URL: 'https://club.example' } });
  const { headers } = await register(secure);
  expect(headers.cookie).toMatch(/^__Host-sid=/);
  const answer = await secure.post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD });
  expect(answer.headers.get('set-cookie')).toEndWith('; HttpOnly; SameSite=Lax; Secure');
  secure.close();
});
