import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { simpleParser } from 'mailparser';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

/** Parses the file as a calendar app would. */
async function readEvents(id: number) {
  const { status, text, headers } = await club.get(`/api/booking/${id}/calendar.ics`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  return { text, calendar, events };
}

const book = async (over: Record<string, unknown>) =>
  (await club.post('/api/book', bookingBody(over))).json.booking.id as number;
const toIsoInstant = (time: ICAL.Time) => time.toJSDate().toISOString();

describe('the calendar file', () => {
  test('1:30 AM on the night of Saturday, November 21 is Saturday 20:30 UTC', async () => {
    const { events } = await readEvents(await book({ start_time: '01:30', duration: 60 }));
    expect(events.map(({ startDate, endDate }) => [toIsoInstant(startDate), toIsoInstant(endDate)])).toEqual([
      ['2026-11-21T20:30:00.000Z', '2026-11-21T21:30:00.000Z'],
    ]);
    expect(events[0]?.startDate.zone.tzid).toBe('UTC');
  });

  test('a booking with gaps has one event per block, also across midnight', async () => {
    const slots = ['18:00', '18:30', '23:30', '00:00', '00:30'];
    const { events } = await readEvents(await book({ slots, duration: 150 }));
    expect(events.map(({ startDate, endDate }) => [toIsoInstant(startDate), toIsoInstant(endDate)])).toEqual([
      ['2026-11-21T13:00:00.000Z', '2026-11-21T14:00:00.000Z'],
      ['2026-11-21T18:30:00.000Z', '2026-11-21T20:00:00.000Z'],
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
  });

  test('has the court, the address and the booking number, and nothing personal', async () => {
    const id = await book({ name: 'Ayesha Khan', email: 'ayesha@example.com' });
    const { events, text } = await readEvents(id);
    expect(events[0]?.summary).toContain('Court 1 - Premium Panoramic');
    expect(events[0]?.description).toContain(`Booking ${id}`);
    expect(events[0]?.location).toContain('Canal Road, Faisalabad');
    expect(text).not.toMatch(/Ayesha|ayesha@|3001234567/);
  });

  test('reminds of play two hours before, is certain once it is paid, and leaves the time free when cancelled', async () => {
    const id = await book({});
    const entry = async (state: string) => {
      club.db.run('UPDATE booking SET state = ?', [state]);
      const [event] = (await readEvents(id)).events;
      const alarm = event?.component.getFirstSubcomponent('valarm');
      return [
        event?.component.getFirstPropertyValue('status'),
        event?.component.getFirstPropertyValue('x-microsoft-cdo-busystatus'),
        alarm?.getFirstPropertyValue('trigger')?.toString(),
      ];
    };
    expect([await entry('pending'), await entry('paid'), await entry('cancelled')]).toEqual([
      ['TENTATIVE', 'BUSY', '-PT2H'],
      ['CONFIRMED', 'BUSY', '-PT2H'],
      ['CANCELLED', 'FREE', undefined],
    ]);
  });

  test('a cancelled booking removes its entry from the calendar', async () => {
    const id = await book({});
    const before = await readEvents(id);
    club.db.run("UPDATE booking SET state = 'cancelled', version = 2");
    const { calendar, events } = await readEvents(id);
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(events[0]?.uid).toBe(before.events[0]?.uid ?? '');
    expect(events[0]?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  describe('of a booking that is moved to fewer blocks', () => {
    const TWO_BLOCKS = ['18:00', '18:30', '21:00', '21:30'];
    type Entry = [uid: string | null, method: string, status: string, start: string];
    /** The entries of every file in the order of the emails, and the stamps of all. */
    async function readEmails() {
      await club.notifications.createOutboxWorker().runOnce();
      const folder = join(club.dataDir, 'outbox');
      const entries: Entry[] = [];
      const stamps: [sequence: number, stamp: string][] = [];
      for (const name of readdirSync(folder).sort()) {
        const mail = await simpleParser(readFileSync(join(folder, name)));
        for (const { content, contentType } of mail.attachments) {
          if (contentType !== 'text/calendar') continue;
          const calendar = new ICAL.Component(ICAL.parse(content.toString()));
          for (const component of calendar.getAllSubcomponents('vevent')) {
            const event = new ICAL.Event(component);
            const stamp = component.getFirstPropertyValue('dtstamp') as ICAL.Time;
            stamps.push([event.sequence, toIsoInstant(stamp)]);
            entries.push([
              event.uid?.replace(/@.*/, '') ?? null,
              String(calendar.getFirstPropertyValue('method')),
              String(component.getFirstPropertyValue('status')),
              toIsoInstant(event.startDate),
            ]);
          }
        }
      }
      return { entries, stamps };
    }
    let admin: Record<string, string>;
    beforeEach(async () => {
      admin = (await club.signIn({ email: 'desk@example.com', is_admin: true })).headers;
    });
    const move = async (id: number, slots: string[]) => {
      club.clock.now += 60_000;
      const { date, version } = club.findBooking(id) ?? {};
      const place = { court_id: 1, date, slots, version };
      expect((await club.put(`/api/admin/bookings/${id}/slots`, place, admin)).status).toBe(200);
    };

    test('cancels the entry that goes in the email of the move, with a newer stamp for each change', async () => {
      const id = await book({ slots: TWO_BLOCKS, duration: 120 });
      await readEmails();
      await move(id, ['19:00', '19:30']);
      const { entries, stamps } = await readEmails();
      expect(entries).toEqual([
        [`booking-${id}-1`, 'PUBLISH', 'TENTATIVE', '2026-11-21T13:00:00.000Z'],
        [`booking-${id}-2`, 'PUBLISH', 'TENTATIVE', '2026-11-21T16:00:00.000Z'],
        [`booking-${id}-1`, 'PUBLISH', 'TENTATIVE', '2026-11-21T14:00:00.000Z'],
        [`booking-${id}-2`, 'CANCEL', 'CANCELLED', '2026-11-21T16:00:00.000Z'],
      ]);
      const [[firstSequence, first] = [0, ''], , ...later] = stamps;
      for (const [sequence, stamp] of later)
        expect([sequence > firstSequence, stamp > first]).toEqual([true, true]);
      const { events } = await readEvents(id);
      expect(events.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
        'TENTATIVE',
        'CANCELLED',
      ]);
    });

    test('cancels it also where the email of that move was never sent, and with the booking', async () => {
      const id = await book({ slots: TWO_BLOCKS, duration: 120 });
      await readEmails();
      await move(id, ['18:00', '18:30', '22:00', '22:30']);
      await move(id, ['19:00', '19:30']);
      await move(id, ['20:00', '20:30']);
      const moved = (await readEmails()).entries.slice(2);
      expect(moved).toEqual([
        [`booking-${id}-1`, 'PUBLISH', 'TENTATIVE', '2026-11-21T15:00:00.000Z'],
        // The last time that it had.
        [`booking-${id}-2`, 'CANCEL', 'CANCELLED', '2026-11-21T17:00:00.000Z'],
      ]);
      await club.put(
        `/api/admin/bookings/${id}/status`,
        { status: 'cancelled', cancelled_by: 'club' },
        admin,
      );
      const all = (await readEmails()).entries.slice(4);
      expect(all.map(([uid, method, status]) => [uid, method, status])).toEqual([
        [`booking-${id}-1`, 'CANCEL', 'CANCELLED'],
        [`booking-${id}-2`, 'CANCEL', 'CANCELLED'],
      ]);
    });

    test('publishes it again when the booking has as many blocks again', async () => {
      const id = await book({ slots: TWO_BLOCKS, duration: 120 });
      await move(id, ['19:00', '19:30']);
      await move(id, ['18:00', '18:30', '20:30', '21:00']);
      const { calendar, events } = await readEvents(id);
      expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
      expect(events.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
        'TENTATIVE',
        'TENTATIVE',
      ]);
    });
  });

  test.each([
    '/api/booking/99/calendar.ics',
    '/api/booking/1e1/calendar.ics',
    '/api/booking/-1/calendar.ics',
  ])('%s is 404', async (path) => {
    expect((await club.get(path)).status).toBe(404);
  });
});
