/** What a staff member may not see or do: totals, the owner's routes, refunds above the owner's limit. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { API } from '../../../src/domain/api.ts';
import { bookingBody, clubForTestFile } from '../../support/test-club.ts';

type Headers = Record<string, string>;
const club = clubForTestFile({
  env: { PUBLIC_URL: 'http://localhost' },
  toml: '[staff]\nrefund_limit = 3000',
});
let owner: Headers;
let staff: Headers;
beforeAll(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
  staff = (await club.signIn({ email: 'staff@example.com', name: 'Sana Butt', role: 'staff' })).headers;
});

/** Whether a text names a sum, as a plain number or as pages write it. */
function containsSum(text: string, sum: number): boolean {
  return text.includes(String(sum)) || text.includes(sum.toLocaleString('en-PK'));
}

/** Books and records a payment; returns the booking's id. */
async function bookPaid(date: string, amount: number, method: string, headers = staff): Promise<number> {
  const { json } = await club.post('/api/book', bookingBody({ date }));
  const { id } = json.booking;
  const paid = await club.post(`/api/admin/bookings/${id}/payments`, { amount, method }, headers);
  expect(paid.status).toBe(201);
  return id;
}

describe('no total reaches a staff member', () => {
  /** Sums that no single price or payment equals. */
  const AMOUNTS = [
    ['2026-11-21', 13_337, 'cash'],
    ['2026-11-22', 20_011, 'bank_transfer'],
    ['2026-11-23', 31_103, 'cash'],
    ['2026-11-24', 40_709, 'bank_transfer'],
  ] as const;

  test('in JSON and HTML: every readable route and every page is searched for every sum of the books', async () => {
    await club.post('/api/admin/shifts', { float: 1000 }, owner);
    for (const [date, amount, method] of AMOUNTS) await bookPaid(date, amount, method, owner);
    await club.put('/api/admin/shifts/1/close', { counted: 45_440 }, owner);
    const stats = (await club.get('/api/admin/stats', owner)).json.data;
    const { totals, cashiers } = (await club.get('/api/admin/ledger', owner)).json.data;
    const sums = [
      stats.total_revenue,
      ...totals.map((row: { in: number }) => row.in),
      ...cashiers.map((row: { in: number }) => row.in),
      45_440,
    ];
    expect(stats.total_revenue).toBe(105_160);
    expect(sums).toContain(44_440);
    expect(sums).toContain(60_720);

    let searched = 0;
    for (const route of Object.keys(API)) {
      if (!route.startsWith('GET ') || /oauth|event-stream|site-check|logout/.test(route)) continue;
      const path = route.slice(4).replace('/receipts/:receiptId', '/receipts/1').replace(/:\w+/, '1');
      const asStaff = await club.get(path, staff);
      const access = API[route as keyof typeof API].access;
      // A route for anyone may ask for a key.
      if (access !== 'anyone') expect([route, asStaff.status === 403]).toEqual([route, access === 'owner']);
      for (const sum of sums) expect([route, containsSum(asStaff.text, sum)]).toEqual([route, false]);
      expect([route, /revenue|"totals"|"cashiers"/.test(asStaff.text) && !route.includes('openapi')]).toEqual(
        [route, false],
      );
      searched += 1;
    }
    expect(searched).toBeGreaterThan(30);

    // A static import would check the types of the browser's code with those of the server.
    const { SCREENS } = await import(join(import.meta.dir, '../../../web/app/screens.ts'));
    // The page of one match needs a match.
    const pages = (SCREENS as { path: string }[])
      .map(({ path }) => path)
      .filter((path) => !path.includes(':'));
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages) {
      const { status, text } = await club.get(page, staff);
      expect([page, status]).toEqual([page, 200]);
      for (const sum of sums) expect([page, containsSum(text, sum)]).toEqual([page, false]);
    }
  });

  test("other people's shifts are for the owner only; the open drawer and one's own shifts are shown", async () => {
    const idsOf = async (headers: Headers) =>
      (await club.get('/api/admin/shifts', headers)).json.data.shifts.map(({ id }: { id: number }) => id);
    expect(await idsOf(owner)).toEqual([1]);
    expect(await idsOf(staff)).toEqual([]);
    expect((await club.get('/api/admin/shifts/1', staff)).status).toBe(404);
    await club.post('/api/admin/shifts', { float: 500 }, owner);
    expect(await idsOf(staff)).toEqual([2]);
    await club.put('/api/admin/shifts/2/close', { counted: 500 }, staff);
    expect(await idsOf(staff)).toEqual([2]);
    expect((await club.get('/api/admin/shifts/2', staff)).status).toBe(200);
  });
});

describe('money that a staff member gives back', () => {
  const refund = (id: number, amount: number, headers = staff) =>
    club.post(`/api/admin/bookings/${id}/refunds`, { amount, method: 'cash' }, headers);

  test('stays within the limit for each booking, in one sum or in several', async () => {
    const id = await bookPaid('2026-11-25', 12_000, 'cash', owner);
    const refused = await refund(id, 3001);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'Staff may give back up to PKR 3,000 for a booking. Ask an owner to do this.',
    ]);
    const first = await refund(id, 2000);
    expect(first.status).toBe(201);
    expect((await refund(id, 1001)).status).toBe(403);
    expect((await refund(id, 1000)).status).toBe(201);
    expect((await refund(id, 1, owner)).status).toBe(201);
    // A refund that was undone leaves no room for another one: undoing and giving back again would have no end.
    const undo = `/api/admin/ledger/${first.json.data.entry.id}/reverse`;
    expect((await club.post(undo, { reason: 'wrong drawer' }, owner)).status).toBe(201);
    expect((await refund(id, 2000)).status).toBe(403);
    expect((await refund(id, 1)).status).toBe(403);
  });

  test('counts undone payments and credit, and leaves nothing half-done', async () => {
    const member = await club.signIn({ email: 'credit@example.com' });
    const { json } = await club.post(
      '/api/book',
      bookingBody({ date: '2026-11-26', email: 'credit@example.com' }),
      member.headers,
    );
    const id = json.booking.id;
    const paid = await club.post(
      `/api/admin/bookings/${id}/payments`,
      { amount: 5000, method: 'cash' },
      staff,
    );
    const undone = await club.post(
      `/api/admin/ledger/${paid.json.data.entry.id}/reverse`,
      { reason: 'typed twice' },
      staff,
    );
    expect(undone.status).toBe(403);
    const cancelled = await club.put(
      `/api/admin/bookings/${id}/status`,
      { status: 'cancelled', cancelled_by: 'club', refund_to: 'credit' },
      staff,
    );
    expect(cancelled.status).toBe(403);
    expect(club.findBooking(id)).toMatchObject({ status: 'paid', received: 5000 });
    const byOwner = await club.post(
      `/api/admin/ledger/${paid.json.data.entry.id}/reverse`,
      { reason: 'typed twice' },
      owner,
    );
    expect(byOwner.status).toBe(201);
  });
});

test('a role that is taken away ends the dashboard with the next request', async () => {
  const { id, headers } = await club.signIn({ email: 'leaves@example.com', role: 'staff' });
  expect((await club.get('/api/admin/day', headers)).status).toBe(200);
  club.db.run('UPDATE user SET role = NULL WHERE id = ?', [id]);
  const after = await club.get('/api/admin/day', headers);
  expect([after.status, after.json.error]).toEqual([403, 'Only admins can open this page.']);
});
