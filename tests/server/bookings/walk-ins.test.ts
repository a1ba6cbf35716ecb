import { describe, expect, test } from 'bun:test';
import { chargeLines } from '../../../src/domain/booking-statement.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, admin, book, get, post, put } = adminClubForEachTest();

const walkInBody = (over: Record<string, unknown> = {}) => ({
  court_id: 1,
  date: '2026-11-20',
  slots: ['18:00', '18:30'],
  name: 'Hamza',
  phone: '0301 2345678',
  ...over,
});

describe('walk-ins', () => {
  test('need a name, and pay the usual price in cash', async () => {
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
    expect((await club().post('/api/book', bookingBody({ date: '2026-11-20' }))).status).toBe(409);
  });

  test('are booked up to two years ahead', async () => {
    const on = (date: string) => post('/api/admin/bookings', walkInBody({ date }));
    expect([(await on('2028-11-19')).status, (await on('2028-11-20')).status]).toEqual([201, 422]);
  });

  test('of a member by email have the phone of the account, unless another is given', async () => {
    await club().signIn({ email: 'member@example.com' });
    club().db.run("UPDATE user SET phone = '+923007654321' WHERE email = 'member@example.com'");
    const member = { email: 'member@example.com', phone: '' };
    const { json } = await post('/api/admin/bookings', walkInBody(member));
    expect(json.data.booking.phone).toBe('+923007654321');
    const other = { ...member, phone: '0301 2345678', slots: ['20:00', '20:30'] };
    expect((await post('/api/admin/bookings', walkInBody(other))).json.data.booking.phone).toBe(
      '+923012345678',
    );
    // One customer, who can be called.
    const { customers } = await get('/api/admin/customers?q=member@');
    expect(customers.map(({ phone }: { phone: string }) => phone)).toContain('+923007654321');
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
      email: 'Credit belongs to a member: please enter the email of a confirmed account.',
    });
    const nothing = await walkIn(['22:00', '22:30'], { amount: 0, method: 'cash' });
    expect(nothing.json.fields).toEqual({
      'payment.amount': 'The amount must be a whole number of rupees from 1 to 10,000,000.',
    });
    expect(club().rows("SELECT id FROM booking WHERE start_time = '22:00'")).toEqual([]);
  });

  test('of a member can be paid with credit, and never with more than there is', async () => {
    const member = await club().signIn({ email: 'member@example.com' });
    const topUp = { paid: 6000, credit: 6000, method: 'cash' };
    expect((await post(`/api/admin/users/${member.id}/credit`, topUp)).status).toBe(201);
    const body = (slots: string[], amount: number) =>
      walkInBody({ slots, email: 'member@example.com', payment: { amount, method: 'credit' } });
    const paid = await post('/api/admin/bookings', body(['18:00', '18:30'], 5000));
    expect(paid.json.data.booking).toMatchObject({ status: 'paid', user_id: member.id, balance: 0 });
    const second = await post('/api/admin/bookings', body(['20:00', '20:30'], 5000));
    expect([second.status, second.json.fields]).toEqual([
      422,
      { amount: 'The member has PKR 1,000 of credit left.' },
    ]);
    const stranger = { email: 'stranger@example.com', payment: { amount: 5000, method: 'credit' } };
    const unknown = await post('/api/admin/bookings', walkInBody({ slots: ['22:00', '22:30'], ...stranger }));
    expect([unknown.status, Object.keys(unknown.json.fields)]).toEqual([422, ['email']]);
    expect(club().rows('SELECT id FROM booking')).toHaveLength(1);
    const { json } = await club().get('/api/auth/bookings', member.headers);
    expect(json.map((booking: { id: number }) => booking.id)).toEqual([paid.json.data.booking.id]);
  });

  test('need no name where the customer is there, and are marked as arrived', async () => {
    const payment = { method: 'cash' };
    const here = { slots: ['15:00', '15:30'], name: '', arrived: true, payment };
    const { status, json } = await post('/api/admin/bookings', walkInBody(here));
    expect(status).toBe(201);
    const { id } = json.data.booking;
    expect(json.data.booking).toMatchObject({ name: 'Walk-in', status: 'paid', attendance: 'arrived' });
    const { history } = await get(`/api/admin/bookings/${id}`);
    expect(history.map((line: { action: string }) => line.action)).toEqual([
      'walk_in',
      'attendance',
      'status',
    ]);

    const caller = await post('/api/admin/bookings', walkInBody({ name: '' }));
    expect([caller.status, caller.json.fields]).toEqual([
      422,
      { name: 'Name must be at least 2 characters' },
    ]);
    const unnamed = await post('/api/admin/bookings', walkInBody({ name: undefined }));
    expect([unnamed.status, Object.keys(unnamed.json.fields)]).toEqual([422, ['name']]);
    const later = await post('/api/admin/bookings', walkInBody({ date: '2026-11-21', arrived: true }));
    expect([later.status, later.json.reason]).toEqual([409, 'wrong_state']);
    expect(club().rows('SELECT id FROM booking')).toHaveLength(1);
  });

  test('can book the current slot but none that is over', async () => {
    expect((await post('/api/admin/bookings', walkInBody({ slots: ['15:00', '15:30'] }))).status).toBe(201);
    const over = await post('/api/admin/bookings', walkInBody({ slots: ['14:30', '15:00'], court_id: 2 }));
    expect([over.status, Object.keys(over.json.fields)]).toEqual([422, ['slots']]);
  });

  test('are refused for a taken time, a lone slot, closed hours, a phone of two digits and a closed court', async () => {
    await book({ date: '2026-11-20' });
    const refusal = async (over: Record<string, unknown>) => {
      const { status, json } = await post('/api/admin/bookings', walkInBody(over));
      return [status, json.reason];
    };
    expect(await refusal({})).toEqual([409, 'slot_taken']);
    expect(await refusal({ slots: ['20:00'] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['05:00', '05:30'] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: [] })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['20:00', '20:30'], phone: '12' })).toEqual([422, 'invalid']);
    expect(await refusal({ slots: ['20:00', '20:30'], date: '2026-11-19' })).toEqual([422, 'invalid']);
    await put('/api/admin/courts/2', { active: false });
    expect(await refusal({ slots: ['20:00', '20:30'], court_id: 2 })).toEqual([422, 'invalid']);
  });

  test('take half an hour only where the gap has no room for an hour', async () => {
    await post('/api/admin/bookings', walkInBody());
    await post('/api/admin/bookings', walkInBody({ slots: ['19:30', '20:00'] }));
    const room = await post('/api/admin/bookings', walkInBody({ slots: ['20:30'] }));
    expect([room.status, room.json.fields]).toEqual([
      422,
      { slots: 'An hour is free here. Half an hour can only be sold in a 30-minute gap.' },
    ]);
    const payment = { amount: 2500, method: 'cash' };
    const { status, json } = await post('/api/admin/bookings', walkInBody({ slots: ['19:00'], payment }));
    expect(status).toBe(201);
    const { booking } = json.data;
    expect(booking).toMatchObject({ duration: 30, slots: ['19:00'], computed_amount: 2500, status: 'paid' });
    const { id } = booking;
    const detail = await get(`/api/admin/bookings/${id}`);
    expect(detail.booking).toMatchObject({ duration: 30, start_time: '19:00', balance: 0 });
    const statement = await club().get(`/api/booking/${id}/statement`, admin().headers);
    expect(chargeLines(statement.json.booking)).toEqual([
      { label: 'Court, 30 minutes at PKR 5,000', amount: 2500 },
    ]);
    // The last half hour before the club closes.
    await post('/api/admin/bookings', walkInBody({ slots: ['02:30', '03:00'] }));
    expect((await post('/api/admin/bookings', walkInBody({ slots: ['03:30'] }))).status).toBe(201);
    const online = bookingBody({ date: '2026-11-20', start_time: '22:00', duration: 30 });
    expect((await club().post('/api/book', online)).status).toBe(422);
  });

  test('of half an hour are moved, extended, cancelled and restored like any other', async () => {
    await post('/api/admin/bookings', walkInBody());
    await post('/api/admin/bookings', walkInBody({ slots: ['19:30', '20:00'] }));
    const { json } = await post('/api/admin/bookings', walkInBody({ slots: ['19:00'] }));
    const { id } = json.data.booking;
    const move = async (target: Record<string, unknown>) => {
      const { version } = (await get(`/api/admin/bookings/${id}`)).booking;
      const body = { court_id: 1, date: '2026-11-20', version, ...target };
      const { status, json } = await put(`/api/admin/bookings/${id}/slots`, body);
      return [status, json.data?.booking.duration, json.data?.booking.computed_amount];
    };
    expect(await move({ slots: ['22:00'] })).toEqual([200, 30, 2500]);
    expect(await move({ slots: ['22:00', '22:30'] })).toEqual([200, 60, 5000]);
    expect(await move({ slots: ['22:00'] })).toEqual([422, undefined, undefined]);
    for (const status of ['cancelled', 'paid']) {
      expect((await put(`/api/admin/bookings/${id}/status`, { status })).status).toBe(200);
    }
    expect(club().rows(`SELECT count(*) AS n FROM claim WHERE booking_id = ${id}`)).toEqual([{ n: 2 }]);
  });
});
