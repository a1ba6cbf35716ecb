import { describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { bookingBody, clubForEachTest } from '../support/test-club.ts';

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

  test('a cancelled booking removes its entry from the calendar', async () => {
    const id = await book({});
    const before = await readEvents(id);
    club.db.run("UPDATE booking SET state = 'cancelled', version = 2");
    const { calendar, events } = await readEvents(id);
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(events[0]?.uid).toBe(before.events[0]?.uid ?? '');
    expect(events[0]?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  test.each([
    '/api/booking/99/calendar.ics',
    '/api/booking/1e1/calendar.ics',
    '/api/booking/-1/calendar.ics',
  ])('%s is 404', async (path) => {
    expect((await club.get(path)).status).toBe(404);
  });
});
