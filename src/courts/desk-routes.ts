import { mkdirSync } from 'node:fs';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { listCourtHistory } from '../db/history.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { courtEditSchema } from '../domain/desk.ts';
import { jsonBody, parseInput, readLimited } from '../http/body.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { CourtDesk } from './edit.ts';
import { PICTURE_LIMIT, savePicture } from './picture.ts';

/** Courts as the desk changes them, and the pictures it gave them at /media. */
export function deskCourtRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  mediaDir: string;
  now: () => number;
}) {
  const { club } = deps;
  const desk = new CourtDesk(club.db);
  const today = () => businessDayOf(deps.now());
  mkdirSync(deps.mediaDir, { recursive: true });

  return new Elysia({ name: 'desk-courts' })
    .use(deps.guard)
    .onAfterHandle(({ set, path }) => {
      if (path.startsWith('/api/')) set.headers['cache-control'] = 'no-store';
    })
    .use(
      staticPlugin({
        assets: deps.mediaDir,
        prefix: '/media',
        // Pictures come while the server runs; their names are digests, so they never change.
        alwaysStatic: false,
        maxAge: 31_536_000,
        directive: 'immutable',
        // Declared for the table of routes; there is no session to look at.
        detail: { access: 'anyone' } as object,
      }),
    )
    .get('/api/admin/courts', () => ({ data: { courts: desk.list(today()) } }), { access: 'admin' })
    .get(
      '/api/admin/courts/:id/history',
      ({ params }) => {
        const id = courtNumber(params.id);
        desk.require(id, today());
        return { data: { history: listCourtHistory(club.db, id) } };
      },
      { access: 'admin' },
    )
    .put(
      '/api/admin/courts/:id',
      async ({ params, body, session }) => {
        const edit = parseInput(courtEditSchema, body);
        const court = await club.write((tx) =>
          desk.edit(tx, courtNumber(params.id), edit, today(), actorOf(session)),
        );
        return { data: { court } };
      },
      { access: 'admin', parse: jsonBody },
    )
    .put(
      '/api/admin/courts/:id/image',
      async ({ params, body, session }) => {
        const name = await savePicture(body as Uint8Array, deps.mediaDir);
        const court = await club.write((tx) =>
          desk.edit(tx, courtNumber(params.id), { image_url: `/media/${name}` }, today(), actorOf(session)),
        );
        return { data: { court } };
      },
      { access: 'admin', parse: ({ request }) => readLimited(request, PICTURE_LIMIT) },
    )
    .delete(
      '/api/admin/courts/:id/image',
      async ({ params, session }) => {
        const court = await club.write((tx) =>
          desk.edit(tx, courtNumber(params.id), { image_url: null }, today(), actorOf(session)),
        );
        return { data: { court } };
      },
      { access: 'admin' },
    );
}

/** 0 is the number of no court. */
function courtNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
