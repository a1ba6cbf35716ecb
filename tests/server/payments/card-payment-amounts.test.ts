import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { createReturnQuery, createSignedCallback, startSafepayServer } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const CHECKOUT_MS = 30 * 60_000;
const CUSTOMER = 'ayesha@example.com';
const CLUB = 'hello@padelclub.example';
/** The booking costs PKR 5,000 at its checkout; a move to these slots changes the price. */
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
  adminHeaders = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
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
  club.clock.now += CHECKOUT_MS;
  await club.schedule.runNow('release what is due');
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
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails.splice(0).map((mail) => ({
    head: `${[mail.to].flat()[0]?.text}: ${mail.subject}`,
    text: (mail.text ?? '').replace(/\s+/g, ' '),
  }));
}
const emailSubjects = async () => (await deliverEmails()).map(({ head }) => head).sort();

describe('a card payment for a booking whose price rose during the checkout', () => {
  beforeEach(async () => {
    await book();
    await moveBooking(PRICIER_SLOTS);
    await sendCallback();
  });

  test('is recorded with both amounts, and the booking stays pending', async () => {
    expect(await bookingAmounts()).toEqual(['pending', 7500, 5000, 'paid']);
    expect(await paymentHistory()).toEqual([{ result: 'short', amount: 5000, due: 7500 }]);
    for (let at = 0; at < 3; at += 1) await sendCallback();
    await sendReturn();
    expect([await bookingAmounts(), (await paymentHistory()).length]).toEqual([
      ['pending', 7500, 5000, 'paid'],
      1,
    ]);
  });

  test('sends one email with both amounts to the customer and to the club', async () => {
    const emails = await deliverEmails();
    expect(emails.map(({ head }) => head).sort()).toEqual([
      `${CUSTOMER}: Booking 1: PKR 5,000 received, PKR 2,500 still to pay`,
      `${CLUB}: Card payment does not match: PKR 5,000 instead of PKR 7,500, booking 1`,
    ]);
    for (const { text } of emails) {
      for (const sum of ['PKR 5,000', 'PKR 7,500', 'PKR 2,500']) expect(text).toContain(sum);
    }
    await sendCallback();
    expect(await emailSubjects()).toEqual([]);
  });

  test('keeps the slots after the checkout has expired or the customer has cancelled it', async () => {
    await expireCheckout();
    // The page must not say that nothing was charged.
    expect((await cancelCheckout()).headers.get('location')).toStartWith('/success?booking_id=1&');
    expect([await bookingAmounts(), countClaims()]).toEqual([['pending', 7500, 5000, 'paid'], 3]);
  });

  test('shows the missing amount to the customer and nothing of it to a stranger', async () => {
    const { booking, instructions } = (await club.get('/api/booking/1', adminHeaders)).json;
    expect(booking.received).toBe(5000);
    expect((await club.get('/api/booking/1')).text).not.toMatch(/5,?000|2,?500|7,?500/);
    expect(instructions.lines).toContain('Still to pay: PKR 2,500');
  });

  test('refuses a status change of an admin who has not seen the payment', async () => {
    const stale = await club.put(
      '/api/admin/bookings/1/status',
      { status: 'paid', version: 2 },
      adminHeaders,
    );
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
  });

  test('sends one email when an admin marks the booking paid', async () => {
    await deliverEmails();
    await setStatus('paid');
    expect(await bookingAmounts()).toEqual(['paid', 7500, 7500, 'paid']);
    const emails = await emailSubjects();
    expect(emails.filter((head) => head.startsWith(CUSTOMER))).toEqual([
      `${CUSTOMER}: Booking 1 is paid: see you on Saturday, November 21, 2026`,
    ]);
  });

  test('is promised as a refund when an admin cancels, also before the first email was sent', async () => {
    await setStatus('cancelled');
    const emails = (await deliverEmails()).filter(({ head }) => head.startsWith(CUSTOMER));
    expect(emails.map(({ head }) => head)).toEqual([`${CUSTOMER}: Booking 1 is cancelled`]);
    expect(emails[0]?.text).toContain('Paid: PKR 5,000');
    expect(emails[0]?.text).toContain('Refund (100%): PKR 5,000');
  });

  test('replaces the unsent email after another move, with the new missing amount', async () => {
    await moveBooking([...PRICIER_SLOTS, '19:30']);
    const [email, ...more] = (await deliverEmails()).filter(({ head }) => head.startsWith(CUSTOMER));
    expect(more).toEqual([]);
    expect(email?.head).toStartWith(`${CUSTOMER}: Booking 1 has a new time`);
    expect(email?.text).toContain('Paid: PKR 5,000');
    expect(email?.text).toContain('Still to pay: PKR 5,000');
  });
});

describe('a card payment for a booking whose price fell during the checkout', () => {
  test('pays the booking, and customer and club get an email about the excess', async () => {
    await book();
    await moveBooking(CHEAPER_SLOTS);
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['paid', 4000, 5000, 'paid']);
    expect(await paymentHistory()).toEqual([{ result: 'over', amount: 5000, due: 4000 }]);
    const emails = await emailSubjects();
    expect(emails).toContain(`${CUSTOMER}: Booking 1: you paid PKR 1,000 too much, and we’ll refund it`);
    expect(emails).toContain(
      `${CLUB}: Card payment does not match: PKR 5,000 instead of PKR 4,000, booking 1`,
    );
    expect(emails).toContain(`${CUSTOMER}: Booking 1 is paid: see you on Saturday, November 21, 2026`);
  });

  test('also pays it after the checkout has expired', async () => {
    await book();
    await moveBooking(CHEAPER_SLOTS);
    await expireCheckout();
    await sendCallback();
    expect([await bookingAmounts(), countClaims()]).toEqual([['paid', 4000, 5000, 'paid'], 2]);
  });
});

