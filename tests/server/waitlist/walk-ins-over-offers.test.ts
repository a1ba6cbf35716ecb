import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { listOfferFaults } from '../../../src/waitlist/check-offer-integrity.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { entryKeyHeader, offerLink } from '../../support/waitlist-links.ts';

const DATE = '2026-11-21';

let mails: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: Record<string, string>;
beforeEach(async () => {
  mails = await startMailServer();
  // Friday, 6 PM.
  club = await createTestClub({
    env: { SMTP_URL: mails.url },
    now: Date.parse('2026-11-20T18:00:00+05:00'),
  });
  admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
});
afterEach(async () => {
  expect(listOfferFaults(club.db)).toEqual([]);
  expect(listBookFaults(club.db)).toEqual([]);
  await club.club.write(() => {});
  club.close();
  await mails.close();
});

const walkIn = (slots: string[], over: Record<string, unknown> = {}) =>
  club.post('/api/admin/bookings', { court_id: 1, date: DATE, slots, name: 'Omar Sheikh', ...over }, admin);
const EVENING = ['18:00', '18:30', '19:00', '19:30'];
/** `length` minutes of the full evening are offered to each of `names` who fits, the first one first. */
async function offerTo(names: string[], length = 60): Promise<void> {
  const { json } = await walkIn(EVENING);
  for (const name of names) {
    const body = { date: DATE, from: '18:00', until: '20:00', duration: length, court_id: 1, name };
    const { id } = (await club.post('/api/waitlist', { ...body, email: `${name}@example.com` })).json.entry;
    await club.post(`/api/waitlist/${id}/confirm`, {}, entryKeyHeader(club, id));
  }
  const cancellation = { status: 'cancelled', cancelled_by: 'club' };
  await club.put(`/api/admin/bookings/${json.data.booking.id}/status`, cancellation, admin);
}
const offers = () =>
  club.rows<{ name: string; state: string; at: number; slots: number }>(
    `SELECT waitlist_entry.name, offer.state, offer.from_position AS at, offer.slots
     FROM offer JOIN waitlist_entry ON waitlist_entry.id = offer.waitlist_entry_id ORDER BY offer.id`,
  );
const entryStates = () =>
  club.rows<{ state: string }>('SELECT state FROM waitlist_entry ORDER BY id').map((row) => row.state);
async function lettersTo(name: string) {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return mails.mails.splice(0).filter((mail) => [mail.to].flat()[0]?.text === `${name}@example.com`);
}

describe('a walk-in over an offered time', () => {
  test('is refused unless the desk names the offer', async () => {
    await offerTo(['sana']);
    const { status, json } = await walkIn(['18:00', '18:30']);
    expect([status, json.reason, json.slots]).toEqual([409, 'slot_taken', ['18:00', '18:30']]);
    expect(offers()).toMatchObject([{ state: 'open' }]);
  });

  test('ends the named offer in one step; its customer stays on the list and gets a message', async () => {
    await offerTo(['sana']);
    await lettersTo('sana');
    const { status, json } = await walkIn(['18:00', '18:30'], { ends_offers: [1] });
    expect([status, json.error]).toEqual([201, undefined]);
    // Her next chance is what is left of the evening.
    expect(offers()).toEqual([
      { name: 'sana', state: 'ended', at: 24, slots: 2 },
      { name: 'sana', state: 'open', at: 26, slots: 2 },
    ]);
    const letters = await lettersTo('sana');
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Held for you until 6:15 PM: Saturday, November 21, 2026',
    ]);
    const late = bookingBody({ date: DATE, start_time: '18:00', offer: offerLink(club, 1) });
    const accepted = await club.post('/api/book', late);
    expect([accepted.status, accepted.json.error]).toEqual([
      ...[409, 'The club has ended this offer. Please choose another time.'],
    ]);
  });

  test('writes to its customer when nothing else fits', async () => {
    await offerTo(['sana'], 120);
    await lettersTo('sana');
    expect((await walkIn(EVENING, { ends_offers: [1] })).status).toBe(201);
    expect([offers(), entryStates()]).toEqual([
      [{ name: 'sana', state: 'ended', at: 24, slots: 4 }],
      ['open'],
    ]);
    const [letter, ...more] = await lettersTo('sana');
    expect([letter?.subject, more]).toEqual(['No longer free: Saturday, November 21, 2026', []]);
    expect(letter?.text).toContain('You’re still on the waiting list');
  });

  test('offers the rest of a longer offer to the next customer', async () => {
    await offerTo(['sana'], 120);
    await offerNext('hina');
    expect((await walkIn(['18:00', '18:30'], { ends_offers: [1] })).status).toBe(201);
    expect(offers()).toMatchObject([
      { name: 'sana', state: 'ended' },
      { name: 'hina', state: 'open', at: 26 },
    ]);
  });

  async function offerNext(name: string): Promise<void> {
    const body = { date: DATE, from: '18:00', until: '20:00', duration: 60, court_id: 1, name };
    const { id } = (await club.post('/api/waitlist', { ...body, email: `${name}@example.com` })).json.entry;
    await club.post(`/api/waitlist/${id}/confirm`, {}, entryKeyHeader(club, id));
  }

  test('does not count as an offer that its customer let pass', async () => {
    await offerTo(['sana'], 120);
    club.db.run('UPDATE waitlist_entry SET offers = 3');
    await walkIn(EVENING, { ends_offers: [1] });
    expect(entryStates()).toEqual(['open']);
  });

  test.each([
    ['another time', ['19:00', '19:30'], {}],
    ['another day', ['18:00', '18:30'], { date: '2026-11-22' }],
    ['another court', ['18:00', '18:30'], { court_id: 2 }],
  ])('refuses to end an offer of %s, and changes nothing', async (_, slots, over) => {
    await offerTo(['sana']);
    const { status, json } = await walkIn(slots, { ends_offers: [1], ...over });
    expect([status, json.fields.ends_offers]).toEqual([
      422,
      'This offer holds a different time. Please keep it.',
    ]);
    expect(offers()).toMatchObject([{ state: 'open' }]);
    expect(club.rows('SELECT slot FROM claim WHERE offer_id = 1')).toHaveLength(2);
  });

  test('leaves an offer that its customer let pass as it was', async () => {
    await offerTo(['sana']);
    club.clock.now += 16 * 60_000;
    await club.schedule.runNow('release what is due');
    const { status } = await walkIn(['18:00', '18:30'], { ends_offers: [1] });
    expect(status).toBe(201);
    expect(offers()).toEqual([
      { name: 'sana', state: 'passed', at: 24, slots: 2 },
      { name: 'sana', state: 'open', at: 26, slots: 2 },
    ]);
  });

  test('passes over an offer that has ended, and is refused where another customer has the time by now', async () => {
    await offerTo(['sana', 'hina'], 120);
    await club.delete('/api/admin/offers/1', admin);
    expect(offers()).toMatchObject([
      { name: 'sana', state: 'ended' },
      { name: 'hina', state: 'open' },
    ]);
    const { status, json } = await walkIn(EVENING, { ends_offers: [1] });
    expect([status, json.reason]).toEqual([409, 'slot_taken']);
  });
});
