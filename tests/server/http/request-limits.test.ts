import { expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, clubForEachTest, fromNetworkOf } from '../../support/test-club.ts';

const club = clubForEachTest({ env: { TRUST_PROXY: '1' } });

type Headers = Record<string, string>;
type Answer = { status: number; headers: globalThis.Headers };
const HOUR = 3600;
const WRONG_KEY = 'A'.repeat(32);
const stranger = { name: 'Omar Sheikh', email: 'omar@example.com' };
const wish = { ...stranger, date: '2026-11-19', from: '18:00', until: '20:00', duration: 60 };
const code = (at: number) => ({ code: `WRONG${at}`, date: '2026-11-21', start_time: '18:00' });

/** What one network, contact or number may ask in so many seconds. Refused and wrong requests count, too. */
const LIMITS: [
  name: string,
  limit: number,
  seconds: number,
  ask: (at: number, key: Headers) => Promise<Answer>,
][] = [
  ['checks of codes', 120, 60, () => club.post('/api/promo-codes/check', {})],
  ['wrong codes', 10, 600, (at) => club.post('/api/promo-codes/check', code(at))],
  ['questions whether cash will do', 20, 600, () => club.post('/api/book/cash-check', {})],
  ['changes of bookings', 120, 60, () => club.post('/api/booking/1/cancel', {})],
  ['links of the reception', 120, 60, () => club.post('/api/handed-link', {})],
  ['links that were lost', 20, HOUR, (at) => club.post('/api/manage-links', { email: `a${at}@example.com` })],
  [
    'confirmations of another email',
    3,
    24 * HOUR,
    (_, key) => club.put('/api/booking/1/contact', { email: 'right@example.com' }, key),
  ],
  [
    'wrong keys of a network',
    30,
    HOUR,
    (at) => club.get(`/api/booking/${at + 1}`, { 'x-booking-key': WRONG_KEY }),
  ],
  [
    'wrong keys for one booking',
    60,
    HOUR,
    (at) => club.get('/api/booking/1', { 'x-booking-key': WRONG_KEY, ...fromNetworkOf(`${at}`) }),
  ],
  ['players of a network', 60, HOUR, () => club.post('/api/matches/1/players', {})],
  ['tries of one player', 10, HOUR, () => club.post('/api/matches/1/players', stranger)],
  ['reports of matches', 10, HOUR, () => club.post('/api/matches/1/report', {})],
  ['waitlist entries of a network', 60, HOUR, () => club.post('/api/waitlist', {})],
  ['waitlist entries of one contact', 10, HOUR, () => club.post('/api/waitlist', wish)],
  [
    'wrong keys of waitlist entries',
    30,
    HOUR,
    () => club.get('/api/waitlist/1', { 'x-waitlist-key': WRONG_KEY }),
  ],
];

test.each(LIMITS)(
  '%s: %d are answered, and the next one waits %d seconds',
  async (_, limit, seconds, ask) => {
    const key = keyHeader((await club.post('/api/book', bookingBody(), fromNetworkOf('ayesha'))).json);
    const answers: Answer[] = [];
    for (let at = 0; at <= limit; at += 1) answers.push(await ask(at, key));
    expect(answers.findIndex(({ status }) => status === 429)).toBe(limit);
    expect(answers[limit]?.headers.get('retry-after')).toBe(String(seconds));
    club.clock.now += seconds * 1000;
    expect((await ask(limit, key)).status).not.toBe(429);
  },
);
