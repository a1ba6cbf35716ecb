import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { EventDetails } from '../../../src/domain/api/event-routes.ts';
import type { AdminTournament, PayerTournament } from '../../../src/domain/api/tournament-routes.ts';
import { API, type ApiBody, type ApiRoute, type RouteContract } from '../../../src/domain/api.ts';
import { DEFAULT_CALENDAR } from '../../../src/domain/default-calendar.ts';
import {
  latestEmailToken,
  PASSWORD,
  register,
  registrationBody,
  sessionCookie,
} from '../../support/accounts.ts';
import { makeTempDir } from '../../support/data-dir.ts';
import { META, META_TOML, startGraphServer } from '../../support/graph-server.ts';
import { startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { createSignedCallback, startSafepayServer } from '../../support/safepay-server.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';
import { totpCode } from '../../support/totp-code.ts';
import { createTournamentEvent, type TournamentEvent } from '../../support/tournament-event.ts';
import { entryKeyHeader, offerKeyHeader } from '../../support/waitlist-links.ts';

const CONTRACT: [ApiRoute, RouteContract][] = Object.entries(API) as [ApiRoute, RouteContract][];

/** Values for the path and the search parameters of routes that need them. */
const ADDRESSES: Partial<Record<ApiRoute, string>> = {
  'GET /api/oauth/callback/:provider': '/api/oauth/callback/google',
  'GET /api/booking/:id/calendar.ics': '/api/booking/1/calendar.ics',
  'GET /api/booking/:id/receipt': '/api/booking/1/receipt',
  'GET /api/admin/bookings/:id/receipts/:receiptId': '/api/admin/bookings/1/receipts/1',
  'GET /api/add-ons': '/api/add-ons?date=2026-11-21&slots=18:00,18:30',
  'GET /api/admin/settings/raast': '/api/admin/settings/raast?variant=v02',
  'GET /api/slots': '/api/slots?date=2026-11-21&courtId=1',
  'GET /api/slots-by-court': '/api/slots-by-court?date=2026-11-21',
  'GET /api/booking/:id': '/api/booking/1',
  'GET /api/booking/:id/statement': '/api/booking/1/statement',
  'GET /api/admin/bookings/:id': '/api/admin/bookings/1',
  'GET /api/admin/bookings/:id/customer': '/api/admin/bookings/1/customer',
  'GET /api/admin/day': '/api/admin/day?date=2026-11-21',
  'GET /api/admin/waitlist': '/api/admin/waitlist?date=2026-11-26',
  'GET /api/admin/courts/:id/bookings': '/api/admin/courts/1/bookings',
  'GET /api/admin/courts/:id/history': '/api/admin/courts/1/history',
  'GET /api/admin/users/:id': '/api/admin/users/1',
  'GET /api/admin/shifts/:id': '/api/admin/shifts/1',
  'GET /api/admin/plans/:id/holders': '/api/admin/plans/1/holders',
  'GET /api/admin/users/:id/purchases': '/api/admin/users/1/purchases',
  'GET /api/admin/series/:id': '/api/admin/series/1',
  'GET /api/admin/conversations/:id': '/api/admin/conversations/1',
  'GET /api/admin/conversations/pictures/:id': '/api/admin/conversations/pictures/1',
  'GET /api/whatsapp': `/api/whatsapp?hub.mode=subscribe&hub.verify_token=${META.verify_token}&hub.challenge=1`,
};

/** Only this server's own question gets an answer; `settings/address-check.test.ts` asks it. */
const OWN_QUESTION: ApiRoute = 'GET /api/site-check/:token';

/** The routes that change something. */
type ChangingRoute = {
  [R in ApiRoute]: R extends `GET ${string}` ? never : R;
}[ApiRoute];
type TypicalRequest<R extends ApiRoute> = {
  /** The value of the path parameter. */
  param?: string | number;
  /** The value of a second one. */
  second?: string | number;
  headers?: Record<string, string>;
} & ([ApiBody<R>] extends [never]
  ? { body: FormData | Uint8Array | URLSearchParams }
  : ApiBody<R> extends undefined
    ? { body?: never }
    : { body: ApiBody<R> });

const CONTACT_MESSAGE = {
  name: 'Ayesha Khan',
  email: 'ayesha@example.com',
  subject: 'booking' as const,
  message: 'Is the terracotta court free on Sunday?',
};

/** Three Tuesdays of December. */
const SERIES = {
  court_id: 2,
  start_time: '18:00',
  half_hours: 2,
  weekday: 'tuesday' as const,
  from: '2026-12-08',
  count: 3,
  guest: { name: 'Bilal Ahmed' },
};

const ANY_PLAY = { tiers: null, courts: null, weekdays: null };
const PLAN = {
  kind: 'plan' as const,
  name: 'Gold',
  terms: {
    price: 30_000,
    months: 1 as const,
    days: null,
    hours: 4,
    hours_for: ANY_PLAY,
    discounts: [{ ...ANY_PLAY, percent: 20, amount_off: null }],
    days_ahead: 30,
    cancel_hours: 6,
    add_ons: [],
    events_percent: null,
    with_codes: false,
  },
};

const WAITLIST_ENTRY = {
  date: '2026-11-26',
  from: '18:00',
  until: '20:00',
  duration: 60,
  court_id: 2,
  name: 'Ayesha Khan',
  email: 'waiting@example.com',
  phone: '0300 1234567',
};

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let sms: ReturnType<typeof startSmsGateway>;
let graph: ReturnType<typeof startGraphServer>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let admin: { headers: Record<string, string> };
let member: { headers: Record<string, string> };
let bookingId: number;
beforeAll(async () => {
  safepay = startSafepayServer();
  sms = startSmsGateway();
  graph = startGraphServer();
  const env = { ...safepay.env, WHATSAPP_GRAPH_URL: graph.url, SMS_URL: `${sms.url}/?to={to}&text={text}` };
  club = await createTestClub({ env, toml: `[site]\npublic_url = "http://localhost"\n${META_TOML}` });
  mailServer = await startMailServer();
  member = await register(club);
  admin = await club.signIn({ email: 'admin@example.com', is_admin: true });
  bookingId = (await club.post('/api/book', bookingBody(), member.headers)).json.booking.id;
  await club.post('/api/contact', CONTACT_MESSAGE);
  graph.media.set('m1', { bytes: createPng(140, 140) });
  const { body, headers } = graph.receive('923119876543', { type: 'image', image: { id: 'm1' } });
  await club.post('/api/whatsapp', body, headers);
  await club.schedule.runNow('whatsapp callbacks');
  await uploadReceipt();
  await uploadReceipt();
  await club.put('/api/admin/courts/1', { hourly_rate: 5500 }, admin.headers);
  await club.post('/api/admin/shifts', { float: 2000 }, admin.headers);
  await club.post('/api/admin/series', SERIES, admin.headers);
  await club.post('/api/admin/bookings/1/payments', { amount: 1000, method: 'cash' }, admin.headers);
});
afterAll(async () => {
  club.close();
  await safepay.stop();
  sms.close();
  graph.stop();
  await mailServer.close();
});

async function uploadReceipt() {
  const body = createReceiptForm(createPng(140, 140), { email: 'ayesha@example.com' });
  const url = `http://localhost/api/booking/${bookingId}/receipt`;
  return club.app.handle(new Request(url, { method: 'POST', body }));
}

test('the contract and the server have the same routes with the same access', () => {
  const served = club.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path, hooks }) => [
      `${method} ${path}`,
      (hooks as { detail?: { access?: string } }).detail?.access,
    ]);
  const declared: (string | undefined)[][] = CONTRACT.map(([route, { access }]) => [route, access]);
  expect(declared.sort()).toEqual(served.sort());
});

