import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { bookingLead } from '../../../src/domain/booking-heading.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let headers: Record<string, string>;
beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' } });
  headers = (await club.signIn({ email: 'desk@example.com', is_admin: true })).headers;
});
afterEach(async () => {
  club.close();
  await server.close();
});

const get = async (path: string) => (await club.get(path, headers)).json.data;
const post = (path: string, body: object) => club.post(path, body, headers);
const book = async (over: Record<string, unknown> = {}) =>
  (await club.post('/api/book', bookingBody(over))).json.booking as { id: number };
/** The text of the last email to an address. */
const lastEmailTo = (address: string) =>
  server.mails.findLast((mail) => [mail.to].flat()[0]?.text === address)?.text?.replaceAll(/\s+/g, ' ') ?? '';

const EVENING = { first_day: '2026-11-21', last_day: '2026-11-21', from: '18:00', until: '22:00' };
const span = (over: Record<string, unknown> = {}) => ({ court_ids: [1, 2], ...EVENING, ...over });
const closing = (over: Record<string, unknown> = {}) => ({ ...span(), reason: 'Rain', ...over });
const preview = async (over: Record<string, unknown> = {}) =>
  (await post('/api/admin/close-courts/preview', span(over))).json.data;
const versionOf = async (id: number): Promise<number> =>
  (await get(`/api/admin/bookings/${id}`)).booking.version;
const detail = async (id: number) => (await get(`/api/admin/bookings/${id}`)).booking;
const closures = () =>
  club.rows<{ court_id: number; date: string; slots: number }>(
    `SELECT closure.court_id, closure.date, count(*) AS slots FROM closure
     JOIN claim ON claim.closure_id = closure.id GROUP BY closure.id ORDER BY closure.date, closure.court_id`,
  );

