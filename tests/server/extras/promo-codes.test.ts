import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, book, get, post, put } = adminClubForEachTest();

const createCode = async (over: Record<string, unknown>) => {
  const { status, json } = await post('/api/admin/promo-codes', { name: 'Flyer', ...over });
  expect(status).toBe(201);
  return json.data.code as { id: number; code: string | null };
};
const tryToBook = (over: Record<string, unknown>, headers: Record<string, string> = {}) =>
  club().post('/api/book', bookingBody(over), headers);
const usesOf = async (id: number) =>
  (await get('/api/admin/promo-codes')).codes.find((code: { id: number }) => code.id === id).uses as number;

describe('a code', () => {
  test('takes its percentage off the court, as its own line, however it is typed', async () => {
    await createCode({ code: 'welcome-10', percent: 10 });
    const { json } = await tryToBook({ code: ' Welcome 10' });
    expect(json.booking).toMatchObject({
      computed_amount: 4500,
      charge: 4500,
      lines: [{ kind: 'code', label: 'Code WELCOME10', amount: -500, unit: null, quantity: 1 }],
    });
    const check = await club().post('/api/promo-codes/check', {
      code: 'welcome10',
      date: '2026-11-21',
      start_time: '18:00',
    });
    const { amount: _, ...discount } = json.booking.lines[0];
    expect(check.json).toEqual({ discount });
  });

  test('counts after the discount of the start time and never takes more than the court', async () => {
    const racket = { name: 'Racket', price: 500, unit: 'booking' };
    const { json } = await post('/api/admin/add-ons', racket);
    const add_ons = [{ id: json.data.add_on.id, quantity: 1 }];
    await createCode({ code: 'HALF', percent: 50 });
    await createCode({ code: 'GIFT', amount_off: 9000 });
    const half = await tryToBook({ start_time: '10:00', code: 'HALF', add_ons });
    expect(half.json.booking.computed_amount).toBe(2500);
    const gift = await tryToBook({ court_id: 2, start_time: '10:00', code: 'GIFT', add_ons });
    expect(gift.json.booking).toMatchObject({ computed_amount: 500, status: 'pending' });
    const nothing = await tryToBook({ start_time: '12:00', code: 'GIFT' });
    expect(nothing.json.booking).toMatchObject({ computed_amount: 0, balance: 0, status: 'paid' });
  });

  test('counts for the half-hours in its hours alone, whichever block comes first', async () => {
    const hours = (...starts: number[]) =>
      starts.flatMap((hour) => [`${hour}:00`, `${hour}:30`].map((time) => time.padStart(5, '0')));
    const bookHours = async (code: string | undefined, slots: string[], over = {}) => {
      const duration = slots.length * 30;
      const play = { slots, start_time: slots[0], duration, ...(code ? { code } : {}), ...over };
      const { status, json } = await tryToBook(play);
      expect([status, json.error]).toEqual([201, undefined]);
      return json.booking.computed_amount as number;
    };
    await createCode({ code: 'EARLY', percent: 100, tiers: ['morning'] });
    await createCode({ code: 'LATE', percent: 50, tiers: ['peak'] });
    await createCode({ code: 'EARLY500', amount_off: 9000, tiers: ['morning'] });
    // The discount of the start time, 1,000 an hour, stays one for the whole booking.
    const both = hours(8, 20, 21, 22);
    expect(await bookHours(undefined, both)).toBe(16_000);
    expect(await bookHours('EARLY', both, { court_id: 2 })).toBe(12_000);
    expect(await bookHours('LATE', both, { date: '2026-11-22' })).toBe(10_000);
    expect(await bookHours('EARLY500', both, { court_id: 2, date: '2026-11-22' })).toBe(12_000);
    const check = (play: object) =>
      club().post('/api/promo-codes/check', {
        code: 'LATE',
        date: '2026-11-23',
        start_time: '08:00',
        ...play,
      });
    expect((await check({ slots: both })).status).toBe(200);
    expect((await check({ slots: hours(8) })).status).toBe(422);
    expect((await check({})).status).toBe(422);
  });

  test("takes its hours off what the members' price of other hours has left", async () => {
    await createCode({ code: null, name: 'Members', percent: 50, tiers: ['morning'], members_only: true });
    await createCode({ code: 'EVENING', percent: 100, tiers: ['peak'] });
    await createCode({ code: 'ALL', percent: 100 });
    const member = await club().signIn({ email: 'member@example.com' });
    const slots = ['08:00', '08:30', '20:00', '20:30', '21:00', '21:30', '22:00', '22:30'];
    const play = { slots, start_time: '08:00', duration: 240 };
    const linesOf = async (over: object) => {
      const { json } = await tryToBook({ ...play, ...over }, member.headers);
      return [
        json.booking.computed_amount,
        ...json.booking.lines.map(({ amount }: { amount: number }) => amount),
      ];
    };
    expect(await linesOf({ code: 'EVENING' })).toEqual([2000, -2000, -12_000]);
    expect(await linesOf({ code: 'ALL', court_id: 2 })).toEqual([0, -2000, -14_000]);
  });

  test.each([
    ['is unknown', { code: 'OTHER', percent: 10 }, 'This code is not known. Please check it.'],
    ['has ended', { percent: 10, active: false }, 'This code is not known. Please check it.'],
    ['begins later', { percent: 10, book_from: '2026-11-25' }, 'This code can be used from Wed, Nov 25 on.'],
    ['is over', { percent: 10, book_to: '2026-11-19' }, 'This code has expired.'],
    [
      'is for later play',
      { percent: 10, play_from: '2026-11-22' },
      'This code is for play from Sun, Nov 22 on.',
    ],
    [
      'is for earlier play',
      { percent: 10, play_to: '2026-11-20' },
      'This code is for play until Fri, Nov 20.',
    ],
    [
      'is for other hours',
      { percent: 10, tiers: ['off_peak', 'morning'] },
      'This code is for play in these hours: Morning, Off-peak.',
    ],
    [
      'is for members',
      { percent: 10, members_only: true },
      'This code is for members. Please log in to use it.',
    ],
  ])('that %s is refused with a reason, and nothing is booked', async (_, over, message) => {
    await createCode({ code: 'SAVE', ...over });
    const { status, json } = await tryToBook({ code: 'save' });
    expect([status, json.fields?.code]).toEqual([422, message]);
    const check = await club().post('/api/promo-codes/check', {
      code: 'save',
      date: '2026-11-21',
      start_time: '18:00',
    });
    expect([check.status, check.json.fields?.code]).toEqual([422, message]);
    expect(club().rows('SELECT id FROM booking')).toEqual([]);
  });

  test('for a first booking finds earlier ones by email, phone and account', async () => {
    await createCode({ code: 'FIRST', percent: 20, first_booking: true });
    const { id } = await book({ code: 'FIRST' });
    const message = 'This code is for a first booking.';
    const again = await tryToBook({ court_id: 2, code: 'FIRST', phone: '0300 9999999' });
    expect([again.status, again.json.fields?.code]).toEqual([422, message]);
    const byPhone = await tryToBook({
      court_id: 2,
      code: 'FIRST',
      email: 'new@example.com',
      phone: '+92 300 1234567',
    });
    expect([byPhone.status, byPhone.json.fields?.code]).toEqual([422, message]);
    const other = { court_id: 2, code: 'FIRST', email: 'new@example.com' };
    expect((await tryToBook(other)).status).toBe(201);
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    expect((await tryToBook({ start_time: '20:00', code: 'FIRST' })).status).toBe(201);
  });
});

