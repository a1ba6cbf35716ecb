import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { sessionCookie } from './accounts.ts';
import { fakeTimeEnv } from './faketime-environment.ts';
import { EXECUTABLE, startServerProcess } from './server-process.ts';

/** Answers by `time, role, request`: the status in the first line, then the body. Emails by `time, email, subject`. */
export type ClubRecording = Record<string, string>;

/** The clock of each recording, in UTC; the club is five hours ahead. */
const CLOCKS = {
  '2 PM': '2026-11-21 09:00:00',
  '2:30 AM': '2026-11-21 21:30:00',
  '4:30 AM': '2026-11-21 23:30:00',
};
const TODAY = '2026-11-21';
const PASSWORD = 'Recorded-club-7391';

const PAGES = [
  '/ /booking /book /contact /login /register /forgot-password /account /admin /success /receipt /failed',
  '/cancel /cancel?court=3&date=2026-11-22&time=01:30 /privacy-policy /terms-conditions',
  '/return-refund-policy /service-policy /no-such-page /robots.txt /sitemap.xml /manifest.webmanifest /sw.js',
];
const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-12-20'];
const PUBLIC = [
  ...PAGES.flatMap((line) => line.split(' ')),
  '/api/courts',
  ...DAYS.flatMap((day) => [1, 2].map((court) => `/api/slots?date=${day}&courtId=${court}`)),
  '/api/slots?date=2026-02-30&courtId=1',
  '/api/slots?date=2026-11-21&courtId=9',
  '/api/booking/5',
  '/api/booking/5/calendar.ics',
];
const MEMBER = ['/api/auth/user', '/api/auth/bookings', '/api/auth/credit'];
const BOOKING_IDS = [5, 12, 20, 33];
const ADMIN = [
  '/api/admin/stats',
  '/api/admin/stats?startDate=2026-11-01&endDate=2026-11-21',
  '/api/admin/insights',
  '/api/admin/insights?startDate=2026-11-15&endDate=2026-11-24',
  '/api/admin/bookings?limit=20',
  '/api/admin/bookings?sort=begins',
  '/api/admin/bookings?sort=-begins&limit=25',
  '/api/admin/bookings.csv',
  '/api/admin/balances',
  '/api/admin/day',
  ...DAYS.map((day) => `/api/admin/day?date=${day}`),
  '/api/admin/courts',
  '/api/admin/users',
  '/api/admin/ledger',
  '/api/admin/shifts',
  '/api/admin/messages',
  ...BOOKING_IDS.flatMap((id) => [`/api/admin/bookings/${id}`, `/api/booking/${id}/statement`]),
];

const guest = { name: 'Ayesha Khan', email: 'ayesha@example.com', phone: '0300 1234567' };
const book = (date: string, start_time: string, duration: number, more: object = {}) => ({
  ...{ court_id: 2, date, start_time, duration, ...guest, payment_method: 'bank_transfer' },
  ...more,
});
const WRITES: ['anyone' | 'admin', string, string, object][] = [
  ['anyone', 'POST', '/api/book', book('2026-12-10', '18:00', 90)],
  ['anyone', 'POST', '/api/book', book('2026-12-11', '07:00', 60, { payment_method: 'cash' })],
  ['anyone', 'POST', '/api/book', book('2026-12-11', '23:30', 90)],
  ['anyone', 'POST', '/api/book', book('2027-01-15', '02:00', 120)],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '17:30', 60, { amount: 10_000 })],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '03:30', 60)],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '05:00', 60)],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '06:30', 60)],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '18:10', 60)],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '18:00', 60, { slots: ['18:00', '04:00'] })],
  ['anyone', 'POST', '/api/book', book('2026-12-12', '18:00', 90, { slots: ['18:00', '18:30', '20:00'] })],
  ['anyone', 'POST', '/api/book', book('2026-12-10', '18:30', 60)],
  ['anyone', 'POST', '/api/book', book('2026-11-20', '18:00', 60)],
  ['anyone', 'POST', '/api/book', book('2026-11-21', '07:30', 60)],
  ['anyone', 'POST', '/api/book', book('2027-12-12', '18:00', 60)],
  ['anyone', 'POST', '/api/book', book('2026-13-12', '18:00', 60)],
  [
    'admin',
    'POST',
    '/api/admin/bookings',
    { court_id: 1, date: '2026-12-13', slots: ['09:30', '10:00'], ...guest },
  ],
  [
    'admin',
    'POST',
    '/api/admin/bookings',
    { court_id: 1, date: '2026-12-13', slots: ['04:00', '04:30'], ...guest },
  ],
  [
    'admin',
    'POST',
    '/api/admin/closures',
    { court_id: 1, date: '2026-12-14', slots: ['23:30', '00:00'], reason: 'Nets' },
  ],
  [
    'admin',
    'POST',
    '/api/admin/closures',
    { court_id: 1, date: '2026-12-14', slots: ['06:30'], reason: 'Nets' },
  ],
  [
    'admin',
    'POST',
    '/api/admin/bookings/401/quote',
    { court_id: 2, date: '2026-12-15', slots: ['09:00', '09:30'] },
  ],
  [
    'admin',
    'POST',
    '/api/admin/bookings/401/quote',
    { court_id: 1, date: '2026-12-15', slots: ['01:30', '02:00'] },
  ],
  [
    'admin',
    'POST',
    '/api/admin/bookings/401/quote',
    { court_id: 1, date: '2026-12-15', slots: ['03:30', '04:00'] },
  ],
  [
    'admin',
    'PUT',
    '/api/admin/bookings/401/slots',
    { court_id: 2, date: '2026-12-15', slots: ['17:30', '18:00'], version: 1 },
  ],
  ['admin', 'PUT', '/api/admin/bookings/402/status', { status: 'paid' }],
];

