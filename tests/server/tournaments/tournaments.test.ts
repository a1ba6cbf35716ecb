import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type {
  AdminTournament,
  ShownTournament,
  TournamentDesk,
} from '../../../src/domain/api/tournament-routes.ts';
import { currentRound } from '../../../src/domain/tournament/progress.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';
import { createTournamentEvent, type TournamentEvent } from '../../support/tournament-event.ts';

const MINUTE_MS = 60_000;

let club: TestClub;
let staff: Record<string, string>;
beforeEach(async () => {
  club = await createTestClub({ env: { PUBLIC_URL: 'http://localhost' } });
  staff = (await club.signIn({ email: 'desk@example.com', is_admin: true, role: 'staff' })).headers;
});
afterEach(() => {
  club.close();
});

type Event = TournamentEvent;
const createEvent = (players: number, over: Parameters<typeof createTournamentEvent>[3] = {}) =>
  createTournamentEvent(club, staff, players, over);
type Answer = Awaited<ReturnType<TestClub['get']>>;

const path = ({ id }: Event, more = '') => `/api/admin/tournaments/${id}${more}`;
const desk = async (event: Event): Promise<TournamentDesk> => (await club.get(path(event), staff)).json.data;
const read = async (event: Event): Promise<AdminTournament> => {
  const { tournament } = await desk(event);
  if (!tournament) throw new Error('not started');
  return tournament;
};
const payerIds = ({ places }: Event) => places.map(({ id }) => ({ payer_id: id }));

async function start(event: Event, over: object = {}): Promise<Answer> {
  const players = payerIds(event);
  return club.post(
    path(event),
    { format: 'americano', points: 24, rounds: 7, court_ids: [1, 2], players, ...over },
    staff,
  );
}

type Scores = [number, number];
/** The reception enters a score for the game as it is now. */
async function enter(event: Event, round: number, court_id: number, score: Scores | null): Promise<Answer> {
  const { schedule } = await read(event);
  const game = schedule[round - 1]?.games.find(({ court }) => court === court_id);
  return club.put(path(event, '/score'), { round, court_id, score, version: game?.version ?? 0 }, staff);
}
async function playRound(event: Event, round: number, score: Scores = [14, 10]) {
  for (const { court } of (await read(event)).schedule[round - 1]?.games ?? [])
    expect((await enter(event, round, court, score)).status).toBe(200);
}
const seatsOf = ({ schedule }: { schedule: ShownTournament['schedule'] }, round: number) =>
  schedule[round - 1]?.games.map(({ court, sides }) => [court, sides]);
const atGame = (tournament: { schedule: ShownTournament['schedule'] }, round: number, index = 0) => {
  const game = tournament.schedule[round - 1]?.games[index];
  if (!game) throw new Error('no such game');
  return game;
};
/** The place of a player. */
const placeOf = (event: Event, tournament: AdminTournament, player: number) => {
  const payer = tournament.players.find(({ id }) => id === player)?.payer_id;
  const place = event.places.find(({ id }) => id === payer);
  if (!place) throw new Error('no such place');
  return place;
};
const sendScore = (
  place: Event['places'][number],
  body: { round: number; court_id: number; score: Scores | null; version: number },
  headers: Record<string, string> = {},
) => club.put(`/api/payers/${place.id}/tournament/score`, body, { ...place.headers, ...headers });

test('the page of the event has the standings, and leads to the live ones until they are final', async () => {
  for (const isPublic of [true, false]) {
    const event = await createEvent(8, { isPublic, ...(isPublic ? {} : { date: '2026-11-22' }) });
    const { event: shown } = (await club.get(`/api/admin/events/${event.id}`, staff)).json.data;
    const { pathname, search } = new URL(shown.share);
    const html = async () =>
      (await club.get(pathname + search)).text.split('<main')[1]?.split('</main>')[0] ?? '';
    const live = `href="${pathname}/screen${search}"`;
    expect(await html()).not.toContain('Standings');
    await start(event, { rounds: 1 });
    await playRound(event, 1, [20, 4]);
    expect(await html()).toMatch(/Final result[\s\S]*>20</);
    expect(await html()).not.toContain(live);
    const { version } = await read(event);
    await club.put(path(event, '/plan'), { rounds: 2, court_ids: [1, 2], version }, staff);
    expect(await html()).toContain(live);
  }
});

