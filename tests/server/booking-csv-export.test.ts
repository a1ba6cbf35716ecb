import { describe, expect, test } from 'bun:test';
import Papa from 'papaparse';
import { adminClubForEachTest } from '../support/admin-club.ts';

const { club, admin, book } = adminClubForEachTest();

describe('the CSV', () => {
  const csv = async (query = '') => {
    const { status, text, headers } = await club().get(`/api/admin/bookings.csv${query}`, admin().headers);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="bookings-2026-11-20.csv"');
    return Papa.parse<Record<string, string>>(text.replace('\ufeff', '').trim(), { header: true }).data;
  };

  test('has the filtered rows in the order of the list', async () => {
    const a = await book({ date: '2026-11-21', name: 'Zain "Z" Khan, Jr' });
    const b = await book({ date: '2026-11-22', start_time: '00:30' });
    await book({ date: '2026-11-23' });
    expect(await csv()).toHaveLength(3);
    const rows = await csv('?endDate=2026-11-22&sort=begins');
    expect(rows.map((row) => Number(row.number))).toEqual([a.id, b.id]);
    expect(rows[0]).toMatchObject({ name: 'Zain "Z" Khan, Jr', phone: '+923001234567', amount_pkr: '5000' });
    expect(rows[1]).toMatchObject({ business_day: '2026-11-22', calendar_date: '2026-11-23', minutes: '60' });
    expect(await csv('?status=cancelled')).toHaveLength(0);
    expect(await csv('?q=zain')).toHaveLength(1);
  });

  test('turns a formula in a name into text', async () => {
    for (const [at, name] of ['=1+1', '@SUM(A1)', '-2+3', '+cmd|x'].entries()) {
      await book({ name, start_time: `${18 + at}:00` });
    }
    expect((await csv('?sort=created')).map((row) => row.name)).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "'-2+3",
      "'+cmd|x",
    ]);
  });

  test('has no row limit', async () => {
    const insert = club().db.prepare(
      `INSERT INTO booking (court_id, date, start_time, duration, slots, name, email, phone, payment_method,
         hourly_rate, computed_amount, created_at)
       VALUES (1, date('2020-01-01', '+' || ? || ' days'), '18:00', 60, '["18:00","18:30"]', 'Ali', 'a@example.com',
         '+923001234567', 'cash', 5000, 5000, 0)`,
    );
    club().db.transaction(() => {
      for (let day = 0; day < 2500; day += 1) insert.run(day);
    })();
    expect(await csv()).toHaveLength(2500);
    expect(new Set((await csv('?sort=-begins')).map((row) => row.number)).size).toBe(2500);
  });
});
