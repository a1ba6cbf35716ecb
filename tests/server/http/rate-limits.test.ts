import { describe, expect, test } from 'bun:test';
import { createClientIpResolver, networkKeys, type RequestContext } from '../../../src/http/client-ip.ts';
import { createLog } from '../../../src/http/log.ts';
import { countAttempt, RateLimiter, type RateLimitState } from '../../../src/http/rate-limiter.ts';
import { PASSWORD, register, registrationBody } from '../../support/accounts.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, clubForEachTest, createTestClub } from '../../support/test-club.ts';

const club = clubForEachTest({ env: { TRUST_PROXY: '1' } });

const resolveIp = (trustProxy: boolean, context: RequestContext) =>
  createClientIpResolver({ trustProxy, log: createLog('json', () => {}) }).getClientIp(context);
const ipHeader = (address: string) => ({ 'x-forwarded-for': `1.1.1.1, ${address}` });
const login = (password: string, email = 'ayesha@example.com', address = '9.9.9.9') =>
  club.post('/api/auth/login', { email, password }, ipHeader(address));

/** As if so many attempts had been made; each real one computes a hash. */
const setAttempts = (count: number) => club.db.run('UPDATE rate_limit SET count = ?', [count]);

describe('wrong passwords', () => {
  test('ten are checked; then the right one waits too, and each wrong one doubles the wait', async () => {
    await register(club);
    for (let at = 0; at < 10; at += 1) expect((await login('wrong')).status).toBe(401);
    const waits: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) {
      const refused = await login(PASSWORD, 'AYESHA@example.com', `8.8.8.${at}`);
      expect([refused.status, refused.json.reason]).toEqual([429, 'rate_limited']);
      waits.push(refused.headers.get('retry-after'));
      club.clock.now += Number(refused.headers.get('retry-after')) * 1000;
      expect((await login('wrong')).status).toBe(401);
    }
    expect(waits).toEqual(['30', '60', '120', '240']);
  });

  test('an unknown email is counted the same way', async () => {
    await login('wrong', 'nobody@example.com');
    setAttempts(9);
    expect((await login('wrong', 'nobody@example.com')).status).toBe(401);
    const refused = await login('wrong', 'nobody@example.com');
    expect([refused.status, refused.json.error]).toEqual([
      429,
      'Too many tries. Please wait 30 seconds and try again.',
    ]);
  });

  test('concurrent attempts are counted one by one', async () => {
    await register(club);
    await login('wrong');
    setAttempts(7);
    const answers = await Promise.all(Array.from({ length: 6 }, () => login('wrong')));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(3);
  });

  test('registrations and logins of one network do not delay a login of another', async () => {
    await register(club);
    let answered = 0;
    const crowd = Array.from({ length: 16 }, async (_, at) => {
      const email = `many${at}@example.com`;
      const ip = `2001:db8:7:${at % 4}::1`;
      const { status } =
        at < 8
          ? await club.post('/api/auth/register', registrationBody({ email }), ipHeader(ip))
          : await login('wrong', email, ip);
      answered += 1;
      return status;
    });
    expect((await login(PASSWORD)).status).toBe(200);
    expect(answered).toBeLessThan(8);
    expect(await Promise.all(crowd)).toEqual([...Array(8).fill(201), ...Array(8).fill(401)]);
  });

  test('concurrent right passwords are all accepted', async () => {
    await register(club);
    const answers = await Promise.all(Array.from({ length: 11 }, () => login(PASSWORD)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(11).fill(200));
  });

  test('the right password resets the count', async () => {
    await register(club);
    for (let round = 0; round < 3; round += 1) {
      await login('wrong');
      setAttempts(9);
      expect((await login(PASSWORD)).status).toBe(200);
    }
  });

  test('attempts at the current password in the account page count too', async () => {
    const { headers } = await register(club);
    const guess = () =>
      club.put(
        '/api/auth/password',
        { current_password: 'wrong', new_password: 'Jhelum-river-42', confirm_password: 'Jhelum-river-42' },
        headers,
      );
    expect((await guess()).status).toBe(422);
    setAttempts(9);
    expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
    expect((await login(PASSWORD)).status).toBe(429);
  });

  test('ten wrong passwords still count after a restart', async () => {
    await register(club);
    await login('wrong');
    setAttempts(9);
    expect((await login('wrong')).status).toBe(401);
    const restarted = await createTestClub({ dataDir: club.dataDir, env: { TRUST_PROXY: '1' } });
    const body = { email: 'ayesha@example.com', password: PASSWORD };
    const refused = await restarted.post('/api/auth/login', body, ipHeader('9.9.9.9'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    restarted.db.close();
  });

  test('the table holds no IP address and no email', async () => {
    await login('wrong');
    const text = JSON.stringify(club.rows('SELECT * FROM rate_limit'));
    expect(text).not.toMatch(/ayesha|9\.9\.9\.9/);
  });
});

describe('addresses', () => {
  test('the 121st booking request in a minute from one address is refused; another address still books', async () => {
    const book = (address: string) =>
      club.post('/api/book', bookingBody({ court_id: 77 }), ipHeader(address));
    for (let at = 0; at < 120; at += 1) expect((await book('7.7.7.7')).status).toBe(422);
    const refused = await book('7.7.7.7');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await book('7.7.7.8')).status).toBe(422);
    club.clock.now += 60_000;
    expect((await book('7.7.7.7')).status).toBe(422);
  });

  test('the last forwarded address counts behind the proxy of the owner, the peer without one', () => {
    const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': '6.6.6.6, 5.5.5.5' } });
    const server = { requestIP: () => ({ address: '4.4.4.4' }) };
    expect(resolveIp(true, { request, server })).toBe('5.5.5.5');
    expect(resolveIp(false, { request, server })).toBe('4.4.4.4');
  });

  test.each([
    ['2001:0DB8:1:2::9', '2001:db8:1:2:0:0:0:9'],
    ['[2001:db8::1]:443', '2001:db8:0:0:0:0:0:1'],
    ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:a01:203', '10.1.2.3'],
    ['10.1.2.3:51234', '10.1.2.3'],
    ['"10.1.2.3"', '10.1.2.3'],
    ['_hidden', '4.4.4.4'],
  ])('the proxy writes %s and the server counts %s', (forwarded, ip) => {
    const server = { requestIP: () => ({ address: '4.4.4.4' }) };
    const request = new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } });
    expect(resolveIp(true, { request, server })).toBe(ip);
  });

  test('an IPv6 address counts for its /64, /56 and /48, an IPv4 address for itself', () => {
    expect(networkKeys('2001:db8:1:2345:6:7:8:9')).toEqual([
      { key: '2001:db8:1:2345::/64', factor: 1 },
      { key: '2001:db8:1:2300::/56', factor: 2 },
      { key: '2001:db8:1::/48', factor: 4 },
    ]);
    expect(networkKeys('10.1.2.3')).toEqual([{ key: '10.1.2.3', factor: 1 }]);
  });

  test('256 networks of one customer share two times the limit, 65,536 four times', () => {
    const limiter = new RateLimiter({ limit: 10, window: 60_000 }, () => 0);
    const countAllowed = (prefix: (at: number) => string) => {
      let allowed = 0;
      for (let at = 0; at < 256; at += 1) if (limiter.tryConsume(prefix(at)) === 0) allowed += 1;
      return allowed;
    };
    expect(countAllowed((at) => `2001:db8:1:${(0x100 + at).toString(16)}::1`)).toBe(20);
    expect(countAllowed((at) => `2001:db8:1:${(at * 256).toString(16)}::1`)).toBe(20);
    expect(limiter.tryConsume('2001:db8:2::1')).toBe(0);
  });
});

