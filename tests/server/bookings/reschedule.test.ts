import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';

const { club, book, get, post, put } = adminClubForEachTest();

const claimsOf = (id: number) =>
  club().rows<{ court_id: number; date: string; slot: number }>(
    `SELECT court_id, date, slot FROM claim WHERE booking_id = ${id} ORDER BY slot`,
  );

describe('rescheduling a booking', () => {
  test('charges the difference that the quote showed', async () => {
    const { id } = await book({ start_time: '18:00' });
    const target = { court_id: 2, date: '2026-11-22', slots: ['10:00', '10:30', '11:00'] };
    const quote = await post(`/api/admin/bookings/${id}/quote`, target);
    expect(quote.json.data).toEqual({ from: 5000, to: 6000, difference: 1000, taken: [] });
    const { status, json } = await put(`/api/admin/bookings/${id}/slots`, {
      ...target,
      version: 1,
      amount: 6000,
    });
    expect(status).toBe(200);
    expect(json.data.booking).toMatchObject({
      court_id: 2,
      date: '2026-11-22',
      start_time: '10:00',
      duration: 90,
      slots: target.slots,
      computed_amount: 6000,
      version: 2,
    });
    expect(claimsOf(id)).toEqual([20, 21, 22].map((slot) => ({ court_id: 2, date: '2026-11-22', slot })));
    expect((await book({ start_time: '18:00' })).id).toBeGreaterThan(id);
    const { history } = await get(`/api/admin/bookings/${id}`);
    expect(history[0]).toMatchObject({
      action: 'moved',
      details: { from: { court_id: 1, date: '2026-11-21', amount: 5000 }, to: { court_id: 2, amount: 6000 } },
    });
    expect(JSON.stringify(history)).not.toContain('ayesha@');
  });

  test('adds 30 minutes to a booking that has started', async () => {
    const { id } = await book({ date: '2026-11-20', start_time: '17:00' });
    club().clock.now = Date.parse('2026-11-20T17:40:00+05:00');
    const longer = { court_id: 1, date: '2026-11-20', slots: ['17:00', '17:30', '18:00'], version: 1 };
    const { status, json } = await put(`/api/admin/bookings/${id}/slots`, longer);
    expect([status, json.data.booking.duration, json.data.booking.computed_amount]).toEqual([200, 90, 6000]);
    expect(claimsOf(id).map((row) => row.slot)).toEqual([34, 35, 36]);
  });

  test('crosses midnight in one block and is refused beyond closing time', async () => {
    const { id } = await book({ start_time: '23:00' });
    const at = (slots: string[], version: number) => ({ court_id: 1, date: '2026-11-21', slots, version });
    expect((await put(`/api/admin/bookings/${id}/slots`, at(['23:00', '23:30', '00:00'], 1))).status).toBe(
      200,
    );
    expect((await put(`/api/admin/bookings/${id}/slots`, at(['03:30', '04:00'], 2))).status).toBe(422);
  });

  test('to a taken time changes nothing and lists the taken slots', async () => {
    const { id } = await book({ start_time: '18:00' });
    await book({ start_time: '19:00' });
    const target = { court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30', '19:00'] };
    expect((await post(`/api/admin/bookings/${id}/quote`, target)).json.data.taken).toEqual(['19:00']);
    const { status, json } = await put(`/api/admin/bookings/${id}/slots`, { ...target, version: 1 });
    expect([status, json.reason, json.slots]).toEqual([409, 'slot_taken', ['19:00']]);
    expect(claimsOf(id).map((row) => row.slot)).toEqual([36, 37]);
  });

  test('is refused for an old version, a changed price and a cancelled booking', async () => {
    const { id } = await book();
    const target = { court_id: 2, date: '2026-11-21', slots: ['18:00', '18:30'] };
    const slots = `/api/admin/bookings/${id}/slots`;
    await put('/api/admin/courts/2', { hourly_rate: 6000 });
    expect((await put(slots, { ...target, version: 1, amount: 5000 })).json.reason).toBe('changed_meanwhile');
    expect((await put(slots, { ...target, version: 7 })).json.reason).toBe('changed_meanwhile');
    expect((await put(slots, target)).status).toBe(422);
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    expect((await put(slots, { ...target, version: 2 })).json.reason).toBe('wrong_state');
    expect((await post(`/api/admin/bookings/${id}/quote`, target)).json.reason).toBe('wrong_state');
  });

  test('keeps the rate on the same court and takes the rate of another court', async () => {
    const { id } = await book();
    await put('/api/admin/courts/1', { hourly_rate: 9000 });
    await put('/api/admin/courts/2', { hourly_rate: 7000 });
    const to = async (court_id: number) =>
      (
        await post(`/api/admin/bookings/${id}/quote`, {
          court_id,
          date: '2026-11-22',
          slots: ['18:00', '18:30'],
        })
      ).json.data.to;
    expect(await to(1)).toBe(5000);
    expect(await to(2)).toBe(7000);
    expect((await get(`/api/admin/bookings/${id}`)).booking.computed_amount).toBe(5000);
  });
});
