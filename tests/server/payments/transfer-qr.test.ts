/** The Raast code of a transfer: whom it is shown to, what is in it, and when there is none. */
import { afterEach, expect, test } from 'bun:test';
import { decode } from 'fast-png';
import jsQR from 'jsqr';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const OTHER_IBAN = 'PK31MEZN0011223344556677';
let club: TestClub;
afterEach(() => club.close());

async function openClub(env: Record<string, string> = {}) {
  club = await createTestClub({ env, bank: false });
  const owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  const change = async (changes: object) =>
    (await club.put('/api/admin/settings', { changes }, owner.headers)).json.data.values;
  await change({
    'bank.iban': TEST_IBAN,
    'bank.account_title': 'Padel Club',
    'bank.bank_name': 'Test Bank',
    'bank.raast': 'v02',
  });
  const admin = (path: string, body: object) => club.post(`/api/admin${path}`, body, owner.headers);
  return { owner, change, admin };
}

/** `[IBAN, amount, expiry]` of a code, by the places of the published description. */
function read(payload: string) {
  const [, iban, , amount, , expiry = null] =
    /^0002020102120202(?:00|30)0424(.{24})05(\d\d)(\d+?)(0712(\d{12}))?1004[0-9A-F]{4}$/.exec(payload) ?? [];
  return [iban, Number(amount), expiry];
}
/** `ddMMyyyyHHmm` of a deadline in the club's time. */
const expiryOf = (payBy: string | null) =>
  payBy?.replace(/^(\d+)-(\d+)-(\d+)T(\d+):(\d+).*$/, '$3$2$1$4$5') ?? null;
const keyOf = (manageUrl: string) => ({ 'x-booking-key': manageUrl.split('.').at(-1) ?? '' });

test('a transfer has a code of its balance and deadline, and a new one after a payment', async () => {
  const { admin } = await openClub();
  const { json } = await club.post('/api/book', bookingBody());
  const { booking, instructions, manage_url } = json;
  expect(read(instructions.qr.payload)).toEqual([TEST_IBAN, booking.balance, '211120260900']);
  expect(instructions.qr).toMatchObject({ amount: booking.balance, expires_at: booking.pay_by });
  expect(instructions.qr.svg).toStartWith('<svg');

  const seen = async (headers = keyOf(manage_url)) =>
    (await club.get(`/api/booking/${booking.id}`, headers)).json.instructions?.qr;
  expect(await seen({ 'x-booking-key': 'x' })).toBeUndefined();
  await admin(`/bookings/${booking.id}/payments`, { amount: 1000, method: 'cash' });
  expect(read((await seen()).payload).slice(1)).toEqual([booking.balance - 1000, null]);
  await admin(`/bookings/${booking.id}/payments`, { amount: booking.balance - 1000, method: 'cash' });
  expect(await seen()).toBeUndefined();
});

