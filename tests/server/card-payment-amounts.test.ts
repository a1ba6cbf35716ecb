import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer } from '../support/external-services.ts';
import { createReturnQuery, createSignedCallback, startSafepayServer } from '../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const HALF_HOUR = 30 * 60_000;
const CUSTOMER = 'ayesha@example.com';
const CLUB = 'hello@padelclub.example';
/** The booking costs PKR 5,000 when its customer goes to pay; these are other places for it. */
const PRICIER_SLOTS = ['18:00', '18:30', '19:00'];
const CHEAPER_SLOTS = ['10:00', '10:30'];

let server: Awaited<ReturnType<typeof startMailServer>>;
let safepay: ReturnType<typeof startSafepayServer>;
let club: TestClub;
let adminHeaders: Record<string, string>;
beforeEach(async () => {
  server = await startMailServer();
  safepay = startSafepayServer();
  const PUBLIC_URL = 'http://padelclub.example';
  club = await createTestClub({ env: { ...safepay.env, SMTP_URL: server.url, PUBLIC_URL } });
  adminHeaders = (await club.signIn({ is_admin: true, email: 'desk@example.com' })).headers;
});
afterEach(async () => {
  club.close();
  await safepay.stop();
  await server.close();
});

const book = (over: Record<string, unknown> = {}) =>
  club.post('/api/book', bookingBody({ payment_method: 'card', ...over }));
const sendCallback = async (over: Parameters<typeof createSignedCallback>[1] = {}) => {
  const { body, signature } = createSignedCallback(safepay.orders[0]?.token ?? '', over);
  const headers = { 'x-sfpy-signature': signature };
  expect((await club.send('POST', '/api/payments/callback/safepay', body, headers)).status).toBe(200);
};
const sendReturn = () =>
  club.get(`/api/payments/return?${createReturnQuery(safepay.orders[0]?.token ?? '')}`);
const cancelCheckout = () => {
  const [row] = club.rows<{ token: string }>('SELECT token FROM checkout');
  return club.get(`/api/payments/cancel/${row?.token}`);
};
const getBookingDetail = async () => (await club.get('/api/admin/bookings/1', adminHeaders)).json.data;
async function moveBooking(slots: string[]) {
  const { version } = (await getBookingDetail()).booking;
  const place = { court_id: 1, date: '2026-11-21', slots, version };
  expect((await club.put('/api/admin/bookings/1/slots', place, adminHeaders)).status).toBe(200);
}
async function setStatus(status: string) {
  const { version } = (await getBookingDetail()).booking;
  const answer = await club.put('/api/admin/bookings/1/status', { status, version }, adminHeaders);
  expect(answer.status).toBe(200);
}
const expireCheckout = async () => {
  club.clock.now += HALF_HOUR;
  await club.schedule.runNow('release expired checkouts');
};
/** Status, price, the sum of the ledger entries, and how the checkout ended. */
async function bookingAmounts() {
  const { status, computed_amount, received } = (await getBookingDetail()).booking;
  const [checkout] = club.rows<{ state: string }>('SELECT state FROM checkout');
  return [status, computed_amount, received, checkout?.state];
}
const paymentHistory = async () =>
  (await getBookingDetail()).history
    .filter(({ action }: { action: string }) => action === 'card_payment')
    .map(({ details: { provider: _, ...rest } }: { details: Record<string, unknown> }) => rest);
const countClaims = () => club.rows('SELECT * FROM claim').length;
async function deliverEmails() {
  const postman = createTestOutboxWorker(club);
  await postman.runOnce();
  await postman.stop();
  return server.mails.splice(0).map((mail) => ({
    head: `${[mail.to].flat()[0]?.text}: ${mail.subject}`,
    text: (mail.text ?? '').replace(/\s+/g, ' '),
  }));
}
const emailSubjects = async () => (await deliverEmails()).map(({ head }) => head).sort();

