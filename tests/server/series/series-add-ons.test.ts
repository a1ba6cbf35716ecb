import { beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import type { SeriesPreview } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, post, put } = adminClubForEachTest();

const RACKET = { name: 'Racket', price: 500, unit: 'booking', max_at_once: 4 };
const MEMBERS = { code: null, name: 'Members', percent: 20, members_only: true };
/** Three Tuesdays; an evening hour and a half of court 1 costs PKR 7,500. */
const SERIES = {
  court_id: 1,
  start_time: '20:00',
  half_hours: 3,
  weekday: 'tuesday',
  from: '2026-11-24',
  count: 3,
  guest: { name: 'Hamza Tariq' },
};
const tuesday = (number: number) => addDays('2026-11-24', 7 * (number - 1));

let racket: number;
let member: { id: number };
beforeEach(async () => {
  racket = (await post('/api/admin/add-ons', RACKET)).json.data.add_on.id;
  await post('/api/admin/promo-codes', MEMBERS);
  member = await club().signIn({ email: 'bilal@example.com', name: 'Bilal Ahmed' });
});

const rackets = (quantity: number) => ({ add_ons: [{ id: racket, quantity }] });
const forMember = () => ({ guest: undefined, member_id: member.id });
const preview = async (over: object) =>
  (await post('/api/admin/series/preview', { ...SERIES, ...over })).json.data as SeriesPreview;
const bookSeries = async (over: object) => {
  const { status, json } = await post('/api/admin/series', { ...SERIES, ...over });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data as { series: { id: number; version: number }; bookings: Booking[] };
};
/** Another customer has `quantity` rackets on the second Tuesday, on the other court. */
const takeRackets = async (quantity: number) => {
  const body = { court_id: 2, date: tuesday(2), start_time: '20:30', ...rackets(quantity) };
  expect((await club().post('/api/book', bookingBody(body))).status).toBe(201);
};
const linesOf = ({ lines = [] }: Booking) => lines.map(({ label, amount }) => [label, amount]);

