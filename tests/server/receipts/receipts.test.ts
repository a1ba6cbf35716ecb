import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { RECEIPT_EMAIL_HEADER } from '../../../src/domain/receipt-upload.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, clubForEachTest, createTestClub } from '../../support/test-club.ts';
import {
  addGpsExif,
  createNoisyJpeg,
  createPng,
  createQuarters,
  createReceiptForm,
  webpChunks,
} from '../../support/test-images.ts';

const club = clubForEachTest();

const book = async (over: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  (await club.post('/api/book', bookingBody(over), headers)).json.booking.id as number;

/** What a browser would do with the form. */
async function upload(
  id: number | string,
  body: FormData | ReadableStream,
  headers: Record<string, string> = {},
) {
  const response = await club.app.handle(
    new Request(`http://localhost/api/booking/${id}/receipt`, { method: 'POST', body, headers }),
  );
  const text = await response.text();
  return { status: response.status, json: JSON.parse(text) };
}

/** An animation of one picture: the flag, and the chunks that still pictures do not have. */
function animatedWebp(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data]);
  };
  const extended = Buffer.from([0x02, 0, 0, 0, 199, 0, 0, 199, 0, 0]);
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', extended), chunk('ANIM', Buffer.alloc(6))]);
  const head = Buffer.from('RIFF....');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const photo = await createNoisyJpeg(300, 200);
const thumbnail = await createNoisyJpeg(32, 24, 50);
const withThumbnail = (picture: Uint8Array, small: Uint8Array) => {
  const length = small.length + 2;
  const head = Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]);
  return Buffer.concat([picture.subarray(0, 2), head, small, picture.subarray(2)]);
};
const progressive = await new Bun.Image(photo).jpeg({ progressive: true }).bytes();
const cutOff = (picture: Uint8Array, part: number) => picture.subarray(0, Math.round(picture.length * part));

const receiptDir = () => join(club.dataDir, 'receipts');
const listReceiptFiles = () => {
  try {
    return readdirSync(receiptDir());
  } catch {
    return [];
  }
};
const smallJpeg = () => createNoisyJpeg(300, 200);
const markPaid = (id: number) => club.db.run(`UPDATE booking SET state = 'paid' WHERE id = ${id}`);

