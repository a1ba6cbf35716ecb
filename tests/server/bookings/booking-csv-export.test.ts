import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { addDays } from '../../../src/domain/business-day.ts';
import { csvResponse } from '../../../src/http/csv.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingInserter } from '../../support/insert-booking.ts';

const { club, admin, book, get, post, put } = adminClubForEachTest();

const NAMES = ["D'Souza & Sons <3", '👨‍👩‍👧‍👦👍🏽 Family', 'محمد علی خان', 'Zoë "Z" O’Neil, Jr; 🇵🇰'];

describe('the CSV', () => {
  const csv = async (query = '') => {
    const { status, text, headers } = await club().get(`/api/admin/bookings.csv${query}`, admin().headers);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="bookings-2026-11-20.csv"');
    return Papa.parse<Record<string, string>>(text.replace('\ufeff', '').trim(), { header: true }).data;
  };

  test('has the filtered rows in the order of the list', async () => {
    const a = await book({ date: '2026-11-21', name: 'Zain "Z" Khan, Jr' });
    const b = await book({ date: '2026-11-22', start_time: '00:30' });
    await book({ date: '2026-11-23' });
    expect(await csv()).toHaveLength(3);
    const rows = await csv('?endDate=2026-11-22&sort=begins');
    expect(rows.map((row) => Number(row.number))).toEqual([a.id, b.id]);
    expect(rows[0]).toMatchObject({ name: 'Zain "Z" Khan, Jr', phone: '+923001234567', amount_pkr: '5000' });
    expect(rows[1]).toMatchObject({ business_day: '2026-11-22', calendar_date: '2026-11-23', minutes: '60' });
    expect(await csv('?status=cancelled')).toHaveLength(0);
    expect(await csv('?q=zain')).toHaveLength(1);
  });

  test('names each way that a booking was paid, what is paid and due, and what is kept of a cancelled one', async () => {
    const mixed = await book({ name: 'Mixed Ways' });
    await post(`/api/admin/bookings/${mixed.id}/payments`, { amount: 2000, method: 'cash', version: 1 });
    const { booking } = await get(`/api/admin/bookings/${mixed.id}`);
    const card = { amount: 1000, method: 'card', version: booking.version };
    const wrong = await post(`/api/admin/bookings/${mixed.id}/payments`, card);
    const { version } = wrong.json.data.booking;
    await post(`/api/admin/ledger/${wrong.json.data.entry.id}/reverse`, { reason: 'typed twice' });
    await post(`/api/admin/bookings/${mixed.id}/payments`, {
      amount: 1500,
      method: 'bank_transfer',
      version: version + 1,
    });
    const unpaid = await book({ name: 'Un Paid', start_time: '21:00', payment_method: 'cash' });
    const off = await book({ name: 'Off Again', start_time: '23:00' });
    await put(`/api/admin/bookings/${off.id}/status`, {
      status: 'cancelled',
      version: 1,
      cancelled_by: 'club',
    });
    const rows = new Map((await csv()).map((row) => [Number(row.number), row]));
    expect(rows.get(mixed.id)).toMatchObject({
      payment_method: 'cash + bank_transfer',
      amount_pkr: '5000',
      charge_pkr: '5000',
      paid_pkr: '3500',
      due_pkr: '1500',
    });
    expect(rows.get(unpaid.id)).toMatchObject({ payment_method: 'cash', paid_pkr: '0', due_pkr: '5000' });
    expect(rows.get(off.id)).toMatchObject({
      status: 'cancelled',
      amount_pkr: '5000',
      charge_pkr: '0',
      due_pkr: '0',
    });
  });

  test('has every letter of a name', async () => {
    for (const [at, name] of NAMES.entries()) await book({ name, start_time: `${16 + at}:00` });
    expect((await csv('?sort=created')).map((row) => row.name)).toEqual(NAMES);
  });

  test('turns a formula in a name into text', async () => {
    for (const [at, name] of ['=1+1', '@SUM(A1)', '-2+3', '+cmd|x'].entries()) {
      await book({ name, start_time: `${18 + at}:00` });
    }
    expect((await csv('?sort=created')).map((row) => row.name)).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "'-2+3",
      "'+cmd|x",
    ]);
  });

  test('holds no formula for a spreadsheet that splits lines at another separator, or skips what it does not show', async () => {
    const names = [
      'Ali;=1+1',
      'Ali; @SUM(A1)',
      "x;=cmd|' /C calc'!A0;",
      '\u200c=1+1',
      '\u200d \u200c+cmd|x',
      'Ali;\u200d=1',
      '\u0301=1+1',
      'Bilal; Sana',
    ];
    for (const [at, name] of names.entries()) await book({ name, start_time: `${14 + at}:00` });
    const { text } = await club().get('/api/admin/bookings.csv', admin().headers);
    for (const delimiter of [',', ';', '\t']) {
      const rows = Papa.parse<string[]>(text.replace('\ufeff', '').trim(), { delimiter }).data;
      const cells = rows.flat().filter((cell) => !/^\+\d+$/.test(cell));
      expect(cells.filter((cell) => /^[\s\p{Cf}\p{M}]*[=+@-]/u.test(cell))).toEqual([]);
    }
    expect(text).toContain(',"Bilal; Sana",');
    expect(text).toContain(`,"Ali;'=1+1",`);
  });

  test('has no row limit', async () => {
    const insert = bookingInserter(club().db);
    club().db.transaction(() => {
      for (let day = 0; day < 2500; day += 1) insert({ date: addDays('2020-01-01', day) });
    })();
    expect(await csv()).toHaveLength(2500);
    expect(new Set((await csv('?sort=-begins')).map((row) => row.number)).size).toBe(2500);
  });
});

