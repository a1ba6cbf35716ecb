import type { Database } from 'bun:sqlite';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays, weekdayOf } from '../../src/domain/business-day.ts';
import { checkIntegrity } from './database-integrity.ts';
import { clubToday } from './default-day-plan.ts';
import {
  insertBooking,
  type RacingRequest,
  type Round,
  raceWithKills,
  send,
  withDatabase,
} from './stress.ts';
import { bookingBody } from './test-club.ts';

const RACKETS = 3;
const PAIR = [{ id: 1, quantity: 2 }];
/** Each round has a day of its own, and the second date of its series is a week later. */
export const MAX_ROUNDS = 70;

/** Two customers, or one and the desk, want the last use of a code or the last two rackets; one gets it. */
const RACES = [
  'code, code',
  'code, walk-in',
  'rackets, rackets',
  'rackets, change',
  'rackets, series',
] as const;
type Race = (typeof RACES)[number];

interface RaceRequest extends RacingRequest {
  race: Race;
  round: number;
}

/** A server runs the races of `RACES` while it is killed, `kills` times. */
export function stressExtras(kills: number) {
  if (kills > MAX_ROUNDS) throw new Error(`customers book at most ${MAX_ROUNDS} of these days ahead`);
  return raceWithKills({ kills, isExpected }, prepareRaces, examine);
}

/** A loser is told what is gone; a retry of what the killed server wrote finds its own slots taken. */
function isExpected({ status, json }: NonNullable<RaceRequest['answer']>): boolean {
  if (status !== 422) return status < 300 || status === 409;
  const { fields = {} } = json as { fields?: Record<string, string> };
  return 'code' in fields || 'add_ons' in fields;
}

const dateOf = (round: number) => addDays(clubToday(), 2 + round);
const codeOf = (race: Race, round: number) => `${race === 'code, code' ? 'CUSTOMERS' : 'DESK'}${round}`;

/** The second dates of one week's series and the first ones of the next week's are at different hours. */
const eveningOf = (round: number) => `${20 + 2 * (Math.floor(round / 7) % 2)}:00`;

/** Two codes with one use, a booking that the desk will add rackets to, and both requests of each race. */
function prepareRaces({ dataDir, admin, number: round }: Round): RaceRequest[] {
  const date = dateOf(round);
  const changed = withDatabase(dataDir, (db) =>
    db
      .transaction(() => {
        db.query(
          `INSERT OR IGNORE INTO add_on (id, name, price, unit, max_at_once) VALUES (1, 'Racket', 500, 'booking', ?)`,
        ).run(RACKETS);
        for (const race of ['code, code', 'code, walk-in'] as const)
          db.query("INSERT INTO promo_code (code, name, percent, max_uses) VALUES (?, 'Flyer', 10, 1)").run(
            codeOf(race, round),
          );
        return insertBooking(db, { date, hour: 16 });
      })
      .immediate(),
  );
  const request = (race: Race, name: string, method: string, path: string, body: object, headers = {}) => {
    const retry = { 'idempotency-key': crypto.randomUUID(), ...headers };
    const sendTo = (url: string) => send(url, method, path, body, retry);
    return { race, round, name, answer: null, send: sendTo };
  };
  const desk = { cookie: admin };
  const customer = (race: Race, court_id: number, start_time: string, extras: object) => {
    const email = `guest${round}-${court_id}-${start_time.slice(0, 2)}@example.com`;
    const body = bookingBody({ court_id, date, start_time, email, payment_method: 'cash', ...extras });
    return request(race, 'book', 'POST', '/api/book', body);
  };
  const walkIn = { court_id: 2, date, slots: ['12:00', '12:30'], name: 'Omar Sheikh' };
  const evening = eveningOf(round);
  const series = {
    ...{ court_id: 1, start_time: evening, half_hours: 2, weekday: weekdayOf(date), from: date, count: 2 },
    ...{ guest: { name: 'Hamza Tariq' }, add_ons: PAIR },
  };
  return [
    customer('code, code', 1, '10:00', { code: codeOf('code, code', round) }),
    customer('code, code', 2, '10:00', { code: codeOf('code, code', round) }),
    customer('code, walk-in', 1, '12:00', { code: codeOf('code, walk-in', round) }),
    request(
      ...(['code, walk-in', 'walk-in', 'POST', '/api/admin/bookings'] as const),
      ...([{ ...walkIn, code: codeOf('code, walk-in', round) }, desk] as const),
    ),
    customer('rackets, rackets', 1, '14:00', { add_ons: PAIR }),
    // They share half an hour.
    customer('rackets, rackets', 2, '14:30', { add_ons: PAIR }),
    customer('rackets, change', 2, '16:00', { add_ons: PAIR }),
    request(
      ...(['rackets, change', 'change', 'PUT', `/api/admin/bookings/${changed}/add-ons`] as const),
      ...([{ add_ons: PAIR }, desk] as const),
    ),
    customer('rackets, series', 2, evening, { add_ons: PAIR }),
    request('rackets, series', 'series', 'POST', '/api/admin/series', series, desk),
  ];
}

