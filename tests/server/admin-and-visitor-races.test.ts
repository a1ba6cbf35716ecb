import { beforeEach, expect, test } from 'bun:test';
import { bookingBody, clubForEachTest } from '../support/test-club.ts';

const club = clubForEachTest();
let admin: { headers: { cookie: string } };
let other: { headers: { cookie: string } };

beforeEach(async () => {
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
  other = await club.signIn({ email: 'second@example.com', is_admin: true });
});

const book = async (over: Record<string, unknown> = {}) =>
  (await club.post('/api/book', bookingBody(over))).json.booking as { id: number; version: number };
const setStatus = (id: number, body: object, who = admin) =>
  club.put(`/api/admin/bookings/${id}/status`, body, who.headers);
const sortedStatusCodes = (answers: { status: number }[]) =>
  answers.map((answer) => answer.status).sort((a, b) => a - b);
/** Every booking that is not cancelled holds exactly its own slots, and no slot has two bookings. */
const expectConsistentClaims = () => {
  const wrong = club.rows(`
    SELECT booking.id FROM booking WHERE
      (SELECT count(*) FROM claim WHERE claim.booking_id = booking.id AND claim.court_id = booking.court_id
         AND claim.date = booking.date)
      <> CASE WHEN status = 'cancelled' THEN 0 ELSE json_array_length(slots) END`);
  expect(wrong).toEqual([]);
  const tally = club.rows(`SELECT status, bookings, amount FROM booking_stats
    WHERE period = 'all' AND bookings > 0 ORDER BY status`);
  expect(tally).toEqual(
    club.rows(`SELECT status, count(*) AS bookings, sum(received) AS amount
      FROM booking GROUP BY status ORDER BY status`),
  );
};

test('of two admins who change the same version at once, one wins and the other gets 409', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, version } = await book({ date: `2026-12-${10 + round}` });
    const answers = await Promise.all([
      setStatus(id, { status: 'paid', version }),
      setStatus(id, { status: 'cancelled', version }, other),
    ]);
    expect(sortedStatusCodes(answers)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.json.reason).toBe('changed_meanwhile');
  }
  expectConsistentClaims();
});

test('without a version the allowed transitions decide: paid then cancelled, cancelled then paid', async () => {
  const { id } = await book();
  const answers = await Promise.all([
    setStatus(id, { status: 'paid' }),
    setStatus(id, { status: 'cancelled' }, other),
  ]);
  expect(sortedStatusCodes(answers)).toEqual([200, 200]);
  const lines = club.rows<{ details: string }>('SELECT details FROM audit_log ORDER BY id');
  const moves = lines.map((line) => JSON.parse(line.details) as { from: string; to: string });
  expect(moves[0]?.to).toBe(moves[1]?.from as string);
  expectConsistentClaims();
});

test('twenty clicks on Mark Paid change the status once', async () => {
  const { id } = await book();
  const answers = await Promise.all(Array.from({ length: 20 }, () => setStatus(id, { status: 'paid' })));
  expect(sortedStatusCodes(answers).filter((status) => status === 200)).toHaveLength(1);
  expect(club.rows('SELECT id FROM audit_log')).toHaveLength(1);
});

test('of a restore and a visitor for the same slots, exactly one gets them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const date = `2026-12-${10 + round}`;
    const { id } = await book({ date });
    await setStatus(id, { status: 'cancelled' });
    const email = `guest${round}@example.com`;
    const visitor = () => club.post('/api/book', bookingBody({ date, start_time: '18:30', email }));
    const restore = () => setStatus(id, { status: 'paid' });
    const answers = await Promise.all(round % 2 ? [visitor(), restore()] : [restore(), visitor()]);
    expect(sortedStatusCodes(answers)[1]).toBe(409);
  }
  expectConsistentClaims();
});

test('of two bookings rescheduled to the same free time, one moves and the other keeps its slots', async () => {
  const a = await book({ start_time: '18:00' });
  const b = await book({ start_time: '20:00' });
  const target = { court_id: 2, date: '2026-11-21', slots: ['21:00', '21:30'] };
  const answers = await Promise.all(
    [a, b].map(({ id, version }) =>
      club.put(`/api/admin/bookings/${id}/slots`, { ...target, version }, admin.headers),
    ),
  );
  expect(sortedStatusCodes(answers)).toEqual([200, 409]);
  expectConsistentClaims();
});

test('two bookings cannot swap times, and a reschedule and a cancel at once stay consistent', async () => {
  const a = await book({ start_time: '18:00' });
  const b = await book({ start_time: '20:00' });
  const to = (slots: string[], version: number) => ({ court_id: 1, date: '2026-11-21', slots, version });
  const swap = await Promise.all([
    club.put(`/api/admin/bookings/${a.id}/slots`, to(['20:00', '20:30'], 1), admin.headers),
    club.put(`/api/admin/bookings/${b.id}/slots`, to(['18:00', '18:30'], 1), admin.headers),
  ]);
  expect(sortedStatusCodes(swap)).toEqual([409, 409]);
  const answers = await Promise.all([
    setStatus(a.id, { status: 'cancelled', version: 1 }),
    club.put(`/api/admin/bookings/${a.id}/slots`, to(['22:00', '22:30'], 1), other.headers),
  ]);
  expect(sortedStatusCodes(answers)).toEqual([200, 409]);
  expectConsistentClaims();
});

test('of a closure and a visitor for the same slots, exactly one gets them', async () => {
  for (let round = 0; round < 10; round += 1) {
    const date = `2026-12-${10 + round}`;
    const close = () =>
      club.post(
        '/api/admin/closures',
        { court_id: 1, date, slots: ['18:30', '19:00'], reason: 'Net' },
        admin.headers,
      );
    const visit = () => club.post('/api/book', bookingBody({ date }));
    const answers = await Promise.all(round % 2 ? [close(), visit()] : [visit(), close()]);
    expect(sortedStatusCodes(answers)).toEqual([201, 409]);
  }
  expectConsistentClaims();
});

test('fifty walk-ins and visitors on overlapping times sell every slot once', async () => {
  const starts = ['18:00', '18:30', '19:00', '19:30', '20:00'];
  await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const first = starts[at % 5] ?? '18:00';
      return at % 2
        ? club.post('/api/book', bookingBody({ start_time: first }))
        : club.post(
            '/api/admin/bookings',
            {
              court_id: 1,
              date: '2026-11-21',
              slots: [first, nextSlot(first)],
              name: 'Walk In',
              phone: '03001234567',
            },
            admin.headers,
          );
    }),
  );
  expectConsistentClaims();
});

function nextSlot(start: string): string {
  return start.endsWith('00') ? `${start.slice(0, 3)}30` : `${Number(start.slice(0, 2)) + 1}:00`;
}