describe('a code for a first booking', () => {
  test('is used once by eight bookings in one burst with one phone, or with one mailbox in eight spellings', async () => {
    await createCode({ code: 'FIRST', percent: 50, first_booking: true });
    const burst = async (date: string, contact: (n: number) => object) => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          tryToBook({ date, start_time: `${10 + n}:00`, code: 'FIRST', ...contact(n) }),
        ),
      );
      return answers.map(({ status }) => status).toSorted();
    };
    const once = [201, ...Array(7).fill(422)];
    expect(await burst('2026-11-24', (n) => ({ email: `n${n}@example.com`, phone: '0300 7654321' }))).toEqual(
      once,
    );
    // The wrong codes of the network are forgotten.
    club().clock.now += 10 * 60_000;
    const spellings = [
      'Ali.Raza@gmail.com',
      'aliraza@gmail.com',
      'Ali.Raza+padel@gmail.com',
      'a.l.i.r.a.z.a@googlemail.com',
      'ALIRAZA@GMAIL.COM',
      'aliraza+1@gmail.com',
      'aliraza+2@gmail.com',
      'ali.raza+3@googlemail.com',
    ];
    expect(await burst('2026-11-25', (n) => ({ email: spellings[n], phone: `0301 765432${n}` }))).toEqual(
      once,
    );
    const others = ['aliraza@example.com', 'alirazb@gmail.com'];
    for (const [n, email] of others.entries()) {
      const play = { date: '2026-11-26', start_time: `${10 + n}:00`, code: 'FIRST', email };
      expect((await tryToBook(play)).status).toBe(201);
    }
  });
});

