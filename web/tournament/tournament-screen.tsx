import { Fragment, useEffect, useState } from 'react';
import type { ShownGame, ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { clubTimestamp } from '../../src/domain/business-day.ts';
import { formatTimeOfDay } from '../../src/domain/format-time.ts';
import { currentRound, isFinal } from '../../src/domain/tournament/progress.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { usePageData } from '../shared/page-data.tsx';
import { courtNameOf, nameOf, namesOf } from '../shared/tournament/player-names.ts';
import { type GamesPage, gamesPages, type StandingsPage, standingsPages } from './pages.ts';
import { useLiveTournament } from './use-live-tournament.ts';

/** Long enough to find a name from across the room. */
const PAGE_SECONDS = 10;

/** For the club's television: who plays where, who is next, and the ranking. Needs no interaction and no login. */
export default function TournamentScreen() {
  const { path } = useLocation();
  const { key } = useQueryParams();
  const hydrated = useHydrated();
  const drawn = usePageData().tournament ?? null;
  const id = Number(path.split('/')[2]);
  const { tournament, lostAt } = useLiveTournament(id, hydrated ? key : undefined, drawn);
  return (
    <main id="main" className="tv" data-theme="dark" tabIndex={-1}>
      {tournament ? <Board tournament={tournament} /> : <NotStarted />}
      {lostAt !== null && (
        <p className="tv-lost" role="status">
          No connection since {clockText(lostAt)}. This is how it stood.
        </p>
      )}
    </main>
  );
}

function NotStarted() {
  return (
    <header className="tv-waiting">
      <h1>The tournament starts soon</h1>
      <p>This screen will show the courts and standings once it has started.</p>
    </header>
  );
}

function Board({ tournament }: { tournament: ShownTournament }) {
  const turn = useTurn();
  const minute = useCurrentMinute();
  const now = currentRound(tournament.schedule);
  const over = isFinal(tournament);
  const games = gamesPages(tournament);
  const standings = standingsPages(tournament);
  return (
    <>
      <header className="tv-head">
        <h1 translate="no">{tournament.title}</h1>
        <p>
          {over
            ? 'Final result'
            : now
              ? `Round ${now.number} of ${tournament.rounds}`
              : 'The next round is coming up'}
        </p>
        <p className="tv-clock">{minute > 0 && clockText(minute)}</p>
      </header>
      <div className="tv-halves">
        <div className="tv-half">
          {over ? (
            <Winners tournament={tournament} />
          ) : (
            games.map((page, index) => (
              <Games
                key={`${page.title} ${page.games[0]?.court ?? 0}`}
                tournament={tournament}
                page={page}
                isAway={index !== turn % games.length}
              />
            ))
          )}
        </div>
        <div className="tv-half">
          {standings.map((rows, index) => (
            <Ranking
              key={rows[0]?.players.join()}
              tournament={tournament}
              rows={rows}
              goesOn={index > 0}
              isAway={index !== turn % standings.length}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function Games({
  tournament,
  page: { title, goesOn, games, byes },
  isAway,
}: {
  tournament: ShownTournament;
  page: GamesPage;
  isAway: boolean;
}) {
  const name = nameOf(tournament);
  return (
    <section className={pageClass(isAway, goesOn)} aria-label={title}>
      <h2>{title}</h2>
      {games.map((game) => (
        <Game key={game.court} tournament={tournament} game={game} />
      ))}
      {byes.length > 0 && (
        <p className="tv-byes">
          Resting: <span translate="no">{byes.map(name).join(', ')}</span>
        </p>
      )}
    </section>
  );
}

function Game({
  tournament,
  game: { court, sides, score },
}: {
  tournament: ShownTournament;
  game: ShownGame;
}) {
  const name = nameOf(tournament);
  return (
    <article className="tv-game">
      <h3 translate="no">{courtNameOf(tournament, court)}</h3>
      {sides.map((side, index) => (
        <p key={side.join()} className="tv-side">
          <span translate="no">
            {side.map((player, at) => (
              <Fragment key={player}>
                {at > 0 && '&'}
                <span>{name(player)}</span>
              </Fragment>
            ))}
          </span>
          <b className="number">{score?.[index] ?? ''}</b>
        </p>
      ))}
    </article>
  );
}

function Ranking({
  tournament,
  rows,
  goesOn,
  isAway,
}: {
  tournament: ShownTournament;
  rows: StandingsPage;
  goesOn: boolean;
  isAway: boolean;
}) {
  return (
    <section className={pageClass(isAway, goesOn)} aria-label="Standings">
      <h2>Standings</h2>
      <ol>
        {rows.map(({ rank, players, points }) => (
          <li key={players.join()}>
            <span className="number">{rank}</span>
            <span translate="no">{namesOf(tournament, players)}</span>
            <b className="number">{points}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Everyone in the top three; ties may make it more. Five fit. */
function Winners({ tournament }: { tournament: ShownTournament }) {
  return (
    <section className="tv-page" aria-label="Winners">
      <h2>Congratulations!</h2>
      <ol className="tv-winners">
        {tournament.standings
          .filter(({ rank }) => rank <= 3)
          .slice(0, 5)
          .map(({ rank, players, points }) => (
            <li key={players.join()} data-rank={rank}>
              <span className="number">{rank}</span>
              <span translate="no">{namesOf(tournament, players)}</span>
              <b className="number">{points}</b>
            </li>
          ))}
      </ol>
    </section>
  );
}

function pageClass(isAway: boolean, goesOn: boolean): string {
  return ['tv-page', isAway ? 'away' : '', goesOn ? 'goes-on' : ''].join(' ').trim();
}

/** Counts up while the page is open. */
function useTurn(): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), PAGE_SECONDS * 1000);
    return () => clearInterval(timer);
  }, []);
  return turn;
}

const clockText = (instant: number) => formatTimeOfDay(clubTimestamp(instant).slice(11, 19));
