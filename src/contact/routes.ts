import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { contactSchema, MESSAGE_SENT } from '../domain/contact.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { saveContactMessage } from './store.ts';

/** Takes messages from the contact form. */
export function contactRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  assertRateLimit: (context: RequestContext) => void;
}) {
  return new Elysia({ name: 'contact' }).use(deps.guard).post(
    '/api/contact',
    async ({ body, request, server, set }) => {
      deps.assertRateLimit({ request, server });
      const input = parseInput(contactSchema, body);
      // Do not tell bots that they were detected.
      if (!input.website) await deps.club.write((tx) => saveContactMessage(tx, input));
      set.status = 201;
      set.headers['cache-control'] = 'no-store';
      return { message: MESSAGE_SENT.text };
    },
    { access: 'anyone', parse: parseJsonBody },
  );
}
