import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { loadConfig } from '../../../src/config/load-config.ts';
import {
  createReturnQuery,
  createSignedCallback,
  SAFEPAY_CREDENTIALS,
  startSafepayServer,
} from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
beforeEach(async () => {
  safepay = startSafepayServer();
  club = await createTestClub({ env: { ...safepay.env, PUBLIC_URL: 'http://club.example' } });
});
afterEach(async () => {
  club.close();
  await safepay.stop();
});

const CALLBACK = '/api/payments/callback/safepay';
const CHECKOUT_MS = 30 * 60_000;
const book = (over: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  club.post('/api/book', bookingBody({ payment_method: 'card', ...over }), headers);
const sendCallback = (callback: { body: string; signature: string }) =>
  club.send('POST', CALLBACK, callback.body, { 'x-sfpy-signature': callback.signature });
const sendReturn = (body: string) =>
  club.send('POST', '/api/payments/return', body, {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
  });
const statusOf = async (id: number) => (await club.get(`/api/booking/${id}`)).json.booking.status as string;
const countClaims = () => club.rows('SELECT * FROM claim').length;
const checkoutState = () => club.rows<{ state: string }>('SELECT state FROM checkout')[0]?.state;
const paymentResults = () =>
  club
    .rows<{ details: string }>("SELECT details FROM audit_log WHERE action = 'card_payment'")
    .map(({ details }) => JSON.parse(details).result as string);

/** Books by card; returns the booking's number and its tracker. */
async function createCheckout(over: Record<string, unknown> = {}) {
  const { status, json } = await book(over);
  expect(status).toBe(201);
  const url = new URL(json.payment_url);
  return { id: json.booking.id as number, tracker: url.searchParams.get('beacon') ?? '', url };
}

describe('without a provider', () => {
  test('only transfer and cash are valid, and the callback answers 404', async () => {
    const plain = await createTestClub();
    const refused = await plain.post('/api/book', bookingBody({ payment_method: 'card' }));
    expect([refused.status, refused.json.fields.payment_method]).toEqual([
      422,
      'Please select a payment method',
    ]);
    expect((await plain.post(CALLBACK, {})).status).toBe(404);
    expect((await plain.get('/booking')).text).toContain('"payment_methods":["bank_transfer","cash"]');
    plain.close();
  });

  test('a provider without its keys stops the start, naming the key and no value', () => {
    const env = { DATA_DIR: club.dataDir, ...safepay.env, SAFEPAY_SECRET: '' };
    expect(() => loadConfig(env)).toThrow('payments.safepay.secret is empty');
  });
});

describe('a checkout', () => {
  test('is a pending booking with its slots and the address of the payment page', async () => {
    const { id, tracker, url } = await createCheckout();
    expect([await statusOf(id), countClaims()]).toEqual(['pending', 2]);
    expect(safepay.orders).toMatchObject([
      {
        client: SAFEPAY_CREDENTIALS.api_key,
        amount: 5000,
        currency: 'PKR',
        environment: 'sandbox',
        token: tracker,
      },
    ]);
    expect(url.pathname).toBe('/checkout/pay');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      env: 'sandbox',
      source: 'custom',
      order_id: String(id),
      redirect_url: 'http://club.example/api/payments/return',
      webhooks: 'true',
    });
    expect((await club.get('/booking')).text).toContain('"payment_methods":["bank_transfer","cash","card"]');
  });

  test('has one payment page for ten concurrent requests with the same key', async () => {
    const key = { 'idempotency-key': 'one-and-only-key' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => book({}, key)));
    expect(new Set(answers.map(({ json }) => json.payment_url)).size).toBe(1);
    expect((await book({}, key)).json.payment_url).toBe(answers[0]?.json.payment_url);
    expect(safepay.orders).toHaveLength(1);
  });

  test('books nothing while the provider is unreachable, and the same request works afterwards', async () => {
    const key = { 'idempotency-key': 'the-very-same-key' };
    safepay.state.broken = true;
    const refused = await book({}, key);
    expect([refused.status, refused.json.reason, countClaims()]).toEqual([503, 'unavailable', 0]);
    safepay.state.broken = false;
    const { status, json } = await book({}, key);
    expect([status, countClaims()]).toEqual([201, 2]);
    expect(json.payment_url).toContain('beacon=track_');
  });
});