/** What a scanner reads from the SVG: its path has a square of 10 units for each dark module. */
function scan(svg: string): string | undefined {
  const width = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)) {
    for (let row = Number(y); row < Number(y) + 10; row++) {
      for (let column = Number(x); column < Number(x) + 10; column++) {
        const at = (row * width + column) * 4;
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return jsQR(pixels, width, width)?.data;
}

test('a code follows a promo code, a part payment and a move to a dearer hour at once', async () => {
  const { admin, owner } = await openClub();
  await admin('/promo-codes', { code: 'SAVE', name: 'Flyer', amount_off: 500 });
  const body = bookingBody({ date: '2026-11-24', start_time: '10:00', code: 'SAVE' });
  const { booking, instructions, manage_url } = (await club.post('/api/book', body)).json;
  const path = `/api/booking/${booking.id}`;
  const seen = async () => {
    const answer = (await club.get(path, keyOf(manage_url))).json;
    const { qr } = answer.instructions;
    expect(scan(qr.svg)).toBe(qr.payload);
    expect(read(qr.payload)).toEqual([TEST_IBAN, qr.amount, expiryOf(qr.expires_at)]);
    expect([qr.amount, qr.expires_at]).toEqual([answer.booking.balance, answer.booking.pay_by]);
    return [qr.amount, qr.expires_at];
  };
  expect(await seen()).toEqual([3500, '2026-11-21T09:00:00+05:00']);
  expect(instructions.qr.amount).toBe(3500);

  const target = { court_id: 1, date: '2026-11-25', slots: ['18:00', '18:30'], amount: 4500 };
  const moved = await club.post(`${path}/reschedule`, target, keyOf(manage_url));
  expect([moved.status, moved.json.booking.balance]).toEqual([200, 4500]);
  expect(await seen()).toEqual([4500, booking.pay_by]);
  await admin(`/bookings/${booking.id}/payments`, { amount: 1000, method: 'cash' });
  // A part payment keeps the court, so nothing expires any more.
  expect(await seen()).toEqual([3500, null]);

  // The reception's move, to the evening after.
  const { version } = (await club.get(`/api/admin/bookings/${booking.id}`, owner.headers)).json.data.booking;
  const longer = { court_id: 1, date: '2026-11-26', slots: ['18:00', '18:30', '19:00'], version };
  expect((await club.put(`/api/admin/bookings/${booking.id}/slots`, longer, owner.headers)).status).toBe(200);
  expect((await seen())[0]).toBeGreaterThan(3500);
  for (const headers of [{}, { 'x-booking-key': 'x' }])
    expect(JSON.stringify((await club.get(path, headers)).json)).not.toContain('"qr"');
});

test('a booking released at its deadline has no code', async () => {
  await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  club.clock.now = Date.parse(booking.pay_by) + 1;
  await club.schedule.runNow('release what is due');
  const { json } = await club.get(`/api/booking/${booking.id}`, keyOf(manage_url));
  expect([json.booking.status, json.instructions?.qr]).toEqual(['cancelled', undefined]);
});

test('a booking that is paid in cash has no code, except at the reception', async () => {
  const { owner } = await openClub();
  const { json } = await club.post('/api/book', bookingBody({ payment_method: 'cash' }));
  expect([json.booking.id, json.instructions.qr]).toEqual([1, undefined]);
  const { data } = (await club.get('/api/admin/bookings/1', owner.headers)).json;
  expect(read(data.transfer_qr.payload)[1]).toBe(json.booking.balance);
});

const payerKey = (url: string) => ({ 'x-booking-key': url.split('.').at(-1) ?? '' });
/** A player who says that the own share comes by transfer, and what the page and the desk show. */
async function joinByTransfer(manageUrl: string, bookingId: number, desk: Record<string, string>) {
  const split = await club.put(`/api/booking/${bookingId}/payers`, { payers: [{}] }, keyOf(manageUrl));
  const [, share] = split.json.payers;
  const body = {
    method: 'bank_transfer',
    amount: share.charge,
    name: 'Bilal Ahmed',
    email: 'bilal@example.com',
  };
  const path = `/api/payers/${share.id}`;
  const { join_url } = (await club.post(`${path}/pay`, body, payerKey(share.join_url))).json;
  const key = payerKey(join_url);
  return {
    share,
    page: async () => (await club.get(path, key)).json.instructions?.qr ?? null,
    atDesk: async () =>
      (await club.get(`/api/admin/bookings/${bookingId}`, desk)).json.data.payers[1].transfer_qr,
    upload: () =>
      club.app.handle(
        new Request(`http://localhost${path}/receipt`, {
          method: 'POST',
          body: createReceiptForm(createPng(108, 108)),
          headers: key,
        }),
      ),
  };
}

test('a player whose receipt waits has no code, also when the host has paid for all', async () => {
  const { admin, owner } = await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  await admin(`/bookings/${booking.id}/payments`, { amount: booking.balance, method: 'cash' });
  const { page, atDesk, upload } = await joinByTransfer(manage_url, booking.id, owner.headers);
  expect([(await page()).amount, await page()]).toEqual([booking.balance / 2, await atDesk()]);
  expect((await upload()).status).toBe(200);
  expect([await page(), await atDesk()]).toEqual([null, null]);
});

test('the code of a held place ends when the place is no longer held', async () => {
  const { owner } = await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  const { share, page, atDesk } = await joinByTransfer(manage_url, booking.id, owner.headers);
  club.db.run('UPDATE payer SET hold_until = ? WHERE id = ?', [club.clock.now + 1_800_000, share.id]);
  const until = '2026-11-20T15:40:00+05:00';
  expect((await page()).expires_at).toBe(until);
  expect([read((await page()).payload)[2], await atDesk()]).toEqual([expiryOf(until), await page()]);
});

test('the host and each player of a split booking have the code of their own share', async () => {
  const { admin, owner } = await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  const path = `/api/booking/${booking.id}`;
  const { payers } = (await club.put(`${path}/payers`, { payers: [{}] }, keyOf(manage_url))).json;
  const [host, share] = payers;
  const ofHost = (await club.get(path, keyOf(manage_url))).json.instructions;
  expect([read(ofHost.qr.payload)[1], ofHost.details[0].copy]).toEqual([host.charge, String(host.charge)]);

  const contact = { name: 'Bilal Ahmed', email: 'bilal@example.com' };
  const body = { method: 'bank_transfer', amount: share.charge, ...contact };
  const { join_url } = (await club.post(`/api/payers/${share.id}/pay`, body, payerKey(share.join_url))).json;
  const page = async () => (await club.get(`/api/payers/${share.id}`, payerKey(join_url))).json.instructions;
  const atDesk = async () =>
    (await club.get(`/api/admin/bookings/${booking.id}`, owner.headers)).json.data.payers[1].transfer_qr;
  expect(read((await page()).qr.payload).slice(1)).toEqual([share.charge, '211120260900']);
  expect(await atDesk()).toEqual((await page()).qr);
  await club.app.handle(
    new Request(`http://localhost/api/payers/${share.id}/receipt`, {
      method: 'POST',
      body: createReceiptForm(createPng(108, 108)),
      headers: payerKey(join_url),
    }),
  );
  expect([(await page()).qr, await atDesk()]).toEqual([undefined, null]);
  await admin(`/bookings/${booking.id}/payments`, {
    amount: share.charge,
    method: 'bank_transfer',
    payer_id: share.id,
  });
  expect(await page()).toBeNull();
});

test('the invoice and the reception have the code of the balance until a receipt waits', async () => {
  const { admin, owner } = await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  const seen = async () => {
    const { qr } = (await club.get(`/api/booking/${booking.id}/statement`, keyOf(manage_url))).json;
    const { transfer_qr } = (await club.get(`/api/admin/bookings/${booking.id}`, owner.headers)).json.data;
    expect(qr).toEqual(transfer_qr);
    return qr && read(qr.payload).slice(1);
  };
  expect(await seen()).toEqual([booking.balance, '211120260900']);
  await admin(`/bookings/${booking.id}/payments`, { amount: 1000, method: 'cash' });
  expect(await seen()).toEqual([booking.balance - 1000, null]);
  const other = (await club.post('/api/book', bookingBody({ start_time: '20:00' }))).json;
  const request = new Request(`http://localhost/api/booking/${other.booking.id}/receipt`, {
    method: 'POST',
    body: createReceiptForm(createPng(300, 300), { email: other.booking.email }),
  });
  expect((await club.app.handle(request)).status).toBe(200);
  const { data } = (await club.get(`/api/admin/bookings/${other.booking.id}`, owner.headers)).json;
  expect([data.booking.receipt_received, data.transfer_qr]).toEqual([true, null]);
});

test('a cancelled booking has no code', async () => {
  const { owner } = await openClub();
  const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
  const path = `/api/admin/bookings/${booking.id}/status`;
  await club.put(path, { status: 'cancelled' }, owner.headers);
  const { json } = await club.get(`/api/booking/${booking.id}`, keyOf(manage_url));
  expect([json.booking.status, json.instructions.qr]).toEqual(['cancelled', undefined]);
});

test('another IBAN turns the codes off until the owner has tried one', async () => {
  const { change } = await openClub();
  expect((await change({ 'bank.bank_name': 'New Bank' }))['bank.raast']).toBe('v02');
  expect((await change({ 'bank.iban': OTHER_IBAN }))['bank.raast']).toBe('off');
  expect((await club.post('/api/book', bookingBody())).json.instructions.qr).toBeUndefined();
  expect((await change({ 'bank.raast': 'v30' }))['bank.raast']).toBe('v30');
});

test('the owner tries a code for PKR 1, even for an account that is not stored yet', async () => {
  const { owner } = await openClub();
  const trial = async (query: string, headers = owner.headers) => {
    const { status, json } = await club.get(`/api/admin/settings/raast?${query}`, headers);
    return [status, ...(json.data ? read(json.data.payload) : [])];
  };
  expect(await trial('variant=v02')).toEqual([200, TEST_IBAN, 1, null]);
  expect(await trial(`variant=v30&iban=${OTHER_IBAN}`)).toEqual([200, OTHER_IBAN, 1, null]);
  // Raast is Pakistan's.
  expect(await trial('variant=v02&iban=GB33BUKB20201555555555')).toEqual([422]);
  expect(await trial('variant=v02&iban=PK00')).toEqual([422]);
  expect(await trial('variant=v99')).toEqual([422]);
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true, role: 'staff' });
  expect(await trial('variant=v02', headers)).toEqual([403]);
});