test('memory keeps a bounded number of clients: the oldest are forgotten, the newest are not', () => {
  const limiter = new RateLimiter({ limit: 3, window: 60_000 }, () => 0);
  const countAllowed = (key: string) => {
    let allowed = 0;
    while (allowed < 3 && limiter.tryConsume(key) === 0) allowed += 1;
    return allowed;
  };
  limiter.tryConsume('10.0.0.1');
  limiter.tryConsume('10.0.0.1');
  for (let at = 0; at < 20_000; at += 1) limiter.tryConsume(`client ${at}`);
  limiter.tryConsume('the newest');
  expect(countAllowed('10.0.0.1')).toBe(3);
  expect(countAllowed('the newest')).toBe(2);
});

test('waits double up to the longest, and a window without attempts resets them', () => {
  const rule = { limit: 2, window: 1000, backoff: { initial: 10, max: 40 } };
  let state: RateLimitState | null = null;
  let now = 0;
  const waits: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    ({ state } = countAttempt(rule, state, now));
    waits.push(Math.max(0, state.until - now));
    now = Math.max(now, state.until);
  }
  expect(waits).toEqual([0, 10, 20, 40, 40, 40]);
  expect(countAttempt(rule, state, now + 1000).state).toEqual({ count: 1, since: now + 1000, until: 0 });
});

