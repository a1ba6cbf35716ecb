import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';

const { club, book, get, post, put } = adminClubForEachTest();

describe('charts', () => {
  test('revenue by day and occupancy by slot add up', async () => {
    const a = await book({ date: '2026-11-21' });
    await put(`/api/admin/bookings/${a.id}/status`, { status: 'paid' });
    await book({ date: '2026-11-22' });
    await post('/api/admin/closures', { court_id: 2, date: '2026-11-22', slots: ['18:00'], reason: 'Net' });
    const insights = await get('/api/admin/insights?startDate=2026-11-20&endDate=2026-11-22');
    expect(insights.step).toBe('day');
    expect(insights.revenue).toEqual([
      { period: '2026-11-20', amount: 0, kept: 0, bookings: 0 },
      { period: '2026-11-21', amount: 5000, kept: 0, bookings: 1 },
      { period: '2026-11-22', amount: 0, kept: 0, bookings: 0 },
    ]);
    // Three weekdays, each with the 21 hours of the default calendar.
    expect(insights.occupancy).toHaveLength(63);
    const at = (weekday: string) =>
      insights.occupancy.find(
        (one: { hour: number; weekday: string }) => one.weekday === weekday && one.hour === 18,
      );
    expect(at('friday')).toMatchObject({ booked: 0, open: 4 });
    expect(at('sunday')).toMatchObject({ booked: 2, open: 3 });
    expect((await get('/api/admin/insights')).revenue).toHaveLength(30);
  });

  test('every figure respects the range, and has the preceding days next to it', async () => {
    const phones = ['0300 1112221', '0300 1112222'];
    const [first, second] = [
      await book({ date: '2026-11-21', start_time: '10:00', phone: phones[0] }),
      await book({ date: '2026-11-21', start_time: '12:00', phone: phones[0] }),
    ];
    await book({ date: '2026-11-21', start_time: '14:00', phone: phones[1] });
    const before = await book({ date: '2026-11-20', start_time: '16:00', phone: phones[1] });
    await put(`/api/admin/bookings/${first.id}/status`, { status: 'paid' });
    await put(`/api/admin/bookings/${second.id}/status`, { status: 'cancelled' });
    await put(`/api/admin/bookings/${before.id}/status`, { status: 'paid' });
    club().clock.now += 3 * 3_600_000;
    await put(`/api/admin/bookings/${before.id}/attendance`, { attendance: 'no_show' });
    const day = '/api/admin/insights?startDate=2026-11-21&endDate=2026-11-21';
    const insights = await get(day);
    expect(insights.totals).toEqual({
      from: '2026-11-21',
      to: '2026-11-21',
      revenue: 4000,
      to_give_back: 0,
      paid: 1,
      pending: 1,
      cancelled: 1,
      no_shows: 0,
      customers: 2,
      repeat_customers: 0,
      new_members: 0,
      booked: 4,
      open: 84,
    });
    expect(insights.before).toMatchObject({
      from: '2026-11-20',
      to: '2026-11-20',
      paid: 1,
      no_shows: 1,
      booked: 2,
    });
    await put(`/api/admin/bookings/${second.id}/status`, { status: 'paid' });
    expect((await get(day)).totals).toMatchObject({ customers: 2, repeat_customers: 1 });
  });

  test('ten years are grouped by month', async () => {
    const { step, revenue } = await get('/api/admin/insights?startDate=2020-01-01&endDate=2029-12-31');
    expect([step, revenue.length, revenue[0].period]).toEqual(['month', 120, '2020-01']);
  });
});
