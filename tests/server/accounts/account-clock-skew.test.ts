/** The clock of a running server was ahead and is corrected. */
import { expect, test } from 'bun:test';
import { latestEmailToken, PASSWORD, register, sessionCookie } from '../../support/accounts.ts';
import { clubForEachTest, FRIDAY_AFTERNOON } from '../../support/test-club.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const club = clubForEachTest({ now: FRIDAY_AFTERNOON + 200 * DAY });

const correctClock = () => {
  club.clock.now = FRIDAY_AFTERNOON;
};
const login = (password: string) => club.post('/api/auth/login', { email: 'ayesha@example.com', password });
const statusWith = async (headers: Record<string, string>) =>
  (await club.get('/api/auth/user', headers)).status;

test('after ten wrong passwords while the clock was ahead the right one is accepted', async () => {
  await register(club);
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await login('Wrong-river-43')).status).toBe(401);
  expect((await login(PASSWORD)).status).toBe(429);
  correctClock();
  expect((await login(PASSWORD)).status).toBe(200);
});

test('a wait from before a small clock correction continues', async () => {
  await register(club);
  for (let attempt = 0; attempt < 10; attempt += 1) await login('Wrong-river-43');
  club.clock.now -= MINUTE / 2;
  expect((await login(PASSWORD)).headers.get('retry-after')).toBe('60');
});

test('password reset and contact form work after many requests while the clock was ahead', async () => {
  await register(club);
  const forgot = () => club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
  const write = () =>
    club.post('/api/contact', {
      name: 'Ayesha Khan',
      email: 'ayesha@example.com',
      subject: 'general',
      message: 'Is there a racket for hire?',
    });
  const lastStatus = async (request: typeof forgot, times: number) => {
    let status = 0;
    for (let time = 0; time < times; time += 1) ({ status } = await request());
    return status;
  };
  expect([await lastStatus(forgot, 4), await lastStatus(write, 21)]).toEqual([429, 429]);
  correctClock();
  expect([await lastStatus(forgot, 3), await lastStatus(write, 20)]).toEqual([200, 201]);
  expect([await lastStatus(forgot, 1), await lastStatus(write, 1)]).toEqual([429, 429]);
});

test('counters from while the clock was ahead are deleted', async () => {
  await register(club);
  await login('Wrong-river-43');
  correctClock();
  await club.schedule.runNow('sessions');
  expect(club.rows('SELECT * FROM rate_limit')).toEqual([]);
});

test.each(['a request', 'the hourly job'])(
  'after %s a session from while the clock was ahead ends 30 days from now',
  async (trigger) => {
    const { headers } = await register(club);
    correctClock();
    if (trigger === 'a request') expect(await statusWith(headers)).toBe(200);
    else await club.schedule.runNow('sessions');
    await club.club.write(() => {});
    const rows = club.rows(
      "SELECT expire, sess ->> 'started' AS started, sess ->> 'seen' AS seen FROM session",
    );
    expect(rows).toEqual([
      { expire: FRIDAY_AFTERNOON + 30 * DAY, started: FRIDAY_AFTERNOON, seen: FRIDAY_AFTERNOON },
    ]);
    club.clock.now += 30 * DAY;
    expect(await statusWith(headers)).toBe(401);
  },
);

test('a session from while the clock was ahead ends half a year after the correction, however often it is used', async () => {
  const { headers } = await register(club);
  correctClock();
  let days = 0;
  while ((await statusWith(headers)) === 200 && days < 400) {
    await club.club.write(() => {});
    club.clock.now += 10 * DAY;
    days += 10;
  }
  expect(days).toBe(180);
});

test('emailed links from while the clock was ahead end one lifetime after the correction', async () => {
  const { headers } = await register(club);
  await club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
  const [verifyToken, resetToken] = [
    latestEmailToken(club, 'verify_email'),
    latestEmailToken(club, 'reset_password'),
  ];
  correctClock();
  await club.schedule.runNow('sessions');
  club.clock.now += 60 * MINUTE;
  const reset = await club.post('/api/auth/reset-password', {
    token: resetToken,
    new_password: 'Jhelum-river-42',
    confirm_password: 'Jhelum-river-42',
  });
  expect([reset.status, reset.json.fields.token]).toEqual([422, expect.stringContaining('no longer valid')]);
  expect((await club.post('/api/auth/verify', { token: verifyToken }, headers)).status).toBe(200);
  expect(sessionCookie(await login(PASSWORD))).not.toBe('');
});