test('a late payment of less than the price does not restore the booking and must be refunded', async () => {
  await book();
  await moveBooking(PRICIER_SLOTS);
  await expireCheckout();
  await sendCallback();
  expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 7500, 5000, 'paid'], 0]);
  expect(await emailSubjects()).toContain(`${CLUB}: Card payment to refund: PKR 5,000, booking 1`);
});

test('a move to the same price does not affect the payment', async () => {
  await book();
  await moveBooking(['20:00', '20:30']);
  await sendCallback();
  expect(await bookingAmounts()).toEqual(['paid', 5000, 5000, 'paid']);
  expect(await paymentHistory()).toEqual([{ result: 'paid', amount: 5000 }]);
});

describe('a booking that an admin has cancelled stays cancelled after a payment', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['and the checkout expires', expireCheckout],
    ['and the customer cancels the checkout', cancelCheckout],
  ])('before the payment, %s', async (_, meanwhile) => {
    await book();
    await setStatus('cancelled');
    await meanwhile();
    await sendCallback();
    expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 5000, 5000, 'paid'], 0]);
  });

  test('after it had expired and was restored', async () => {
    await book();
    await expireCheckout();
    await setStatus('paid');
    await setStatus('cancelled');
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['cancelled', 5000, 5000, 'paid']);
  });
});

test('a payment after the start of play does not restore the booking', async () => {
  await book({ date: '2026-11-20', start_time: '18:00' });
  await expireCheckout();
  club.clock.now = Date.parse('2026-11-20T18:00:00+05:00');
  await sendCallback();
  expect([await bookingAmounts(), countClaims()]).toEqual([['cancelled', 5000, 5000, 'paid'], 0]);
  expect(await emailSubjects()).toContain(`${CLUB}: Card payment to refund: PKR 5,000, booking 1`);
});

test('a customer who cancels the checkout after paying for a cancelled booking sees the confirmation', async () => {
  await book();
  await setStatus('cancelled');
  await sendCallback();
  expect((await cancelCheckout()).headers.get('location')).toStartWith('/success?booking_id=1&');
});

describe('the same booking request again', () => {
  const again = () =>
    club.post('/api/book', bookingBody({ payment_method: 'card' }), {
      'idempotency-key': 'the-one-and-only',
    });

  test('after the payment has no payment page', async () => {
    expect((await again()).json.payment_url).toBeString();
    await sendCallback();
    const { status, json } = await again();
    expect([status, json.booking.id, json.payment_url]).toEqual([201, 1, undefined]);
  });

  test('after a partial payment has no payment page', async () => {
    await again();
    await moveBooking(PRICIER_SLOTS);
    await sendCallback();
    expect((await again()).json.payment_url).toBeUndefined();
  });

  test('is refused after an admin has cancelled the booking, and the request after that makes a new booking', async () => {
    await again();
    await setStatus('cancelled');
    const refused = await again();
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    const { status, json } = await again();
    expect([status, json.booking.id]).toEqual([201, 2]);
    expect(json.payment_url).toContain(safepay.orders[1]?.token ?? 'none');
  });
});

describe('the return of the browser has no amount', () => {
  test('so it pays nothing after the provider has reported another amount', async () => {
    await book();
    const payBy = club.findBooking(1)?.pay_by;
    await sendCallback({ amount: '50' });
    await sendReturn();
    expect(await bookingAmounts()).toEqual(['pending', 5000, 50, 'open']);
    // It is too little to hold the court for longer.
    expect(payBy).toBeString();
    expect(club.findBooking(1)?.pay_by).toBe(payBy);
    await sendCallback();
    expect(await bookingAmounts()).toEqual(['paid', 5000, 5000, 'paid']);
  });

  test('and when it comes first, the club gets one email about the other amount', async () => {
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
    'an amount of %p is not accepted as a payment',
    async (amount) => {
      await book();
      await sendCallback({ amount });
      await sendReturn();
      expect(await bookingAmounts()).toEqual(['pending', 5000, 0, 'open']);
    },
  );
});

test('a bank transfer is approved only by an admin who has seen the current price', async () => {
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
  const readMoveEmail = async () => {
    const [email] = (await deliverEmails()).filter(({ head }) => head.includes('has a new time'));
    return email?.text ?? '';
  };

  test('sends an email with the difference to the amount that was paid', async () => {
    await book({ payment_method: 'cash' });
    await setStatus('paid');
    await deliverEmails();
    await moveBooking(PRICIER_SLOTS);
    expect(await readMoveEmail()).toContain(
      'We received PKR 5,000. Your booking costs PKR 7,500. Please pay PKR 2,500 at the reception.',
    );
    await moveBooking([...PRICIER_SLOTS, '19:30']);
    await moveBooking(CHEAPER_SLOTS);
    expect(await readMoveEmail()).toContain('We will refund PKR 1,000.');
    await moveBooking(['20:00', '20:30']);
    expect(await readMoveEmail()).toContain('Everything is paid. See you on court.');
  });

  test('owes no difference for a move before the payment', async () => {
    await book({ payment_method: 'cash' });
    await moveBooking(PRICIER_SLOTS);
    await setStatus('paid');
    await deliverEmails();
    await moveBooking(['20:00', '20:30', '21:00']);
    expect(await readMoveEmail()).toContain('Everything is paid. See you on court.');
  });
});
