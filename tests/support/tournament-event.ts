import type { Database } from 'bun:sqlite';
import { readSecret } from '../../src/db/stored-secret.ts';
import type { EventDetails } from '../../src/domain/api/event-routes.ts';
import { PayerKeys } from '../../src/payers/payer-keys.ts';

const NAMES = ['Ali', 'Sara', 'Bilal', 'Hina', 'Omar', 'Zara', 'Usman', 'Ayesha'];

/** A club in the process of the test, or that of the executable. */
interface TournamentClub {
  post: (
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ) => Promise<{ json: { data: unknown } }>;
  db: Database;
  config: { publicUrl: string };
}

/** A published evening from 6 PM with as many places, added by the reception; each has a key of its own. */
export async function createTournamentEvent(
  { post, db, config }: TournamentClub,
  staff: Record<string, string>,
  players: number,
  {
    courts = [1, 2],
    date = '2026-11-21',
    isPublic = true,
  }: { courts?: number[]; date?: string; isPublic?: boolean } = {},
) {
  const created = await post(
    '/api/admin/events',
    {
      kind: 'tournament',
      title: 'Friday Americano',
      least: 4,
      most: 32,
      price: 0,
      join_hours: 0,
      leave_hours: 0,
      public: isPublic,
      sessions: [{ date, start_time: '18:00', duration: 180, court_ids: courts }],
      publish: true,
    },
    staff,
  );
  const { event } = created.json.data as EventDetails;
  let details = created.json.data as EventDetails;
  for (let index = 0; index < players; index++) {
    const name = `${NAMES[index % NAMES.length]} ${String.fromCharCode(65 + (index % 26))}hmed`;
    const place = { name, email: `player${index + 1}@example.com` };
    details = (await post(`/api/admin/events/${event.id}/places`, place, staff)).json.data as EventDetails;
  }
  const keys = new PayerKeys(readSecret(db, 'cookie'), config.publicUrl);
  const places = details.places.map(({ payer_id: id, email }) => {
    const link = keys.payerUrl({ id, booking_id: null, email });
    return { id, link, headers: { 'x-booking-key': link.split('.').at(-1) as string } };
  });
  return { id: event.id, places };
}

export type TournamentEvent = Awaited<ReturnType<typeof createTournamentEvent>>;
