import { describe, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

const book = (over: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  club.post('/api/book', bookingBody(over), headers);
const claimedSlots = () => club.rows<{ slot: number }>('SELECT slot FROM claim').map((row) => row.slot);
const freeStartTimes = async (date: string, court = 1) => {
  const { json } = await club.get(`/api/slots?date=${date}&courtId=${court}`);
  return json
    .filter((slot: { available: boolean }) => slot.available)
    .map((slot: { start_time: string }) => slot.start_time);
};

describe('courts and slots', () => {
  test('a new club has two courts at PKR 5,000, with the rate in both fields', async () => {
    const { status, json } = await club.get('/api/courts');
    expect(status).toBe(200);
    expect(json.map((court: { name: string }) => court.name)).toEqual([
      'Court 1 - Premium Panoramic',
      'Court 2 - Tournament Grade',
    ]);
    for (const court of json) expect([court.hourly_rate, court.price_per_hour]).toEqual([5000, 5000]);
  });

  test('a slot has the fields of the specification and its calendar date', async () => {
    const { json } = await club.get('/api/slots?date=2026-11-20&courtId=1');
    expect(json).toHaveLength(42);
    expect(json[0]).toEqual({
      hour: 14,
      time: '7:00 AM',
      start_time: '07:00',
      calendar_date: '2026-11-20',
      available: false,
      isPast: true,
      pricingTier: 'morning',
    });
    expect(json.at(-1)).toEqual({
      hour: 7,
      time: '3:30 AM',
      start_time: '03:30',
      calendar_date: '2026-11-21',
      available: true,
      isPast: false,
      pricingTier: 'off_peak',
    });
  });

  test.each([
    ['/api/slots?courtId=1', 422],
    ['/api/slots?date=2026-02-30&courtId=1', 422],
    ['/api/slots?date=2026-11-20', 404],
    ['/api/slots?date=2026-11-20&courtId=9', 404],
    ['/api/slots?date=2026-11-20&courtId=1e0', 404],
    ['/api/slots?date=2026-11-20&courtId=__proto__', 404],
    ['/api/nothing', 404],
  ])('%s answers %d with an error message', async (path, status) => {
    const answer = await club.get(path);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toMatch(/^[A-Z].*\.$/);
  });

  test('an inactive court is neither listed nor bookable', async () => {
    club.db.run('UPDATE court SET active = 0 WHERE id = 2');
    expect((await club.get('/api/courts')).json).toHaveLength(1);
    expect((await club.get('/api/slots?date=2026-11-21&courtId=2')).status).toBe(404);
    const refused = await book({ court_id: 2 });
    expect([refused.status, refused.json.fields.court_id]).toEqual([
      422,
      'There is no such court. Please choose another one.',
    ]);
  });
});

describe('booking', () => {
  test('a booking of one hour stores its slots and price and answers with instructions', async () => {
    const { status, json } = await book();
    expect(status).toBe(201);
    expect(json.booking).toMatchObject({
      court_id: 1,
      court_name: 'Court 1 - Premium Panoramic',
      date: '2026-11-21',
      start_time: '18:00',
      duration: 60,
      slots: ['18:00', '18:30'],
      status: 'pending',
      phone: '+923001234567',
      computed_amount: 5000,
      hourly_rate: 5000,
      user_id: null,
      created_at: '2026-11-20T15:10:00+05:00',
    });
    expect(json.instructions.title).toBe('Pay by bank transfer');
    expect(json.instructions.lines.join('\n')).toContain('PK58 MEZN 0099 8800 1234 5678');
    expect(claimedSlots()).toEqual([36, 37]);
    expect(await freeStartTimes('2026-11-21')).not.toContain('18:00');
    expect(await freeStartTimes('2026-11-21', 2)).toContain('18:00');
  });

  test('23:30 to 01:00 is one booking of one business day', async () => {
    const { json } = await book({ start_time: '23:30', duration: 90 });
    expect(json.booking.slots).toEqual(['23:30', '00:00', '00:30']);
    expect(await freeStartTimes('2026-11-21')).not.toContain('00:30');
    expect(await freeStartTimes('2026-11-22')).toContain('00:30');
  });

  test('two blocks with a gap are one booking; the gap stays free', async () => {
    const slots = ['18:00', '18:30', '20:00', '20:30'];
    const { status, json } = await book({ slots, duration: 120 });
    expect([status, json.booking.slots, json.booking.computed_amount]).toEqual([201, slots, 10000]);
    expect(await freeStartTimes('2026-11-21')).toEqual(expect.arrayContaining(['19:00', '19:30']));
    expect((await book({ start_time: '19:00', duration: 60 })).status).toBe(201);
  });

  test('a taken slot answers 409 with the taken slots and changes nothing', async () => {
    await book({ start_time: '18:30', duration: 60 });
    const { status, json } = await book({ start_time: '17:30', duration: 90 });
    expect(status).toBe(409);
    expect([json.reason, json.slots]).toEqual(['slot_taken', ['18:30']]);
    expect(claimedSlots()).toEqual([37, 38]);
    expect(club.rows('SELECT id FROM booking')).toHaveLength(1);
  });

  test('the server applies the morning and off-peak discount', async () => {
    expect((await book({ start_time: '07:00', duration: 90 })).json.booking.computed_amount).toBe(6000);
    expect((await book({ start_time: '17:30', duration: 60 })).json.booking.computed_amount).toBe(4000);
  });

  test('a booking keeps its rate when the rate of the court changes', async () => {
    const { json } = await book();
    club.db.run('UPDATE court SET hourly_rate = 9000');
    const later = await club.get(`/api/booking/${json.booking.id}`, keyHeader(json));
    expect([later.json.booking.hourly_rate, later.json.booking.computed_amount]).toEqual([5000, 5000]);
    expect((await book({ start_time: '20:00' })).json.booking.computed_amount).toBe(9000);
  });

  test('a price other than the one the customer saw is refused with the new one, until they accept it', async () => {
    club.db.run('UPDATE court SET hourly_rate = 9000');
    const key = { 'idempotency-key': 'one-attempt-of-a-customer' };
    const refused = await book({ amount: 5000 }, key);
    expect([refused.status, refused.json.reason, refused.json.amount]).toEqual([409, 'price_changed', 9000]);
    expect(refused.json.error).toBe(
      'The price has changed from PKR 5,000 to PKR 9,000. Please check it and book again.',
    );
    expect([claimedSlots(), club.rows('SELECT id FROM booking')]).toEqual([[], []]);
    const accepted = await book({ amount: refused.json.amount }, key);
    expect([accepted.status, accepted.json.booking.computed_amount]).toEqual([201, 9000]);
    expect((await book({ start_time: '20:00' })).status).toBe(201);
    expect((await book({ start_time: '21:00', amount: 0.5 })).status).toBe(422);
  });

  test('at 1 AM the rest of the night can be booked on the business day before', async () => {
    club.clock.now = Date.parse('2026-11-21T01:10:00+05:00');
    expect((await book({ date: '2026-11-20', start_time: '01:30', duration: 60 })).status).toBe(201);
    expect((await book({ date: '2026-11-20', start_time: '01:00', duration: 60 })).status).toBe(422);
  });

  test('the booking belongs to the user of the session, not of the body', async () => {
    const member = await club.signIn();
    expect((await book({ user_id: 77 })).json.booking.user_id).toBeNull();
    expect((await book({ user_id: 77, start_time: '20:00' }, member.headers)).json.booking.user_id).toBe(
      member.id,
    );
    const own = await club.get('/api/auth/bookings', member.headers);
    expect(own.json.map((booking: { start_time: string }) => booking.start_time)).toEqual(['20:00']);
    expect((await club.get('/api/auth/bookings')).status).toBe(401);
  });
});

describe('access to a booking', () => {
  test('a stranger sees the court and the time, but nothing about the money or the customer', async () => {
    await book();
    const { json, text } = await club.get('/api/booking/1');
    expect(json.court_name).toBe('Court 1 - Premium Panoramic');
    expect(json.booking).toMatchObject({ date: '2026-11-21', start_time: '18:00', status: 'pending' });
    expect(text).not.toMatch(/Ayesha|ayesha|3001234567|receipt|user_id|amount|balance|charge|PKR|5,?000/);
  });

  test('its owner and admins see all of it, another member does not', async () => {
    const owner = await club.signIn();
    const other = await club.signIn({ email: 'other@example.com' });
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    await book({}, owner.headers);
    for (const [user, sees] of [
      [owner, true],
      [admin, true],
      [other, false],
    ] as const) {
      const { json } = await club.get('/api/booking/1', user.headers);
      expect(json.booking.email === 'ayesha@example.com').toBe(sees);
    }
  });

  test.each(['0', '2', '-1', '1.0', '1e0', 'x', '99999999999999999999', '__proto__', '1%00'])(
    'number "%s" is not a booking',
    async (id) => {
      await book();
      expect((await club.get(`/api/booking/${id}`)).status).toBe(404);
    },
  );
});

describe('a retry', () => {
  const key = { 'idempotency-key': 'a-key-of-one-attempt' };

  test('with the same key and body gets the same answer without a second booking', async () => {
    const first = await book({}, key);
    club.clock.now += 60_000;
    const again = await book({}, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(claimedSlots()).toHaveLength(2);
  });

  test('sent twenty times at once makes one booking', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => book({}, key)));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(club.rows('SELECT id FROM booking')).toHaveLength(1);
  });

  test('with another body or from another user is refused and shows nothing of the first answer', async () => {
    const member = await club.signIn();
    await book({}, { ...key, ...member.headers });
    for (const answer of [
      await book({ name: 'Someone Else' }, { ...key, ...member.headers }),
      await book({}, key),
    ]) {
      expect([answer.status, answer.json.reason]).toEqual([409, 'key_reused']);
      expect(answer.text).not.toContain('ayesha');
    }
  });

  test('a refused request does not use up its key', async () => {
    await book({ start_time: '18:00' });
    expect((await book({ start_time: '18:30' }, key)).status).toBe(409);
    expect((await book({ start_time: '20:00' }, key)).status).toBe(201);
  });

  test.each(['short', 'x'.repeat(201), 'with space inside'])(
    'a key such as "%s" is refused',
    async (value) => {
      const answer = await book({}, { 'idempotency-key': value });
      expect(answer.status).toBe(400);
      expect(claimedSlots()).toEqual([]);
    },
  );
});