describe('a series with add-ons', () => {
  test('has them on every date, and each date is priced like a booking', async () => {
    expect((await preview(rackets(2))).total).toBe(3 * 8500);
    const { bookings } = await bookSeries({ ...rackets(2), amount: 3 * 8500 });
    expect(bookings.map(linesOf)).toEqual(Array(3).fill([['Racket', 1000]]));
    expect(bookings.map(({ computed_amount, balance }) => [computed_amount, balance])).toEqual(
      Array(3).fill([8500, 8500]),
    );
    expect(listBookFaults(club().db)).toEqual([]);
  });

  test('names the date on which too few are left, proposes other times, and books none until it is decided', async () => {
    await takeRackets(3);
    const { dates } = await preview(rackets(2));
    expect(dates.map(({ conflicts }) => conflicts)).toEqual([
      [],
      [{ kind: 'add_on', text: 'Racket: only 1 left at 8:30 PM' }],
      [],
    ]);
    const choice = dates[1]?.choices[0];
    expect([choice?.court_id, choice?.date]).toEqual([1, tuesday(2)]);
    const refused = await post('/api/admin/series', { ...SERIES, ...rackets(2) });
    expect([refused.status, refused.json.dates]).toEqual([409, [tuesday(2)]]);
    expect(club().rows('SELECT count(*) AS n FROM booking')).toEqual([{ n: 1 }]);
    const to = { court_id: 1, date: tuesday(2), start_time: choice?.start_time ?? '' };
    const { bookings } = await bookSeries({ ...rackets(2), decisions: [{ date: tuesday(2), to }] });
    expect(bookings.map(({ start_time }) => start_time)).toEqual(['20:00', to.start_time, '20:00']);
  });

  test('is refused as a whole when the rackets went between preview and write', async () => {
    const { total } = await preview(rackets(4));
    await takeRackets(1);
    const { status, json } = await post('/api/admin/series', { ...SERIES, ...rackets(4), amount: total });
    expect([status, json.dates]).toEqual([409, [tuesday(2)]]);
  });

  test('moves with its add-ons; a date that cannot have them is in the way and keeps its price', async () => {
    const { series } = await bookSeries(rackets(2));
    const body = { court_id: 1, date: tuesday(2), start_time: '22:00', ...rackets(3) };
    await club().post('/api/book', bookingBody({ ...body, court_id: 2 }));
    const change = { from: tuesday(1), court_id: 1, weekday: 'tuesday', start_time: '22:00', half_hours: 2 };
    const moved = await post(`/api/admin/series/${series.id}/change/preview`, change);
    expect([moved.status, moved.json.error]).toEqual([200, undefined]);
    const { dates } = moved.json.data as SeriesPreview;
    expect(dates.map(({ place, place_conflicts }) => [place?.amount, place_conflicts.length])).toEqual([
      ...[
        [6000, 0],
        [8500, 1],
        [6000, 0],
      ],
    ]);
    const decisions = [{ date: tuesday(2), to: null }];
    const answer = await post(`/api/admin/series/${series.id}/change`, { ...change, decisions });
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
    expect(
      club().rows('SELECT price AS amount FROM booking WHERE series_id IS NOT NULL ORDER BY id'),
    ).toEqual([{ amount: 6000 }, { amount: 8500 }, { amount: 6000 }]);
  });

  test('does not conflict with itself when it moves by half an hour', async () => {
    const { series } = await bookSeries(rackets(3));
    const change = { from: tuesday(1), court_id: 1, weekday: 'tuesday', start_time: '20:30', half_hours: 3 };
    const { json } = await post(`/api/admin/series/${series.id}/change/preview`, change);
    expect(json.data.dates.map(({ conflicts }: { conflicts: unknown[] }) => conflicts)).toEqual([[], [], []]);
  });

  describe('of which two dates are played on one evening', () => {
    /** The third Tuesday is played on the second one, on the other court, half an hour later. */
    const third = { court_id: 2, date: tuesday(2), start_time: '20:30' };
    const decisions = [{ date: tuesday(3), to: third }];

    test('needs rackets for both, also in the preview', async () => {
      const { dates } = await preview({ ...rackets(3), decisions });
      const conflict = { kind: 'add_on', text: 'Racket: only 1 left at 8:30 PM' } as const;
      expect(dates.map(({ place_conflicts }) => place_conflicts)).toEqual([[], [], [conflict]]);
      const refused = await post('/api/admin/series', { ...SERIES, ...rackets(3), decisions });
      expect([refused.status, refused.json.dates]).toEqual([409, [tuesday(3)]]);
      expect(club().rows('SELECT id FROM booking')).toEqual([]);
      const { total } = await preview({ ...rackets(2), decisions });
      await bookSeries({ ...rackets(2), decisions, amount: total });
    });

    test('needs them for both when it moves, and counts those of a date on two courts once', async () => {
      const court = { name: 'Court 3', description: 'Beside the lounge.', hourly_rate: 5000 };
      const { id } = (await post('/api/admin/courts', court)).json.data.court;
      const { series } = await bookSeries(rackets(2));
      const change = { from: tuesday(1), court_id: 2, half_hours: 3 };
      const propose = async (start_time: string, thirdAt: string, weekday = 'tuesday') => {
        const date = addDays(tuesday(2), weekday === 'tuesday' ? 0 : 1);
        const to = { court_id: id, date, start_time: thirdAt };
        const body = { ...change, weekday, start_time, decisions: [{ date: tuesday(3), to }] };
        const { json } = await post(`/api/admin/series/${series.id}/change/preview`, body);
        return (json.data as SeriesPreview).dates.flatMap(({ place_conflicts }) => place_conflicts);
      };
      expect(await propose('20:00', '20:30')).toEqual([]);
      await put(`/api/admin/add-ons/${racket}`, { ...RACKET, max_at_once: 3 });
      expect(await propose('22:00', '22:30')).toEqual([
        { kind: 'add_on', text: 'Racket: only 1 left at 10:30 PM' },
      ]);
      expect(await propose('20:00', '20:30', 'wednesday')).toEqual([
        { kind: 'add_on', text: 'Racket: only 1 left at 8:30 PM' },
      ]);
    });
  });

  test('refuses an add-on that is no longer offered', async () => {
    await put(`/api/admin/add-ons/${racket}`, { ...RACKET, active: false });
    const { status, json } = await post('/api/admin/series/preview', { ...SERIES, ...rackets(1) });
    expect([status, json.fields]).toEqual([
      422,
      { add_ons: 'Racket is no longer offered. Please book without it.' },
    ]);
  });
});

describe('a series of a member', () => {
  test('gets the members’ price on every date, also when it goes on', async () => {
    const { series, bookings } = await bookSeries({ ...forMember(), ...rackets(1) });
    expect(bookings.map(linesOf)).toEqual(
      Array(3).fill([
        ['Members', -1500],
        ['Racket', 500],
      ]),
    );
    const more = { guest: undefined, series_id: series.id, from: tuesday(4), count: 1 };
    const extended = (await bookSeries(more)).bookings.find(({ date }) => date === tuesday(4));
    expect(extended && linesOf(extended)).toEqual([['Members', -1500]]);
  });

  test('is paid at once where the members’ price leaves nothing to pay', async () => {
    await post('/api/admin/promo-codes', { ...MEMBERS, name: 'Coaches play free', percent: 100 });
    const { bookings } = await bookSeries(forMember());
    expect(bookings.map(({ status, balance }) => [status, balance])).toEqual(Array(3).fill(['paid', 0]));
  });
});