/** Every difference between the answers and the database; all lists are empty when nothing is wrong. */
function examine(dataDir: string, requests: readonly RaceRequest[]) {
  const { ids, ...integrity } = checkIntegrity(dataDir);
  const rounds = [...new Set(requests.map(({ round }) => round))];
  return withDatabase(dataDir, (db) => ({
    ...integrity,
    lost: requests.filter((request) => numbersOf(request).some((id) => !ids.has(id))),
    bothTold: rounds.flatMap((round) =>
      RACES.filter(
        (race) =>
          requests.filter((one) => one.round === round && one.race === race && isDone(one)).length > 1,
      ).map((race) => ({ round, race })),
    ),
    wrongWinners: rounds.flatMap((round) =>
      RACES.map((race) => ({ round, race, winners: countWinners(db, race, round) })).filter(
        ({ winners }) => winners !== 1,
      ),
    ),
    /** Half-hours in which more rackets are out than the club has. */
    tooManyRackets: db
      .query(
        `SELECT date, slot FROM claim JOIN booking_line USING (booking_id) WHERE kind = 'add_on'
         GROUP BY date, slot HAVING sum(quantity) > ${RACKETS}`,
      )
      .all(),
    wrongPrices: db
      .query(
        `SELECT id FROM booking WHERE computed_amount -
           (SELECT ifnull(sum(amount), 0) FROM booking_line WHERE booking_id = booking.id) NOT IN (4000, 5000)`,
      )
      .all(),
    halfSeries: db
      .query(
        'SELECT series_id FROM booking GROUP BY series_id HAVING series_id IS NOT NULL AND count(*) <> 2',
      )
      .all(),
    bookFaults: listBookFaults(db),
  }));
}

const isDone = ({ answer }: RaceRequest) => answer !== null && answer.status < 300;

/** The numbers of the bookings that an answer acknowledged. */
function numbersOf(request: RaceRequest): number[] {
  if (request.answer === null || !isDone(request)) return [];
  const { booking, data } = request.answer.json as {
    booking?: { id: number };
    data?: { booking?: { id: number }; bookings?: { id: number }[] };
  };
  return [booking, data?.booking, ...(data?.bookings ?? [])].flatMap((one) => one?.id ?? []);
}

/** How many bookings have what only one of a race could get. */
function countWinners(db: Database, race: Race, round: number): number {
  const [what, ...params] = race.startsWith('code')
    ? ["line.kind = 'code' AND line.label = ?", `Code ${codeOf(race, round)}`]
    : [
        "line.kind = 'add_on' AND date = ? AND start_time BETWEEN ? AND ?",
        dateOf(round),
        ...hoursOf(race, round),
      ];
  const sql = `SELECT count(*) AS n FROM booking JOIN booking_line AS line ON line.booking_id = booking.id
    WHERE status <> 'cancelled' AND ${what}`;
  return db.query<{ n: number }, string[]>(sql).get(...params)?.n ?? 0;
}

/** When the bookings of a race for rackets begin. */
function hoursOf(race: Race, round: number): [from: string, to: string] {
  if (race === 'rackets, rackets') return ['14:00', '14:30'];
  const hour = race === 'rackets, change' ? '16:00' : eveningOf(round);
  return [hour, hour];
}

/** What `stressExtras` finds when nothing is wrong. */
export const EXTRAS_INTACT = {
  ...{
    unexpected: [],
    integrity: ['ok'],
    foreignKeyViolations: 0,
    unclaimedBookings: 0,
    overlappingBookings: 0,
  },
  ...{ lost: [], bothTold: [], wrongWinners: [], tooManyRackets: [], wrongPrices: [], halfSeries: [] },
  bookFaults: [],
};