describe('the callback', () => {
  test('marks the booking paid once when it is sent 20 times', async () => {
    const { id, tracker } = await createCheckout();
    const events: string[] = [];
    club.club.onEventCommitted(({ kind }) => events.push(kind));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendCallback(createSignedCallback(tracker))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([await statusOf(id), checkoutState(), paymentResults()]).toEqual(['paid', 'paid', ['paid']]);
    expect(events.filter((kind) => kind === 'booking.paid')).toHaveLength(1);
  });

  test.each([
    ['another secret', (tracker: string) => createSignedCallback(tracker, { secret: 'guessed' })],
    ['no signature', (tracker: string) => ({ ...createSignedCallback(tracker), signature: '' })],
    [
      'a signature that is not hexadecimal',
      (tracker: string) => ({ ...createSignedCallback(tracker), signature: 'zz'.repeat(64) }),
    ],
    [
      'the signature of another tracker',
      (tracker: string) => ({
        ...createSignedCallback('track_other'),
        body: createSignedCallback(tracker).body,
      }),
    ],
  ])('with %s is refused and changes nothing', async (_, forge) => {
    const { id, tracker } = await createCheckout();
    expect((await sendCallback(forge(tracker))).status).toBe(403);
    expect([await statusOf(id), checkoutState(), paymentResults()]).toEqual(['pending', 'open', []]);
  });

  test.each([
    ['less money', { amount: '50' }],
    ['another currency', { currency: 'USD' }],
    ['a refund', { state: 'PARTIALLY REFUNDED' }],
    ['a failed attempt', { type: 'error:occurred' }],
    ['an event of another kind', { type: 'refund:created' }],
  ])('about %s leaves the booking pending', async (_, over) => {
    const { id, tracker } = await createCheckout();
    expect((await sendCallback(createSignedCallback(tracker, over))).status).toBe(200);
    expect([await statusOf(id), checkoutState()]).toEqual(['pending', 'open']);
  });

  test('for an unknown tracker answers 200, an invalid one 4xx', async () => {
    expect((await sendCallback(createSignedCallback('track_unknown'))).status).toBe(200);
    expect((await sendCallback({ body: '{', signature: '00' })).status).toBe(400);
    expect((await sendCallback({ body: 'x'.repeat(70_000), signature: '00' })).status).toBe(413);
    expect((await sendCallback({ body: 'null', signature: '00' })).status).toBe(403);
  });
});

describe('the return of the customer', () => {
  test('with a signature pays the booking and redirects to the confirmation', async () => {
    const { id, tracker } = await createCheckout();
    const answer = await sendReturn(createReturnQuery(tracker));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toStartWith(`/success?booking_id=${id}&court=1&date=2026-11-21`);
    expect(await statusOf(id)).toBe('paid');
    await sendCallback(createSignedCallback(tracker));
    expect(paymentResults()).toEqual(['paid']);
  });

  test('with a forged signature pays nothing and redirects to the confirmation', async () => {
    const { id, tracker } = await createCheckout();
    const answer = await sendReturn(createReturnQuery(tracker, 'guessed'));
    expect(answer.headers.get('location')).toStartWith(`/success?booking_id=${id}`);
    expect(await statusOf(id)).toBe('pending');
    const lost = await sendReturn('tracker=track_unknown&sig=00');
    expect(lost.headers.get('location')).toBe('/failed');
  });

  test('frees the slots and redirects to the cancel page with their details', async () => {
    const { id, url } = await createCheckout();
    const cancelPath = new URL(url.searchParams.get('cancel_url') ?? '').pathname;
    expect(cancelPath).toStartWith('/api/payments/cancel/');
    const answer = await club.get(cancelPath);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/cancel?court=1&date=2026-11-21&time=18%3A00&payment_method=card',
    ]);
    expect([await statusOf(id), countClaims(), checkoutState()]).toEqual(['cancelled', 0, 'released']);
    expect((await club.get('/api/payments/cancel/guess')).headers.get('location')).toBe('/cancel');
  });

  test('at the cancel address after paying changes nothing', async () => {
    const { id, url, tracker } = await createCheckout();
    await sendCallback(createSignedCallback(tracker));
    const cancelPath = new URL(url.searchParams.get('cancel_url') ?? '').pathname;
    expect((await club.get(cancelPath)).headers.get('location')).toStartWith(`/success?booking_id=${id}`);
    expect(await statusOf(id)).toBe('paid');
  });
});