const tableOf = (rows: number) => {
  let read = 0;
  return {
    columns: ['number', 'name'],
    nextBatch(size: number) {
      const batch = Array.from({ length: Math.min(size, rows - read) }, (_, at) => [
        read + at,
        Bun.hash(String(read + at)).toString(36),
      ]);
      read += batch.length;
      return batch;
    },
    rowsRead: () => read,
  };
};
const requestWith = (encoding: string) =>
  new Request('http://localhost/api/admin/bookings.csv', { headers: { 'accept-encoding': encoding } });

describe('a large table', () => {
  test.each(['identity', 'gzip', 'br'])(
    'lets other work go first between its batches (%s)',
    async (encoding) => {
      const done: string[] = [];
      const reading = csvResponse(requestWith(encoding), 'a.csv', tableOf(20_000))
        .arrayBuffer()
        .then(() => done.push('table'));
      setTimeout(() => done.push('other work'), 0);
      await reading;
      expect(done).toEqual(['other work', 'table']);
    },
  );

  test.each(['identity', 'gzip', 'br'])(
    'is read only as far as the client takes it (%s)',
    async (encoding) => {
      const table = tableOf(1_000_000);
      const reader = csvResponse(requestWith(encoding), 'a.csv', table).body?.getReader();
      await reader?.read();
      for (let turn = 0; turn < 2000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(table.rowsRead()).toBeLessThan(100_000);
      await reader?.cancel();
    },
  );

  test.each([
    ['gzip', (bytes: Uint8Array) => gunzipSync(bytes)],
    ['br', (bytes: Uint8Array) => brotliDecompressSync(bytes)],
  ] as const)('is the same when it is compressed with %s', async (encoding, decompress) => {
    const plain = await csvResponse(requestWith('identity'), 'a.csv', tableOf(5000)).text();
    const compressed = csvResponse(requestWith(encoding), 'a.csv', tableOf(5000));
    expect([compressed.headers.get('content-encoding'), compressed.headers.get('vary')]).toEqual([
      encoding,
      'accept-encoding',
    ]);
    const bytes = new Uint8Array(await compressed.arrayBuffer());
    expect(bytes.length).toBeLessThan(plain.length);
    expect(decompress(bytes).toString()).toBe(`\ufeff${plain}`);
  });

  test('ends with an error, not as a shorter file, when its rows cannot be read', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const table = tableOf(1_000_000);
      const broken = {
        columns: table.columns,
        nextBatch(size: number) {
          if (table.rowsRead() > 1000) throw new Error('no more');
          return table.nextBatch(size);
        },
      };
      const failed = await csvResponse(requestWith(encoding), 'a.csv', broken)
        .arrayBuffer()
        .then(
          () => false,
          () => true,
        );
      expect([encoding, failed]).toEqual([encoding, true]);
    }
  });
});
