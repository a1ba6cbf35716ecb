import { beforeEach, describe, expect, test } from 'bun:test';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest({ toml: '[club]\ntax_number = "NTN 1234567-8"\n' });
let admin: { headers: Record<string, string> };
let member: { id: number; headers: Record<string, string> };

beforeEach(async () => {
  admin = await club.signIn({ email: 'sana@example.com', name: 'Sana Malik', is_admin: true });
  member = await club.signIn({ email: 'bilal@example.com' });
});

const post = (path: string, body: object) => club.post(`/api/admin${path}`, body, admin.headers);
const book = (body: object, headers = member.headers) =>
  club.post('/api/book', bookingBody({ ...body }), headers);
const sellCredit = (amount: number) =>
  post(`/users/${member.id}/credit`, { paid: amount, credit: amount, method: 'cash' });
const credit = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;

describe('the statement of a booking', () => {
  test("has the issuer, the booking and its entries, without the reception's notes and names", async () => {
    const { id } = (await book({})).json.booking;
    const paid = await post(`/bookings/${id}/payments`, {
      amount: 2000,
      method: 'cash',
      reference: 'TX-77',
      note: 'torn note',
    });
    await post(`/ledger/${paid.json.data.entry.id}/reverse`, { reason: 'wrong booking' });
    const { status, json, text, headers } = await club.get(`/api/booking/${id}/statement`, member.headers);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(json.issuer).toEqual({
      name: 'Padel Club Faisalabad',
      address: 'Canal Road, Faisalabad, Pakistan',
      phone: '+92 300 0000000',
      email: 'hello@padelclub.example',
      tax_number: 'NTN 1234567-8',
    });
    expect(json.bank).toEqual({
      account_title: 'Padel Club Faisalabad',
      bank_name: 'Test Bank',
      iban: TEST_IBAN,
    });
    expect(json.booking).toMatchObject({ id, charge: 5000, received: 0, balance: 5000 });
    // What the reception has undone never happened for the customer.
    expect([json.entries, json.company]).toEqual([[], null]);
    const kept = await post(`/bookings/${id}/payments`, { amount: 3000, method: 'cash', reference: 'TX-78' });
    const after = (await club.get(`/api/booking/${id}/statement`, member.headers)).json;
    expect(after.entries).toEqual([
      {
        id: kept.json.data.entry.id,
        at: '2026-11-20T15:10:00+05:00',
        kind: 'payment',
        method: 'cash',
        amount: 3000,
        reference: 'TX-78',
      },
    ]);
    expect(text).not.toMatch(/Sana|torn note|wrong booking/);
  });

  test('names a company that its customer or the reception sets, and strangers cannot', async () => {
    const { id } = (await book({})).json.booking;
    const set = (body: object, headers: Record<string, string>) =>
      club.put(`/api/booking/${id}/company`, body, headers);
    const company = { company: 'Chenab Textiles', tax_number: 'NTN 7654321-0' };
    const other = await club.signIn({ email: 'other@example.com' });
    expect((await set(company, other.headers)).status).toBe(404);
    expect((await set({ company: 'x'.repeat(101), tax_number: '' }, member.headers)).status).toBe(422);
    expect((await set(company, member.headers)).json.company).toEqual(company);
    const detail = await club.get(`/api/admin/bookings/${id}`, admin.headers);
    expect(detail.json.data.history.at(-1)).toMatchObject({ action: 'company', details: { removed: false } });
    expect((await set({ company: '', tax_number: '' }, admin.headers)).json.company).toBeNull();
  });

  test('is not found for guests and other members, as an unknown booking is', async () => {
    const { id } = (await book({})).json.booking;
    const other = await club.signIn({ email: 'other@example.com' });
    const unknown = await club.get('/api/booking/999/statement', member.headers);
    expect(unknown.status).toBe(404);
    for (const headers of [{}, other.headers]) {
      const answer = await club.get(`/api/booking/${id}/statement`, headers);
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    expect((await club.get(`/api/booking/${id}/statement`, admin.headers)).status).toBe(200);
    expect((await club.get('/api/booking/x/statement', admin.headers)).text).toBe(unknown.text);
  });
});

describe('booking with credit', () => {
  test('books and pays in one step, and says what is left', async () => {
    await sellCredit(8000);
    const { status, json } = await book({ payment_method: 'credit' });
    expect([status, json.booking]).toMatchObject([
      201,
      { status: 'paid', payment_method: 'credit', charge: 5000, received: 5000, balance: 0 },
    ]);
    expect(json.instructions.lines).toContain('Your booking is confirmed.');
    expect(await credit()).toBe(3000);
    expect(club.rows('SELECT kind, method, amount, actor FROM ledger_entry WHERE booking_id = 1')).toEqual([
      { kind: 'payment', method: 'credit', amount: 5000, actor: 'member' },
    ]);
  });

  test('writes nothing without enough credit', async () => {
    await sellCredit(4999);
    const answer = await book({ payment_method: 'credit' });
    expect([answer.status, answer.json.error]).toEqual([
      422,
      'This booking costs PKR 5,000, and you have PKR 4,999 of credit. Please choose another payment method.',
    ]);
    expect(answer.json.fields.payment_method).toBe(answer.json.error);
    expect([
      club.rows('SELECT id FROM booking'),
      club.rows('SELECT slot FROM claim'),
      await credit(),
    ]).toEqual([[], [], 4999]);
  });

  test('two tabs cannot spend it twice', async () => {
    await sellCredit(5000);
    const hours = ['18:00', '19:00', '20:00', '22:00'].map((start_time) => ({ start_time }));
    const answers = await Promise.all(hours.map((hour) => book({ ...hour, payment_method: 'credit' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect([club.rows('SELECT id FROM booking').length, await credit()]).toEqual([1, 0]);
  });

  test('a retry with the same key pays once', async () => {
    await sellCredit(10_000);
    const headers = { ...member.headers, 'idempotency-key': 'book-once-with-credit' };
    const first = await book({ payment_method: 'credit' }, headers);
    const again = await book({ payment_method: 'credit' }, headers);
    expect([again.status, again.text, await credit()]).toEqual([201, first.text, 5000]);
  });

  test('is refused without an account, in the words for any unknown method', async () => {
    const answer = await club.post('/api/book', bookingBody({ payment_method: 'credit' }));
    expect([answer.status, answer.json.fields]).toEqual([
      422,
      { payment_method: 'Please select a payment method' },
    ]);
  });

  test('a payment that is undone gives the credit back and leaves the booking to be paid', async () => {
    await sellCredit(5000);
    const { id } = (await book({ payment_method: 'credit' })).json.booking;
    const [entry] = club.rows<{ id: number }>(`SELECT id FROM ledger_entry WHERE booking_id = ${id}`);
    await post(`/ledger/${entry?.id}/reverse`, { reason: 'wrong person' });
    const { json } = await club.get(`/api/booking/${id}`, member.headers);
    expect([json.booking.status, json.booking.balance, await credit()]).toEqual(['pending', 5000, 5000]);
    expect(json.instructions.lines[0]).toBe(
      'Please pay PKR 5,000 at the reception, with your credit or in cash.',
    );
  });
});
