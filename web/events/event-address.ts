import type { ClubEventView } from '../../src/domain/api/event-routes.ts';

/** What names an event to the API; the address of one that is not public has a key. */
export function eventAddress({ id, share }: ClubEventView) {
  return { params: { id }, query: { key: new URL(share).searchParams.get('key') ?? undefined } };
}
