import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';

const { club, book, get, put } = adminClubForEachTest();

describe('restoring a booking', () => {
  const cancelAndRestore = async (prepare: () => void) => {
    const { id } = await book({ date: '2026-11-20', start_time: '18:00' });
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    prepare();
    const { restore_warning } = await get(`/api/admin/bookings/${id}`);
    const { status, json } = await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect(status).toBe(200);
    expect(json.data.warning ?? null).toBe(restore_warning);
    return restore_warning as string | null;
  };

  test.each([
    ['15:10:00', 1, null],
    ['18:00:00', 1, 'The booked time has already started.'],
    ['19:00:00', 1, 'The booked time is over.'],
    ['15:10:00', 0, 'Court 1 - Premium Panoramic is out of use, so customers can’t book it.'],
    [
      '19:00:00',
      0,
      'The booked time is over. Court 1 - Premium Panoramic is out of use, so customers can’t book it.',
    ],
  ])('at %s with court.active = %d the admin is warned: %p', async (time, active, warning) => {
    const restored = await cancelAndRestore(() => {
      club().clock.now = Date.parse(`2026-11-20T${time}+05:00`);
      club().db.run(`UPDATE court SET active = ${active} WHERE id = 1`);
    });
    expect(restored).toBe(warning);
  });

  test('no other change of status warns', async () => {
    const { id } = await book({ date: '2026-11-20', start_time: '18:00' });
    club().clock.now = Date.parse('2026-11-20T20:00:00+05:00');
    expect((await get(`/api/admin/bookings/${id}`)).restore_warning).toBeNull();
    expect((await put(`/api/admin/bookings/${id}/status`, { status: 'paid' })).json.data).not.toHaveProperty(
      'warning',
    );
  });
});
