/** Whoever changes an event, a coach or a tournament: open dashboards hear of it, and the log keeps who decided. */
import { expect, test } from 'bun:test';
import type { EVENT_ROUTES, EventDetails } from '../../../src/domain/api/event-routes.ts';
import type { TOURNAMENT_ROUTES } from '../../../src/domain/api/tournament-routes.ts';
import { clubForEachTest } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';
import { createTournamentEvent } from '../../support/tournament-event.ts';

const NOW = Date.parse('2026-11-18T12:00:00+05:00');
const club = clubForEachTest({ now: NOW, env: { PUBLIC_URL: 'http://localhost' } });

type Route = keyof typeof EVENT_ROUTES | keyof typeof TOURNAMENT_ROUTES;
type ChangingRoute = Exclude<Route, `GET ${string}` | 'POST /api/admin/events/preview'>;
interface Change {
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
  announces: { kind: string; id: number };
  logs?: [action: string, subject: string];
}
// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;

const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
const TEXTS = { title: 'Beginners’ class', least: 1, most: 4, price: 3000, make_ups: true };

/** Opens a dashboard's event stream; each call returns what it received since the last one. */
async function openStream(headers: Record<string, string>) {
  const request = new Request('http://localhost/api/admin/event-stream', { headers });
  const answer = await club.app.handle(request);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let rate = 4000;
  let unread = '';
  return async (): Promise<{ kind: string; id: number }[]> => {
    rate += 1;
    await club.put('/api/admin/courts/1', { hourly_rate: rate }, headers);
    while (!unread.includes('"court.changed"'))
      unread += new TextDecoder().decode((await reader.read()).value);
    const received = [...unread.matchAll(/data: (.+)\n/g)].map(([, event]) => JSON.parse(event ?? ''));
    unread = '';
    return received.slice(0, -1);
  };
}

const readLog = () =>
  club
    .rows<{ action: string; subject: string }>(
      "SELECT action, subject FROM audit_log WHERE subject IN ('event', 'coach', 'payer') ORDER BY id",
    )
    .map(({ action, subject }) => [action, subject]);

