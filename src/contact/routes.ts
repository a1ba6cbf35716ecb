import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { contactSchema, MESSAGE_SENT } from '../domain/contact.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { saveContactMessage } from './store.ts';

/** Messages to the club. `limit` counts a visitor's tries and throws when there were too many. */
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
      // A machine that fell for the hidden field hears what everybody hears.
      if (!input.website) await deps.club.write((tx) => saveContactMessage(tx, input));
      set.status = 201;
      set.headers['cache-control'] = 'no-store';
      return { message: MESSAGE_SENT.text };
    },
    { access: 'anyone', parse: parseJsonBody },
  );
}
