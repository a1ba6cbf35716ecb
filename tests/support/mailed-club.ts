import type { SMTPServerOptions } from 'smtp-server';
import { keyHeader } from './booking-key.ts';
import { createTestOutboxWorker, startMailServer } from './message-servers.ts';
import { bookingBody, createTestClub } from './test-club.ts';

/** A club that sends its emails to its own server, with a signed-in owner. */
export async function openMailedClub(smtp: SMTPServerOptions = {}) {
  const server = await startMailServer(smtp);
  const club = await createTestClub({
    env: { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' },
  });
  const admin = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
  return {
    club,
    admin,
    /** Books as a guest; returns the answer with the booking's path and key header. */
    async book(over: Record<string, unknown> = {}) {
      const { json } = await club.post('/api/book', bookingBody(over));
      const path = `/api/booking/${json.booking.id}`;
      return { ...json, id: json.booking.id as number, path, key: keyHeader(json) };
    },
    /** Sends what is queued and returns the emails that arrived. */
    async takeEmails() {
      const worker = createTestOutboxWorker(club);
      await worker.runOnce();
      await worker.stop();
      return server.mails.splice(0).map((mail) => ({
        to: [mail.to].flat()[0]?.text ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
      }));
    },
    async close() {
      club.close();
      await server.close();
    },
  };
}
export type MailedClub = Awaited<ReturnType<typeof openMailedClub>>;
