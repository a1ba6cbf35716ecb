import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

let club: TestClub;
let admin: { id: number; headers: { cookie: string } };

beforeEach(async () => {
  club = await createTestClub();
  admin = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
});
afterEach(() => club.close());

const book = async (over: Record<string, unknown> = {}) => {
  const { status, json } = await club.post('/api/book', bookingBody(over));
  expect(status).toBe(201);
  return json.booking as { id: number; version: number };
};
const get = async (path: string) => (await club.get(path, admin.headers)).json.data;
const post = (path: string, body: unknown) => club.post(path, body, admin.headers);
const put = (path: string, body: unknown) => club.put(path, body, admin.headers);
const claimsOf = (id: number) =>
  club.rows<{ court_id: number; date: string; slot: number }>(
    `SELECT court_id, date, slot FROM claim WHERE booking_id = ${id} ORDER BY slot`,
  );

const walkInBody = (over: Record<string, unknown> = {}) => ({
  court_id: 1,
  date: '2026-11-20',
  slots: ['18:00', '18:30'],
  name: 'Hamza',
  phone: '0301 2345678',
  ...over,
});

describe('walk-ins', () => {
  test('need a name and a phone, and pay the usual price in cash', async () => {
    const { status, json } = await post('/api/admin/bookings', walkInBody());
    expect(status).toBe(201);
    expect(json.data.booking).toMatchObject({
      name: 'Hamza',
      phone: '+923012345678',
      email: '',
      payment_method: 'cash',
      status: 'pending',
      computed_amount: 5000,
      user_id: null,
    });
    expect((await club.post('/api/book', bookingBody({ date: '2026-11-20' }))).status).toBe(409);
  });

  test('can be booked as paid, and the history shows both steps', async () => {
    const { json } = await post('/api/admin/bookings', walkInBody({ paid: true }));
    expect(json.data.booking.status).toBe('paid');
    const { history } = await get(`/api/admin/bookings/${json.data.booking.id}`);
    expect(history.map((line: { action: string }) => line.action)).toEqual(['walk_in', 'status']);
  });

  test('pays a part or the whole by any method but credit', async () => {
    const walkIn = (slots: string[], payment: object) =>
      post('/api/admin/bookings', walkInBody({ slots, payment }));
    const part = await walkIn(['18:00', '18:30'], { amount: 2000, method: 'bank_transfer' });
    expect(part.json.data.booking).toMatchObject({ status: 'pending', received: 2000, balance: 3000 });
    const whole = await walkIn(['20:00', '20:30'], { amount: 5000, method: 'card' });
    expect(whole.json.data.booking).toMatchObject({ status: 'paid', received: 5000, balance: 0 });
    const credit = await walkIn(['22:00', '22:30'], { amount: 5000, method: 'credit' });
    expect(credit.json.fields).toEqual({
      method: 'Credit belongs to a member. This booking was made without an account.',
    });
    const nothing = await walkIn(['22:00', '22:30'], { amount: 0, method: 'cash' });
    expect(nothing.json.fields).toEqual({
      'payment.amount': 'The amount is a whole number of rupees from 1 to 10,000,000.',
    });
    expect(club.rows("SELECT id FROM booking WHERE start_time = '22:00'")).toEqual([]);
  });

  test('can book the current slot but none that is over', async () => {
    expect((await post('/api/admin/bookings', walkInBody({ slots: ['15:00', '15:30'] }))).status).toBe(201);
    const over = await post('/api/admin/bookings', walkInBody({ slots: ['14:30', '15:00'], court_id: 2 }));
    expect([over.status, Object.keys(over.json.fields)]).toEqual([422, ['slots']]);
  });

  test('are refused for a taken time, a lone slot, closed hours, a missing phone and a closed court', async () => {
    await book({ date: '2026-11-20' });
    const refusal = async (over: Record<string, unknown>) => {
      const { status, json } = await post('/api/admin/bookings', walkInBody(over));
      return [status, json.reason];
    };
    expect(await refusal({})).toEqual([409, 'slot_taken']);
    expect(await refusal({ slots: ['20:00'] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['05:00', '05:30'] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: [] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['20:00', '20:30'], phone: '' })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['20:00', '20:30'], date: '2026-11-19' })).toEqual([422, 'invalid']);
    await put('/api/admin/courts/2', { active: false });
    expect(await refusal({ slots: ['20:00', '20:30'], court_id: 2 })).toEqual([422, 'invalid']);
  });
});

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
    club.clock.now = Date.parse('2026-11-20T17:40:00+05:00');
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
    ['15:10:00', 0, 'Court 1 - Premium Panoramic is out of use, and customers cannot book it.'],
    [
      '19:00:00',
      0,
      'The booked time is over. Court 1 - Premium Panoramic is out of use, and customers cannot book it.',
    ],
  ])('at %s with court.active = %d the admin is warned: %p [fault 17]', async (time, active, warning) => {
    const restored = await cancelAndRestore(() => {
      club.clock.now = Date.parse(`2026-11-20T${time}+05:00`);
      club.db.run(`UPDATE court SET active = ${active} WHERE id = 1`);
    });
    expect(restored).toBe(warning);
  });

  test('no other change of status warns', async () => {
    const { id } = await book({ date: '2026-11-20', start_time: '18:00' });
    club.clock.now = Date.parse('2026-11-20T20:00:00+05:00');
    expect((await get(`/api/admin/bookings/${id}`)).restore_warning).toBeNull();
    expect((await put(`/api/admin/bookings/${id}/status`, { status: 'paid' })).json.data).not.toHaveProperty(
      'warning',
    );
  });
});

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
    expect((await club.post('/api/book', bookingBody())).status).toBe(409);
    const slots = (await club.get('/api/slots?date=2026-11-21&courtId=1')).json;
    expect(slots.filter((slot: { available: boolean }) => !slot.available)).toHaveLength(3);
    const day = await get('/api/admin/day?date=2026-11-21');
    expect(day.courts[0].closures).toEqual([
      { id: 1, court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30', '19:00'], reason: 'New net' },
    ]);
    const removed = await club.send(
      'DELETE',
      `/api/admin/closures/${json.data.closure.id}`,
      undefined,
      admin.headers,
    );
    expect(removed.status).toBe(200);
    expect((await club.post('/api/book', bookingBody())).status).toBe(201);
    expect((await club.send('DELETE', '/api/admin/closures/1', undefined, admin.headers)).status).toBe(404);
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
    expect(club.rows('SELECT * FROM closure')).toEqual([]);
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
  });
});

