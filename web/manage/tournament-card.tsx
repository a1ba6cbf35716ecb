import { useEffect, useState } from 'react';
import type { ShownGame, ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { currentRound, isPlayedOut, nextRoundOf, offersScore } from '../../src/domain/tournament/progress.ts';
import { TOURNAMENT_LABELS } from '../../src/domain/tournament/tournament.ts';
import { invalidateQueries } from '../lib/query.ts';
import { usePolledQuery } from '../lib/use-polled-query.ts';
import { courtNameOf, namesOf, scoreText } from '../shared/tournament/player-names.ts';
import { ScoreForm } from '../shared/tournament/score-form.tsx';
import { StandingsTable } from '../shared/tournament/standings-table.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { type RefusedScore, type UnsentScore, useUnsentScores } from './unsent-scores.ts';

/** Scores come every few minutes; before the start, and in what is no tournament, hardly anything happens. */
const FOLLOW_MS = 8000;
const WAIT_MS = 60_000;

/** The tournament for one player: the next game, the scores of their own games, the standings. */
export default function TournamentCard({ payerId, isOver }: { payerId: number; isOver: boolean }) {
  const [everyMs, setEveryMs] = useState(FOLLOW_MS);
  const { data: shown } = usePolledQuery('GET /api/payers/:id/tournament', everyMs, {
    params: { id: payerId },
    keyOf: `p${payerId}`,
  });
  const isRunning = shown?.tournament?.finished === false;
  useEffect(() => setEveryMs(isRunning ? FOLLOW_MS : WAIT_MS), [isRunning]);
  if (!shown?.tournament) return null;
  return <Tournament payerId={payerId} tournament={shown.tournament} mine={shown.mine} isOver={isOver} />;
}

function Tournament({
  payerId,
  tournament,
  mine,
  isOver,
}: {
  payerId: number;
  tournament: ShownTournament;
  mine: readonly number[];
  /** Nobody is called to a court any more, whether or not all rounds were played. */
  isOver: boolean;
}) {
  const unsent = useUnsentScores(payerId);
  const { format, points, rounds, schedule, finished } = tournament;
  const own = schedule.flatMap(({ number, games }) =>
    games
      .filter(({ sides }) => sides.flat().some((player) => mine.includes(player)))
      .map((game) => ({ round: number, game })),
  );
  return (
    <>
      {!isOver &&
        mine.map((player) => (
          <NextGame key={player} tournament={tournament} player={player} isOnly={mine.length === 1} />
        ))}
      {(own.length > 0 || unsent.refused) && (
        <section className="card" aria-labelledby="own-games-title">
          <h2 id="own-games-title">{mine.length === 1 ? 'Your games' : 'Your games and your friends’'}</h2>
          {unsent.refused && (
            <Refused
              tournament={tournament}
              refused={unsent.refused}
              onSave={(score) => void unsent.save(score)}
              onDismiss={unsent.dismiss}
            />
          )}
          <ul className="own-games">
            {own.map(({ round, game }) => (
              <OwnGame
                key={`${round} ${game.court}`}
                tournament={tournament}
                round={round}
                game={game}
                mine={mine}
                unsent={unsent.scores.find((one) => one.round === round && one.court_id === game.court)}
                mayScore={!finished && offersScore(schedule, round, game)}
                onSave={(score) => void unsent.save(score)}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="standings-title">
        <h2 id="standings-title">
          {finished || isPlayedOut(schedule, rounds) ? 'Final result' : 'Standings'}
        </h2>
        <StandingsTable tournament={tournament} mine={mine} />
        <p className="small muted">
          {TOURNAMENT_LABELS[format]}, {rounds === 1 ? '1 round' : `${rounds} rounds`}, {points} points a
          game. Resting gives half of them.
        </p>
      </section>
    </>
  );
}

function NextGame({
  tournament,
  player,
  isOnly,
}: {
  tournament: ShownTournament;
  player: number;
  isOnly: boolean;
}) {
  const { schedule, rounds, finished } = tournament;
  if (finished || isPlayedOut(schedule, rounds)) return null;
  const next = nextRoundOf(schedule, player);
  const isNow = next !== null && next.round === currentRound(schedule)?.number;
  const side = next?.game?.sides.find((players) => players.includes(player));
  const others = next?.game?.sides.find((players) => players !== side);
  return (
    <section className="card highlighted" aria-live="polite" aria-label="Next game">
      <p className="eyebrow">
        {isOnly ? '' : `${namesOf(tournament, [player])}: `}
        {next ? `Round ${next.round} of ${rounds}, ${isNow ? 'now' : 'next'}` : `${rounds} rounds`}
      </p>
      <h2 translate={next?.game ? 'no' : undefined}>
        {next?.game
          ? courtNameOf(tournament, next.game.court)
          : next
            ? 'You’re resting'
            : 'Your next game is coming up'}
      </h2>
      {side && others && (
        <Facts
          of={{
            With: (
              <span translate="no">
                {namesOf(
                  tournament,
                  side.filter((other) => other !== player),
                )}
              </span>
            ),
            Against: <span translate="no">{namesOf(tournament, others)}</span>,
          }}
        />
      )}
      {!next && <p>It will appear here as soon as all scores of this round are in.</p>}
    </section>
  );
}

type SaveScore = (score: Omit<UnsentScore, 'payer_id' | 'key' | 'since'>) => void;

function OwnGame({
  tournament,
  round,
  game,
  mine,
  unsent,
  mayScore,
  onSave,
}: {
  tournament: ShownTournament;
  round: number;
  game: ShownGame;
  mine: readonly number[];
  unsent: UnsentScore | undefined;
  mayScore: boolean;
  onSave: SaveScore;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { court, sides, version } = game;
  const names = sides.map((side) => namesOf(tournament, side)) as [string, string];
  const score = unsent?.score ?? game.score;
  return (
    <li>
      <p className="own-game">
        <span>
          <span className="small muted">
            Round {round}, <span translate="no">{courtNameOf(tournament, court)}</span>
          </span>
          <span translate="no">{names.join(' – ')}</span>
        </span>
        <b className="number">{scoreText(score)}</b>
        {mayScore && !isOpen && (
          <button type="button" className={score ? 'quiet' : ''} onClick={() => setIsOpen(true)}>
            {score ? 'Change score' : 'Enter score'}
            <span className="visually-hidden"> of round {round}</span>
          </button>
        )}
      </p>
      {unsent && (
        <p className="small" role="status">
          Saved on this phone. It will be sent as soon as there is a network.
        </p>
      )}
      {isOpen && (
        <ScoreForm
          game={{ sides, score }}
          names={names}
          points={tournament.points}
          own={sides[1].some((player) => mine.includes(player)) ? 1 : 0}
          onSave={(entered) => {
            setIsOpen(false);
            onSave({ round, court_id: court, score: entered, version });
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}

/** What became of a score that the server rejected; two different ones are compared. */
function Refused({
  tournament,
  refused: { unsent, message, isConflict },
  onSave,
  onDismiss,
}: {
  tournament: ShownTournament;
  refused: RefusedScore;
  onSave: SaveScore;
  onDismiss: () => void;
}) {
  const { round, court_id, score } = unsent;
  useEffect(() => {
    void invalidateQueries('GET /api/payers/:id/tournament');
  }, []);
  const game = tournament.schedule
    .find(({ number }) => number === round)
    ?.games.find(({ court }) => court === court_id);
  // The game that was entered is still the one on this court, and the newer score has arrived.
  const other = isConflict && game?.score && game.version !== unsent.version ? game : null;
  return (
    <div className="alert warning">
      {other ? (
        <>
          <p>
            Round {round}: you entered {scoreText(score)}, and somebody else {scoreText(other.score)}. Which
            is right?
          </p>
          <p className="cluster">
            <button type="button" className="quiet" onClick={onDismiss}>
              {scoreText(other.score)}
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => onSave({ round, court_id, score, version: other.version })}
            >
              {scoreText(score)}
            </button>
          </p>
        </>
      ) : (
        <>
          <ErrorAlert text={message} />
          <button type="button" className="quiet" onClick={onDismiss}>
            OK
          </button>
        </>
      )}
    </div>
  );
}
