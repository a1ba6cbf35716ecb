import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, admin, book, get, post, put } = adminClubForEachTest();

describe('closing a court', () => {
  const closure = (over: Record<string, unknown> = {}) => ({
    court_id: 1,
    date: '2026-11-21',
    slots: ['18:00', '18:30', '19:00'],
    reason: 'New net',
    ...over,
  });

  test('takes its slots out of sale and reopening returns them', async () => {
    const { status, json } = await post('/api/admin/closures', closure());
    expect(status).toBe(201);
    expect((await club().post('/api/book', bookingBody())).status).toBe(409);
    const slots = (await club().get('/api/slots?date=2026-11-21&courtId=1')).json;
    expect(slots.filter((slot: { available: boolean }) => !slot.available)).toHaveLength(3);
    const day = await get('/api/admin/day?date=2026-11-21');
    expect(day.courts[0].closures).toEqual([
      { id: 1, court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30', '19:00'], reason: 'New net' },
    ]);
    const removed = await club().send(
      'DELETE',
      `/api/admin/closures/${json.data.closure.id}`,
      undefined,
      admin().headers,
    );
    expect(removed.status).toBe(200);
    expect((await club().post('/api/book', bookingBody())).status).toBe(201);
    expect((await club().send('DELETE', '/api/admin/closures/1', undefined, admin().headers)).status).toBe(
      404,
    );
  });

  test('lists the bookings in the way and keeps them', async () => {
    const a = await book({ start_time: '18:00' });
    const b = await book({ start_time: '19:00' });
    const { status, json } = await post('/api/admin/closures', closure());
    expect([status, json.reason, json.bookings, json.slots]).toEqual([
      409,
      'slot_taken',
      [a.id, b.id],
      ['18:00', '18:30', '19:00'],
    ]);
    expect(club().rows('SELECT * FROM closure')).toEqual([]);
    await put(`/api/admin/bookings/${a.id}/status`, { status: 'cancelled' });
    await put(`/api/admin/bookings/${b.id}/status`, { status: 'cancelled' });
    expect((await post('/api/admin/closures', closure())).status).toBe(201);
    const again = await post('/api/admin/closures', closure({ slots: ['19:00'] }));
    expect([again.status, again.json.bookings]).toEqual([409, []]);
    const restore = await put(`/api/admin/bookings/${a.id}/status`, { status: 'paid' });
    expect([restore.status, restore.json.reason]).toEqual([409, 'slot_taken']);
  });

  test('is refused for a past time, closed hours, a missing reason and an unknown court', async () => {
    for (const over of [
      { date: '2026-11-19' },
      { slots: ['05:00'] },
      { slots: [] },
      { slots: ['18:10'] },
      { reason: ' ' },
      { court_id: 9 },
      { date: '2026-02-30' },
    ]) {
      expect([over, (await post('/api/admin/closures', closure(over))).status]).toEqual([over, 422]);
    }
    club().clock.now = Date.parse('2026-11-20T16:00:00+05:00');
    const closeAt = async (slot: string) =>
      (await post('/api/admin/closures', closure({ date: '2026-11-20', slots: [slot] }))).status;
    expect([await closeAt('15:30'), await closeAt('16:00')]).toEqual([422, 201]);
  });
});

describe('the day schedule', () => {
  test('shows both courts with their bookings and closures of the business day', async () => {
    await book({ date: '2026-11-20', start_time: '23:30' });
    const { id } = await book({ date: '2026-11-20', start_time: '20:00', court_id: 2 });
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    club().clock.now = Date.parse('2026-11-21T01:00:00+05:00');
    const day = await get('/api/admin/day');
    expect([day.date, day.today]).toEqual(['2026-11-20', '2026-11-20']);
    expect(day.courts.map((at: { bookings: object[] }) => at.bookings.length)).toEqual([1, 0]);
    expect((await club().get('/api/admin/day?date=2026-13-01', admin().headers)).status).toBe(422);
  });
});