describe('an abandoned checkout', () => {
  test('frees its slots exactly after the configured time', async () => {
    const { id } = await createCheckout();
    club.clock.now += CHECKOUT_MS - 1;
    await club.schedule.runNow('release what is due');
    expect([await statusOf(id), countClaims()]).toEqual(['pending', 2]);
    club.clock.now += 1;
    await club.schedule.runNow('release what is due');
    expect([await statusOf(id), countClaims(), checkoutState()]).toEqual(['cancelled', 0, 'released']);
    expect((await book()).status).toBe(201);
  });

  test('frees them also without a configured provider', async () => {
    const plain = await createTestClub();
    await plain.post('/api/book', bookingBody());
    plain.db.run(`UPDATE booking SET pay_by = ${plain.clock.now + CHECKOUT_MS}`);
    plain.db.run("UPDATE payer SET payment_method = 'card'");
    plain.db.run(
      `INSERT INTO checkout (booking_id, payer_id, token, amount, state, created_at)
       VALUES (1, 1, 'left over', 5000, 'open', ${plain.clock.now})`,
    );
    await plain.schedule.runNow('release what is due');
    expect(plain.rows('SELECT * FROM claim')).toHaveLength(2);
    plain.clock.now += CHECKOUT_MS;
    await plain.schedule.runNow('release what is due');
    expect(plain.rows('SELECT * FROM claim')).toEqual([]);
    expect(plain.rows('SELECT status FROM booking')).toEqual([{ status: 'cancelled' }]);
    plain.close();
  });

  test('that was made while the clock was ahead frees its slots one hold after the correction', async () => {
    const correctTime = club.clock.now;
    club.clock.now += 30 * 86_400_000;
    const { id } = await createCheckout({ date: '2026-12-22' });
    club.clock.now = correctTime;
    await club.schedule.runNow('release what is due');
    expect(await statusOf(id)).toBe('pending');
    club.clock.now += CHECKOUT_MS;
    await club.schedule.runNow('release what is due');
    expect([await statusOf(id), countClaims(), checkoutState()]).toEqual(['cancelled', 0, 'released']);
  });

  test('does not affect bookings by bank transfer', async () => {
    const { json } = await book({ payment_method: 'bank_transfer' });
    club.clock.now += 10 * CHECKOUT_MS;
    await club.schedule.runNow('release what is due');
    expect(await statusOf(json.booking.id)).toBe('pending');
  });

  test('is restored by a late payment while its slots are free', async () => {
    const { id, tracker } = await createCheckout();
    club.clock.now += CHECKOUT_MS;
    await club.schedule.runNow('release what is due');
    await sendCallback(createSignedCallback(tracker));
    expect([await statusOf(id), countClaims(), checkoutState()]).toEqual(['paid', 2, 'paid']);
  });

  test.each([
    ['another customer has booked the slots', async () => void (await book({ payment_method: 'cash' }))],
  ])('has its late payment recorded as a refund to make when %s', async (_, meanwhile) => {
    const { id, tracker } = await createCheckout();
    club.clock.now += CHECKOUT_MS;
    await club.schedule.runNow('release what is due');
    await meanwhile();
    for (let at = 0; at < 3; at += 1) await sendCallback(createSignedCallback(tracker));
    expect([await statusOf(id), checkoutState(), paymentResults()]).toEqual([
      'cancelled',
      'paid',
      ['refund_due'],
    ]);
  });

  test('has its late payment recorded as a refund to make when another customer has its racket', async () => {
    club.db.run(
      "INSERT INTO add_on (id, name, price, unit, max_at_once) VALUES (1, 'Racket', 500, 'booking', 1)",
    );
    const add_ons = [{ id: 1, quantity: 1 }];
    const { id, tracker } = await createCheckout({ add_ons });
    club.clock.now += CHECKOUT_MS;
    await club.schedule.runNow('release what is due');
    await book({ payment_method: 'cash', court_id: 2, add_ons });
    await sendCallback(createSignedCallback(tracker, { amount: '5500' }));
    expect([await statusOf(id), checkoutState(), paymentResults()]).toEqual([
      ...['cancelled', 'paid', ['refund_due']],
    ]);
  });

  test('and its payment at the same moment end in one outcome', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, tracker } = await createCheckout({
        date: `2026-11-${21 + (round % 9)}`,
        court_id: 1 + (round % 2),
      });
      club.clock.now += CHECKOUT_MS;
      await Promise.all([
        sendCallback(createSignedCallback(tracker)),
        club.schedule.runNow('release what is due'),
      ]);
      const booking = club.findBooking(id);
      const claims = club.rows(`SELECT 1 FROM claim WHERE booking_id = ${id}`).length;
      expect([booking?.status, booking?.received, booking?.pay_by, claims]).toEqual(['paid', 5000, null, 2]);
    }
  });

  test('stays cancelled after an admin has cancelled it, and its payment is recorded', async () => {
    const { id, tracker } = await createCheckout();
    const admin = await club.signIn({ is_admin: true });
    const move = await club.send(
      'PUT',
      `/api/admin/bookings/${id}/status`,
      { status: 'cancelled' },
      admin.headers,
    );
    expect(move.status).toBe(200);
    await sendCallback(createSignedCallback(tracker));
    expect([await statusOf(id), checkoutState()]).toEqual(['cancelled', 'paid']);
  });

  test('has no secret and no tracker in the log', async () => {
    const { tracker } = await createCheckout();
    await sendCallback(createSignedCallback(tracker));
    await sendCallback(createSignedCallback(tracker, { secret: 'guessed' }));
    await Bun.sleep(50);
    const log = club.logLines.join();
    expect(log).toContain(CALLBACK);
    for (const secret of [...Object.values(SAFEPAY_CREDENTIALS), tracker]) expect(log).not.toContain(secret);
  });
});