describe('the start', () => {
  test('plans all rounds of an Americano, and a screen shows short names without a login', async () => {
    const event = await createEvent(8);
    expect(await desk(event)).toMatchObject({
      tournament: null,
      minutes: 180,
      screen: `http://localhost/events/${event.id}/screen`,
    });
    expect((await club.get(`/api/events/${event.id}/tournament`)).status).toBe(404);
    const { status, json } = await start(event);
    expect(status).toBe(201);
    expect(json.data.tournament.schedule).toHaveLength(7);
    expect(json.data.places).toEqual([]);
    const shown = await club.get(`/api/events/${event.id}/tournament`);
    expect(shown.json.players.map(({ name }: { name: string }) => name)).toEqual([
      'Ali A.',
      'Sara B.',
      'Bilal C.',
      'Hina D.',
      'Omar E.',
      'Zara F.',
      'Usman G.',
      'Ayesha H.',
    ]);
    expect(JSON.stringify(shown.json)).not.toContain('hmed');
    expect((await start(event)).json).toMatchObject({ reason: 'already_exists' });
  });

  test('sends nothing to a screen that is up to date', async () => {
    const event = await createEvent(8);
    await start(event);
    const url = `/api/events/${event.id}/tournament`;
    const etag = (await club.get(url)).headers.get('etag') ?? '';
    expect((await club.get(url, { 'if-none-match': etag })).status).toBe(304);
    await enter(event, 1, 1, [13, 11]);
    expect((await club.get(url, { 'if-none-match': etag })).status).toBe(200);
  });

  test('of 33 players, of three, or too long for the time booked is refused in a sentence', async () => {
    const event = await createEvent(32);
    expect((await start(event, { players: [...payerIds(event), { name: 'One More' }] })).json).toMatchObject({
      reason: 'invalid',
      error: 'A tournament has 4 to 32 players, and this one has 33.',
      fields: { players: 'A tournament has 4 to 32 players, and this one has 33.' },
    });
    expect((await start(event, { players: payerIds(event).slice(0, 3) })).json.fields).toEqual({
      players: 'A tournament has 4 to 32 players, and this one has 3.',
    });
    expect(
      (await start(event, { players: payerIds(event).slice(0, 8), rounds: 13 })).json.fields.rounds,
    ).toStartWith('13 rounds to 24 points take 195 minutes, and 180 are booked.');
    expect(
      (await start(event, { players: payerIds(event).slice(0, 8), court_ids: [1, 3] })).json.fields,
    ).toEqual({
      court_ids: 'Please choose courts that are booked for this tournament.',
    });
    const other = await createEvent(1, { date: '2026-11-22' });
    expect(
      (await start(event, { players: [...payerIds(event).slice(0, 7), ...payerIds(other)] })).json.fields,
    ).toEqual({
      players: 'One of these has no place, or already takes part. Please look again.',
    });
    expect(
      (await start(event, { format: 'round_robin', players: payerIds(event).slice(0, 5) })).json.fields,
    ).toEqual({
      pairs: 'One pair does not have two players. Please find a partner for whoever is alone.',
    });
    expect((await desk(event)).tournament).toBeNull();
    expect(club.rows('SELECT * FROM tournament_player')).toEqual([]);
  });

  test('offers and takes only those who have a place', async () => {
    const event = await createEvent(9);
    const [first] = event.places;
    await club.post(`/api/payers/${first?.id}/leave`, { amount_back: 0 }, first?.headers);
    expect((await desk(event)).places.map(({ payer_id }) => payer_id)).toEqual(
      event.places.slice(1).map(({ id }) => id),
    );
    expect((await start(event)).status).toBe(422);
  });

  test('is taken back while there is no score', async () => {
    const event = await createEvent(8);
    await start(event);
    expect((await club.delete(path(event), staff)).json.data.tournament).toBeNull();
    await start(event, { format: 'mexicano' });
    await enter(event, 1, 1, [12, 12]);
    expect((await club.delete(path(event), staff)).json).toMatchObject({ reason: 'wrong_state' });
  });

  test('of one that is not public is read with the key of its link', async () => {
    const event = await createEvent(8, { isPublic: false });
    await start(event);
    const url = `/api/events/${event.id}/tournament`;
    const { search, pathname } = new URL((await desk(event)).screen);
    expect(pathname).toBe(`/events/${event.id}/screen`);
    expect((await club.get(url)).status).toBe(404);
    expect((await club.get(`${url}?key=wrong`)).status).toBe(404);
    expect((await club.get(`${url}${search}`)).status).toBe(200);
  });
});

