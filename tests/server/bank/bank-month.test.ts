/** A month of 900 transfers at a club: which receipts the bank does not show once the reception has done its lines. */
import { expect, test } from 'bun:test';
import { createMonth, type Month } from '../../support/bank-month.ts';
import { COLUMNS, dropStatement } from '../../support/drop-statement.ts';
import { bookingInserter } from '../../support/insert-booking.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** The bookings with their receipts; what the reception approved the same evening is paid. */
function fillClub({ db }: TestClub, { candidates }: Month): void {
  const addBooking = bookingInserter(db);
  const addReceipt = db.query(
    'INSERT INTO receipt (booking_id, payer_id, path, sha256, size, created_at, by_customer) VALUES (?, ?, ?, ?, 1, ?, 1)',
  );
  const addEntry = db.query(
    `INSERT INTO ledger_entry (at, booking_id, payer_id, kind, method, amount, actor)
     VALUES (?, ?, ?, 'payment', 'bank_transfer', ?, 'admin')`,
  );
  // The candidates name the payer of each booking by the booking's number.
  db.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('payer', ${(candidates[0]?.booking_id ?? 1) - 1})`);
  for (const [index, one] of candidates.entries()) {
    const { booking_id, receipt_at, amount, entered_at } = one;
    const picture = receipt_at === null ? null : `receipts/${booking_id}.webp`;
    const { payer_id } = addBooking({
      id: Number(booking_id),
      court_id: 1 + (index % 2),
      date: `2026-12-${pad(10 + Math.floor(index / 48))}`,
      slots: [`${pad(Math.floor(index / 2) % 24)}:00`],
      name: one.name,
      email: `customer${one.customer}@example.com`,
      phone: '',
      state: entered_at === null ? 'pending' : 'paid',
      payment_method: 'bank_transfer',
      payment_receipt: picture,
      price: amount,
      created_at: one.booked_at,
    });
    if (receipt_at !== null)
      addReceipt.run(
        booking_id,
        payer_id,
        `${booking_id}.webp`,
        String(booking_id).padStart(64, '0'),
        receipt_at,
      );
    if (entered_at !== null) addEntry.run(entered_at, booking_id, payer_id, amount);
  }
}

function statementOf({ lines }: Month): string {
  const rows = lines.map(({ date, minute, paisa, text }) =>
    [date, `${pad(Math.floor((minute ?? 0) / 60))}:${pad((minute ?? 0) % 60)}`, paisa / 100, text].join(','),
  );
  return ['Date,Time,Credit,Details', ...rows, '2026-12-06,12:00,1,interest'].join('\n');
}

test.each([1, 2, 3])(
  'each forged receipt of the month (seed %i) is named, and no honest one',
  async (seed) => {
    const month = createMonth(seed);
    const club = await createTestClub({ now: Date.parse('2026-12-07T12:00:00+05:00') });
    try {
      fillClub(club, month);
      const { headers } = await club.signIn({ email: 'owner@example.com', is_admin: true });
      const post = (path: string, body: object) => club.post(`/api/admin${path}`, body, headers);
      const columns = { ...COLUMNS, time: 1, credit: 2, text: [3] };
      const { json } = await dropStatement(club, headers, statementOf(month), columns);
      expect(json.data.new).toBe(month.lines.length + 1);
      const { matched } = (await post('/bank-lines/match-sure', {})).json.data;
      expect(matched / month.lines.length).toBeGreaterThanOrEqual(0.85);
      // The reception looks at the others one by one, and knows each customer.
      const ids = club.rows<{ id: number; paisa: number }>(
        'SELECT id, paisa FROM bank_line WHERE used = 0 AND paisa > 100 ORDER BY id',
      );
      for (const { id, paisa } of ids) {
        const booking_id = month.truth.get(id)?.[0] ?? 0;
        const amount = paisa / 100;
        const { booking, entries } = (await club.get(`/api/admin/bookings/${booking_id}`, headers)).json.data;
        const [entry] = entries.filter(
          (one: { id: number; reversed_by: number | null }) =>
            one.reversed_by === null &&
            club.rows(`SELECT 1 FROM bank_match WHERE entry_id = ${one.id}`).length === 0,
        );
        const isEqual = entry?.amount === amount;
        if (entry && !isEqual)
          await post(`/ledger/${entry.id}/reverse`, { reason: 'The bank has another sum' });
        const use = entry && isEqual ? { entry_id: entry.id } : { parts: [{ booking_id, amount }] };
        expect((await post(`/bank-lines/${id}/match`, use)).status).toBe(201);
        const due = booking.computed_amount - (club.findBooking(booking_id)?.received ?? 0);
        // A forgotten rupee is paid at the counter.
        if (due === 1) await post(`/bookings/${booking_id}/payments`, { amount: 1, method: 'cash' });
      }
      const { transfers } = (await club.get('/api/admin/missing-transfers', headers)).json.data;
      const named = (isApproved: boolean) =>
        (transfers as { booking_id: number; entry_id: number | null }[])
          .filter(({ entry_id }) => (entry_id !== null) === isApproved)
          .map(({ booking_id }) => Number(booking_id))
          .sort((one, other) => one - other);
      const forged = (isApproved: boolean) =>
        month.forged
          .filter(({ entered_at }) => (entered_at !== null) === isApproved)
          .map(({ booking_id }) => Number(booking_id));
      expect([named(true), named(false)]).toEqual([forged(true), forged(false)]);
      expect(forged(true).length).toBeGreaterThan(2);
    } finally {
      club.close();
    }
  },
  60_000,
);
