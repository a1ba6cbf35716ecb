import type { SessionStore } from '../accounts/session-store.ts';
import type { Base } from '../http/base.ts';
import { type EmbeddedClient, PageServer } from '../http/page-server.ts';
import { searchOf } from '../http/request-url.ts';
import type { Job } from '../jobs.ts';
import type { Matches } from '../matches/module.ts';
import type { Slots } from '../slots/slots.ts';
import type { TournamentsModule } from '../tournaments/module.ts';
import { contentOf } from './page-content.ts';
import { type PageSources, pageDataOf } from './page-data.ts';

/** The pages that visitors open first. */
const FIRST_PATHS = ['/', '/booking'];

/** Renders the first pages after a start and after each change, so that no visitor waits for it. */
export function pageJobs(pages: PageServer): Job[] {
  const draw = async () => {
    for (const path of FIRST_PATHS) await pages.respond(new Request(`http://localhost${path}`), path);
  };
  return [{ name: 'draw pages', minutes: 1 / 4, clock: 'any', run: draw }];
}

/** Serves pages, rendered with the club's data. */
export function createPages(
  base: Base,
  below: PageSources & {
    sessions: SessionStore;
    slots: Slots;
    matches: Matches;
    tournaments: TournamentsModule['views'];
  },
  client: EmbeddedClient,
): PageServer {
  const { calendar, payments, sessions } = below;
  const sources = { ...below, now: base.now };
  return new PageServer({
    client,
    pageData: pageDataOf(base, below),
    contentOf: (content, path, query) => contentOf(sources, content, path, query),
    fresh: base.club.untilChanged(
      () => new Map(),
      () => `${calendar.halfHour()} ${payments.bankQrImage.version()}`,
    ),
    viewerOf: (request, path) => {
      // The page tells its browser not to ask for the user.
      if (!sessions.hasToken(request)) return { variant: 'guest', data: () => ({ guest: true }) };
      const isDesk = path === '/admin' && searchOf(request) === '';
      const session = isDesk ? sessions.findByRequest(request) : null;
      const mayOpen = session?.user.role && !session.user.admin_locked && !session.locked;
      return mayOpen
        ? { variant: 'desk', data: () => ({ desk: calendar.today() }) }
        : { variant: 'user', data: () => ({}) };
    },
    headers: base.headers,
  });
}