describe('a score', () => {
  test('is entered by a player of the game with the link of the place, and by nobody else', async () => {
    const event = await createEvent(8);
    await start(event);
    const tournament = await read(event);
    const game = atGame(tournament, 1);
    const other = atGame(tournament, 1, 1);
    const body = { round: 1, court_id: game.court, score: [13, 11] as Scores, version: game.version };
    const player = placeOf(event, tournament, game.sides[0][0]);
    const stranger = placeOf(event, tournament, other.sides[0][0]);
    expect((await sendScore(stranger, body)).json).toMatchObject({
      reason: 'forbidden',
      error: 'You can only enter the score of your own game.',
    });
    expect((await sendScore({ ...player, headers: stranger.headers }, body)).status).toBe(403);
    expect((await sendScore(player, { ...body, score: null })).status).toBe(422);
    expect((await sendScore(player, { ...body, score: [13, 12] })).json.fields).toEqual({
      score: 'The scores of a game must add up to 24, but 13 and 12 are 25.',
    });
    const { status, json } = await sendScore(player, body);
    expect(status).toBe(200);
    expect(json.mine).toEqual([game.sides[0][0]]);
    expect(atGame(json.tournament, 1)).toMatchObject({ score: [13, 11], scored_by: game.sides[0][0] });
    expect(json.tournament.standings[0]).toMatchObject({ points: 13 });
    // It stays the player's when the reception enters that of the other court.
    await enter(event, 1, other.court, [12, 12]);
    const both = await read(event);
    expect([atGame(both, 1), atGame(both, 1, 1)].map(({ scored_by }) => scored_by)).toEqual([
      game.sides[0][0],
      null,
    ]);
    expect((await enter(event, 1, other.court, null)).status).toBe(200);
    // A friend's place of the same player counts as the own one.
    club.db.query('UPDATE event_place SET friend_of = ? WHERE payer_id = ?').run(player.id, stranger.id);
    const { version } = atGame(await read(event), 1, 1);
    const friend = { round: 1, court_id: other.court, score: [12, 12] as Scores, version };
    expect((await sendScore(player, friend)).json.mine).toHaveLength(2);
  });

  test('that two enter differently at once is the first, and the second learns of it', async () => {
    const event = await createEvent(8);
    await start(event);
    const tournament = await read(event);
    const game = atGame(tournament, 1);
    const [a, b] = [game.sides[0][0], game.sides[1][0]].map((player) => placeOf(event, tournament, player));
    const body = { round: 1, court_id: game.court, version: game.version };
    const answers = await Promise.all([
      sendScore(a as Event['places'][number], { ...body, score: [13, 11] }),
      sendScore(b as Event['places'][number], { ...body, score: [14, 10] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
    expect(answers[1]?.json).toMatchObject({
      reason: 'changed_meanwhile',
      error: 'Somebody else has just entered 13–11. Please look again.',
    });
    // The same score is no conflict.
    expect((await sendScore(b as Event['places'][number], { ...body, score: [13, 11] })).status).toBe(200);
    expect(atGame(await read(event), 1).score).toEqual([13, 11]);
  });

  test('that a phone sends again after a lost answer counts once, also after a correction', async () => {
    const event = await createEvent(8);
    await start(event);
    const tournament = await read(event);
    const game = atGame(tournament, 1);
    const player = placeOf(event, tournament, game.sides[0][0]);
    const body = { round: 1, court_id: game.court, score: [13, 11] as Scores, version: game.version };
    const key = { 'idempotency-key': 'score-of-round-one' };
    expect((await sendScore(player, body, key)).status).toBe(200);
    await enter(event, 1, game.court, [10, 14]);
    const again = await sendScore(player, body, key);
    expect(again.status).toBe(200);
    expect(atGame(again.json.tournament, 1).score).toEqual([10, 14]);
  });

  test('comes late from a phone without a network, but is not corrected there once the next round has scores', async () => {
    const event = await createEvent(8);
    await start(event);
    await enter(event, 1, 2, [12, 12]);
    await enter(event, 2, 1, [20, 4]);
    const tournament = await read(event);
    const game = atGame(tournament, 1);
    const player = placeOf(event, tournament, game.sides[0][0]);
    const body = { round: 1, court_id: 1, score: [13, 11] as Scores, version: game.version };
    expect((await sendScore(player, body)).status).toBe(200);
    const { version } = atGame(await read(event), 1);
    expect((await sendScore(player, { ...body, score: [11, 13], version })).json).toMatchObject({
      reason: 'wrong_state',
      error: 'The next round has begun. Please ask the reception to correct the score.',
    });
    expect((await enter(event, 1, 1, [11, 13])).status).toBe(200);
    expect(atGame(await read(event), 1)).toMatchObject({ score: [11, 13], scored_by: null });
  });

  test('of a Mexicano plans the next round; its correction plans it anew until players are on court', async () => {
    const event = await createEvent(8);
    await start(event, { format: 'mexicano' });
    await enter(event, 1, 1, [20, 4]);
    expect((await read(event)).schedule).toHaveLength(1);
    await enter(event, 1, 2, [13, 11]);
    const planned = await read(event);
    expect(planned.schedule).toHaveLength(2);
    club.clock.now += 2 * MINUTE_MS;
    await enter(event, 1, 1, [4, 20]);
    const corrected = await read(event);
    expect(seatsOf(corrected, 2)).not.toEqual(seatsOf(planned, 2));
    club.clock.now += 3 * MINUTE_MS;
    await enter(event, 1, 1, [20, 4]);
    expect(seatsOf(await read(event), 2)).toEqual(seatsOf(corrected, 2));
    expect((await read(event)).standings[0]?.points).toBe(20);
    // A game whose players changed is another game for a phone that had the old one.
    const stale = atGame(planned, 2);
    const answer = await club.put(
      path(event, '/score'),
      { round: 2, court_id: stale.court, score: [12, 12], version: stale.version },
      staff,
    );
    expect(answer.json).toMatchObject({ reason: 'changed_meanwhile' });
  });

  test('that moves nobody does not call the round once more', async () => {
    const event = await createEvent(8);
    await start(event, { format: 'mexicano' });
    await enter(event, 1, 1, [20, 4]);
    await enter(event, 1, 2, [13, 11]);
    const planned = await read(event);
    club.clock.now += 2 * MINUTE_MS;
    await enter(event, 1, 1, [19, 5]);
    expect(seatsOf(await read(event), 2)).toEqual(seatsOf(planned, 2));
    club.clock.now += 2 * MINUTE_MS;
    await enter(event, 1, 1, [4, 20]);
    expect(seatsOf(await read(event), 2)).toEqual(seatsOf(planned, 2));
  });

  test('does not wait for a clock that was set back', async () => {
    const event = await createEvent(8);
    await start(event, { format: 'mexicano' });
    await playRound(event, 1);
    club.clock.now += 60 * MINUTE_MS;
    await playRound(event, 2);
    const { schedule } = await read(event);
    expect(currentRound(schedule)?.number).toBe(3);
    club.clock.now -= 90 * MINUTE_MS;
    expect((await enter(event, 3, 1, [12, 12])).status).toBe(200);
  });
});

describe('players', () => {
  test('who leave are not called again, and what was played or begun stays', async () => {
    const event = await createEvent(9);
    await start(event);
    await playRound(event, 1);
    club.clock.now += 4 * MINUTE_MS;
    const before = await read(event);
    const leaver = atGame(before, 2).sides[0][0];
    const leave = (over: object = {}) =>
      club.put(path(event, `/players/${leaver}`), { plays: false, version: before.version, ...over }, staff);
    const { status, json } = await leave();
    expect(status).toBe(200);
    const after: AdminTournament = json.data.tournament;
    expect([seatsOf(after, 1), seatsOf(after, 2)]).toEqual([seatsOf(before, 1), seatsOf(before, 2)]);
    const later = after.schedule
      .slice(2)
      .flatMap(({ games, byes }) => [...games.flatMap(({ sides }) => sides.flat()), ...byes]);
    expect(later).not.toContain(leaver);
    expect(after.schedule).toHaveLength(7);
    expect(after.players.find(({ id }) => id === leaver)).toMatchObject({ plays: false });
    expect((await leave()).json).toMatchObject({ reason: 'changed_meanwhile' });
    // Somebody who did not come leaves the round that has begun, too.
    const back = await club.put(
      path(event, `/players/${leaver}`),
      { plays: true, from_round: 2, version: after.version },
      staff,
    );
    const again: AdminTournament = back.json.data.tournament;
    await enter(event, 2, 1, [12, 12]);
    const { version } = await read(event);
    expect((await leave({ from_round: 2, version })).json).toMatchObject({
      reason: 'wrong_state',
      error: 'Round 2 has scores. Please choose a later round.',
    });
    expect(again.schedule[1]?.games).toHaveLength(2);
  });

  test('who leave after a round in which they rested are still named in it', async () => {
    const event = await createEvent(5);
    await start(event, { court_ids: [1] });
    const before = await read(event);
    const [rester] = before.schedule[0]?.byes ?? [];
    await playRound(event, 1);
    club.clock.now += 4 * MINUTE_MS;
    const { version } = await read(event);
    const leave = { plays: false, from_round: 2, version };
    expect((await club.put(path(event, `/players/${rester}`), leave, staff)).status).toBe(200);
    const { json } = await club.get(`/api/events/${event.id}/tournament`);
    expect(json.schedule[0].byes).toEqual([rester]);
    expect(json.players.map(({ id }: { id: number }) => id)).toContain(rester);
  });

  test('who do not come leave the round that was called', async () => {
    const event = await createEvent(9);
    await start(event);
    club.clock.now += 10 * MINUTE_MS;
    const before = await read(event);
    const absent = atGame(before, 1).sides[1][1];
    const { json } = await club.put(
      path(event, `/players/${absent}`),
      { plays: false, from_round: 1, version: before.version },
      staff,
    );
    const everywhere = JSON.stringify(
      json.data.tournament.schedule.map(({ games, byes }: ShownTournament['schedule'][number]) => [
        games.map(({ sides }) => sides),
        byes,
      ]),
    );
    expect(everywhere.match(/\d+/g)).not.toContain(String(absent));
    expect(json.data.tournament.players).toHaveLength(8);
  });

  test('swap in a round, come late, and are played for by somebody else', async () => {
    const event = await createEvent(9);
    await start(event, { players: payerIds(event).slice(0, 8) });
    const before = await read(event);
    const [a, b] = [atGame(before, 2).sides[0][0], atGame(before, 2, 1).sides[0][0]];
    const swapped: AdminTournament = (
      await club.post(path(event, '/swap'), { round: 2, players: [a, b], version: before.version }, staff)
    ).json.data.tournament;
    expect(atGame(swapped, 2).sides[0][0]).toBe(b);
    const stale = await club.post(
      path(event, '/swap'),
      { round: 2, players: [a, b], version: before.version },
      staff,
    );
    expect(stale.json).toMatchObject({ reason: 'changed_meanwhile' });
    expect(seatsOf(swapped, 1)).toEqual(seatsOf(before, 1));
    const late = await club.post(
      path(event, '/players'),
      { players: [{ payer_id: event.places[8]?.id }], version: swapped.version },
      staff,
    );
    expect(late.status).toBe(201);
    const guest = await club.post(
      path(event, '/players'),
      { players: [{ name: 'Guest Of Ali' }], version: late.json.data.tournament.version },
      staff,
    );
    const grown: AdminTournament = guest.json.data.tournament;
    expect(grown.players).toHaveLength(10);
    expect(grown.schedule.at(-1)?.byes).toHaveLength(2);
    const guestId = grown.players.at(-1)?.id;
    const named = await club.put(
      path(event, `/players/${a}`),
      { name: 'Kamran Khan', version: grown.version },
      staff,
    );
    expect(named.json.data.tournament.players.find(({ id }: { id: number }) => id === a).name).toBe(
      'Kamran Khan',
    );
    expect(named.json.data.tournament.version).toBeGreaterThan(grown.version);
    const nobody = await club.put(
      path(event, `/players/${guestId}`),
      { name: '', version: named.json.data.tournament.version },
      staff,
    );
    expect(nobody.status).toBe(422);
    const shown: ShownTournament = (await club.get(`/api/events/${event.id}/tournament`)).json;
    expect(shown.players.find(({ id }) => id === a)?.name).toBe('Kamran K.');
  });

  test('of a pair leave and come back together', async () => {
    const event = await createEvent(8);
    await start(event, { format: 'round_robin', rounds: 6 });
    await playRound(event, 1);
    const before = await read(event);
    const [pair] = atGame(before, 2).sides;
    const left: AdminTournament = (
      await club.put(path(event, `/players/${pair[1]}`), { plays: false, version: before.version }, staff)
    ).json.data.tournament;
    expect(
      left.players
        .filter(({ plays }) => !plays)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...pair].sort());
    const alone = await club.post(
      path(event, '/players'),
      { players: [{ name: 'Only One' }], version: left.version },
      staff,
    );
    expect(alone.status).toBe(422);
    const two = await club.post(
      path(event, '/players'),
      { players: [{ name: 'One Two' }, { name: 'Three Four' }], version: left.version },
      staff,
    );
    expect(two.status).toBe(201);
    expect(two.json.data.tournament.standings).toHaveLength(5);
  });

  test('are ranked, and those with the same name are told apart', async () => {
    const event = await createEvent(4);
    await start(event, {
      players: [...payerIds(event).slice(0, 3), { name: 'Ali Akbar' }],
      court_ids: [1],
      rounds: 3,
    });
    const shown: ShownTournament = (await club.get(`/api/events/${event.id}/tournament`)).json;
    expect(shown.players.map(({ name }) => name)).toEqual(['Ali A.', 'Sara B.', 'Bilal C.', 'Ali A. 2']);
    // Whoever was erased has no name.
    club.db
      .query("UPDATE payer SET erased = 1, name = 'Deleted customer' WHERE id = ?")
      .run(event.places[2]?.id ?? 0);
    // Of a child only the first name is shown.
    club.db
      .query("UPDATE event_place SET guardian = 'Nadia Ahmed' WHERE payer_id = ?")
      .run(event.places[1]?.id ?? 0);
    const child: ShownTournament = (await club.get(`/api/events/${event.id}/tournament`)).json;
    expect(child.players.map(({ name }) => name)).toEqual(['Ali A.', 'Sara', 'Player', 'Ali A. 2']);
    // The place stays a child’s when another one plays in it.
    const { version } = await read(event);
    const other = { name: 'Hiba Malik', version };
    expect((await club.put(path(event, `/players/${child.players[1]?.id}`), other, staff)).status).toBe(200);
    const renamed: ShownTournament = (await club.get(`/api/events/${event.id}/tournament`)).json;
    expect(renamed.players.map(({ name }) => name)).toEqual(['Ali A.', 'Hiba', 'Player', 'Ali A. 2']);
  });
});

describe('the end', () => {
  test('keeps the rounds that were played, needs all their scores, and can be taken back', async () => {
    const event = await createEvent(8);
    await start(event);
    const finish = async (finished = true) =>
      club.put(path(event, '/finished'), { finished, version: (await read(event)).version }, staff);
    expect((await finish()).json).toMatchObject({ reason: 'wrong_state', error: 'No game has a score yet.' });
    await playRound(event, 1);
    await enter(event, 2, 1, [16, 8]);
    expect((await finish()).json).toMatchObject({
      reason: 'wrong_state',
      error: 'Round 2 is missing a score.',
    });
    await enter(event, 2, 2, [16, 8]);
    expect((await finish()).json.data.tournament).toMatchObject({
      finished: true,
      schedule: [{ number: 1 }, { number: 2 }],
    });
    expect((await enter(event, 2, 2, [8, 16])).json).toMatchObject({ reason: 'wrong_state' });
    // Nothing is planned for those who give back what they have played.
    const [place] = event.places;
    expect((await club.post(`/api/payers/${place?.id}/leave`, {}, staff)).status).toBe(200);
    expect((await read(event)).schedule).toHaveLength(2);
    expect((await finish(false)).json.data.tournament.schedule).toHaveLength(7);
  });

  test('comes nearer when rounds or a court are taken away; what was played stays', async () => {
    const event = await createEvent(8);
    await start(event);
    await playRound(event, 1);
    await playRound(event, 2);
    const before = await read(event);
    const plan = (rounds: number, court_ids: number[]) =>
      club.put(path(event, '/plan'), { rounds, court_ids, version: before.version }, staff);
    expect((await plan(1, [1])).json.fields).toEqual({
      rounds: '2 rounds have scores, so there are at least as many.',
    });
    const after: AdminTournament = (await plan(4, [2])).json.data.tournament;
    expect(after.schedule.map(({ games }) => games.map(({ court }) => court))).toEqual([
      [1, 2],
      [1, 2],
      [2],
      [2],
    ]);
    expect(after.schedule.slice(0, 2)).toEqual(before.schedule.slice(0, 2));
    expect(after.courts.map(({ id }) => id)).toEqual([1, 2]);
    // As few rounds as were played are the end.
    const ended = { rounds: 2, court_ids: [2], version: after.version };
    expect((await club.put(path(event, '/plan'), ended, staff)).json.data.tournament.schedule).toHaveLength(
      2,
    );
  });
});

test('what is no tournament has none, and a place in it says so', async () => {
  const event = await createEvent(4);
  club.db.query("UPDATE event SET kind = 'social' WHERE id = ?").run(event.id);
  expect((await club.get(path(event), staff)).status).toBe(404);
  expect((await start(event)).status).toBe(404);
  const [place] = event.places;
  expect((await club.get(`/api/payers/${place?.id}/tournament`, place?.headers)).json).toEqual({
    tournament: null,
    mine: [],
  });
  expect((await club.get(`/api/payers/${place?.id}/tournament`)).status).toBe(403);
});

test('whoever gives a place back is no longer planned; a game that has begun stays', async () => {
  const event = await createEvent(9);
  await start(event);
  club.clock.now += 5 * MINUTE_MS;
  const before = await read(event);
  const leaver = atGame(before, 1).sides[0][0];
  const { id, headers } = placeOf(event, before, leaver);
  expect((await club.post(`/api/payers/${id}/leave`, { amount_back: 0 }, headers)).status).toBe(200);
  const after = await read(event);
  expect(seatsOf(after, 1)).toEqual(seatsOf(before, 1));
  expect(after.players.find((player) => player.id === leaver)?.plays).toBe(false);
  const later = after.schedule
    .slice(1)
    .flatMap(({ games, byes }) => [games.flatMap(({ sides }) => sides.flat()), byes]);
  expect(later.flat()).not.toContain(leaver);
});

test('two pairs who meet again are called again, and who leaves before that game has begun is not in it', async () => {
  const event = await createEvent(4);
  await start(event, { format: 'round_robin', rounds: 6, court_ids: [1] });
  for (const round of [1, 2, 3, 4, 5]) {
    club.clock.now += 15 * MINUTE_MS;
    await playRound(event, round);
    expect(Date.parse((await read(event)).called_at)).toBe(club.clock.now);
  }
  const [place] = event.places;
  await club.post(`/api/payers/${place?.id}/leave`, { amount_back: 0 }, place?.headers);
  expect((await read(event)).schedule).toHaveLength(5);
});

test('a pair is out as soon as one of the two gives the place back', async () => {
  const event = await createEvent(8);
  await start(event, { format: 'round_robin', rounds: 6 });
  const before = await read(event);
  const pair = atGame(before, 1).sides[0];
  const { id, headers } = placeOf(event, before, pair[1]);
  await club.post(`/api/payers/${id}/leave`, { amount_back: 0 }, headers);
  const { players, schedule } = await read(event);
  expect(players.filter(({ plays }) => plays)).toHaveLength(6);
  const called = schedule.flatMap(({ games, byes }) => [
    ...games.flatMap(({ sides }) => sides.flat()),
    ...byes,
  ]);
  for (const player of pair) expect(called).not.toContain(player);
});

test('a cancelled evening keeps what was played and calls nobody', async () => {
  const event = await createEvent(9);
  await start(event);
  await playRound(event, 1);
  const { json } = await club.get(`/api/admin/events/${event.id}`, staff);
  const cancel = { reason: 'Rain', version: json.data.event.version };
  expect((await club.post(`/api/admin/events/${event.id}/cancel`, cancel, staff)).status).toBe(200);
  const { players, schedule } = await read(event);
  expect(players.some(({ plays }) => plays)).toBe(false);
  expect(schedule[0]?.games.every(({ score }) => score !== null)).toBe(true);
  const other = await createEvent(8, { date: '2026-11-23' });
  const again = await club.get(`/api/admin/events/${other.id}`, staff);
  await club.post(
    `/api/admin/events/${other.id}/cancel`,
    { reason: 'Rain', version: again.json.data.event.version },
    staff,
  );
  expect((await start(other)).json).toMatchObject({ reason: 'wrong_state' });
});

test('an evening on which too few are left has no rounds to come, and goes on when somebody comes', async () => {
  const event = await createEvent(4);
  await start(event, { court_ids: [1], rounds: 3 });
  const [place] = event.places;
  await club.post(`/api/payers/${place?.id}/leave`, { amount_back: 0 }, place?.headers);
  const empty = await read(event);
  expect(empty.schedule).toEqual([]);
  const { json } = await club.post(
    path(event, '/players'),
    { players: [{ name: 'Late Comer' }], version: empty.version },
    staff,
  );
  expect(json.data.tournament.schedule).toHaveLength(3);
});

test('one network enters only so many scores in a quarter of an hour', async () => {
  const event = await createEvent(1);
  const [place] = event.places;
  if (!place) throw new Error('no place');
  const send = async () =>
    (await sendScore(place, { round: 1, court_id: 1, score: [12, 12], version: 1 })).status;
  const statuses: number[] = [];
  for (let at = 0; at < 300; at += 1) statuses.push(await send());
  expect(new Set(statuses)).toEqual(new Set([404]));
  club.clock.now += 15 * MINUTE_MS - 1;
  expect(await send()).toBe(429);
  club.clock.now += 1;
  expect(await send()).toBe(404);
});
