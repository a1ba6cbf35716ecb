import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../support/admin-club.ts';

const { book, get, post, put } = adminClubForEachTest();

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
    expect(insights.occupancy).toHaveLength(42);
    expect(insights.occupancy.find((at: { hour: number }) => at.hour === 36)).toEqual({
      hour: 36,
      booked: 2,
      open: 5,
    });
    expect((await get('/api/admin/insights')).revenue).toHaveLength(30);
  });

  test('ten years are grouped by month', async () => {
    const { step, revenue } = await get('/api/admin/insights?startDate=2020-01-01&endDate=2029-12-31');
    expect([step, revenue.length, revenue[0].period]).toEqual(['month', 120, '2020-01']);
  });
});
