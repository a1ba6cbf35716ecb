import { beforeEach, describe, expect, test } from 'bun:test';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();
let headers: Record<string, string>;
beforeEach(async () => {
  ({ headers } = await club.signIn({ email: 'desk@example.com', is_admin: true }));
});

const THIRD = {
  name: 'Court 3 - Social & Lessons',
  description: 'A calm court beside the lounge.',
  hourly_rate: 4000,
  features: ['Synthetic turf'],
};
const add = (body: object = THIRD) => club.post('/api/admin/courts', body, headers);
const edit = (id: number, body: object) => club.put(`/api/admin/courts/${id}`, body, headers);
const bookableNames = async () =>
  (await club.get('/api/courts')).json.map((court: { name: string }) => court.name.slice(0, 7));

describe('adding a court', () => {
  test('customers see and book it at once, at its rate', async () => {
    const { status, json } = await add();
    expect(status).toBe(201);
    expect(json.data.court).toMatchObject({ ...THIRD, id: 3, active: true, image_url: null, upcoming: 0 });
    expect(await bookableNames()).toEqual(['Court 1', 'Court 2', 'Court 3']);
    expect((await club.get('/api/slots?date=2026-11-21&courtId=3')).json).toHaveLength(42);
    const booking = await club.post('/api/book', bookingBody({ court_id: 3 }));
    expect([booking.status, booking.json.booking.computed_amount]).toEqual([201, 4000]);
    const { history } = (await club.get('/api/admin/courts/3/history', headers)).json.data;
    expect(history.map((entry: { action: string }) => entry.action)).toEqual(['added']);
  });

  test('without a rate an hour costs PKR 5,000', async () => {
    const { status, json } = await add({ name: 'Court 3' });
    expect([status, json.data.court.hourly_rate]).toEqual([201, 5000]);
  });

  test('a place in the list puts it before other courts', async () => {
    await add({ ...THIRD, position: 1 });
    expect(await bookableNames()).toEqual(['Court 3', 'Court 1', 'Court 2']);
    await add({ name: 'Court 4', hourly_rate: 5000, position: 99 });
    expect(await bookableNames()).toEqual(['Court 3', 'Court 1', 'Court 2', 'Court 4']);
  });

  test('is refused with a sentence for its field', async () => {
    const cases: [string, object, string][] = [
      ['no name', { ...THIRD, name: ' ' }, 'name'],
      ['a taken name', { ...THIRD, name: 'court 1 - PREMIUM panoramic' }, 'name'],
      ['a negative rate', { ...THIRD, hourly_rate: -1 }, 'hourly_rate'],
      ['a rate with paisa', { ...THIRD, hourly_rate: 10.5 }, 'hourly_rate'],
      ['a long feature', { ...THIRD, features: ['x'.repeat(61)] }, 'features.0'],
      ['place 0', { ...THIRD, position: 0 }, 'position'],
      ['a picture of another site', { ...THIRD, image_url: 'https://elsewhere.example/x.png' }, 'body'],
    ];
    for (const [name, body, field] of cases) {
      const { status, json } = await add(body);
      expect([name, status]).toEqual([name, 422]);
      expect(field === 'body' ? json.error : json.fields[field]).toMatch(/^[A-Z].*\.$/);
    }
    expect(await bookableNames()).toEqual(['Court 1', 'Court 2']);
  });

  test('the 51st court is refused', async () => {
    for (let number = 3; number <= 50; number += 1)
      expect((await add({ name: `Court ${number}`, hourly_rate: 5000 })).status).toBe(201);
    const { status, json } = await add({ name: 'Court 51', hourly_rate: 5000 });
    expect([status, json.reason]).toEqual([409, 'wrong_state']);
  });
});