describe('bookings looked up by number alone', () => {
  const from = (address: string, headers = {}) => ({ ...ipHeader(address), ...headers });
  const lookUp = async (id: number, headers: Record<string, string>, file = '') =>
    (await club.get(`/api/booking/${id}${file}`, headers)).status;
  /** Uses up the numbers of an address: of bookings, of none, and by calendar files. */
  async function readMany(address: string) {
    for (let id = 1; id <= 10; id += 1) expect(await lookUp(1000 + id, from(address))).toBe(404);
    for (let id = 1; id <= 10; id += 1)
      expect(await lookUp(2000 + id, from(address), '/calendar.ics')).toBe(404);
    for (let id = 1; id <= 10; id += 1) expect(await lookUp(id, from(address))).toBe(200);
  }
  async function bookTwelve() {
    const booked = [];
    for (let at = 0; at < 12; at += 1) {
      const body = bookingBody({
        email: `c${at}@example.com`,
        date: '2026-11-22',
        start_time: `${8 + at}:00`.padStart(5, '0'),
      });
      const { status, json } = await club.post('/api/book', body, ipHeader(`3.3.3.${at}`));
      expect(status).toBe(201);
      booked.push(json);
    }
    return booked;
  }

  test('are thirty a day for a network, whatever they are; the same ones, neighbours and customers go on', async () => {
    const booked = await bookTwelve();
    await readMany('2001:db8::1');
    const refused = await club.get('/api/booking/11', from('2001:db8::2'));
    expect([refused.status, refused.json.error]).toEqual([
      429,
      'Too many tries. Please wait 24 hours and try again.',
    ]);
    const member = await club.signIn({ email: 'curious@example.com' });
    expect(await lookUp(11, from('2001:db8::3', member.headers))).toBe(429);
    expect(await lookUp(11, from('2001:db8::3'), '/calendar.ics')).toBe(429);
    expect(await lookUp(3000, from('2001:db8::3'))).toBe(429);
    // It stays refused when it is asked for again, and what was read can be read again.
    expect(await lookUp(11, from('2001:db8::2'))).toBe(429);
    for (let n = 0; n < 40; n += 1) expect(await lookUp(1 + (n % 10), from('2001:db8::4'))).toBe(200);
    expect(await lookUp(11, from('2001:db8:0:100::1'))).toBe(200);
    expect(await lookUp(11, from('39.40.1.1'))).toBe(200);
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    expect(await lookUp(11, from('2001:db8::2', admin.headers))).toBe(200);
    expect(await lookUp(11, from('2001:db8::2', keyHeader(booked[10])))).toBe(200);
    club.clock.now += 24 * 60 * 60_000;
    expect(await lookUp(11, from('2001:db8::2'))).toBe(200);
  });
});