test('the email has the code as a picture that a scanner reads', async () => {
  const server = await startMailServer();
  try {
    await openClub({ SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' });
    const { booking, instructions } = (await club.post('/api/book', bookingBody())).json;
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    const mail = server.mails.find(({ to }) => [to].flat()[0]?.text === booking.email);
    const picture = mail?.attachments.find(({ cid }) => cid === 'transfer-qr');
    expect(picture?.contentType).toBe('image/png');
    // The parser puts related pictures into the HTML in place of their names.
    expect(mail?.html).toContain('alt="QR code for a transfer of PKR');
    const { width, height, data } = decode(picture?.content ?? new Uint8Array());
    const rgba = Uint8ClampedArray.from([...data].flatMap((value) => [value, value, value, 255]));
    expect(jsQR(rgba, width, height)?.data).toBe(instructions.qr.payload);
  } finally {
    await server.close();
  }
});

test('the emails about a share have its code', async () => {
  const server = await startMailServer();
  try {
    const { owner } = await openClub({ SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' });
    const { booking, manage_url } = (await club.post('/api/book', bookingBody())).json;
    const { share, page } = await joinByTransfer(manage_url, booking.id, owner.headers);
    club.clock.now = Date.parse(booking.pay_by) - 3 * 3_600_000;
    await club.schedule.runNow('release what is due');
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    const mails = server.mails.filter(({ to }) => [to].flat()[0]?.text === 'bilal@example.com');
    expect(mails.map(({ subject }) => subject?.split(':')[0])).toEqual([
      'Your place',
      'Please pay your share',
    ]);
    const { payload, amount } = await page();
    expect(amount).toBe(share.charge);
    for (const { attachments } of mails) {
      const picture = attachments.find(({ cid }) => cid === 'transfer-qr');
      const { width, height, data } = decode(picture?.content ?? new Uint8Array());
      const rgba = Uint8ClampedArray.from([...data].flatMap((value) => [value, value, value, 255]));
      expect(jsQR(rgba, width, height)?.data).toBe(payload);
    }
  } finally {
    await server.close();
  }
});
