import { useState } from 'react';
import type {
  AdminClubEvent,
  EventDetails,
  EventPlace,
  EventSession,
} from '../../../src/domain/api/event-routes.ts';
import { sessionLabel } from '../../../src/domain/event-labels.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { slotIndexOf, timeLabel } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ActionButton } from '../action-button.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';

type Player = EventDetails['attendance'][number]['players'][number];

const LABELS = { true: '✓ Came', false: '✗ Missed', null: 'Came?' };

/** One tap a player: came, then missed, then not looked at. */
export function Attendance({
  event,
  session,
  places,
  players,
}: {
  event: AdminClubEvent;
  session: EventSession;
  places: readonly EventPlace[];
  players: readonly Player[];
}) {
  const { error, run } = useChange('This could not be saved. Please try again.');
  const [makingUp, setMakingUp] = useState<Player | null>(null);
  const save = (payer_id: number, came: boolean | null) =>
    callApi('PUT /api/admin/event-sessions/:id/attendance', {
      params: { id: session.id },
      body: { payer_id, came },
    });
  const tap = ({ payer_id, came }: Player) =>
    run(() => save(payer_id, came === null ? true : came ? false : null));
  const unseen = players.filter(({ came }) => came === null);
  const allCame = () =>
    run(async () => {
      for (const { payer_id } of unseen) await save(payer_id, true);
    });
  if (players.length === 0) return <p className="muted small">Nobody is expected.</p>;
  return (
    <>
      <ErrorAlert text={error} />
      {unseen.length > 1 && (
        <button type="button" className="quiet" onClick={() => void allCame()}>
          {unseen.length === players.length ? 'Everyone came' : 'The others came'}
        </button>
      )}
      <ul className="event-attendance">
        {players.map((player) => {
          const madeUp = places
            .find(({ payer_id }) => payer_id === player.payer_id)
            ?.made_up.find(({ missed_session_id }) => missed_session_id === session.id);
          return (
            <li key={player.payer_id}>
              <button
                type="button"
                className={player.came ? '' : 'ghost'}
                aria-label={`${player.name}: ${LABELS[`${player.came}`]}`}
                onClick={() => void tap(player)}
              >
                <span translate="no">{player.name}</span>{' '}
                <span className="small no-wrap">{LABELS[`${player.came}`]}</span>
              </button>
              {player.makes_up && <span className="small muted">makes up</span>}
              {player.came === false && event.make_ups && !player.makes_up && (
                <button type="button" className="quiet small" onClick={() => setMakingUp(player)}>
                  {madeUp ? `Makes up on ${shortDate(madeUp.date)}` : 'Make up …'}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {makingUp && (
        <MakeUpDialog event={event} session={session} player={makingUp} onClose={() => setMakingUp(null)} />
      )}
    </>
  );
}

/** Dates of other events with room, one of which takes the place of the missed one. */
function MakeUpDialog({
  event,
  session,
  player,
  onClose,
}: {
  event: AdminClubEvent;
  session: EventSession;
  player: Player;
  onClose: () => void;
}) {
  const { data, error } = useAdminQuery('GET /api/admin/events/:id/make-ups', { params: { id: event.id } });
  const choose = (session_id: number | null) =>
    callApi('PUT /api/admin/events/:id/make-ups', {
      params: { id: event.id },
      body: { payer_id: player.payer_id, missed_session_id: session.id, session_id },
    });
  const failure = 'This could not be saved. Please try again.';
  return (
    <Dialog title={`${player.name} makes up ${sessionLabel(session)}`} onClose={onClose}>
      <QueryStatus data={data} error={error} />
      {data?.dates.length === 0 && <p>No other event of this kind has a free place.</p>}
      <ul className="lines">
        {data?.dates.map((date) => (
          <li key={date.session_id} className="list-line">
            <span>
              <strong>{shortDate(date.date)}</strong> {timeLabel(slotIndexOf(date.start_time) ?? 0)},{' '}
              {date.title}
            </span>
            <ActionButton act={() => choose(date.session_id)} onDone={onClose} failure={failure}>
              Choose
            </ActionButton>
          </li>
        ))}
      </ul>
      <ActionButton act={() => choose(null)} onDone={onClose} failure={failure}>
        No make-up
      </ActionButton>
    </Dialog>
  );
}