test('every change is announced, and every decision is logged', async () => {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const received = await openStream(headers);
  const seen = async (): Promise<EventDetails> => (await club.get('/api/admin/events/1', headers)).json.data;
  const version = async () => (await seen()).event.version;
  const session = async () => (await seen()).event.sessions[0]?.id;
  const payer = async () => (await seen()).places[0]?.payer_id;
  const changed = { announces: { kind: 'event.changed', id: 1 } };
  const coach = { announces: { kind: 'coach.changed', id: 1 } };
  const cup = { announces: { kind: 'tournament.changed', id: 2 } };
  const running = async () => (await club.get('/api/admin/tournaments/2', headers)).json.data.tournament;
  const firstGame = async () => (await running()).schedule[0].games.find(({ score }: Json) => score === null);
  let tournament: Awaited<ReturnType<typeof createTournamentEvent>>;
  let place: { id: number; headers: Record<string, string> };

  // In this order. A missing route does not compile.
  const changes: { [R in ChangingRoute]: () => Change | Promise<Change> } = {
    'POST /api/admin/coaches': () => ({ ...coach, body: { name: 'Sana Malik' }, logs: ['added', 'coach'] }),
    'PUT /api/admin/coaches/:id': () => ({
      ...coach,
      body: { name: 'Sana M. Malik', active: true },
      logs: ['edited', 'coach'],
    }),
    'POST /api/admin/coaches/:id/link': () => ({ ...coach, logs: ['feed_created', 'coach'] }),
    'POST /api/admin/coaches/:id/busy': () => ({
      ...coach,
      body: { date: '2026-11-25', start_time: '10:00', duration: 60 },
    }),
    'DELETE /api/admin/coach-busy/:id': () => coach,
    'POST /api/admin/events': () => ({
      ...changed,
      body: { kind: 'class', ...TEXTS, sessions: [SESSION] },
      logs: ['added', 'event'],
    }),
    'POST /api/admin/events/:id/publish': async () => ({
      ...changed,
      body: { version: await version() },
      logs: ['event_published', 'event'],
    }),
    'PUT /api/admin/events/:id': async () => ({
      ...changed,
      body: { ...TEXTS, coach_id: 1, version: await version() },
      logs: ['edited', 'event'],
    }),
    'PUT /api/admin/events/:id/image': () => ({ ...changed, body: createPng(20, 20) }),
    'POST /api/events/:id/places': () => ({
      ...changed,
      headers: {},
      body: { name: 'Ayesha Khan', email: 'ayesha@example.com', method: 'cash' },
    }),
    'POST /api/admin/events/:id/places': () => ({
      ...changed,
      body: { name: 'Bilal Ahmed', email: 'bilal@example.com' },
      logs: ['walk_in', 'payer'],
    }),
    'PUT /api/admin/event-sessions/:id': async () => ({
      ...changed,
      path: `/api/admin/event-sessions/${await session()}`,
      body: { ...SESSION, start_time: '19:00', version: await version() },
      logs: ['event_moved', 'event'],
    }),
    'PUT /api/admin/event-sessions/:id/attendance': async () => ({
      ...changed,
      path: `/api/admin/event-sessions/${await session()}/attendance`,
      body: { payer_id: await payer(), came: null },
    }),
    'PUT /api/admin/events/:id/make-ups': async () => ({
      ...changed,
      body: { payer_id: await payer(), missed_session_id: await session(), session_id: null },
    }),
    'PUT /api/payers/:id/make-ups': async () => ({
      ...changed,
      path: `/api/payers/${place.id}/make-ups`,
      headers: place.headers,
      body: { missed_session_id: await session(), session_id: null },
    }),
    'POST /api/admin/events/:id/cancel': async () => ({
      ...changed,
      body: { reason: 'Rain', version: await version() },
      logs: ['event_cancelled', 'event'],
    }),
    'POST /api/admin/tournaments/:id': async () => {
      tournament = await createTournamentEvent(club, headers, 8);
      await received();
      const players = tournament.places.map(({ id }) => ({ payer_id: id }));
      return {
        ...cup,
        path: '/api/admin/tournaments/2',
        body: { format: 'americano', points: 24, rounds: 5, court_ids: [1, 2], players },
      };
    },
    'DELETE /api/admin/tournaments/:id': () => ({ ...cup, path: '/api/admin/tournaments/2' }),
    'PUT /api/payers/:id/tournament/score': async () => {
      const players = tournament.places.map(({ id }) => ({ payer_id: id }));
      const body = { format: 'americano', points: 24, rounds: 5, court_ids: [1, 2], players };
      await club.post('/api/admin/tournaments/2', body, headers);
      await received();
      const { court, sides, version: seenVersion } = await firstGame();
      const { payer_id } = (await running()).players.find(({ id }: Json) => id === sides[0][0]);
      const own = tournament.places.find(({ id }) => id === payer_id);
      return {
        ...cup,
        path: `/api/payers/${payer_id}/tournament/score`,
        headers: own?.headers ?? {},
        body: { round: 1, court_id: court, score: [13, 11], version: seenVersion },
      };
    },
    'PUT /api/admin/tournaments/:id/score': async () => {
      const { court, version: seenVersion } = await firstGame();
      return {
        ...cup,
        path: '/api/admin/tournaments/2/score',
        body: { round: 1, court_id: court, score: [12, 12], version: seenVersion },
      };
    },
    'POST /api/admin/tournaments/:id/swap': async () => {
      const { schedule, version: seenVersion } = await running();
      const [one, other] = schedule[1].games;
      return {
        ...cup,
        path: '/api/admin/tournaments/2/swap',
        body: { round: 2, players: [one.sides[0][0], other.sides[0][0]], version: seenVersion },
      };
    },
    'POST /api/admin/tournaments/:id/players': async () => ({
      ...cup,
      path: '/api/admin/tournaments/2/players',
      body: { players: [{ name: 'Late Comer' }], version: (await running()).version },
    }),
    'PUT /api/admin/tournaments/:id/players/:playerId': async () => {
      const { players, version: seenVersion } = await running();
      return {
        ...cup,
        path: `/api/admin/tournaments/2/players/${players.at(-1).id}`,
        body: { name: 'Kamran Khan', version: seenVersion },
      };
    },
    'PUT /api/admin/tournaments/:id/plan': async () => ({
      ...cup,
      path: '/api/admin/tournaments/2/plan',
      body: { rounds: 4, court_ids: [1], version: (await running()).version },
    }),
    'PUT /api/admin/tournaments/:id/finished': async () => ({
      ...cup,
      path: '/api/admin/tournaments/2/finished',
      body: { finished: true, version: (await running()).version },
    }),
  };

  for (const [route, prepare] of Object.entries(changes)) {
    const [method = '', pattern = ''] = route.split(' ');
    const { path = pattern.replace(':id', '1'), body, announces, logs, ...over } = await prepare();
    const logged = readLog().length;
    await received();
    const init: RequestInit = { method, headers: { ...(over.headers ?? headers) } };
    if (body instanceof Uint8Array) init.body = body as BodyInit;
    else if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { ...init.headers, 'content-type': 'application/json' };
    }
    const answer = await club.app.handle(new Request(`http://localhost${path}`, init));
    expect([route, answer.status, answer.ok ? '' : await answer.text()]).toEqual([
      route,
      answer.ok ? answer.status : 200,
      '',
    ]);
    if (route === 'POST /api/events/:id/places') {
      const [{ id, join_url }] = ((await answer.json()) as Json).places;
      place = { id, headers: { 'x-booking-key': join_url.split('.').at(-1) } };
    }
    expect([route, await received()]).toEqual([route, expect.arrayContaining([announces])]);
    expect([route, readLog().slice(logged)]).toEqual([route, logs ? [logs] : []]);
  }
});

test('an event that the club itself cancels, because nobody has joined, is announced and logged', async () => {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const body = { kind: 'class', ...TEXTS, sessions: [SESSION], publish: true };
  const { event } = (await club.post('/api/admin/events', body, headers)).json.data;
  const received = await openStream(headers);
  const decide = async (now: number) => {
    club.clock.now = now;
    await club.schedule.runNow('release what is due');
    return received();
  };
  const until = Date.parse(event.join_until);
  expect(await decide(until - 1)).toEqual([]);
  expect(await decide(until)).toEqual([{ kind: 'event.changed', id: event.id }]);
  expect(readLog().at(-1)).toEqual(['event_too_few', 'event']);
  expect(await decide(until + 60_000)).toEqual([]);
});