describe('uploading a receipt', () => {
  test("a guest uploads a receipt with the booking's email in upper or lower case", async () => {
    const id = await book();
    const { status, json } = await upload(
      id,
      createReceiptForm(await smallJpeg(), { email: ' Ayesha@Example.COM ' }),
    );
    expect([status, json]).toEqual([200, { receiptPath: `/api/booking/${id}/receipt` }]);
    const [row] = club.rows<{ payment_receipt: string; status: string; version: number }>(
      'SELECT payment_receipt, status, version FROM customer_booking',
    );
    expect(row).toEqual({
      payment_receipt: `receipts/${listReceiptFiles()[0]}`,
      status: 'pending',
      version: 2,
    });
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const shown = await club.get(`/api/booking/${id}`, admin.headers);
    expect(shown.json.booking.receipt_received).toBe(true);
    expect((await club.get(`/api/booking/${id}`)).text).not.toContain('receipt');
  });

  test.each([
    ['another email', { email: 'thief@example.com' }, 403, 'forbidden'],
    ['no email', { email: '' }, 403, 'forbidden'],
  ])('%s is refused and no file is kept', async (_, over, status, reason) => {
    const id = await book();
    const answer = await upload(id, createReceiptForm(await smallJpeg(), over));
    expect([answer.status, answer.json.reason]).toEqual([status, reason]);
    expect(answer.json.fields.email).toBeString();
    expect([listReceiptFiles(), club.rows('SELECT * FROM receipt')]).toEqual([[], []]);
  });

  test('nobody proves a booking without an email by sending none', async () => {
    const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const place = { court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30'] };
    const walkIn = { ...place, name: 'Bilal Ahmed', email: '', phone: '', payment_method: 'bank_transfer' };
    const { json } = await club.post('/api/admin/bookings', walkIn, headers);
    const { id } = json.data.booking;
    for (const over of [undefined, { email: '' }])
      expect((await upload(id, createReceiptForm(await smallJpeg(), over))).status).toBe(403);
    expect((await upload(id, createReceiptForm(await smallJpeg()), headers)).status).toBe(200);
  });

  test('the owner and an admin need no email', async () => {
    const owner = await club.signIn();
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const id = await book({}, owner.headers);
    for (const { headers } of [owner, admin]) {
      expect((await upload(id, createReceiptForm(await smallJpeg(), { email: '' }), headers)).status).toBe(
        200,
      );
    }
  });

  test('a second receipt replaces the first, which admins still see with its time', async () => {
    const id = await book();
    const address = `/api/booking/${id}/receipt`;
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    await upload(id, createReceiptForm(createPng(140, 130)));
    club.clock.now += 5 * 60_000;
    await upload(id, createReceiptForm(createPng(160, 150)));
    utimesSync(join(receiptDir(), listReceiptFiles()[0] ?? ''), 1, 1);
    utimesSync(join(receiptDir(), listReceiptFiles()[1] ?? ''), 1, 1);
    await club.schedule.runNow('remove orphaned receipts');
    expect(listReceiptFiles()).toHaveLength(2);

    const { receipt } = (await club.get(`/api/admin/bookings/${id}`, admin.headers)).json.data;
    expect(receipt).toEqual({
      url: address,
      uploaded_at: '2026-11-20T15:15:00+05:00',
      rejected: null,
      iban: TEST_IBAN,
      reused_in: [],
      price_at_upload: null,
      replaced: [
        {
          url: expect.stringContaining('/receipts/'),
          uploaded_at: '2026-11-20T15:10:00+05:00',
          rejected: null,
        },
      ],
    });
    const widthOf = async (url: string, headers: Record<string, string>) => {
      const response = await club.app.handle(new Request(`http://localhost${url}`, { headers }));
      return response.ok ? (await new Bun.Image(await response.bytes()).metadata()).width : response.status;
    };
    expect(await widthOf(receipt.url, admin.headers)).toBe(160);
    expect(await widthOf(receipt.replaced[0].url, admin.headers)).toBe(140);
    const owner = await club.signIn();
    expect(await widthOf(receipt.replaced[0].url, owner.headers)).toBe(403);
    expect(await widthOf(`/api/admin/bookings/${id}/receipts/99`, admin.headers)).toBe(404);
  });

  test.each(['paid', 'cancelled'])(
    'an upload for a %s booking answers 409 and changes nothing',
    async (state) => {
      const id = await book();
      await upload(id, createReceiptForm(await smallJpeg()));
      club.db.run(`UPDATE booking SET state = '${state}'`);
      const before = [
        listReceiptFiles(),
        club.rows('SELECT * FROM customer_booking'),
        club.rows('SELECT * FROM receipt'),
      ];
      const answer = await upload(id, createReceiptForm(await smallJpeg()));
      expect([answer.status, answer.json.reason]).toEqual([409, 'wrong_state']);
      expect([
        listReceiptFiles(),
        club.rows('SELECT * FROM customer_booking'),
        club.rows('SELECT * FROM receipt'),
      ]).toEqual(before);
    },
  );

  test('a booking that is paid during the upload stays unchanged', async () => {
    const id = await book();
    const form = new Response(createReceiptForm(await smallJpeg()));
    const headers = {
      'content-type': form.headers.get('content-type') ?? '',
      [RECEIPT_EMAIL_HEADER]: 'ayesha@example.com',
    };
    const bytes = await form.bytes();
    // The server asks for the body only after it has accepted the email in the header.
    const body = new ReadableStream(
      {
        pull(controller) {
          markPaid(id);
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    expect((await upload(id, body, headers)).status).toBe(409);
    expect([listReceiptFiles(), club.rows('SELECT * FROM receipt')]).toEqual([[], []]);
  });

  test('a cash booking accepts no receipt', async () => {
    const id = await book({ payment_method: 'cash' });
    expect((await upload(id, createReceiptForm(await smallJpeg()))).status).toBe(409);
    const transfer = await book({ start_time: '20:00' });
    expect(
      (await upload(transfer, createReceiptForm(await smallJpeg(), { payment_method: 'cash' }))).status,
    ).toBe(409);
  });

  test('an upload emits an event, and the audit log holds no personal data', async () => {
    const events: unknown[] = [];
    club.club.onEventCommitted((event) => events.push(event));
    const id = await book();
    await upload(id, createReceiptForm(await smallJpeg()));
    expect(events).toContainEqual({ kind: 'receipt.received', booking_id: id, payer_id: 1, receipt_id: 1 });
    const history = JSON.stringify(club.rows("SELECT * FROM audit_log WHERE action = 'receipt'"));
    expect(history).toContain('"action":"receipt"');
    expect(history + club.logLines.join()).not.toMatch(/ayesha|\.webp/i);
  });

  test("a guest may send the email as a header, which counts instead of the form's field", async () => {
    const id = await book();
    const form = async () => createReceiptForm(await smallJpeg(), { email: 'other@example.com' });
    const right = { 'booking-email': encodeURIComponent('Ayesha@example.com') };
    expect((await upload(id, await form(), right)).status).toBe(200);
    for (const wrong of ['guess%40example.com', '', '%']) {
      expect((await upload(id, await form(), { 'booking-email': wrong })).status).toBe(403);
    }
  });

  test('a guesser gets one answer whatever the file is, and must wait, on all bookings together', async () => {
    const bookings = [await book(), await book({ start_time: '20:00' })];
    const files = [
      createPng(109, 109),
      Buffer.from('%PDF-1.7'),
      createPng(30_000, 30_000),
      Buffer.from('text'),
    ];
    const answers = [];
    for (let at = 0; at < 22; at += 1) {
      const form = createReceiptForm(files[at % 4] ?? createPng(109, 109), {
        email: at === 0 ? '' : `guess${at}@example.com`,
      });
      answers.push(await upload(bookings[at % 2] ?? 0, form));
    }
    expect(new Set(answers.slice(0, 20).map(({ status, json }) => `${status} ${json.error}`)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(403), 429, 429]);
  });

  test('guesses from many addresses slow each other down, but not the customer', async () => {
    const proxied = await createTestClub({ env: { TRUST_PROXY: '1' } });
    const id = (await proxied.post('/api/book', bookingBody())).json.booking.id as number;
    const uploadFrom = async (ip: string, email: string) => {
      const body = createReceiptForm(createPng(109, 109), { email });
      const init = { method: 'POST', body, headers: { 'x-forwarded-for': ip } };
      return (await proxied.app.handle(new Request(`http://localhost/api/booking/${id}/receipt`, init)))
        .status;
    };
    for (let at = 0; at < 40; at += 1) await uploadFrom(`192.0.2.${at}`, 'guess@example.com');
    const lateGuesser = [];
    for (let at = 0; at < 3; at += 1) lateGuesser.push(await uploadFrom('192.0.2.99', 'guess@example.com'));
    expect(lateGuesser).toEqual([403, 429, 429]);
    expect(await uploadFrom('192.0.2.200', 'ayesha@example.com')).toBe(200);
    proxied.close();
  });

  test('a sender who guesses emails must wait after 20 tries', async () => {
    const id = await book();
    const tries = [];
    for (let at = 0; at < 22; at += 1) {
      tries.push(
        (await upload(id, createReceiptForm(createPng(109, 109), { email: `guess${at}@example.com` })))
          .status,
      );
    }
    expect([tries.filter((status) => status === 403).length, tries.at(-1)]).toEqual([20, 429]);
  });
});

describe('the stored image', () => {
  test('a photo is stored upright without the place it was taken at', async () => {
    const id = await book();
    const photo = addGpsExif(await createNoisyJpeg(400, 200), 6);
    await upload(id, createReceiptForm(photo));
    const kept = readFileSync(join(receiptDir(), listReceiptFiles()[0] ?? ''));
    expect(await new Bun.Image(kept).metadata()).toEqual({ width: 200, height: 400, format: 'webp' });
    expect(webpChunks(kept)).toEqual(['VP8 ']);
  });

  test('a picture of every orientation is stored upright', async () => {
    const id = await book();
    // Left above red, right above green, left below blue, right below black.
    const upright = () => new Bun.Image(createQuarters(200, 120));
    const turned: Record<number, Bun.Image> = {
      1: upright(),
      2: upright().flop(),
      3: upright().rotate(180),
      4: upright().flip(),
      5: upright().rotate(90).flop(),
      6: upright().rotate(270),
      7: upright().rotate(270).flop(),
      8: upright().rotate(90),
    };
    for (const [orientation, image] of Object.entries(turned)) {
      const photo = await new Bun.Image(await image.png().bytes()).jpeg({ quality: 95 }).bytes();
      await upload(id, createReceiptForm(addGpsExif(photo, Number(orientation))));
      const [last] = club.rows<{ path: string }>('SELECT path FROM receipt ORDER BY id DESC LIMIT 1');
      const kept = decode(
        await new Bun.Image(readFileSync(join(receiptDir(), last?.path ?? ''))).png().bytes(),
      );
      const colourAt = (x: number, y: number) =>
        [0, 1, 2].map((channel) => (kept.data[(y * kept.width + x) * kept.channels + channel] ?? 0) > 128);
      expect([orientation, kept.width, kept.height]).toEqual([orientation, 200, 120]);
      expect([colourAt(50, 30), colourAt(150, 30), colourAt(50, 90), colourAt(150, 90)]).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [false, false, false],
      ]);
    }
  });

  test('a long screenshot keeps its print', async () => {
    const id = await book();
    await upload(id, createReceiptForm(createPng(1080, 4600)));
    const kept = readFileSync(join(receiptDir(), listReceiptFiles()[0] ?? ''));
    const { width, height } = await new Bun.Image(kept).metadata();
    expect([width, height]).toEqual([775, 3302]);
    // WebP itself ends at 16,383 pixels.
    const strip = await upload(id, createReceiptForm(createPng(100, 24_000)));
    expect(strip.status).toBe(200);
  });

  test('bytes after the image are removed', async () => {
    const id = await book();
    const polyglot = Buffer.concat([await smallJpeg(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    expect((await upload(id, createReceiptForm(polyglot))).status).toBe(200);
    expect(readFileSync(join(receiptDir(), listReceiptFiles()[0] ?? ''), 'latin1')).not.toContain('script');
  });

  test('the server shrinks a large photo, accepts PNG and WebP, and chooses the file name', async () => {
    const id = await book();
    const photo = await new Bun.Image(await createNoisyJpeg(64, 48)).resize(2560, 1920).jpeg().bytes();
    await upload(id, createReceiptForm(photo, { name: '../../x' }));
    const kept = readFileSync(join(receiptDir(), listReceiptFiles()[0] ?? ''));
    expect(await new Bun.Image(kept).metadata()).toMatchObject({ width: 1848, height: 1386 });
    const webp = await new Bun.Image(createPng(150, 150)).webp().bytes();
    for (const picture of [createPng(150, 150), webp]) {
      expect(
        (await upload(id, createReceiptForm(picture, { name: 'a.svg', type: 'text/html' }))).status,
      ).toBe(200);
    }
    const ownName = expect.stringMatching(/^[\w-]{32}\.webp$/);
    expect(listReceiptFiles()).toEqual([ownName, ownName, ownName]);
    expect(readdirSync(club.dataDir)).not.toContain('x');
  });
});

describe('a refused upload', () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]);
  test.each([
    ['SVG named .png', svg, 415, 'wrong_type', 'SVG'],
    ['HEIC', heic, 415, 'wrong_type', 'HEIC'],
    [
      'PDF',
      Buffer.from('%PDF-1.7 …'),
      415,
      'wrong_type',
      'Please upload an image file (JPG, PNG, etc.). A screenshot of the PDF is enough.',
    ],
    [
      'GIF',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
      415,
      'wrong_type',
      'JPG',
    ],
    ['text', Buffer.from('hello'), 415, 'wrong_type', 'JPG'],
    ['an empty file', Buffer.alloc(0), 422, 'invalid', 'image file'],
    ['a torn picture', createPng(900, 900).subarray(0, 60), 422, 'invalid', 'damaged'],
    ['a moving picture', animatedWebp(), 422, 'invalid', 'Animated pictures'],
    ['a picture of one pixel', createPng(1, 1), 422, 'invalid', 'at least 100 by 100 pixels'],
    ['a narrow strip', createPng(900, 99), 422, 'invalid', 'too small to read'],
    ['half a JPEG', cutOff(photo, 0.5), 422, 'invalid', 'cut off'],
    ['half a progressive JPEG', cutOff(progressive, 0.5), 422, 'invalid', 'cut off'],
    [
      'half a JPEG with a whole thumbnail',
      cutOff(withThumbnail(photo, thumbnail), 0.6),
      422,
      'invalid',
      'cut off',
    ],
    ['a JPEG that ends after its headers', photo.subarray(0, 300), 422, 'invalid', 'cut off'],
    ['a JPEG cut within the data of the camera', cutOff(addGpsExif(photo), 0.01), 422, 'invalid', 'cut off'],
    ['900 megapixels in few bytes', createPng(30_000, 30_000), 413, 'too_large', 'too many pixels'],
    ['5 MB and 1 byte', Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 413, 'too_large', '5MB'],
  ])('%s', async (_, picture, status, reason, word) => {
    const id = await book();
    const answer = await upload(id, createReceiptForm(picture, { name: 'photo.png', type: 'image/png' }));
    expect([answer.status, answer.json.reason]).toEqual([status, reason]);
    expect(answer.json.error).toContain(word);
    expect([listReceiptFiles(), club.rows('SELECT * FROM receipt')]).toEqual([[], []]);
  });

  test('a body that is no form, a form without a file and a broken form are refused', async () => {
    const id = await book();
    expect((await club.post(`/api/booking/${id}/receipt`, {})).status).toBe(415);
    const form = new FormData();
    form.set('email', 'ayesha@example.com');
    form.set('receipt', 'a text');
    expect((await upload(id, form)).status).toBe(422);
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await club.send('POST', `/api/booking/${id}/receipt`, '--y\r\nnonsense', type);
    expect([400, 422]).toContain(broken.status);
  });

  test.each(['99', '1e0', '-1', '..%2f1', '__proto__'])('booking number %s answers 404', async (id) => {
    await book();
    expect((await upload(id, createReceiptForm(await smallJpeg()))).status).toBe(404);
  });
});

describe('showing a receipt', () => {
  test('the owner and an admin see it in a sandbox; guests and other members get 404', async () => {
    const owner = await club.signIn();
    const other = await club.signIn({ email: 'other@example.com' });
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const id = await book({}, owner.headers);
    await upload(id, createReceiptForm(await smallJpeg()));
    const address = `/api/booking/${id}/receipt`;
    for (const { headers } of [owner, admin]) {
      const answer = await club.get(address, headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await club.get(address)).status).toBe(404);
    expect((await club.get(address, other.headers)).status).toBe(404);
    for (const path of [
      `/receipts/${listReceiptFiles()[0]}`,
      `/media/../receipts/${listReceiptFiles()[0]}`,
      `/api/receipts/${listReceiptFiles()[0]}`,
    ]) {
      expect((await club.get(path)).status).toBe(404);
    }
  });

  test('a booking without a receipt answers 404', async () => {
    const admin = await club.signIn({ is_admin: true });
    expect((await club.get(`/api/booking/${await book()}/receipt`, admin.headers)).status).toBe(404);
  });
});

describe('one receipt for several bookings', () => {
  const seen = async (id: number) => {
    const admin = await club.signIn({ email: `desk${Math.random()}@example.com`, is_admin: true });
    return (await club.get(`/api/admin/bookings/${id}`, admin.headers)).json.data.receipt;
  };

  test('an admin sees which other bookings got the same image', async () => {
    const picture = await smallJpeg();
    const [first, second, third] = [
      await book(),
      await book({ start_time: '20:00' }),
      await book({ start_time: '22:00' }),
    ];
    await upload(first, createReceiptForm(picture));
    await upload(second, createReceiptForm(picture));
    await upload(third, createReceiptForm(await smallJpeg()));
    expect(await seen(first)).toEqual({
      url: `/api/booking/${first}/receipt`,
      uploaded_at: '2026-11-20T15:10:00+05:00',
      rejected: null,
      iban: TEST_IBAN,
      reused_in: [
        { booking_id: second, name: expect.any(String), status: 'pending', url: expect.any(String) },
      ],
      price_at_upload: null,
      replaced: [],
    });
    expect((await seen(second)).reused_in).toEqual([expect.objectContaining({ booking_id: first })]);
    expect((await seen(third)).reused_in).toEqual([]);
  });

  test('an admin sees it when the image was replaced or shrunk by a browser', async () => {
    const picture = await smallJpeg();
    const [first, second] = [await book(), await book({ start_time: '20:00' })];
    await upload(first, createReceiptForm(picture));
    await upload(first, createReceiptForm(await smallJpeg()));
    const digest = new Bun.CryptoHasher('sha256').update(picture).digest('hex');
    await upload(second, createReceiptForm(await smallJpeg(), { extra: { original_sha256: digest } }));
    expect((await seen(second)).reused_in).toEqual([expect.objectContaining({ booking_id: first })]);
  });
});

describe('files that a crash leaves behind', () => {
  test('old files that no receipt refers to are removed, all others stay', async () => {
    const id = await book();
    await upload(id, createReceiptForm(await smallJpeg()));
    const [kept = ''] = listReceiptFiles();
    const name = (letter: string) => `${letter.repeat(32)}.webp`;
    for (const [file, age] of [
      [name('a'), 60],
      [`${name('b')}.part`, 60],
      [name('c'), 5],
      ['notes.txt', 60],
    ] as const) {
      writeFileSync(join(receiptDir(), file), 'x');
      const at = (club.clock.now - age * 60_000) / 1000;
      utimesSync(join(receiptDir(), file), at, at);
    }
    utimesSync(join(receiptDir(), kept), 1, 1);
    await club.schedule.runNow('remove orphaned receipts');
    expect(listReceiptFiles().sort()).toEqual([kept, name('c'), 'notes.txt'].sort());
  });
});

test('an approval can’t let its receipt wait again once the booking is cancelled', async () => {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const id = await book();
  await upload(id, createReceiptForm(await photo));
  const body = { amount: 5000, method: 'bank_transfer' };
  const { data } = (await club.post(`/api/admin/bookings/${id}/payments`, body, headers)).json;
  await club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled', cancelled_by: 'club' }, headers);
  const undo = (over: object) =>
    club.post(
      `/api/admin/ledger/${data.entry.id}/reverse`,
      { reason: 'Approved by mistake', ...over },
      headers,
    );
  const refused = await undo({ reopens_receipt: true });
  expect([refused.status, refused.json.error]).toEqual([
    409,
    expect.stringContaining('The booking was cancelled in the meantime, so the receipt can’t wait again.'),
  ]);
  const balance = async () =>
    (await club.get(`/api/admin/bookings/${id}`, headers)).json.data.booking.balance;
  expect(await balance()).toBe(-5000);
  // Money that never came is not given back either.
  expect([(await undo({})).status, await balance()]).toEqual([201, 0]);
});

test('an approval that is undone lets its receipt wait again, and it can be rejected then', async () => {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const id = await book();
  await upload(id, createReceiptForm(await photo));
  const waiting = async () => {
    const { receipts } = (await club.get('/api/admin/inbox', headers)).json.data;
    return receipts.map(({ booking }: { booking: { id: number } }) => booking.id);
  };
  const detail = async () => (await club.get(`/api/admin/bookings/${id}`, headers)).json.data.booking;
  const body = async () => ({ amount: 5000, method: 'bank_transfer', version: (await detail()).version });
  const approved = await club.post(`/api/admin/bookings/${id}/payments`, await body(), headers);
  expect([approved.status, await waiting()]).toEqual([201, []]);
  const undo = (entry: number) =>
    club.post(`/api/admin/ledger/${entry}/reverse`, { reason: 'Approved by mistake' }, headers);
  await undo(approved.json.data.entry.id);
  expect(await waiting()).toEqual([id]);
  // No deadline runs while the reception has a receipt to look at.
  expect(await detail()).toMatchObject({ status: 'pending', pay_by: null, receipt_received: true });

  const cash = { ...(await body()), method: 'cash' };
  const paid = await club.post(`/api/admin/bookings/${id}/payments`, cash, headers);
  await undo(paid.json.data.entry.id);
  expect(await waiting()).toEqual([]);
  const again = await club.post(`/api/admin/bookings/${id}/payments`, await body(), headers);
  await undo(again.json.data.entry.id);
  const reason = { reason: 'The picture shows another amount.', version: (await detail()).version };
  const rejected = await club.post(`/api/admin/bookings/${id}/receipt/reject`, reason, headers);
  expect([rejected.status, await waiting()]).toEqual([200, []]);
});
