import { beforeEach, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

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
  expect(listBookFaults(club.db)).toEqual([]);
};

test('if two admins change the same version at once, one wins and the other gets 409', async () => {
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

test('if one version is moved and cancelled at once, one wins', async () => {
  const { id } = await book();
  const target = { court_id: 1, date: '2026-11-21', slots: ['22:00', '22:30'], version: 1 };
  const answers = await Promise.all([
    setStatus(id, { status: 'cancelled', version: 1 }),
    club.put(`/api/admin/bookings/${id}/slots`, target, other.headers),
  ]);
  expect(sortedStatusCodes(answers)).toEqual([200, 409]);
  expectConsistentClaims();
});