describe('money for a booking that became dearer while its customer paid', () => {
  beforeEach(async () => {
    await book();
    await moveBooking(PRICIER_SLOTS);
    await sendCallback();
  });

  test('is counted, but the booking is not paid: both sums are the desk’s to see', async () => {
    expect(await bookingAmounts()).toEqual(['pending', 7500, 5000, 'paid']);
    expect(await paymentHistory()).toEqual([{ result: 'short', amount: 5000, due: 7500 }]);
    for (let at = 0; at < 3; at += 1) await sendCallback();
    await sendReturn();
    expect([await bookingAmounts(), (await paymentHistory()).length]).toEqual([
      ['pending', 7500, 5000, 'paid'],
      1,
    ]);
  });

  test('is told to the customer and the club with both sums, once', async () => {
    const told = await deliverEmails();
    expect(told.map(({ head }) => head).sort()).toEqual([
      `${CUSTOMER}: Booking 1: PKR 5,000 received, PKR 2,500 still to pay`,
      `${CLUB}: Card payment does not match: PKR 5,000 instead of PKR 7,500, booking 1`,
    ]);
    for (const { text } of told) {
      for (const sum of ['PKR 5,000', 'PKR 7,500', 'PKR 2,500']) expect(text).toContain(sum);
    }
    await sendCallback();
    expect(await emailSubjects()).toEqual([]);
  });

  test('keeps the court: neither the clock nor the customer’s Back lets it go', async () => {
    await expireCheckout();
    // Nor is the customer told that nothing was charged.
    expect((await cancelCheckout()).headers.get('location')).toStartWith('/success?booking_id=1&');
    expect([await bookingAmounts(), countClaims()]).toEqual([['pending', 7500, 5000, 'paid'], 3]);
  });

  test('says on the confirmation what is missing, to strangers too', async () => {
    const { booking, instructions } = (await club.get('/api/booking/1')).json;
    expect([booking.received, booking.name]).toEqual([5000, undefined]);
    expect(instructions.lines).toContain('Still to pay: PKR 2,500');
  });

  test('and the desk that looked before the money came is asked to look again', async () => {
    const stale = await club.put(
      '/api/admin/bookings/1/status',
      { status: 'paid', version: 2 },
      adminHeaders,
    );
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
  });

  test('is made up at the desk: paid, with one letter', async () => {
    await deliverEmails();
    await setStatus('paid');
    expect(await bookingAmounts()).toEqual(['paid', 7500, 7500, 'paid']);
    const told = await emailSubjects();
    expect(told.filter((head) => head.startsWith(CUSTOMER))).toEqual([
      `${CUSTOMER}: Booking 1 is paid: see you on Saturday, November 21, 2026`,
    ]);
  });

  test('is promised back when the desk cancels, also before the first letter left', async () => {
    await setStatus('cancelled');
    const told = (await deliverEmails()).filter(({ head }) => head.startsWith(CUSTOMER));
    expect(told.map(({ head }) => head)).toEqual([`${CUSTOMER}: Booking 1 is cancelled`]);
    expect(told[0]?.text).toContain('Paid: PKR 5,000');
    expect(told[0]?.text).toContain('Refund (100%): PKR 5,000');
  });

  test('a later move tells what is missing then, and nothing tells the sum before it', async () => {
    await moveBooking([...PRICIER_SLOTS, '19:30']);
    const [told, ...more] = (await deliverEmails()).filter(({ head }) => head.startsWith(CUSTOMER));
    expect(more).toEqual([]);
    expect(told?.head).toStartWith(`${CUSTOMER}: Booking 1 has a new time`);
    expect(told?.text).toContain('Paid: PKR 5,000');
    expect(told?.text).toContain('Still to pay: PKR 5,000');
  });
});

describe('money for a booking that became cheaper while its customer paid', () => {
  test('pays it, and what is too much is told to both', async () => {
    await book();
    await moveBooking(CHEAPER_SLOTS);
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['paid', 4000, 5000, 'paid']);
    expect(await paymentHistory()).toEqual([{ result: 'over', amount: 5000, due: 4000 }]);
    const told = await emailSubjects();
    expect(told).toContain(`${CUSTOMER}: Booking 1: you paid PKR 1,000 too much, we will refund it`);
    expect(told).toContain(`${CLUB}: Card payment does not match: PKR 5,000 instead of PKR 4,000, booking 1`);
    expect(told).toContain(`${CUSTOMER}: Booking 1 is paid: see you on Saturday, November 21, 2026`);
  });

  test('late, after the half-hours were let go, too', async () => {
    await book();
    await moveBooking(CHEAPER_SLOTS);
    await expireCheckout();
    await sendCallback();
    expect([await bookingAmounts(), countClaims()]).toEqual([['paid', 4000, 5000, 'paid'], 2]);
  });
});

test('too little money that comes late revives nothing and goes back', async () => {
  await book();
  await moveBooking(PRICIER_SLOTS);
  await expireCheckout();
  await sendCallback();
  expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 7500, 5000, 'paid'], 0]);
  expect(await emailSubjects()).toContain(`${CLUB}: Card payment to refund: PKR 5,000, booking 1`);
});

test('a move to the same price changes nothing about paying', async () => {
  await book();
  await moveBooking(['20:00', '20:30']);
  await sendCallback();
  expect(await bookingAmounts()).toEqual(['paid', 5000, 5000, 'paid']);
  expect(await paymentHistory()).toEqual([{ result: 'paid', amount: 5000 }]);
});

describe('what the desk cancelled stays cancelled, whatever money comes', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['and the time to pay runs out', expireCheckout],
    ['and the customer turns back', cancelCheckout],
  ])('before it was paid, %s', async (_, meanwhile) => {
    await book();
    await setStatus('cancelled');
    await meanwhile();
    await sendCallback();
    expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 5000, 5000, 'paid'], 0]);
  });

  test('after it had been let go and restored', async () => {
    await book();
    await expireCheckout();
    await setStatus('paid');
    await setStatus('cancelled');
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['cancelled', 5000, 5000, 'paid']);
  });
});

test('money that comes after the play has begun revives nothing', async () => {
  await book({ date: '2026-11-20', start_time: '18:00' });
  await expireCheckout();
  club.clock.now = Date.parse('2026-11-20T18:00:00+05:00');
  await sendCallback();
  expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 5000, 5000, 'paid'], 0]);
  expect(await emailSubjects()).toContain(`${CLUB}: Card payment to refund: PKR 5,000, booking 1`);
});