test('/api/openapi.json is a valid OpenAPI document with every route', async () => {
  const { json } = await club.get('/api/openapi.json');
  const { valid, errors } = await new Validator().validate(structuredClone(json));
  expect([valid, errors]).toEqual([true, undefined]);
  const documented = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(documented.sort()).toEqual(CONTRACT.map(([route]) => route).sort());
});

describe('each answer has the shape its contract gives', () => {
  // The keys of these come with the requests below.
  const reads = CONTRACT.filter(
    ([route]) =>
      route !== OWN_QUESTION &&
      /^GET (?!.*(waitlist\/:id|offers|payers|matches\/:id|events\/:id|coach$|tournaments?\b))/.test(route),
  );
  test.each(reads)('%s', async (route, { access }) => {
    const address = ADDRESSES[route] ?? route.slice('GET '.length);
    const { headers } = access === 'member' ? member : admin;
    const response = await club.app.handle(
      // A sign-in through a provider replaces the session.
      new Request(`http://localhost${address}`, address.startsWith('/api/oauth/') ? {} : { headers }),
    );
    // The event stream has no end.
    await response.body?.cancel();
    expect([route, response.status < 400]).toEqual([route, true]);
  });

  const newSession = async () => {
    const body = { email: 'ayesha@example.com', password: PASSWORD };
    return { cookie: sessionCookie(await club.post('/api/auth/login', body)) };
  };
  const guestBooking = async (start_time: string) => {
    const body = bookingBody({
      date: '2026-11-24',
      start_time,
      email: `guest${start_time.slice(0, 2)}@example.com`,
    });
    const { booking, manage_url, contact_key } = (await club.post('/api/book', body)).json;
    const key = manage_url.split('.').at(-1) as string;
    return { id: booking.id as number, headers: { 'x-booking-key': key }, contact_key };
  };
  const payerHeaderOf = (joinUrl: string) => ({ 'x-booking-key': joinUrl.split('.').at(-1) as string });
  const openedMatch = async (start_time: string) => {
    const { id, headers } = await guestBooking(start_time);
    const { match } = (await club.post(`/api/booking/${id}/open`, { places: 1 }, admin.headers)).json;
    return { id, headers, match };
  };
  const splitBooking = async (start_time: string) => {
    const { id, headers } = await guestBooking(start_time);
    const { json } = await club.put(`/api/booking/${id}/payers`, { payers: [{}] }, headers);
    const { join_url, ...payer } = json.payers[1];
    return { id, headers, payer: { ...payer, headers: payerHeaderOf(join_url) } };
  };
  const saturday = { court_id: 2, date: '2026-11-21' };
  const authenticator = new SoftwareAuthenticator();
  const newestMessageId = () => club.rows<{ id: number }>('SELECT max(id) AS id FROM outbox')[0]?.id ?? 0;
  const seriesRequest = { court_id: 2, start_time: '20:00', half_hours: 3, from: '2026-12-01', dates: 10 };
  const seriesChange = {
    from: '2026-12-01',
    court_id: 2,
    weekday: 'monday',
    start_time: '19:00',
    half_hours: 2,
  } as const;
  const newSeries = { ...SERIES, start_time: '20:00' };
  const newClosure = { ...saturday, slots: ['10:00'], reason: 'Repairs' };
  const newClosing = {
    court_ids: [1, 2],
    first_day: '2026-12-12',
    last_day: '2026-12-13',
    from: '06:00',
    until: '06:00',
  };
  const newSetupToken = async () => (await club.createSetupLink(''))?.split('#')[1] ?? '';
  const newPassword = { new_password: PASSWORD, confirm_password: PASSWORD };

  const classDate = { date: '2026-12-22', start_time: '10:00', duration: 60, court_ids: [1] };
  const newClass = {
    kind: 'class' as const,
    title: 'Beginners’ class',
    least: 1,
    most: 4,
    price: 3000,
    sessions: [classDate],
  };
  /** The newest event, as the reception sees it. */
  const shownEvent = async () => {
    const id = club.rows<{ id: number }>('SELECT max(id) AS id FROM event')[0]?.id ?? 0;
    const { json } = await club.get(`/api/admin/events/${id}`, admin.headers);
    const { event, places } = json.data as EventDetails;
    return { ...event, places };
  };
  let tournament: TournamentEvent;
  const shownTournament = async () => {
    const { json } = await club.get(`/api/admin/tournaments/${tournament.id}`, admin.headers);
    return json.data.tournament as AdminTournament;
  };
  const customerOfBooking = () =>
    club.rows<{ id: number }>(`SELECT id FROM payer WHERE booking_id = ${bookingId} AND position = 1`)[0]
      ?.id ?? 0;
  const firstPurchasePayer = () =>
    club.rows<{ id: number }>('SELECT id FROM payer WHERE purchase_id = 1')[0]?.id ?? 0;

  /** A typical request for every route; the routes run in this order. A missing route does not compile. */
  const requests: { [R in ChangingRoute]: () => TypicalRequest<R> | Promise<TypicalRequest<R>> } = {
    'POST /api/book': () => ({
      body: { ...bookingBody({ court_id: 2, start_time: '20:00' }) },
    }),
    'POST /api/booking/:id/receipt': () => ({
      param: bookingId,
      body: createReceiptForm(createPng(140, 140), { email: 'ayesha@example.com' }),
    }),
    'POST /api/booking/:id/reschedule': async () => {
      const { id, headers } = await guestBooking('15:00');
      const target = { court_id: 1, date: '2026-11-25', slots: ['19:00', '19:30'], amount: 5500 };
      return { param: id, headers, body: target };
    },
    'POST /api/booking/:id/cancel': async () => {
      const { id, headers } = await guestBooking('16:00');
      return { param: id, headers, body: { amount_back: 0 } };
    },
    'POST /api/booking/:id/pay': async () => {
      const credit = { paid: 20_000, credit: 20_000, method: 'card' };
      const { id: memberId } = (await club.get('/api/auth/user', member.headers)).json;
      await club.post(`/api/admin/users/${memberId}/credit`, credit, admin.headers);
      const time = { court_id: 1, date: '2026-11-27', start_time: '18:00', payment_method: 'cash' };
      const { json } = await club.post('/api/book', bookingBody(time), member.headers);
      const { id, balance } = json.booking;
      return { param: id, headers: member.headers, body: { method: 'credit', amount: balance } };
    },
    'PUT /api/booking/:id/payers': async () => {
      const { id, headers } = await splitBooking('19:00');
      return { param: id, headers, body: { payers: [{ charge: 1000 }] } };
    },
    'POST /api/booking/:id/open': async () => {
      const { id, headers } = await guestBooking('12:00');
      return { param: id, headers, body: { places: 2, level_from: 'improver', text: 'Friendly' } };
    },
    'PUT /api/booking/:id/open': async () => {
      const { id, headers } = await openedMatch('13:00');
      return { param: id, headers, body: { decision: 'close' } };
    },
    'POST /api/matches/:id/players': async () => {
      const { match } = await openedMatch('09:00');
      await club.get(`/api/matches/${match.id}`);
      return { param: match.id, body: { name: 'Sana Malik', email: 'sana@example.com' } };
    },
    'POST /api/matches/:id/report': async () => ({ param: (await openedMatch('23:00')).match.id }),
    'POST /api/admin/coaches': () => ({ body: { name: 'Omar Aziz' } }),
    'PUT /api/admin/coaches/:id': () => ({ param: 1, body: { name: 'Omar Aziz', active: true } }),
    'POST /api/admin/coaches/:id/busy': () => ({
      param: 1,
      body: { date: '2026-12-21', start_time: '10:00', duration: 60 },
    }),
    'DELETE /api/admin/coach-busy/:id': () => ({ param: 1 }),
    'POST /api/admin/events/preview': () => ({ body: { coach_id: 1, sessions: [classDate] } }),
    'POST /api/admin/events': () => ({ body: { ...newClass, coach_id: 1, make_ups: true } }),
    'POST /api/admin/events/:id/publish': async () => {
      const { id, version } = await shownEvent();
      return { param: id, body: { version } };
    },
    'PUT /api/admin/events/:id': async () => {
      const { id, version } = await shownEvent();
      const { kind: _, sessions: __, ...texts } = newClass;
      return { param: id, body: { ...texts, coach_id: 1, make_ups: true, version } };
    },
    'PUT /api/admin/events/:id/image': async () => ({
      param: (await shownEvent()).id,
      body: createPng(20, 20),
    }),
    'POST /api/events/:id/places': async () => {
      const { id } = await shownEvent();
      await club.get(`/api/events/${id}`);
      return { param: id, body: { name: 'Sana Malik', email: 'sana@example.com' } };
    },
    'POST /api/admin/events/:id/places': async () => ({
      param: (await shownEvent()).id,
      body: { name: 'Bilal Ahmed' },
    }),
    'PUT /api/admin/event-sessions/:id': async () => {
      const { sessions, version } = await shownEvent();
      return { param: sessions[0]?.id ?? 0, body: { ...classDate, start_time: '11:00', version } };
    },
    'PUT /api/admin/event-sessions/:id/attendance': async () => {
      const { sessions, places } = await shownEvent();
      return { param: sessions[0]?.id ?? 0, body: { payer_id: places[0]?.payer_id ?? 0, came: null } };
    },
    'PUT /api/admin/events/:id/make-ups': async () => {
      const { id, sessions, places } = await shownEvent();
      await club.get(`/api/admin/events/${id}/make-ups`, admin.headers);
      const missed = { payer_id: places[0]?.payer_id ?? 0, missed_session_id: sessions[0]?.id ?? 0 };
      return { param: id, body: { ...missed, session_id: null } };
    },
    'PUT /api/payers/:id/make-ups': async () => {
      const { id, sessions } = await shownEvent();
      const { json } = await club.post(`/api/events/${id}/places`, {
        name: 'Omar',
        email: 'omar@example.com',
      });
      const [place] = json.places as { id: number; join_url: string }[];
      const headers = payerHeaderOf(place?.join_url ?? '');
      await club.get(`/api/payers/${place?.id}/make-ups`, headers);
      const body = { missed_session_id: sessions[0]?.id ?? 0, session_id: null };
      return { param: place?.id ?? 0, headers, body };
    },
    'POST /api/admin/coaches/:id/link': async () => {
      const { json } = await club.post('/api/admin/coaches/1/link', {}, admin.headers);
      await club.get('/api/coach?id=1', { 'x-coach-key': json.data.url.split('.').at(-1) });
      return { param: 1 };
    },
    'POST /api/admin/events/:id/cancel': async () => {
      const { id, version } = await shownEvent();
      return { param: id, body: { reason: 'The coach is ill', version } };
    },
    'POST /api/admin/tournaments/:id': async () => {
      tournament = await createTournamentEvent(club, admin.headers, 8, { date: '2026-12-24' });
      const { id, places } = tournament;
      const players = places.map((place) => ({ payer_id: place.id }));
      return { param: id, body: { format: 'americano', points: 24, rounds: 5, court_ids: [1, 2], players } };
    },
    'PUT /api/payers/:id/tournament/score': async () => {
      const [place] = tournament.places;
      const url = `/api/payers/${place?.id}/tournament`;
      const shown = (await club.get(url, place?.headers)).json as PayerTournament;
      await club.get(`/api/events/${tournament.id}/tournament`);
      const games = shown.tournament?.schedule[0]?.games ?? [];
      const game = games.find(({ sides }) => shown.mine.some((player) => sides.flat().includes(player)));
      const { court = 0, version = 0 } = game ?? {};
      const score: [number, number] = [13, 11];
      return {
        param: place?.id ?? 0,
        headers: place?.headers ?? {},
        body: { round: 1, court_id: court, score, version },
      };
    },
    'PUT /api/admin/tournaments/:id/score': async () => {
      const { schedule } = await shownTournament();
      const game = schedule[0]?.games.find(({ score }) => score === null);
      const score: [number, number] = [12, 12];
      return {
        param: tournament.id,
        body: { round: 1, court_id: game?.court ?? 0, score, version: game?.version ?? 0 },
      };
    },
    'POST /api/admin/tournaments/:id/swap': async () => {
      const { schedule, version } = await shownTournament();
      const [one, other] = schedule[1]?.games ?? [];
      const players: [number, number] = [one?.sides[0][0] ?? 0, other?.sides[0][0] ?? 0];
      return { param: tournament.id, body: { round: 2, players, version } };
    },
    'POST /api/admin/tournaments/:id/players': async () => {
      const { version } = await shownTournament();
      return { param: tournament.id, body: { players: [{ name: 'Sana Malik' }], version } };
    },
    'PUT /api/admin/tournaments/:id/players/:playerId': async () => {
      const { players, version } = await shownTournament();
      return { param: tournament.id, second: players.at(-1)?.id ?? 0, body: { plays: false, version } };
    },
    'PUT /api/admin/tournaments/:id/plan': async () => {
      const { version } = await shownTournament();
      return { param: tournament.id, body: { rounds: 4, court_ids: [1], version } };
    },
    'PUT /api/admin/tournaments/:id/finished': async () => {
      const { version } = await shownTournament();
      return { param: tournament.id, body: { finished: true, version } };
    },
    'DELETE /api/admin/tournaments/:id': async () => {
      const other = await createTournamentEvent(club, admin.headers, 4, { date: '2026-12-25' });
      const players = other.places.map((place) => ({ payer_id: place.id }));
      const body = { format: 'mexicano', points: 24, rounds: 5, court_ids: [1], players };
      await club.post(`/api/admin/tournaments/${other.id}`, body, admin.headers);
      return { param: other.id };
    },
    'POST /api/payers/:id/pay': async () => {
      const { payer } = await splitBooking('20:00');
      await club.get(`/api/payers/${payer.id}`, payer.headers);
      const contact = { name: 'Sana Malik', email: 'sana@example.com', phone: '0300 7654321' };
      const body = { method: 'bank_transfer', amount: payer.charge, ...contact } as const;
      return { param: payer.id, headers: payer.headers, body };
    },
    'POST /api/payers/:id/receipt': async () => {
      const { payer } = await splitBooking('21:00');
      const contact = { name: 'Omar Farooq', email: 'omar@example.com' };
      const promise = { method: 'bank_transfer', amount: payer.charge, ...contact };
      const { json } = await club.post(`/api/payers/${payer.id}/pay`, promise, payer.headers);
      const body = createReceiptForm(createPng(140, 140));
      return { param: payer.id, headers: payerHeaderOf(json.join_url), body };
    },
    'POST /api/payers/:id/leave': async () => {
      const { payer } = await splitBooking('22:00');
      return { param: payer.id, headers: payer.headers, body: { amount_back: 0 } };
    },
    'PUT /api/payers/:id/refund-account': async () => {
      const { id, payer } = await splitBooking('11:00');
      const payment = { amount: 9000, method: 'bank_transfer', payer_id: payer.id };
      await club.post(`/api/admin/bookings/${id}/payments`, payment, admin.headers);
      const body = { title: 'Sana Malik', account: '0300 1234567' };
      return { param: payer.id, headers: payer.headers, body };
    },
    'PUT /api/booking/:id/refund-account': async () => {
      const { id, headers } = await guestBooking('14:00');
      const payment = { amount: 9000, method: 'bank_transfer' };
      await club.post(`/api/admin/bookings/${id}/payments`, payment, admin.headers);
      return { param: id, headers, body: { title: 'Ayesha Khan', account: '0300 1234567' } };
    },
    'PUT /api/booking/:id/contact': async () => {
      const { id, headers, contact_key } = await guestBooking('17:00');
      return { param: id, headers, body: { email: 'corrected@example.com', contact_key } };
    },
    'POST /api/payments/callback/safepay': () => {
      const { body, signature } = createSignedCallback('track_unknown');
      return { body: new TextEncoder().encode(body), headers: { 'x-sfpy-signature': signature } };
    },
    'POST /api/payments/return': () => ({ body: new URLSearchParams({ tracker: 'track_unknown' }) }),
    'POST /api/manage-links': () => ({ body: { email: 'ayesha@example.com' } }),
    'POST /api/contact': () => ({ body: CONTACT_MESSAGE }),
    'POST /api/waitlist': async () => {
      const slots = ['18:00', '18:30', '19:00', '19:30'];
      const closure = { court_id: 2, date: '2026-11-26', slots, reason: 'Tournament' };
      await club.post('/api/admin/closures', closure, admin.headers);
      return { body: WAITLIST_ENTRY };
    },
    'POST /api/waitlist/:id/confirm': () => ({ param: 1, headers: entryKeyHeader(club, 1) }),
    'POST /api/admin/waitlist/:id/confirm': () => ({ param: 1 }),
    'DELETE /api/admin/offers/:id': async () => {
      const closures = club.rows<{ id: number }>("SELECT id FROM closure WHERE date = '2026-11-26'");
      await club.delete(`/api/admin/closures/${closures[0]?.id}`, admin.headers);
      const [offer] = club.rows<{ id: number }>('SELECT id FROM offer');
      const path = `/api/offers/${offer?.id}`;
      await club.get(path, offerKeyHeader(club, offer?.id ?? 0));
      return { param: offer?.id ?? 0 };
    },
    'DELETE /api/waitlist/:id': async () => {
      const headers = entryKeyHeader(club, 1);
      await club.get('/api/waitlist/1', headers);
      return { param: 1, headers };
    },

    'POST /api/auth/verify': () => ({ body: { token: latestEmailToken(club, 'verify_email') } }),
    'POST /api/auth/register': () => ({ body: registrationBody({ email: 'sana@example.com', phone: '' }) }),
    'POST /api/auth/login': () => ({ body: { email: 'ayesha@example.com', password: PASSWORD } }),
    'POST /api/auth/logout': async () => ({ headers: await newSession() }),
    'PUT /api/auth/profile': () => ({ body: { name: 'Ayesha Malik', phone: '0300 7654321' } }),
    'PUT /api/auth/preferences': () => ({ body: { sms_notifications: true, favorite_courts: [1] } }),
    'POST /api/auth/send-verification': async () => ({
      headers: (await register(club, { email: 'bilal@example.com', phone: '0300 2223334' })).headers,
    }),
    'PUT /api/auth/pin': () => ({ headers: admin.headers, body: { pin: '2468' } }),
    'POST /api/auth/lock': () => ({ headers: admin.headers }),
    'POST /api/auth/unlock': () => ({ headers: admin.headers, body: { pin: '2468' } }),
    'DELETE /api/auth/sessions/:id': async () => {
      const { json } = await club.get('/api/auth/sessions', member.headers);
      return { param: json.find((session: { current: boolean }) => !session.current).id };
    },
    'POST /api/oauth/callback/apple': () => ({ body: new URLSearchParams({ state: 'unknown' }) }),
    'DELETE /api/auth/sign-in-methods/:provider': () => {
      club.db.run(`INSERT INTO identity (issuer, subject, user_id, provider, created_at)
                   SELECT 'https://github.com', '1', id, 'github', 0 FROM user WHERE email = 'ayesha@example.com'`);
      return { param: 'github' };
    },
    'POST /api/auth/passkeys/options': () => ({}),
    'POST /api/auth/passkeys': async () => {
      const { options } = (await club.post('/api/auth/passkeys/options', {}, member.headers)).json;
      return { body: { name: 'Phone', credential: authenticator.create(options) } };
    },
    'PUT /api/auth/passkeys/:id': () => ({ param: 1, body: { name: 'Old phone' } }),
    'POST /api/auth/passkey-login/options': () => ({}),
    'POST /api/auth/passkey-login': async () => {
      const { options } = (await club.post('/api/auth/passkey-login/options', {})).json;
      return { body: { credential: authenticator.get(options) } };
    },
    'POST /api/auth/reauthenticate/options': () => ({}),
    'POST /api/auth/reauthenticate': async () => {
      const { options } = (await club.post('/api/auth/reauthenticate/options', {}, member.headers)).json;
      return { body: { credential: authenticator.get(options) } };
    },
    'DELETE /api/auth/passkeys/:id': () => ({ param: 1 }),
    'POST /api/auth/totp': () => ({}),
    'POST /api/auth/totp/confirm': async () => {
      const { secret } = (await club.post('/api/auth/totp', {}, member.headers)).json;
      return { body: { code: await totpCode(secret, club.clock.now) } };
    },
    'POST /api/auth/recovery-codes': () => ({}),
    'DELETE /api/auth/totp': () => ({}),
    'PUT /api/auth/password': async () => ({
      headers: await newSession(),
      body: { current_password: PASSWORD, ...newPassword },
    }),
    'POST /api/auth/forgot-password': () => ({ body: { email: 'ayesha@example.com' } }),
    'POST /api/auth/reset-password': () => ({
      body: { token: latestEmailToken(club, 'reset_password'), ...newPassword },
    }),
    'POST /api/auth/logout-everywhere': async () => ({ headers: await newSession() }),

    'POST /api/admin/bookings': () => ({
      body: {
        ...saturday,
        slots: ['17:00', '17:30'],
        name: 'Bilal Ahmed',
        phone: '0300 1112223',
        paid: true,
      },
    }),
    'POST /api/admin/bookings/quote': () => ({ body: { ...saturday, slots: ['17:00', '17:30'] } }),
    'POST /api/admin/bookings/:id/quote': () => ({
      param: bookingId,
      body: { ...saturday, slots: ['15:00', '15:30', '16:00'] },
    }),
    'PUT /api/admin/bookings/:id/slots': () => ({
      param: bookingId,
      body: {
        ...saturday,
        slots: ['15:00', '15:30'],
        version: club.findBooking(bookingId)?.version ?? 0,
      },
    }),
    'POST /api/admin/bookings/:id/receipt/reject': () => ({
      param: bookingId,
      body: { reason: 'The amount is not readable' },
    }),
    'POST /api/admin/mass-unpaid-bookings/release': () => ({ body: { booking_ids: [999] } }),
    'POST /api/admin/late-receipts/:id': async () => {
      const { json } = await club.post('/api/book', bookingBody({ court_id: 2, start_time: '22:00' }));
      const { id } = json.booking;
      club.db.run(`DELETE FROM claim WHERE booking_id = ${id}`);
      club.db.run(`UPDATE booking SET state = 'released' WHERE id = ${id}`);
      club.db.run(
        `UPDATE payer SET charge = 0, payment_receipt = 'a.webp', receipt_waits = 1 WHERE booking_id = ${id}`,
      );
      return { param: id, body: { decision: 'refund' } };
    },
    'PUT /api/admin/bookings/:id/status': () => ({ param: bookingId, body: { status: 'paid' } }),
    'PUT /api/admin/bookings/:id/contact': () => ({
      param: bookingId,
      body: { email: 'ayesha.malik@example.com' },
    }),
    'POST /api/admin/bookings/:id/resend': () => ({ param: bookingId }),
    'POST /api/admin/bookings/:id/invoice': () => ({ param: bookingId }),
    'POST /api/admin/payers/:id/resend': async () => ({
      param: (await splitBooking('10:00')).payer.id,
    }),
    'POST /api/admin/payers/:id/link': () => ({ param: customerOfBooking() }),
    'POST /api/handed-link': async () => {
      const path = `/api/admin/payers/${customerOfBooking()}/link`;
      const { link } = (await club.post(path, {}, admin.headers)).json.data;
      return { body: { link: link.split('#')[1] } };
    },
    'POST /api/admin/bookings/:id/payments': () => ({
      param: bookingId,
      body: { amount: 500, method: 'cash', note: 'a tip' },
    }),
    'POST /api/admin/bookings/:id/refunds': () => ({
      param: bookingId,
      body: { amount: 100, method: 'cash' },
    }),
    'POST /api/admin/statements': () => {
      const body = new FormData();
      const columns = {
        header: 0,
        date: 0,
        date_order: 'ymd',
        time: null,
        credit: 1,
        direction: null,
        text: [2],
      };
      body.set(
        'file',
        new File(
          [
            'Date,Credit,Details\n2026-11-20,700,tea\n2026-11-20,800,rent\n',
            '2026-11-20,900,IBFT Sana\n2026-11-20,-900,Reversal of Bilal\n',
          ],
          'bank.csv',
        ),
      );
      body.set('columns', JSON.stringify({ ...columns, iban: TEST_IBAN }));
      return { body };
    },
    'POST /api/admin/bank-lines/match-sure': () => ({}),
    'POST /api/admin/bank-lines/:id/match': () => ({
      param: 1,
      body: { parts: [{ booking_id: 1, amount: 700 }] },
    }),
    'DELETE /api/admin/bank-lines/:id/match': () => ({ param: 1 }),
    'POST /api/admin/bank-lines/:id/ignore': () => ({ param: 2, body: { reason: 'Rent of the café' } }),
    'DELETE /api/admin/bank-lines/:id/doubt': () => ({ param: 3 }),
    'POST /api/admin/missing-transfers/ask': async () => {
      const walkIn = {
        court_id: 1,
        date: '2026-11-26',
        slots: ['21:00', '21:30'],
        name: 'Zain',
        email: 'zain@example.com',
      };
      const { id } = (await club.post('/api/admin/bookings', walkIn, admin.headers)).json.data.booking;
      const paid = { amount: 500, method: 'bank_transfer' };
      const { entry } = (await club.post(`/api/admin/bookings/${id}/payments`, paid, admin.headers)).json
        .data;
      // As if the bank's statements reached a week further.
      club.db.run("UPDATE bank_statement SET last_date = '2026-11-27'");
      return { body: { booking_id: id, payer_id: entry.payer_id, entry_id: entry.id } };
    },
    'POST /api/admin/ledger/:id/reverse': () => ({ param: 1, body: { reason: 'typed twice' } }),
    'PUT /api/admin/staff-grants/seen': () => ({ body: { staff_id: 1, last_id: 1 } }),
    'PUT /api/admin/shifts/:id/close': () => ({ param: 1, body: { counted: 2400 } }),
    'POST /api/admin/shifts': () => ({ body: { float: 2400 } }),
    'POST /api/admin/users/:id/credit': () => ({
      param: 1,
      body: { paid: 10_000, credit: 11_000, method: 'card' },
    }),
    'POST /api/admin/series/preview': () => ({ body: newSeries }),
    'POST /api/admin/series': () => ({ body: newSeries }),
    'POST /api/admin/series/:id/change/preview': () => ({ param: 1, body: seriesChange }),
    'POST /api/admin/series/:id/change': () => ({ param: 1, body: seriesChange }),
    'POST /api/admin/series/:id/payments': () => ({
      param: 1,
      body: { booking_ids: [bookingId + 1], method: 'cash' },
    }),
    'POST /api/admin/series/:id/let-end': () => ({ param: 1 }),
    'POST /api/admin/series/:id/cancel': () => ({ param: 1, body: { from: '2026-12-20' } }),
    'POST /api/series-requests': async () => ({ body: seriesRequest, headers: await newSession() }),
    'DELETE /api/series-requests/:id': async () => {
      const headers = await newSession();
      const { json } = await club.post('/api/series-requests', seriesRequest, headers);
      return { param: json.request.id, headers };
    },
    'POST /api/admin/series-requests/:id/decline': async () => {
      const { json } = await club.post('/api/series-requests', seriesRequest, await newSession());
      return { param: json.request.id, body: { reason: 'A tournament takes the court.' } };
    },
    'POST /api/admin/bookings/in-the-way': () => ({ body: { booking_ids: [bookingId] } }),
    'POST /api/admin/closures': () => ({ body: newClosure }),
    'POST /api/admin/close-courts/preview': () => ({ body: newClosing }),
    'POST /api/admin/close-courts': () => ({ body: { ...newClosing, reason: 'Rain', leave: [] } }),
    'PUT /api/admin/bookings/:id/attendance': () => ({ param: bookingId, body: { attendance: null } }),
    'PUT /api/admin/bookings/:id/customer/block': () => ({
      param: bookingId,
      body: { rule: 'prepaid', reason: 'Never came', until: '2027-01-31' },
    }),
    'DELETE /api/admin/bookings/:id/customer/block': () => ({ param: bookingId }),
    'POST /api/admin/bookings/:id/customer/notes': () => ({
      param: bookingId,
      body: { note: 'Plays left-handed' },
    }),
    'DELETE /api/admin/bookings/:id/customer/notes/:noteId': async () => {
      const path = `/api/admin/bookings/${bookingId}/customer/notes`;
      const { json } = await club.post(path, { note: 'Called twice' }, admin.headers);
      return { param: bookingId, second: json.data.note.id };
    },
    'DELETE /api/admin/closures/:id': async () => {
      const closure = { ...newClosure, slots: ['12:00'] };
      const { json } = await club.post('/api/admin/closures', closure, admin.headers);
      return { param: json.data.closure.id };
    },
    'POST /api/admin/courts': () => ({
      body: {
        name: 'Court 3 - Social & Lessons',
        hourly_rate: 4500,
        features: ['LED lighting'],
        position: 2,
      },
    }),
    'POST /api/admin/courts/:id/prices': () => ({
      param: 1,
      body: { from: '2026-12-01', hourly_rate: 6000 },
    }),
    'DELETE /api/admin/court-prices/:id': () => ({ param: 1 }),
    'PUT /api/admin/calendar': () => ({ body: { calendar: DEFAULT_CALENDAR, version: 0 } }),
    'POST /api/admin/add-ons': () => ({
      body: { name: 'Racket', price: 500, unit: 'booking', max_at_once: 4 },
    }),
    'PUT /api/admin/add-ons/order': () => ({ body: { add_ons: [1] } }),
    'PUT /api/admin/add-ons/:id': () => ({ param: 1, body: { name: 'Racket', price: 600, unit: 'booking' } }),
    'POST /api/admin/promo-codes': () => ({
      body: { code: 'WELCOME10', name: 'Flyer', percent: 10, tiers: ['peak'] },
    }),
    'PUT /api/admin/promo-codes/:id': () => ({
      param: 1,
      body: { code: 'WELCOME10', name: 'Flyer', percent: 15 },
    }),
    'POST /api/admin/plans': () => ({ body: PLAN }),
    'PUT /api/admin/plans/:id': () => ({
      param: 1,
      body: { ...PLAN, terms: { ...PLAN.terms, price: 32_000 } },
    }),
    'POST /api/auth/purchases': async () => ({
      headers: await newSession(),
      body: { version_id: 2, payment_method: 'bank_transfer' },
    }),
    'POST /api/admin/users/:id/purchases': async () => ({
      param: (await club.signIn({ email: 'regular@example.com' })).id,
      body: { version_id: 2, method: 'cash' },
    }),
    'POST /api/admin/purchases': () => ({
      body: { version_id: 2, method: 'cash', name: 'Sana Malik', phone: '0300 5554443' },
    }),
    'PUT /api/auth/purchases/:id/friends': async () => ({
      param: 1,
      headers: await newSession(),
      body: { version: 1, emails: [] },
    }),
    'PUT /api/admin/purchases/:id/extend': () => ({
      param: 2,
      body: { version: 2, days: 3, reason: 'Rain' },
    }),
    'PUT /api/admin/purchases/:id/pause': () => ({ param: 2, body: { version: 3, paused: true } }),
    'PUT /api/admin/purchases/:id/end': async () => {
      const [row] = club.rows<{ user_id: number }>('SELECT user_id FROM purchase WHERE id = 2');
      const path = `/api/admin/users/${row?.user_id}/purchases`;
      const [purchase] = (await club.get(path, admin.headers)).json.data.purchases;
      return {
        param: 2,
        body: { version: purchase.version, reason: 'Moves away', amount_back: purchase.gives_back },
      };
    },
    'POST /api/admin/payers/:id/refunds': async () => {
      const [payer] = (await club.get('/api/admin/payers/open', admin.headers)).json.data.filter(
        ({ balance }: { balance: number }) => balance < 0,
      );
      return { param: payer.id, body: { amount: -payer.balance, method: 'cash' as const } };
    },
    'POST /api/admin/payers/:id/payments': () => ({
      param: firstPurchasePayer(),
      body: { amount: 1000, method: 'cash' as const },
    }),
    'POST /api/admin/payers/:id/receipt/reject': async () => {
      const path = `/api/payers/${firstPurchasePayer()}/receipt`;
      await club.app.handle(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: await newSession(),
          body: createReceiptForm(createPng(150, 150)),
        }),
      );
      const payerPath = `/api/admin/payers/${firstPurchasePayer()}`;
      const { receipt } = (await club.get(payerPath, admin.headers)).json.data;
      await club.get(receipt.url, admin.headers);
      return { param: firstPurchasePayer(), body: { reason: 'Another sum' } };
    },
    'POST /api/book/cash-check': () => ({ body: { email: 'ali@example.com', phone: '0300 1234567' } }),
    'POST /api/promo-codes/check': () => ({
      body: { code: 'welcome 10', date: '2026-11-24', start_time: '18:00' },
    }),
    'PUT /api/admin/bookings/:id/add-ons': () => ({
      param: 1,
      body: { add_ons: [{ id: 1, quantity: 2 }] },
    }),
    'PUT /api/admin/courts/order': () => ({ body: { courts: [1, 2, 3] } }),
    'PUT /api/admin/courts/:id': () => ({ param: 1, body: { features: ['Panoramic glass'] } }),
    'PUT /api/admin/courts/:id/image': () => ({ param: 1, body: createPng(40, 40) }),
    'DELETE /api/admin/courts/:id/image': () => ({ param: 1 }),
    'POST /api/admin/feeds': () => ({
      body: { label: 'Coach Bilal', audience: 'coach', content: 'bookings', court_id: 1 },
    }),
    'DELETE /api/admin/feeds/:id': () => ({ param: 1 }),
    'PUT /api/admin/settings': () => ({ body: { changes: { 'club.tagline': 'Play. Sip. Stay.' } } }),
    'PUT /api/admin/settings/pictures/:name': () => ({ param: 'hero', body: createPng(40, 40) }),
    'DELETE /api/admin/settings/pictures/:name': () => ({ param: 'hero' }),
    'PUT /api/booking/:id/company': () => ({
      param: bookingId,
      headers: admin.headers,
      body: { company: 'Chenab Textiles', tax_number: '' },
    }),
    'DELETE /api/admin/settings/planned': () => ({}),
    'PUT /api/admin/machine-settings/mail': () => ({
      body: {
        host: '127.0.0.1',
        port: Number(new URL(mailServer.url).port),
        user: '',
        password: '',
        from: '',
      },
    }),
    'PUT /api/admin/machine-settings/address': () => ({
      body: { address: 'https://club.example' },
      headers: { origin: 'https://club.example', 'sec-fetch-site': 'same-origin' },
    }),
    'POST /api/admin/machine-settings/address/check': () => ({}),
    'PUT /api/admin/machine-settings/copies': () => ({
      body: {
        folder: makeTempDir(),
        endpoint: '',
        region: '',
        bucket: '',
        prefix: '',
        access_key_id: '',
        secret_access_key: '',
      },
    }),
    'PUT /api/admin/machine-settings/channels/:channel': () => ({
      param: 'whatsapp',
      body: {
        phone_number_id: META.phone_number_id,
        business_account_id: META.business_account_id,
        token: '',
        app_secret: '',
        verify_token: '',
      },
    }),
    'POST /api/whatsapp': () => {
      const { body, headers } = graph.receive('923119876543', { type: 'text', text: { body: 'Hello' } });
      return { body: new TextEncoder().encode(body), headers };
    },
    'PUT /api/admin/conversations/:id': () => ({ param: 1, body: { read: true } }),
    'POST /api/admin/conversations/:id/answer': () => ({ param: 1, body: { text: 'Hello' } }),
    'POST /api/admin/conversations/pictures/:id/receipt': async () => {
      const { id } = await guestBooking('08:00');
      return { param: 1, body: { booking_id: id } };
    },
    'POST /api/admin/whatsapp/test': () => ({ body: { phone: '0311 9876543' } }),
    'POST /api/admin/invitations': () => ({ body: { email: 'sadia@example.com', role: 'staff' } }),
    'POST /api/auth/invitation': () => ({ body: { token: latestEmailToken(club, 'invitation') } }),
    'POST /api/auth/invitation/accept': () => ({
      body: { token: latestEmailToken(club, 'invitation'), name: 'Sadia Malik', password: PASSWORD },
    }),
    'DELETE /api/admin/invitations/:id': async () => {
      const invitation = { email: 'hina@example.com', role: 'owner' };
      const { json } = await club.post('/api/admin/invitations', invitation, admin.headers);
      return { param: json.data.invitations[0].id };
    },
    'POST /api/admin/personal-data': () => ({ body: { email: 'stranger@example.com' } }),
    'POST /api/personal-data/download': () => ({
      body: { token: latestEmailToken(club, 'personal_data_link') },
    }),
    'POST /api/personal-data/delete': () => ({
      body: { token: latestEmailToken(club, 'personal_data_link') },
    }),
    'DELETE /api/auth/account': async () => ({
      headers: (await register(club, { email: 'leaves@example.com', phone: '' })).headers,
    }),
    'PUT /api/admin/users/:id/role': () => ({ param: 1, body: { role: 'staff' } }),
    'DELETE /api/admin/users/:id/second-factors': () => ({ param: 3 }),
    'DELETE /api/admin/users/:id/sessions': () => ({ param: 3 }),
    'POST /api/admin/users/:id/reset-link': () => ({ param: 3 }),
    'POST /api/admin/settings/test-email': () => ({}),
    'POST /api/admin/settings/test-text': () => ({ body: { phone: '0300 1234567' } }),
    'POST /api/admin/clock/confirm': () => ({}),
    'POST /api/admin/outdated-transfers/email': () => ({}),
    'PUT /api/admin/messages/:id': () => ({ param: 1, body: { read: true } }),
    'POST /api/admin/outbox/:id/retry': () => ({ param: newestMessageId() }),
    // The last ones, because a club that has an admin needs no set-up.
    'POST /api/setup/check': async () => {
      club.db.run('UPDATE user SET role = NULL');
      return { body: { token: await newSetupToken() } };
    },
    'POST /api/setup': async () => ({
      body: {
        token: await newSetupToken(),
        name: 'Sana Malik',
        email: 'sana@club.example',
        password: PASSWORD,
      },
    }),
  };

  test.each(Object.keys(requests) as ChangingRoute[])('%s', async (route) => {
    const {
      param = '',
      second = '',
      body,
      headers = {},
    }: {
      param?: string | number;
      second?: string | number;
      body?: unknown;
      headers?: object;
    } = await requests[route]();
    const [method = '', path = ''] = route.split(' ');
    const caller = { anyone: {}, member: member.headers, staff: admin.headers, owner: admin.headers }[
      API[route].access
    ];
    const init =
      body === undefined ||
      body instanceof Uint8Array ||
      body instanceof FormData ||
      body instanceof URLSearchParams
        ? { body: (body ?? null) as FormData | null, headers: { ...caller, ...headers } }
        : {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', ...caller, ...headers },
          };
    const url = `http://localhost${path.replace(/:\w+/, String(param)).replace(/\/:\w+/, `/${second}`)}`;
    const response = await club.app.handle(new Request(url, { method, ...init }));
    expect([route, response.status < 400 || (await response.text())]).toEqual([route, true]);
  });

  test('no route is left that has not answered with success', () => {
    const missing = CONTRACT.map(([route]) => route).filter(
      (route) => route !== OWN_QUESTION && !club.answeredRoutes.has(route),
    );
    expect(missing).toEqual([]);
  });
});
