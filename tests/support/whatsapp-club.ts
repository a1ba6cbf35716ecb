import { startGraphServer } from './graph-server.ts';
import { createTestOutboxWorker, startSmsGateway } from './message-servers.ts';
import { bookingBody, createTestClub } from './test-club.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** A Friday at noon, so that the bookings of the tests are on the evening after. */
const NOON = Date.parse('2026-11-20T12:00:00+05:00');

/** A club with WhatsApp, its Graph server and an SMS gateway; `approved: false` leaves the templates waiting. */
export async function createWhatsappClub({
  approved = true,
  env = {},
}: {
  approved?: boolean;
  env?: Record<string, string>;
} = {}) {
  // Both read one clock, which the club brings.
  let clock = { now: NOON };
  const graph = startGraphServer(() => clock.now);
  const gateway = startSmsGateway();
  const club = await createTestClub({
    now: NOON,
    env: { ...graph.env, SMS_URL: `${gateway.url}/send?to={to}&text={text}`, ...env },
  });
  clock = club.clock;
  const syncTemplates = () => club.schedule.runNow('whatsapp templates');
  graph.state.approve = approved;
  await syncTemplates();
  await syncTemplates();
  const admin = (await club.signIn({ is_admin: true, email: 'owner@example.com', name: 'Owner' })).headers;

  const call = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
    const answer = await club.post('/api/whatsapp', body, headers);
    await club.schedule.runNow('whatsapp callbacks');
    return answer;
  };
  return {
    ...club,
    graph,
    gateway,
    admin,
    syncTemplates,
    call,
    /** Sends what is due; the worker is a new one, so that no pause of an earlier fault delays it. */
    async deliver() {
      const worker = createTestOutboxWorker(club);
      await worker.runOnce();
      await worker.stop();
    },
    pictures: () => club.schedule.runNow('pictures of whatsapp'),
    unreported: () => club.schedule.runNow('unreported messages'),
    async book(over: Record<string, unknown> = {}) {
      const answer = await club.post('/api/book', bookingBody({ updates_by: ['whatsapp'], ...over }));
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json as { booking: { id: number; phone: string; version: number }; manage_url: string };
    },
    messages: () =>
      club.rows<{
        kind: string;
        channel: string;
        passed_from: string | null;
        state: string;
        recipient: string;
        reason: string | null;
      }>(
        `SELECT kind, channel, passed_from, state, recipient, reason FROM outbox
         WHERE audience = 'customer' ORDER BY id`,
      ),
    async close() {
      await club.close();
      graph.stop();
      gateway.close();
    },
  };
}

export type WhatsappClub = Awaited<ReturnType<typeof createWhatsappClub>>;
