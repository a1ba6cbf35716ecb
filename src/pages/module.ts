import type { SessionStore } from '../accounts/session-store.ts';
import type { Base } from '../http/base.ts';
import { type EmbeddedClient, PageServer } from '../http/page-server.ts';
import type { Slots } from '../slots/slots.ts';
import { type PageSources, pageDataOf } from './page-data.ts';

/** The server of the pages, which draws them with the club's data. */
export function createPages(
  base: Base,
  below: PageSources & { sessions: SessionStore; slots: Slots },
  client: EmbeddedClient,
): PageServer {
  const { calendar, payments, sessions, slots } = below;
  return new PageServer({
    client,
    pageData: pageDataOf(base, below),
    dayOf: (query) => slots.firstDay(query),
    tonight: () => slots.tonight(),
    fresh: base.club.untilChanged(
      () => new Map(),
      () => `${calendar.halfHour()} ${payments.bankQrImage.current()?.url}`,
    ),
    isGuest: (request) => !sessions.hasToken(request),
    headers: base.headers,
  });
}