test.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('a callback of deeply nested %s is refused', async (_, open, close) => {
  const deep = Math.floor(60_000 / (open.length + close.length));
  const answer = await sendCallback({
    body: open.repeat(deep) + (close === '}' ? '1' : '') + close.repeat(deep),
    signature: '00',
  });
  expect([400, 403]).toContain(answer.status);
});

test('a card booking that costs PKR 0 is booked and paid without the provider', async () => {
  club.db.run('UPDATE court SET hourly_rate = 1000');
  const key = { 'idempotency-key': 'a-free-hour-by-card' };
  const first = await book({ start_time: '07:00' }, key);
  expect([first.status, first.json.booking.computed_amount, first.json.booking.status]).toEqual([
    201,
    0,
    'paid',
  ]);
  expect(first.json.payment_url).toBeUndefined();
  expect(first.json.instructions.title).toBe('Nothing to pay');
  expect((await book({ start_time: '07:00' }, key)).text).toBe(first.text);
  expect([checkoutState(), countClaims()]).toEqual([undefined, 2]);
  expect(club.rows("SELECT kind FROM outbox WHERE audience = 'customer'")).toEqual([
    { kind: 'booking.paid' },
  ]);
  expect((await book({ start_time: '18:00' })).json.payment_url).toBeString();
});