/** Records what a demo club answers at each clock, with clocks that stand still. */
export async function recordClub(executable = EXECUTABLE): Promise<ClubRecording> {
  const template = mkdtempSync(join(tmpdir(), 'padel-recording-'));
  try {
    const demo = ['demo', '--plain', '--bookings', '400', '--today', TODAY, '--password', PASSWORD];
    const child = Bun.spawn([executable, ...demo, '--data', template], {
      env: { PATH: process.env.PATH ?? '' },
      stdout: 'ignore',
      stderr: 'inherit',
    });
    if ((await child.exited) !== 0) throw new Error('the demo club was not written');
    const recording: ClubRecording = {};
    for (const [time, clock] of Object.entries(CLOCKS)) {
      Object.assign(recording, await recordAt(executable, template, time, clock));
    }
    return recording;
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}

async function recordAt(executable: string, template: string, time: string, clock: string) {
  const recording: ClubRecording = {};
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-recording-'));
  cpSync(template, dataDir, { recursive: true });
  const env = { ...(await fakeTimeEnv(clock)), TZ: 'UTC', PUBLIC_URL: 'http://club.example' };
  const club = await startServerProcess({ executable, dataDir, env });
  try {
    const send = (method: string, path: string, cookie: string, body?: object) =>
      fetch(club.url + path, {
        method,
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const record = async (role: string, method: string, path: string, cookie: string, body?: object) => {
      const response = await send(method, path, cookie, body);
      const name = [time, role, `${method} ${path}`, ...(body ? [JSON.stringify(body)] : [])].join(', ');
      recording[name] =
        `${response.status} ${response.headers.get('content-type')}\n${await response.text()}`;
    };
    const login = async (email: string) =>
      sessionCookie(await send('POST', '/api/auth/login', '', { email, password: PASSWORD }));
    const admin = await login('owner@example.com');
    const member = await login('member@example.com');
    const readAll = async () => {
      for (const path of PUBLIC) await record('anyone', 'GET', path, '');
      for (const path of MEMBER) await record('member', 'GET', path, member);
      for (const path of ADMIN) await record('admin', 'GET', path, admin);
    };
    await readAll();
    for (const [role, method, path, body] of WRITES) {
      await record(role, method, path, role === 'admin' ? admin : '', body);
    }
    Object.assign(recording, await readEmails(join(dataDir, 'outbox'), time));
  } finally {
    await club.close();
  }
  return recording;
}

/** Waits until no more emails are written. */
async function readEmails(folder: string, time: string): Promise<ClubRecording> {
  const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []);
  for (let count = -1, waits = 0; names().length !== count || waits < 10; waits += 1) {
    if (names().length !== count) waits = 0;
    count = names().length;
    await Bun.sleep(300);
  }
  const emails: ClubRecording = {};
  for (const name of names()) {
    const mail = await simpleParser(readFileSync(join(folder, name)));
    const to = [mail.to].flat().map((address) => address?.text);
    emails[`${time}, email, ${mail.subject} to ${to}`] = `${mail.text}\n${mail.html || ''}`;
  }
  return emails;
}

if (import.meta.main) {
  const [executable, output] = Bun.argv.slice(2);
  await Bun.write(output ?? 'recording.json', JSON.stringify(await recordClub(executable), null, 1));
}