describe('the day schedule', () => {
  test('shows both courts with their bookings and closures of the business day', async () => {
    await book({ date: '2026-11-20', start_time: '23:30' });
    const { id } = await book({ date: '2026-11-20', start_time: '20:00', court_id: 2 });
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    club.clock.now = Date.parse('2026-11-21T01:00:00+05:00');
    const day = await get('/api/admin/day');
    expect([day.date, day.today]).toEqual(['2026-11-20', '2026-11-20']);
    expect(day.courts.map((at: { bookings: object[] }) => at.bookings.length)).toEqual([1, 0]);
    expect((await club.get('/api/admin/day?date=2026-13-01', admin.headers)).status).toBe(422);
  });
});

describe('courts', () => {
  test('a changed rate shows at once and does not change old bookings', async () => {
    const { id } = await book();
    const { status, json } = await put('/api/admin/courts/1', { hourly_rate: 6500, version: 1 });
    expect([status, json.data.court.hourly_rate, json.data.court.version]).toEqual([200, 6500, 2]);
    expect((await club.get('/api/courts')).json[0]).toMatchObject({
      hourly_rate: 6500,
      price_per_hour: 6500,
    });
    expect((await get(`/api/admin/bookings/${id}`)).booking).toMatchObject({
      computed_amount: 5000,
      hourly_rate: 5000,
    });
    const stale = await put('/api/admin/courts/1', { name: 'Court One', version: 1 });
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
    const { history } = await get('/api/admin/courts/1/history');
    expect(history[0]).toMatchObject({
      action: 'edited',
      details: { hourly_rate: { from: 5000, to: 6500 } },
    });
  });

  test("a court's history has its changes and closures, the newest 200 of them", async () => {
    const close = (court_id: number) =>
      post('/api/admin/closures', { court_id, date: '2026-11-21', slots: ['10:00'], reason: 'Nets' });
    const { id } = (await close(1)).json.data.closure;
    await close(2);
    await put('/api/admin/courts/1', { active: false });
    await club.send('DELETE', `/api/admin/closures/${id}`, undefined, admin.headers);
    const { history } = await get('/api/admin/courts/1/history');
    expect(history.map((line: { action: string }) => line.action)).toEqual(['closed', 'edited', 'reopened']);
    expect(history[0]).toMatchObject({ actor_name: 'Sana Butt', details: { slots: ['10:00'] } });
    expect(JSON.stringify(history)).not.toContain('Nets');

    for (let rate = 1; rate <= 201; rate += 1) await put('/api/admin/courts/2', { hourly_rate: rate });
    const long = (await get('/api/admin/courts/2/history')).history;
    expect([long.length, long.at(-1).details.hourly_rate.to]).toEqual([200, 201]);
  });

  test('an inactive court is hidden from customers and shown to admins', async () => {
    await book({ court_id: 2 });
    await put('/api/admin/courts/2', { active: false, features: ['Roof'], description: 'Resting' });
    expect((await club.get('/api/courts')).json).toHaveLength(1);
    const { courts } = await get('/api/admin/courts');
    expect(courts[1]).toMatchObject({
      active: false,
      features: ['Roof'],
      description: 'Resting',
      upcoming: 1,
    });
    expect((await get('/api/admin/day?date=2026-11-21')).courts).toHaveLength(2);
    expect((await get('/api/admin/day?date=2026-11-25')).courts).toHaveLength(1);
  });

  test('invalid edits are refused', async () => {
    for (const edit of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { hourly_rate: -1 },
      { hourly_rate: 10.5 },
      { hourly_rate: '5000' },
      { features: ['a'.repeat(61)] },
      { image_url: 'https://elsewhere.example/x.png' },
    ]) {
      expect([edit, (await put('/api/admin/courts/1', edit)).status]).toEqual([edit, 422]);
    }
    expect((await put('/api/admin/courts/9', { name: 'New' })).status).toBe(404);
  });

  test('a picture is re-encoded, served from the media folder and can be removed', async () => {
    const png = await new Bun.Image(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
      .png()
      .bytes();
    const send = (body: Uint8Array) =>
      club.app.handle(
        new Request('http://localhost/api/admin/courts/1/image', {
          method: 'PUT',
          headers: { ...admin.headers, 'content-type': 'image/png' },
          body: body as Uint8Array<ArrayBuffer>,
        }),
      );
    const answer = await send(png);
    expect(answer.status).toBe(200);
    const { image_url } = ((await answer.json()) as { data: { court: { image_url: string } } }).data.court;
    expect(image_url).toMatch(/^\/media\/[0-9a-f]{24}\.webp$/);
    const picture = await club.app.handle(new Request(`http://localhost${image_url}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await club.get('/api/courts')).json[0].image_url).toBe(image_url);
    expect((await send(new TextEncoder().encode('<svg onload=alert(1)>'))).status).toBe(415);
    expect((await send(new Uint8Array(7_000_000))).status).toBe(413);
    expect(readdirSync(join(club.dataDir, 'media'))).toHaveLength(1);
    for (const path of [
      '/media/../club.db',
      '/media/%2e%2e/club.db',
      '/media/..%2fclub.db',
      '/media/nothing.webp',
    ]) {
      expect([path, (await club.get(path)).status]).toEqual([path, 404]);
    }
    await club.send('DELETE', '/api/admin/courts/1/image', undefined, admin.headers);
    expect((await club.get('/api/courts')).json[0].image_url).toBeNull();
  });
});

describe('the CSV', () => {
  const csv = async (query = '') => {
    const { status, text, headers } = await club.get(`/api/admin/bookings.csv${query}`, admin.headers);
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
    const insert = club.db.prepare(
      `INSERT INTO booking (court_id, date, start_time, duration, slots, name, email, phone, payment_method,
         hourly_rate, computed_amount, created_at)
       VALUES (1, date('2020-01-01', '+' || ? || ' days'), '18:00', 60, '["18:00","18:30"]', 'Ali', 'a@example.com',
         '+923001234567', 'cash', 5000, 5000, 0)`,
    );
    club.db.transaction(() => {
      for (let day = 0; day < 2500; day += 1) insert.run(day);
    })();
    expect(await csv()).toHaveLength(2500);
    expect(new Set((await csv('?sort=-begins')).map((row) => row.number)).size).toBe(2500);
  });
});

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

describe('live events', () => {
  test('an open dashboard receives a booking once it is committed, and a closed one leaves no listener', async () => {
    const leave = new AbortController();
    const answer = await club.app.handle(
      new Request('http://localhost/api/admin/events', { headers: admin.headers, signal: leave.signal }),
    );
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toContain('retry:');
    const { id } = await book();
    expect(await read()).toBe(`data: {"kind":"booking.created","id":${id}}\n\n`);
    await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect(await read()).toBe(`data: {"kind":"booking.paid","id":${id}}\n\n`);
    await reader.cancel();
    await book({ start_time: '21:00' });
  });

  test('the server drops a dashboard that stops reading and serves everyone else', async () => {
    const open = () =>
      club.app.handle(new Request('http://localhost/api/admin/events', { headers: admin.headers }));
    const silent = await open();
    for (let at = 0; at < 520; at += 1) {
      await put('/api/admin/courts/1', { hourly_rate: 4000 + at });
    }
    const { id } = await book();
    const listening = (await open()).body as ReadableStream<Uint8Array>;
    const reader = listening.getReader();
    await reader.read();
    await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('booking.paid');
    await reader.cancel();
    const received = await new Response(silent.body).text();
    expect(received.match(/court.changed/g)?.length).toBeLessThan(520);
  });
});
