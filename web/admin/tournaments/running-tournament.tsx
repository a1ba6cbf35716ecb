import { useState } from 'react';
import type {
  AdminTournament,
  ShownGame,
  ShownRound,
  TournamentDesk,
} from '../../../src/domain/api/tournament-routes.ts';
import { currentRound, isPlayedOut } from '../../../src/domain/tournament/progress.ts';
import { TOURNAMENT_LABELS } from '../../../src/domain/tournament/tournament.ts';
import { callApi } from '../../lib/api.ts';
import { courtNameOf, nameOf, namesOf, scoreText } from '../../shared/tournament/player-names.ts';
import { ScoreForm } from '../../shared/tournament/score-form.tsx';
import { StandingsTable } from '../../shared/tournament/standings-table.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { useChange } from '../use-change.ts';
import { AddPlayersDialog, PlanDialog, PlayerDialog, SwapDialog } from './change-dialogs.tsx';

export interface Running {
  eventId: number;
  desk: TournamentDesk;
  tournament: AdminTournament;
}

type Open = { kind: 'add' | 'plan' } | { kind: 'swap'; round: ShownRound } | { kind: 'player'; id: number };

/** Scores round by round, and what changes on an evening. */
export function RunningTournament(running: Running) {
  const { eventId, desk, tournament } = running;
  const { format, rounds, schedule, finished, version, points } = tournament;
  const [open, setOpen] = useState<Open | null>(null);
  const { error, run } = useChange('This did not work. Please try again.');
  const now = currentRound(schedule);
  const hasScores = schedule.some(({ games }) => games.some(({ score }) => score !== null));
  const isOver = finished || isPlayedOut(schedule, rounds);
  const params = { id: eventId };
  const finish = (wanted: boolean) =>
    void run(() =>
      callApi('PUT /api/admin/tournaments/:id/finished', { params, body: { finished: wanted, version } }),
    );
  const close = () => setOpen(null);
  return (
    <>
      <div className="admin-day-head">
        <h3>
          {TOURNAMENT_LABELS[format]},{' '}
          {isOver ? 'final result' : now ? `round ${now.number} of ${rounds}` : `${rounds} rounds`}
        </h3>
        <a className="button quiet" href={desk.screen} target="_blank" rel="noreferrer">
          Television screen
        </a>
        <ActionMenu
          items={[
            ...(finished
              ? [{ label: 'Play on', run: () => finish(false) }]
              : [
                  { label: 'Add a player', run: () => setOpen({ kind: 'add' }) },
                  { label: 'Change rounds or courts', run: () => setOpen({ kind: 'plan' }) },
                  { label: 'Finish now', run: () => finish(true) },
                ]),
            ...(hasScores
              ? []
              : [
                  {
                    label: 'Take back the start',
                    danger: true,
                    run: () => void run(() => callApi('DELETE /api/admin/tournaments/:id', { params })),
                  },
                ]),
          ]}
        >
          Change
        </ActionMenu>
      </div>
      <ErrorAlert text={error} />
      {isOver && !finished && (
        <p className="alert success">
          All rounds are played.{' '}
          <button type="button" className="quiet" onClick={() => finish(true)}>
            Finish the tournament
          </button>
        </p>
      )}
      {schedule.length === 0 && (
        <p className="alert warning">Too few players are left. Add players, and the rounds are planned.</p>
      )}
      {schedule.map((round) => (
        <details key={round.number} className="tournament-round" open={round.number === (now?.number ?? 0)}>
          <summary>
            Round {round.number}: <span className="muted">{stateOf(round)}</span>
          </summary>
          {round.games.map((game) => (
            <Game key={game.court} running={running} round={round.number} game={game} points={points} />
          ))}
          {round.byes.length > 0 && (
            <p className="small muted">
              Resting: <span translate="no">{round.byes.map(nameOf(tournament)).join(', ')}</span>
            </p>
          )}
          {!finished && round.games.some(({ score }) => score === null) && (
            <button type="button" className="quiet" onClick={() => setOpen({ kind: 'swap', round })}>
              Swap two players<span className="visually-hidden"> in round {round.number}</span>
            </button>
          )}
        </details>
      ))}
      <h3>{isOver ? 'Final result' : 'Standings'}</h3>
      <StandingsTable tournament={tournament} />
      <h3>Players</h3>
      <ul className="tournament-players">
        {tournament.players.map(({ id, name, plays }) => (
          <li key={id}>
            <span>
              <span translate="no">{name}</span>
              {!plays && <small className="muted"> has left</small>}
            </span>
            {!finished && (
              <button type="button" className="quiet" onClick={() => setOpen({ kind: 'player', id })}>
                Change <span className="visually-hidden">{name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {open?.kind === 'add' && <AddPlayersDialog {...running} onClose={close} />}
      {open?.kind === 'plan' && <PlanDialog {...running} onClose={close} />}
      {open?.kind === 'swap' && <SwapDialog {...running} round={open.round} onClose={close} />}
      {open?.kind === 'player' && <PlayerDialog {...running} playerId={open.id} onClose={close} />}
    </>
  );
}

/** `2 scores to come`; nothing once all are in. */
function stateOf({ games }: ShownRound): string {
  const missing = games.filter(({ score }) => score === null).length;
  if (missing === 0) return 'played';
  return missing === 1 ? '1 score to come' : `${missing} scores to come`;
}

function Game({
  running: { eventId, tournament },
  round,
  game,
  points,
}: {
  running: Running;
  round: number;
  game: ShownGame;
  points: number;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { busy, error, run } = useChange('The score could not be saved. Please try again.');
  const { court, sides, score, version, scored_by } = game;
  const names = sides.map((side) => namesOf(tournament, side)) as [string, string];
  const enter = (entered: [number, number] | null) =>
    run(
      () =>
        callApi('PUT /api/admin/tournaments/:id/score', {
          params: { id: eventId },
          body: { round, court_id: court, score: entered, version },
        }),
      () => setIsOpen(false),
    );
  return (
    <div className="tournament-game">
      <p>
        <span className="small muted" translate="no">
          {courtNameOf(tournament, court)}
        </span>
        <span translate="no">{names.join(' – ')}</span>
        {scored_by !== null && (
          <small className="muted">
            Entered by <span translate="no">{nameOf(tournament)(scored_by)}</span>
          </small>
        )}
      </p>
      <b className="number">{scoreText(score)}</b>
      {!tournament.finished && !isOpen && (
        <button type="button" className={score ? 'quiet' : ''} onClick={() => setIsOpen(true)}>
          {score ? 'Change score' : 'Enter score'}
          <span className="visually-hidden">
            {' '}
            of round {round}, {courtNameOf(tournament, court)}
          </span>
        </button>
      )}
      {isOpen && (
        <ScoreForm
          game={game}
          names={names}
          points={points}
          own={0}
          busy={busy}
          onSave={(entered) => void enter(entered)}
          onCancel={() => setIsOpen(false)}
        />
      )}
      {isOpen && score && (
        <button type="button" className="quiet danger" disabled={busy} onClick={() => void enter(null)}>
          Remove this score
        </button>
      )}
      <ErrorAlert text={error} />
    </div>
  );
}