describe('the uses of a code', () => {
  test('the last use is taken once by many customers at the same moment', async () => {
    const { id } = await createCode({ code: 'TEN', percent: 10, max_uses: 2 });
    await book({ code: 'TEN' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        tryToBook({
          court_id: (n % 2) + 1,
          start_time: `${20 + Math.floor(n / 6)}:${n % 3 ? '00' : '30'}`,
          email: `guest${n}@example.com`,
          code: 'TEN',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)?.json.fields.code).toBe(
      'This code has been used up.',
    );
    expect(await usesOf(id)).toBe(2);
  });

  test('come back with a cancellation of which nothing is kept', async () => {
    const { id } = await createCode({ code: 'ONCE', percent: 10, max_uses: 1 });
    const first = await book({ code: 'ONCE' });
    expect((await tryToBook({ court_id: 2, code: 'ONCE' })).status).toBe(422);
    await put(`/api/admin/bookings/${first.id}/status`, { status: 'cancelled' });
    expect(await usesOf(id)).toBe(0);
    const second = await book({ court_id: 2, start_time: '09:00', code: 'ONCE' });
    await put(`/api/admin/bookings/${second.id}/status`, { status: 'paid' });
    await put(`/api/admin/bookings/${second.id}/status`, { status: 'cancelled', cancelled_by: 'customer' });
    // Half of the price is kept 18 hours before play.
    expect(await usesOf(id)).toBe(1);
    // The desk restores at the price that was promised.
    const restored = await put(`/api/admin/bookings/${first.id}/status`, { status: 'paid' });
    expect([restored.status, restored.json.data.booking.charge]).toEqual([200, 4500]);
  });

  test('come back when the system releases an unpaid booking', async () => {
    const { id } = await createCode({ code: 'ONCE', percent: 10, max_uses: 1 });
    await book({ code: 'ONCE', date: '2026-11-22' });
    club().clock.now += 18 * 60 * 60_000;
    await club().schedule.runNow('release what is due');
    expect(await usesOf(id)).toBe(0);
  });
});

test('wrong codes of one network are limited, also when a booking tries them, and others are not', async () => {
  await createCode({ code: 'SECRET', percent: 10 });
  const env = (n: number) => ({ code: `WRONG${n}`, date: '2026-11-21', start_time: '18:00' });
  for (let n = 0; n < 5; n += 1)
    expect((await club().post('/api/promo-codes/check', env(n))).status).toBe(422);
  for (let n = 5; n < 10; n += 1) expect((await tryToBook({ code: `WRONG${n}` })).status).toBe(422);
  expect((await tryToBook({ code: 'SECRET' })).status).toBe(429);
  expect((await club().post('/api/promo-codes/check', { ...env(0), code: 'SECRET' })).status).toBe(429);
  expect((await tryToBook({ code: undefined })).status).toBe(201);
  const member = await club().signIn();
  expect((await tryToBook({ court_id: 2, code: 'SECRET' }, member.headers)).status).toBe(201);
  club().clock.now += 11 * 60_000;
  expect((await tryToBook({ start_time: '20:00', code: 'SECRET' })).status).toBe(201);
});

test('wrong codes of a staff member are limited in a quote, a walk-in and a booking of their own together', async () => {
  await createCode({ code: 'SECRET', percent: 10 });
  const staff = await club().signIn({ email: 'staff@example.com', role: 'staff' });
  const play = { court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30'] };
  const quote = (code: string) => club().post('/api/admin/bookings/quote', { ...play, code }, staff.headers);
  const walkIn = (code: string) =>
    club().post('/api/admin/bookings', { ...play, name: 'Omar Sheikh', code }, staff.headers);
  for (let n = 0; n < 5; n += 1) expect((await quote(`WRONG${n}`)).status).toBe(422);
  for (let n = 5; n < 9; n += 1) expect((await walkIn(`WRONG${n}`)).status).toBe(422);
  expect((await tryToBook({ code: 'WRONG9' }, staff.headers)).status).toBe(422);
  expect((await quote('SECRET')).status).toBe(429);
  expect((await walkIn('SECRET')).status).toBe(429);
  expect((await tryToBook({ code: 'SECRET' }, staff.headers)).status).toBe(429);
});

test('an ended code and the answer that a booking is not the first count as wrong codes', async () => {
  await createCode({ code: 'FIRST', percent: 10, first_booking: true });
  await createCode({ code: 'ENDED', percent: 10, active: false });
  await book();
  const play = { date: '2026-11-21', start_time: '20:00' };
  const check = (code: string) =>
    club().post('/api/promo-codes/check', { ...play, code, email: bookingBody().email, phone: '' });
  const first = await check('FIRST');
  expect([first.status, first.json.fields.code]).toEqual([422, 'This code is for a first booking.']);
  for (let n = 1; n < 10; n += 1) expect((await check(n % 2 ? 'ENDED' : 'FIRST')).status).toBe(422);
  expect((await check('FIRST')).status).toBe(429);
});

test('one network checks codes 120 times a minute, and no cache keeps the answers', async () => {
  await createCode({ code: 'SAVE', percent: 10 });
  const check = () =>
    club().post('/api/promo-codes/check', { code: 'SAVE', date: '2026-11-21', start_time: '18:00' });
  expect((await check()).headers.get('cache-control')).toBe('no-store');
  for (let n = 1; n < 120; n += 1) expect((await check()).status).toBe(200);
  expect((await check()).status).toBe(429);
  club().clock.now += 61_000;
  expect((await check()).status).toBe(200);
});

describe("the members' price", () => {
  test('counts for members without a code, the best one of several, and a code comes off the rest', async () => {
    await createCode({ name: 'Members', percent: 20, members_only: true });
    await createCode({ name: 'Late members', percent: 5, members_only: true });
    await createCode({ code: 'TEN', percent: 10 });
    const member = await club().signIn();
    const { json } = await tryToBook({ code: 'TEN' }, member.headers);
    expect(json.booking).toMatchObject({
      computed_amount: 3600,
      lines: [
        { kind: 'member', label: 'Members', amount: -1000 },
        { kind: 'code', label: 'Code TEN', amount: -400 },
      ],
    });
    const guest = await tryToBook({ court_id: 2 });
    expect(guest.json.booking.computed_amount).toBe(5000);
    expect(guest.json.booking.lines).toBeUndefined();
  });

  test.each([
    ['begins to count tomorrow', { book_from: '2026-11-21' }, false],
    ['has ended yesterday', { book_to: '2026-11-19' }, false],
    ['is switched off', { active: false }, false],
    ['counts until today', { book_from: '2026-11-20', book_to: '2026-11-20' }, true],
  ])('that %s is on pages and in bookings, or in neither', async (_, over, counts) => {
    await createCode({ name: 'Members only', percent: 20, members_only: true, ...over });
    expect((await club().get('/booking')).text.includes('Members only')).toBe(counts);
    const { json } = await tryToBook({}, (await club().signIn()).headers);
    expect(json.booking.computed_amount).toBe(counts ? 4000 : 5000);
  });

  test('is given at the desk to a member who walks in', async () => {
    await createCode({ name: 'Members', amount_off: 700, members_only: true });
    const walkIn = { court_id: 1, date: '2026-11-20', name: 'Bilal' };
    const email = 'member@example.com';
    await club().signIn({ email });
    const member = await post('/api/admin/bookings', { ...walkIn, slots: ['18:00', '18:30'], email });
    const guest = await post('/api/admin/bookings', { ...walkIn, slots: ['19:00', '19:30'] });
    expect([member, guest].map(({ json }) => json.data.booking.computed_amount)).toEqual([4300, 5000]);
  });

  test.each([
    ['a limit on uses', { max_uses: 3 }, 'max_uses'],
    ['a first booking', { first_booking: true }, 'first_booking'],
  ])('cannot have %s, because pages show it to everyone it fits', async (_, over, field) => {
    const { status, json } = await post('/api/admin/promo-codes', { name: 'Members', percent: 5, ...over });
    expect([status, Object.keys(json.fields)]).toEqual([422, [field]]);
  });
});

test('a move keeps a discount as it was sold and takes nothing off where it is not for the new time', async () => {
  const { id: codeId } = await createCode({ code: 'LATE', percent: 50, tiers: ['peak'] });
  const { id } = await book({ code: 'LATE' });
  await put(`/api/admin/promo-codes/${codeId}`, { code: 'LATE', name: 'Flyer', percent: 5, active: false });
  const move = (slots: string[], version: number) =>
    put(`/api/admin/bookings/${id}/slots`, { court_id: 1, date: '2026-11-21', slots, version });
  const longer = await move(['19:00', '19:30', '20:00', '20:30'], 1);
  expect(longer.json.data.booking.computed_amount).toBe(5000);
  const morning = await move(['10:00', '10:30'], 2);
  expect([morning.json.data.booking.computed_amount, morning.json.data.booking.lines[0].amount]).toEqual([
    4000, 0,
  ]);
  const evening = await move(['18:00', '18:30'], 3);
  expect(evening.json.data.booking.computed_amount).toBe(2500);
});

test.each([
  ['neither a percentage nor an amount', {}, 'percent'],
  ['both', { percent: 5, amount_off: 500 }, 'percent'],
  ['more than everything', { percent: 101 }, 'percent'],
  ['a code of two letters', { code: 'AB', percent: 5 }, 'code'],
  ['dates the wrong way round', { percent: 5, play_from: '2026-12-02', play_to: '2026-12-01' }, 'play_to'],
  ['no day of the calendar', { percent: 5, book_to: '2026-02-30' }, 'book_to'],
  ['no hours', { percent: 5, tiers: [] }, 'tiers'],
])('owners cannot save %s', async (_, over, field) => {
  const { status, json } = await post('/api/admin/promo-codes', { code: 'SAVE', name: 'Flyer', ...over });
  expect([status, Object.keys(json.fields)]).toEqual([422, [field]]);
});

test('owners change a code, which goes on counting its uses, and the audit log says what they changed', async () => {
  const { id } = await createCode({ code: 'SAVE', percent: 10, max_uses: 5 });
  await createCode({ code: 'OTHER', percent: 10 });
  await book({ code: 'SAVE' });
  const kinds: string[] = [];
  club().club.onEventCommitted(({ kind }) => kinds.push(kind));
  const change = (over: object) =>
    put(`/api/admin/promo-codes/${id}`, { code: 'SAVE', name: 'Flyer', percent: 10, max_uses: 5, ...over });
  const changed = await change({ percent: 15 });
  expect([changed.status, changed.json.data.code]).toMatchObject([
    200,
    { code: 'SAVE', percent: 15, uses: 1 },
  ]);
  expect((await change({ code: 'other' })).json.fields).toEqual({ code: 'This code already exists.' });
  expect(kinds).toEqual(['code.changed']);
  const edits = "SELECT details FROM audit_log WHERE subject = 'promo_code' AND action = 'edited'";
  expect(
    club()
      .rows<{ details: string }>(edits)
      .map(({ details }) => JSON.parse(details)),
  ).toEqual([{ percent: { from: 10, to: 15 } }]);
});

test('a club has at most 200 codes', async () => {
  const insert = club().db.query("INSERT INTO promo_code (code, name, percent) VALUES (?, 'Flyer', 10)");
  for (let n = 0; n < 199; n += 1) insert.run(`FLYER${n}`);
  await createCode({ code: 'LAST', percent: 10 });
  const { status, json } = await post('/api/admin/promo-codes', { code: 'MORE', name: 'Flyer', percent: 10 });
  expect([status, json.reason]).toEqual([409, 'wrong_state']);
});

test('a code exists once, and pages say that there are codes without naming one', async () => {
  await createCode({ code: 'SECRET9', percent: 10 });
  expect((await post('/api/admin/promo-codes', { code: 'secret9', name: 'Again', percent: 5 })).status).toBe(
    422,
  );
  const readPage = async () => {
    const { text } = await club().get('/booking');
    return [text.includes('"codes":true'), text.includes('SECRET9')];
  };
  expect(await readPage()).toEqual([true, false]);
  await put('/api/admin/promo-codes/1', { code: 'SECRET9', name: 'Flyer', percent: 10, active: false });
  expect(await readPage()).toEqual([false, false]);
});
