import { eventIn, joinedOf } from '../model/event-places.ts';
import type { ClubEvent, Expected, State, Tournament } from '../model/state.ts';
import {
  addLatecomers,
  changePlayer,
  currentRound,
  enterScore,
  finish,
  isNear,
  pointsOf,
  type Start,
  startTournament,
  tournamentOf,
} from '../model/tournaments.ts';
import { RECEPTION } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Action, Kind } from '../step.ts';
import { choosePerson, labelOf } from './choices.ts';
import { chooseEvent, findEvent } from './events.ts';
import { findItem, keyOf } from './items.ts';

const NAMES = ['Zoya Baig', 'Adnan Shah', 'Kiran Lodhi', 'Murad Alvi', 'Saba Noor', 'Tariq Gill', 'Uzma Dar'];

/** A tournament that is being played, or was not long ago. */
function chooseTournament(
  sim: Simulation,
  random: Random,
  suits: (tournament: Tournament) => boolean = () => true,
): { label: string; tournament: Tournament } | null {
  const isOne = ({ id }: ClubEvent) => {
    const tournament = tournamentOf(sim.state, id);
    return tournament !== undefined && suits(tournament);
  };
  const chosen = chooseEvent(sim, random, isOne);
  const tournament = chosen && tournamentOf(sim.state, chosen.event.id);
  return chosen && tournament ? { label: chosen.label, tournament } : null;
}

/** What the reception does with a tournament that has started. */
function atDesk(
  name: string,
  weight: number,
  choose: (random: Random, tournament: Tournament) => object | null,
  request: (
    tournament: Tournament,
    // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
    input: any,
  ) => [method: string, path: string, body: object],
  model: (
    state: State,
    tournament: Tournament,
    // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
    input: any,
    now: number,
  ) => Expected,
): Kind {
  return {
    name,
    weight,
    choose(sim, random) {
      const chosen = chooseTournament(sim, random);
      const input = chosen && choose(random, chosen.tournament);
      return chosen && input && { event: chosen.label, ...input };
    },
    async act(sim, { event: label, ...input }): Promise<Action | null> {
      const event = findEvent(sim, label);
      const tournament = event && tournamentOf(sim.state, event.id);
      if (!tournament) return null;
      const { json } = await sim.send(RECEPTION, 'GET', `/api/admin/tournaments/${event.id}`);
      const { version } = json.data.tournament;
      const [method, path, body] = request(tournament, input);
      return {
        send: (current) =>
          current.send(RECEPTION, method, `/api/admin/tournaments/${event.id}/${path}`, { ...body, version }),
        model: (state, now) => {
          const own = tournamentOf(state, event.id);
          return own ? model(state, own, { ...input, version }, now) : { status: 404 };
        },
      };
    },
  };
}

