import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { RunningTournament } from './running-tournament.tsx';
import { StartForm } from './start-form.tsx';

/** The rounds, scores and standings of an event that is a tournament. */
export default function TournamentPanel({ eventId }: { eventId: number }) {
  const desk = useAdminQuery('GET /api/admin/tournaments/:id', { params: { id: eventId } });
  return (
    <section className="tournament" aria-label="Tournament">
      <QueryStatus {...desk} />
      {desk.data?.tournament && (
        <RunningTournament eventId={eventId} desk={desk.data} tournament={desk.data.tournament} />
      )}
      {desk.data && !desk.data.tournament && <StartForm eventId={eventId} desk={desk.data} />}
    </section>
  );
}
