/** Programs that read what the club writes: vdirsyncer and khal the feed, Python's icalendar the files, w3m the emails. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { addDays } from '../../../src/domain/business-day.ts';
import { buildSettings, clubOf } from '../../../src/domain/owner-settings.ts';
import { bookAsGuest, tomorrow } from '../../support/booking-wizard.ts';
import { insertUserSession } from '../../support/insert-user-session.ts';
import { allEmails } from '../../support/message-samples.ts';
import { missingPrograms, neighbourFolder, runProgram } from '../../support/neighbour.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';

const missing = await missingPrograms({
  khal: 'khal',
  vdirsyncer: 'vdirsyncer',
  w3m: 'w3m',
  icalendar: 'python3-icalendar',
});
const machine = { public_url: 'https://padelclub.example', text_messages: false, card_hold_minutes: 30 };
const sample = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
/** Prints each event of the files that it is given. */
const READ_EVENTS = `
import json, sys, icalendar
found = []
for path in sys.argv[1:]:
    calendar = icalendar.Calendar.from_ical(open(path, 'rb').read())
    for event in calendar.walk('VEVENT'):
        assert not event.errors, event.errors
        found.append([str(calendar['METHOD']), str(event['UID']), event['DTSTART'].dt.isoformat(), str(event['STATUS'])])
print(json.dumps(found))`;

describe.skipIf(missing.length > 0)('clients', () => {
  const folder = neighbourFolder();
  let club: ServerProcess;
  let cookie: string;
  beforeAll(async () => {
    club = await startServerProcess({ publicHost: 'localhost' });
    cookie = insertUserSession(club.dataDir, { email: 'owner@example.com', name: 'Usman', role: 'owner' });
  });
  afterAll(async () => {
    await club.close();
    folder.remove();
  });
  const ask = (method: string, path: string, body: object) =>
    fetch(club.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: club.url, cookie },
      body: JSON.stringify(body),
    });

  test('vdirsyncer keeps a feed, and khal lists what was booked, moved and cancelled', async () => {
    const feed = { label: 'Phone', audience: 'owner', content: 'bookings' };
    const { data } = (await (await ask('POST', '/api/admin/feeds', feed)).json()) as {
      data: { url: string };
    };
    const days = [2, 3].map((days) => addDays(tomorrow, days));
    const ids: number[] = [];
    for (const [at, date] of days.entries()) {
      const booked = await bookAsGuest(club.url, {
        date,
        start_time: '23:30',
        duration: 90,
        name: `کھلاڑی ${at}`,
        email: `p${at}@example.com`,
      });
      ids.push(((await booked.json()) as { booking: { id: number } }).booking.id);
    }
    mkdirSync(`${folder.path}/calendar`);
    const sync = folder.write(
      'vdirsyncer',
      `[general]
status_path = "${folder.path}/status"
[pair club]
a = "feed"
b = "files"
collections = null
[storage feed]
type = "http"
url = "${club.url}${new URL(data.url).pathname}"
[storage files]
type = "filesystem"
path = "${folder.path}/calendar"
fileext = ".ics"
`,
    );
    const khal = folder.write(
      'khal',
      `[calendars]
[[club]]
path = ${folder.path}/calendar
[sqlite]
path = ${folder.path}/khal.db
[locale]
local_timezone = Asia/Karachi
default_timezone = Asia/Karachi
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`,
    );
    const env = { HOME: folder.path, LC_ALL: 'C.UTF-8' };
    await runProgram(['vdirsyncer', '-c', sync, 'discover'], env);
    const list = async () => {
      await runProgram(['vdirsyncer', '-c', sync, 'sync'], env);
      const format = '{start-long} {end-long} {title} {location}';
      const listed = await runProgram(
        [...['khal', '-c', khal, 'list', '--once', '--day-format', '', '--format', format], tomorrow, '10d'],
        env,
      );
      return listed.split('\n').filter(Boolean);
    };
    const line = (date: string, at: number, start = '23:30', end = '01:00') =>
      `${date} ${start} ${start === '23:30' ? addDays(date, 1) : date} ${end} Court 1: کھلاڑی ${at} ${sample.name}, ${sample.address}`;
    expect(await list()).toEqual(days.map((date, at) => line(date, at)));

    const moved = { court_id: 1, date: days[0], slots: ['18:00', '18:30', '19:00'], version: 1 };
    const move = await ask('PUT', `/api/admin/bookings/${ids[0]}/slots`, moved);
    expect([move.status, move.ok ? '' : await move.text()]).toEqual([200, '']);
    const cancelled = { status: 'cancelled', cancelled_by: 'club' };
    expect((await ask('PUT', `/api/admin/bookings/${ids[1]}/status`, cancelled)).status).toBe(200);
    expect(await list()).toEqual([line(days[0] ?? '', 0, '18:00', '19:30')]);
  }, 120_000);

  test("Python's icalendar reads the file of every email", async () => {
    const files = Object.entries(allEmails(sample)).flatMap(([name, { calendars = [] }]) =>
      calendars.map((file, index) => folder.write(`${name}-${index}.ics`, file)),
    );
    expect(files.length).toBeGreaterThan(5);
    const printed = await runProgram(['/usr/bin/python3', '-c', READ_EVENTS, ...files]);
    const events = JSON.parse(printed) as [method: string, uid: string, start: string, status: string][];
    expect(events.length).toBeGreaterThanOrEqual(files.length);
    for (const [method, uid, start, status] of events) {
      expect(uid).toMatch(/@padelclub\.example$/);
      expect(start).toMatch(/^2026-11-\d\dT\d\d:\d\d:00\+/);
      expect([method, status]).toEqual(
        method === 'CANCEL' ? ['CANCEL', 'CANCELLED'] : ['PUBLISH', expect.any(String)],
      );
    }
  });

  test('w3m shows the HTML of every email with the words and the order of its text', async () => {
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const [name, email] of Object.entries(allEmails(sample))) {
      const file = folder.write(`${name}.html`, email.html);
      const shown = await runProgram(
        ['w3m', '-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', '72', file],
        { HOME: folder.path },
      );
      const seen = new Set(words(shown));
      // A button shows its label; its address stands in the text only.
      const lost = words(email.text.replace(/https?:\S+/g, '')).filter((word) => !seen.has(word));
      expect([name, lost]).toEqual([name, []]);
    }
  }, 120_000);
});