test('who turns back after paying for a cancelled booking is not told that nothing was charged', async () => {
  await book();
  await setStatus('cancelled');
  await sendCallback();
  expect((await cancelCheckout()).headers.get('location')).toStartWith('/success?booking_id=1&');
});

describe('the same request once more', () => {
  const again = () =>
    club.post('/api/book', bookingBody({ payment_method: 'card' }), {
      'idempotency-key': 'the-one-and-only',
    });

  test('after the money came leads to the confirmation, not to the payment page', async () => {
    expect((await again()).json.payment_url).toBeString();
    await sendCallback();
    const { status, json } = await again();
    expect([status, json.booking.id, json.payment_url]).toEqual([201, 1, undefined]);
  });

  test('after a part of it came, too', async () => {
    await again();
    await moveBooking(PRICIER_SLOTS);
    await sendCallback();
    expect((await again()).json.payment_url).toBeUndefined();
  });

  test('after the desk cancelled it opens no payment page; the next one books anew', async () => {
    await again();
    await setStatus('cancelled');
    const refused = await again();
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    const { status, json } = await again();
    expect([status, json.booking.id]).toEqual([201, 2]);
    expect(json.payment_url).toContain(safepay.orders[1]?.token ?? 'none');
  });
});

describe('the browser’s word carries no sum', () => {
  test('so it pays nothing once the provider told of another one', async () => {
    await book();
    await sendCallback({ amount: '50' });
    await sendReturn();
    expect(await bookingAmounts()).toEqual(['pending', 5000, 50, 'open']);
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['paid', 5000, 5000, 'paid']);
  });

  test('and when it was believed first, the club is told of the other sum, once', async () => {
    await book();
    await sendReturn();
    await deliverEmails();
    for (let at = 0; at < 3; at += 1) await sendCallback({ amount: '50' });
    expect(await bookingAmounts()).toEqual(['paid', 5000, 50, 'paid']);
    expect(await paymentHistory()).toEqual([
      { result: 'paid', amount: 5000 },
      { result: 'another amount', amount: 50 },
    ]);
    expect(await emailSubjects()).toEqual([
      `${CLUB}: Card payment does not match: PKR 50 instead of PKR 5,000, booking 1`,
    ]);
  });

  test.each(['', '-5', '0', '4999.99', 'NaN', '1e400'])(
    'a sum of %p is taken as no payment',
    async (amount) => {
      await book();
      await sendCallback({ amount });
      await sendReturn();
      expect(await bookingAmounts()).toEqual(['pending', 5000, 0, 'open']);
    },
  );
});

test('a transfer’s receipt is approved against the price of now, never against an older look', async () => {
  await book({ payment_method: 'bank_transfer' });
  const { version } = (await getBookingDetail()).booking;
  await moveBooking(PRICIER_SLOTS);
  const stale = await club.put('/api/admin/bookings/1/status', { status: 'paid', version }, adminHeaders);
  expect([stale.status, (await getBookingDetail()).booking.status]).toEqual([409, 'pending']);
  await setStatus('paid');
  expect((await getBookingDetail()).booking).toMatchObject({
    status: 'paid',
    computed_amount: 7500,
    received: 7500,
    balance: 0,
  });
});

test('a cancelled booking is restored at the price and rate it had', async () => {
  await book({ payment_method: 'cash' });
  await moveBooking(PRICIER_SLOTS);
  await setStatus('cancelled');
  club.db.run('UPDATE court SET hourly_rate = 9000 WHERE id = 1');
  await setStatus('paid');
  expect((await getBookingDetail()).booking).toMatchObject({
    status: 'paid',
    computed_amount: 7500,
    hourly_rate: 5000,
  });
});

describe('a paid booking that is moved to another price', () => {
  const letter = async () => {
    const [told] = (await deliverEmails()).filter(({ head }) => head.includes('has a new time'));
    return told?.text ?? '';
  };

  test('says to its customer what is to be paid or comes back, counted from when it was paid', async () => {
    await book({ payment_method: 'cash' });
    await setStatus('paid');
    await deliverEmails();
    await moveBooking(PRICIER_SLOTS);
    expect(await letter()).toContain(
      'You paid PKR 5,000. Please pay the difference of PKR 2,500 at the reception.',
    );
    await moveBooking([...PRICIER_SLOTS, '19:30']);
    await moveBooking(CHEAPER_SLOTS);
    expect(await letter()).toContain('We will refund the difference of PKR 1,000.');
    await moveBooking(['20:00', '20:30']);
    expect(await letter()).not.toContain('difference');
  });

  test('one that was moved before it was paid owes nothing', async () => {
    await book({ payment_method: 'cash' });
    await moveBooking(PRICIER_SLOTS);
    await setStatus('paid');
    await deliverEmails();
    await moveBooking(['20:00', '20:30', '21:00']);
    expect(await letter()).not.toContain('difference');
  });
});