describe('closing courts', () => {
  test('closes all of them for days, without what is closed or over', async () => {
    await post('/api/admin/closures', {
      court_id: 2,
      date: '2026-11-22',
      slots: ['19:00'],
      reason: 'Net',
    });
    club.clock.now = Date.parse('2026-11-21T19:10:00+05:00');
    const { status, json } = await post('/api/admin/close-courts', closing({ last_day: '2026-11-22' }));
    expect(status).toBe(201);
    expect(json.data.closures.map(({ reason }: { reason: string }) => reason)).toEqual(Array(4).fill('Rain'));
    expect(closures()).toEqual([
      { court_id: 1, date: '2026-11-21', slots: 6 },
      { court_id: 2, date: '2026-11-21', slots: 6 },
      { court_id: 1, date: '2026-11-22', slots: 8 },
      { court_id: 2, date: '2026-11-22', slots: 1 },
      { court_id: 2, date: '2026-11-22', slots: 7 },
    ]);
    expect((await club.post('/api/book', bookingBody({ date: '2026-11-22' }))).status).toBe(409);
    const again = await post('/api/admin/close-courts', closing({ last_day: '2026-11-22' }));
    expect([again.status, again.json.fields.from]).toEqual([
      422,
      'There is nothing left to close: this time is over, or the courts are already closed then.',
    ]);
  });

  test('changes nothing before it is applied, and offers no time that closes too', async () => {
    const { id } = await book({ start_time: '18:00' });
    const seen = await preview();
    expect(seen.in_the_way.map(({ booking }: { booking: { id: number } }) => booking.id)).toEqual([id]);
    const [{ choices, gets_email }] = seen.in_the_way;
    expect(gets_email).toBe(true);
    expect(choices.length).toBeGreaterThan(0);
    for (const { slots } of choices) {
      expect(slots.some((slot: string) => slot >= '18:00' && slot < '22:00')).toBe(false);
    }
    const whole = { from: '06:00', until: '06:00' };
    const [later] = (await preview(whole)).in_the_way;
    expect(later.choices[0].date).toBe('2026-11-22');
    const [other] = (await preview({ ...whole, court_ids: [1] })).in_the_way;
    expect(other.choices[0]).toMatchObject({ court_id: 2, date: '2026-11-21', slots: ['18:00', '18:30'] });
    expect(closures()).toEqual([]);
    expect((await detail(id)).status).toBe('pending');
  });

  test("cancels, moves and leaves in one step, and each customer reads why, with the club's own sentence", async () => {
    const paid = await book({ start_time: '18:00', email: 'paid@example.com', phone: '0300 1111111' });
    await club.put(`/api/admin/bookings/${paid.id}/status`, { status: 'paid' }, headers);
    const moved = await book({ start_time: '20:00', email: 'moved@example.com', phone: '0300 2222222' });
    const kept = await book({ start_time: '21:30', email: 'kept@example.com', phone: '0300 3333333' });
    const move = { court_id: 1, date: '2026-11-22', slots: ['20:00', '20:30'], amount: 5000 };
    const note = 'The balls are on us next time.';
    const body = closing({
      note,
      decisions: [
        { booking_id: paid.id, version: await versionOf(paid.id) },
        { booking_id: moved.id, version: await versionOf(moved.id), move },
      ],
      leave: [kept.id],
    });
    expect((await post('/api/admin/close-courts', body)).status).toBe(201);
    expect(await detail(paid.id)).toMatchObject({ status: 'cancelled', balance: -5000 });
    // The customer's page says who cancelled and why, as the email does.
    const page = (await club.get(`/api/booking/${paid.id}`, headers)).json;
    expect(page.self_service.club_cancelled).toEqual({ reason: 'Rain' });
    expect(bookingLead(page.booking, club.clock.now, page.self_service)).toBe(
      'We had to close the court: Rain. We’re sorry, but we had to cancel your booking. We will refund PKR 5,000.',
    );
    expect(await detail(moved.id)).toMatchObject({ status: 'pending', date: '2026-11-22' });
    expect(await detail(kept.id)).toMatchObject({ status: 'pending', start_time: '21:30' });
    expect(closures()).toEqual([
      { court_id: 1, date: '2026-11-21', slots: 7 },
      { court_id: 2, date: '2026-11-21', slots: 8 },
    ]);
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    expect(lastEmailTo('paid@example.com')).toContain(
      'We had to close the court: Rain. We’re sorry, but we had to cancel your booking.',
    );
    expect(lastEmailTo('paid@example.com')).toContain(note);
    expect(lastEmailTo('paid@example.com')).not.toContain('Other players can book this slot again');
    expect(lastEmailTo('paid@example.com')).not.toContain('If the club cancelled');
    expect(lastEmailTo('moved@example.com')).toContain(
      'We had to close the court: Rain. We’ve moved your booking.',
    );
    expect(lastEmailTo('moved@example.com')).toContain(note);
    expect(lastEmailTo('kept@example.com')).not.toContain('Rain');
  });

  test('needs a decision about every booking, and refuses all when one cannot be done', async () => {
    const first = await book({ start_time: '18:00' });
    const second = await book({
      start_time: '19:00',
      court_id: 2,
      email: 'b@example.com',
      phone: '0300 2222222',
    });
    const cancelFirst = { booking_id: first.id, version: await versionOf(first.id) };
    const refused = await post('/api/admin/close-courts', closing({ decisions: [cancelFirst] }));
    expect([refused.status, refused.json.reason, refused.json.bookings]).toEqual([
      409,
      'slot_taken',
      [second.id],
    ]);
    for (const slots of [
      ['19:00', '19:30'],
      ['19:30', '20:00'],
      ['20:00', '20:30'],
    ]) {
      // Both the other court and the own time close.
      for (const court_id of [1, 2]) {
        const move = { court_id, date: '2026-11-21', slots, amount: 5000 };
        const decisions = [cancelFirst, { booking_id: second.id, version: await versionOf(second.id), move }];
        const { status, json } = await post('/api/admin/close-courts', closing({ decisions }));
        expect([court_id, slots, status, json.reason]).toEqual([court_id, slots, 409, 'slot_taken']);
      }
    }
    expect(closures()).toEqual([]);
    expect((await detail(first.id)).status).toBe('pending');
    const elsewhere = await book({ start_time: '10:00', email: 'c@example.com', phone: '0300 3333333' });
    const stray = [{ booking_id: elsewhere.id, version: await versionOf(elsewhere.id) }];
    const left = { leave: [first.id, second.id] };
    expect((await post('/api/admin/close-courts', closing({ ...left, decisions: stray }))).json.reason).toBe(
      'changed_meanwhile',
    );
  });

  test('is refused for no court, an unknown one, days in the wrong order or too many, and an end before the start', async () => {
    for (const over of [
      { court_ids: [] },
      { court_ids: [9] },
      { last_day: '2026-11-20' },
      { last_day: '2026-12-22' },
      { from: '22:00', until: '18:00' },
      { from: '18:10' },
      { first_day: '2026-11-18', last_day: '2026-11-18' },
      { reason: ' ' },
    ]) {
      expect([over, (await post('/api/admin/close-courts', closing(over))).status]).toEqual([over, 422]);
    }
    expect((await post('/api/admin/close-courts', closing({ last_day: '2026-12-21' }))).status).toBe(201);
  });
});