describe('the order of the courts', () => {
  const order = (courts: unknown) => club.put('/api/admin/courts/order', { courts }, headers);

  test('is the order of every list, and the history tells who moved which court', async () => {
    await add();
    const { status, json } = await order([3, 1, 2]);
    expect([status, json.data.courts.map((court: { id: number }) => court.id)]).toEqual([200, [3, 1, 2]]);
    expect(await bookableNames()).toEqual(['Court 3', 'Court 1', 'Court 2']);
    const day = (await club.get('/api/admin/day?date=2026-11-21', headers)).json.data;
    expect(day.courts.map((at: { court: { id: number } }) => at.court.id)).toEqual([3, 1, 2]);
    const { history } = (await club.get('/api/admin/courts/3/history', headers)).json.data;
    expect(history.at(-1)).toMatchObject({ action: 'edited', details: { position: { from: 3, to: 1 } } });
  });

  test('is refused unless it names each court once', async () => {
    const cases: [string, unknown, number][] = [
      ['a missing court', [1], 409],
      ['an unknown court', [1, 2, 3], 409],
      ['a court twice', [1, 1, 2], 422],
      ['text', ['1', '2'], 422],
      ['no list', undefined, 422],
    ];
    for (const [name, courts, status] of cases) {
      const refused = await order(courts);
      expect([name, refused.status]).toEqual([name, status]);
      expect(refused.json.error).toMatch(/^[A-Z].*\.$/);
    }
    expect(await bookableNames()).toEqual(['Court 1', 'Court 2']);
  });
});

describe('retiring a court', () => {
  test('keeps what is booked, which is listed, stays in the day view and moves to another court', async () => {
    const { id } = (await club.post('/api/book', bookingBody())).json.booking;
    const second = (await club.post('/api/book', bookingBody({ date: '2026-11-25' }))).json.booking;
    const kept = await edit(1, { active: false });
    expect([kept.status, kept.json.data.court.active]).toEqual([200, false]);
    expect(await bookableNames()).toEqual(['Court 2']);
    const { bookings } = (await club.get('/api/admin/courts/1/bookings', headers)).json.data;
    expect(bookings.map((booking: { id: number }) => booking.id)).toEqual([id, second.id]);
    const listed = await club.post('/api/admin/bookings/in-the-way', { booking_ids: [second.id] }, headers);
    const [line] = listed.json.data.in_the_way;
    expect([line.is_open, line.choices[0].court_id, line.choices[0].slots]).toEqual([false, 2, second.slots]);
    // The editor sends every field of a court that is retired already.
    expect((await edit(1, { active: false, description: 'New turf in May' })).status).toBe(200);
    expect((await club.post('/api/book', bookingBody({ start_time: '20:00' }))).status).toBe(422);
    const day = (await club.get('/api/admin/day?date=2026-11-21', headers)).json.data;
    expect(day.courts[0].bookings.map((booking: { id: number }) => booking.id)).toEqual([id]);
  });

  test('is not stopped by a booking that is over', async () => {
    await club.post('/api/book', bookingBody({ date: '2026-11-20', start_time: '19:00' }));
    // 8:30 PM of the same business day.
    club.clock.now = Date.parse('2026-11-20T20:30:00+05:00');
    expect((await edit(1, { active: false })).status).toBe(200);
  });

  test('an old link to the court gets a sentence, and reopening sells it again', async () => {
    await edit(2, { active: false });
    const slots = await club.get('/api/slots?date=2026-11-21&courtId=2');
    expect([slots.status, slots.json.error]).toEqual([
      404,
      'There is no such court. Please choose another one.',
    ]);
    const page = await club.get('/booking?court=2');
    expect(page.status).toBe(200);
    expect((await edit(2, { active: true })).status).toBe(200);
    expect((await club.post('/api/book', bookingBody({ court_id: 2 }))).status).toBe(201);
  });
});

test('one address books three days of all three courts', async () => {
  await add();
  const book = (index: number) =>
    club.post(
      '/api/book',
      bookingBody({
        court_id: 1 + (index % 3),
        date: `2026-11-${22 + Math.floor(index / 3)}`,
        start_time: '07:00',
        duration: 42 * 30,
        email: `guest${index}@example.com`,
      }),
    );
  for (let index = 0; index < 9; index += 1) expect((await book(index)).status).toBe(201);
  expect((await book(9)).status).toBe(429);
});