describe('bad input', () => {
  const table: [what: string, over: Record<string, unknown>, status: number, field: string][] = [
    ['an unknown court', { court_id: 99 }, 422, 'court_id'],
    ['a court that is no number', { court_id: '1' }, 422, 'court_id'],
    ['an impossible date', { date: '2026-02-30' }, 422, 'date'],
    ['a past date', { date: '2026-11-19' }, 422, 'date'],
    ['a date beyond the horizon', { date: '2027-02-19' }, 422, 'date'],
    ['a start that has passed', { date: '2026-11-20', start_time: '15:00' }, 422, 'start_time'],
    ['a start in the closed hours', { start_time: '05:00' }, 422, 'start_time'],
    ['an end in the closed hours', { start_time: '03:30' }, 422, 'start_time'],
    ['a quarter past', { start_time: '18:15' }, 422, 'start_time'],
    ['half an hour', { duration: 30 }, 422, 'duration'],
    ['75 minutes', { duration: 75 }, 422, 'duration'],
    ['endless duration', { duration: 30e9 }, 422, 'start_time'],
    ['a lone slot in a list', { slots: ['18:00', '18:30', '20:00'], duration: 90 }, 422, 'slots'],
    ['slots out of order', { slots: ['18:30', '18:00'] }, 422, 'slots'],
    ['a slot twice', { slots: ['18:00', '18:00'] }, 422, 'slots'],
    ['a duration that disagrees', { slots: ['18:00', '18:30'], duration: 90 }, 422, 'duration'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 422, 'name'],
    ['a NUL in the name', { name: 'Ali\u0000Khan' }, 422, 'name'],
    ['half a surrogate pair', { name: 'Ali \udc00' }, 422, 'name'],
    ['an invisible name', { name: '\u200b\u200f\u3164' }, 422, 'name'],
    ['a name of tags', { name: '\u{e0041}\u{e006c}\u{e0069}' }, 422, 'name'],
    ['a name of annotation marks', { name: '\ufff9\ufffa\ufffb' }, 422, 'name'],
    ['a name of marks and joiners', { name: '\u200d\ufe0f\u0301\u200c\u00a0\u200d' }, 422, 'name'],
    ['a name of musical and shorthand marks', { name: '\u{1d173}\u{1bca0}\u17b4' }, 422, 'name'],
    ['a letter with tags behind it', { name: 'A\u{e0041}\u{e0042}' }, 422, 'name'],
    ['a text for slots', { slots: 'xxxx' }, 422, 'slots'],
    ['a text for a number', { user_id: 'xxxx' }, 422, 'user_id'],
    ['a court of a thousand digits', { court_id: 1e300 }, 422, 'court_id'],
    ['the last day of the calendar', { date: '9999-12-31' }, 422, 'date'],
    ['a date in Urdu digits', { date: '۲۰۲۶-۱۱-۲۱' }, 422, 'date'],
    ['a thousand slots', { slots: Array(1000).fill('18:00') }, 422, 'slots'],
    ['an unknown field', { is_admin: true }, 422, 'is_admin'],
    ['a prototype', { constructor: { prototype: 1 } }, 422, 'constructor'],
  ];

  test.each(table)(
    '%s is refused with an error for its field, and nothing is written',
    async (_, over, status, field) => {
      const { status: given, json } = await book(over);
      expect(given).toBe(status);
      expect(Object.keys(json.fields)).toContain(field);
      expect(json.error).toMatch(/^[A-Z][^{}]*$/);
      expect(JSON.stringify(json)).not.toMatch(/xxxx|Expected|Received/i);
      expect(claimedSlots()).toEqual([]);
      expect(club.rows('SELECT id FROM booking')).toEqual([]);
    },
  );

  const raw: [what: string, body: string, headers: Record<string, string>, status: number, reason: string][] =
    [
      ['broken JSON', '{"court_id":', {}, 400, 'malformed'],
      ['no JSON at all', '', {}, 400, 'malformed'],
      ['bytes that are no UTF-8', '\ud800', { 'content-type': 'application/json' }, 400, 'malformed'],
      ['a list', '[]', {}, 422, 'invalid'],
      ['null', 'null', {}, 422, 'invalid'],
      ['a form', 'court_id=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'wrong_type'],
      ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'wrong_type'],
      ['UTF-16', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'wrong_type'],
      ['a compressed body', '{}', { 'content-encoding': 'gzip' }, 415, 'wrong_type'],
      ['2 MB', JSON.stringify({ name: 'x'.repeat(2_000_000) }), {}, 413, 'too_large'],
      ['an infinite number', '{"court_id":1e309}', {}, 422, 'invalid'],
      ['"__proto__"', '{"__proto__":{"is_admin":true}}', {}, 422, 'invalid'],
    ];

  test.each(raw)('%s is refused with an error message', async (_, body, headers, status, reason) => {
    const answer = await club.post('/api/book', body, headers);
    expect([answer.status, answer.json.reason]).toEqual([status, reason]);
    expect(answer.json.error).toMatch(/^[A-Z].*\.?$/);
    expect(answer.text).not.toContain('xxxx');
  });

  test('deep nesting is refused', async () => {
    const answer = await club.post('/api/book', `${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    expect([400, 422]).toContain(answer.status);
  });
});

describe('every request', () => {
  test("another site cannot make a booking with a visitor's browser", async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      expect((await book({}, headers as unknown as Record<string, string>)).status).toBe(403);
    }
    expect(claimedSlots()).toEqual([]);
    expect((await book({}, { 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  });

  test('answers carry the security headers, failures too', async () => {
    for (const path of ['/api/courts', '/api/nothing', '/']) {
      const { headers } = await club.get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('an API route answers 405 with its methods to another method', async () => {
    for (const [method, path, allow] of [
      ['GET', '/api/book', 'POST'],
      ['OPTIONS', '/api/courts', 'HEAD, GET'],
      ['DELETE', '/api/booking/7/receipt/', 'HEAD, POST, GET'],
      ['PATCH', '/api/admin/bookings/7/status', 'PUT'],
    ] as const) {
      const answer = await club.send(method, path);
      expect([answer.status, answer.json.reason]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    }
  });

  test('an unknown API path answers 404 in JSON, and so does /api', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api//courts', '/api/booking/1/2/3']) {
      const answer = await club.get(path);
      expect([path, answer.status, answer.json?.reason]).toEqual([path, 404, 'not_found']);
    }
  });

  test('the log has one line per request and nothing personal', async () => {
    await book();
    await club.get('/api/booking/1?email=ayesha@example.com');
    await Bun.sleep(20);
    const lines = club.logLines.map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.method, line.route, line.status])).toEqual([
      ['POST', '/api/book', 201],
      ['GET', '/api/booking/:id', 200],
    ]);
    expect(new Set(lines.map((line) => line.id)).size).toBe(2);
    expect(club.logLines.join('')).not.toMatch(/ayesha|Ayesha|3001234567/i);
  });

  test('an unexpected error gives the visitor a request id that the log has too', async () => {
    club.db.run('ALTER TABLE court RENAME TO gone');
    const answer = await club.get('/api/slots?date=2026-11-21&courtId=1');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/SQL|court|gone/i);
    await Bun.sleep(20);
    const line = club.logLines.map((text) => JSON.parse(text)).find((one) => one.event === 'failure');
    expect(line.id).toBe(answer.json.request_id);
  });
});
