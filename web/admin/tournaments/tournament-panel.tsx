import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { RunningTournament } from './running-tournament.tsx';
import { StartForm } from './start-form.tsx';

/** The rounds, scores and standings of an event that is a tournament. */
export default function TournamentPanel({
  eventId,
  isNear,
}: {
  eventId: number;
  /** It begins soon, so its start is what the reception looks for. */
  isNear: boolean;
}) {
  const desk = useAdminQuery('GET /api/admin/tournaments/:id', { params: { id: eventId } });
  return (
    <section className="tournament" aria-label="Tournament">
      <QueryStatus {...desk} />
      {desk.data?.tournament && (
        <RunningTournament eventId={eventId} desk={desk.data} tournament={desk.data.tournament} />
      )}
      {desk.data && !desk.data.tournament && (
        <details open={isNear}>
          <summary>Plan the rounds and start</summary>
          <StartForm eventId={eventId} desk={desk.data} />
        </details>
      )}
    </section>
  );
}