export const TOURNAMENT_KINDS: Kind[] = [
  {
    name: 'start a tournament',
    weight: 40,
    choose(sim, random) {
      const { state, now } = sim;
      const chosen = chooseEvent(sim, random, (event) => {
        const isReady = event.kind === 'tournament' && event.state !== 'draft' && isNear(event, now);
        return isReady && (!tournamentOf(state, event.id) || random.chance(0.05));
      });
      if (!chosen) return null;
      const joined = joinedOf(state, chosen.event).flatMap(({ id }) => labelOf(sim, 'p', id) ?? []);
      return {
        event: chosen.label,
        format: random.pick(['americano', 'americano', 'mexicano', 'mexicano', 'round_robin']),
        points: random.pick([16, 16, 24]),
        rounds: random.pick([3, 4, 5]),
        // One of them may not have come.
        payers: random.chance(0.2) ? joined.slice(1) : joined,
        others: Math.max(random.int(0, 2), random.pick([4, 4, 5, 6, 8]) - joined.length),
      };
    },
    act(sim, { event: label, payers: labels, ...input }) {
      const event = findEvent(sim, label);
      if (!event) return null;
      const payers = (labels as string[]).flatMap((one) => sim.made.get(one) ?? []);
      const start: Start = { ...input, payers };
      const others = Math.min(start.others, NAMES.length);
      const body = {
        format: start.format,
        points: start.points,
        rounds: start.rounds,
        court_ids: event.sessions[0]?.courts,
        players: [
          ...payers.map((payer_id) => ({ payer_id })),
          ...NAMES.slice(0, others).map((name) => ({ name })),
        ],
      };
      return {
        send: (current) => current.send(RECEPTION, 'POST', `/api/admin/tournaments/${event.id}`, body),
        model: (state, now) => startTournament(state, eventIn(state, event.id), { ...start, others }, now),
      };
    },
  },
  {
    name: 'enter a score',
    weight: 130,
    choose(sim, random) {
      const chosen = chooseTournament(sim, random, ({ plan }) => plan.length > 0);
      if (!chosen) return null;
      const { label, tournament } = chosen;
      const { plan, points, players } = tournament;
      const current = currentRound(tournament);
      const isCorrection = current === undefined || random.chance(0.2);
      const round = isCorrection ? random.pick(plan) : current;
      const open = round.games.filter(({ score }) => score === null);
      const game = isCorrection || open.length === 0 ? random.pick(round.games) : random.pick(open);
      const own = players.filter(({ id }) => game.players.includes(id) || random.chance(0.05));
      const payer = random.maybe(own.flatMap((player) => player.payer ?? []));
      const first = random.int(0, points);
      return {
        event: label,
        round: round.number,
        court: game.court,
        score: isCorrection && random.chance(0.1) ? null : [first, points - first + +random.chance(0.03)],
        isStale: random.chance(0.05),
        by: payer !== undefined && random.chance(0.7) ? labelOf(sim, 'p', payer) : null,
      };
    },
    act(sim, { event: label, round, court, score, isStale, by }, step) {
      const event = findEvent(sim, label);
      const tournament = event && tournamentOf(sim.state, event.id);
      const item = by && findItem(sim, by);
      const headers = item ? keyOf(sim, item) : {};
      if (!tournament || (by && !item?.person) || !headers) return null;
      const games = tournament.plan.find(({ number }) => number === round)?.games ?? [];
      const seen = games.find((game) => game.court === court)?.version ?? 0;
      const version = Math.max(0, seen - +isStale);
      const body = { round, court_id: court, score, version };
      const id = item?.id ?? null;
      return {
        send: (current) =>
          item
            ? current.send(
                current.person(item.person ?? ''),
                'PUT',
                `/api/payers/${item.id}/tournament/score`,
                body,
                { ...headers, 'idempotency-key': `the-story-${step.id}` },
              )
            : current.send(RECEPTION, 'PUT', `/api/admin/tournaments/${event.id}/score`, body),
        model: (state, now) => {
          const own = tournamentOf(state, event.id);
          // Only the reception takes a score away.
          if (id !== null && score === null) return { status: 422 };
          return own
            ? enterScore(state, own, { round, court, score, version, by: id }, now)
            : { status: 404 };
        },
      };
    },
  },
  atDesk(
    'change a player of a tournament',
    20,
    (random, { players }) => {
      const at = random.int(0, players.length - 1);
      return { at, plays: random.chance(0.1) ? players[at]?.plays : !players[at]?.plays };
    },
    ({ players }, { at, plays }) => ['PUT', `players/${players[at % players.length]?.id}`, { plays }],
    (_, tournament, { at, plays, version }, now) => {
      const player = tournament.players[at % tournament.players.length]?.id ?? 0;
      return changePlayer(tournament, { player, plays, version }, now);
    },
  ),
  atDesk(
    'add latecomers to a tournament',
    3,
    () => ({}),
    ({ format }) => ['POST', 'players', { players: latecomers(format) }],
    (state, tournament, { version }, now) =>
      addLatecomers(state, tournament, { count: latecomers(tournament.format).length, version }, now),
  ),
  atDesk(
    'finish a tournament',
    6,
    (random, tournament) => {
      const isPlayed = currentRound(tournament) === undefined;
      if (!isPlayed && !tournament.isFinished && random.chance(0.7)) return null;
      return { isFinished: !tournament.isFinished };
    },
    (_, { isFinished }) => ['PUT', 'finished', { finished: isFinished }],
    (_, tournament, { isFinished, version }) => finish(tournament, { isFinished, version }),
  ),
  {
    name: 'watch a tournament',
    weight: 10,
    choose(sim, random) {
      const chosen = chooseTournament(sim, random);
      return chosen && { event: chosen.label, person: choosePerson(random).id };
    },
    /** Anyone sees the standings of what was played, best first. */
    async act(sim, { event: label, person }) {
      const event = findEvent(sim, label);
      const tournament = event && tournamentOf(sim.state, event.id);
      if (!tournament) return null;
      const { json } = await sim.send(sim.person(person), 'GET', `/api/events/${event.id}/tournament`);
      const standings = json.standings as { players: number[]; points: number }[];
      const keyOfEntrant = (players: readonly number[]) => players.toSorted((a, b) => a - b).join();
      sim.expectEqual(
        `the standings of event ${event.id}`,
        standings.map(({ players, points }) => [keyOfEntrant(players), points]).sort(),
        [...pointsOf(tournament)].sort(),
      );
      const points = standings.map((one) => one.points);
      sim.expectEqual(
        'their order',
        points,
        points.toSorted((a, b) => b - a),
      );
      return null;
    },
  },
];

/** Pairs stay together, so two come. */
const latecomers = (format: Tournament['format']) =>
  (format === 'round_robin' ? ['Wasim Butt', 'Yasir Khel'] : ['Wasim Butt']).map((name) => ({ name }));
