import type { Match } from '../../src/domain/api/match-routes.ts';

/** What names a match to the API; the address of one that is not public has a key. */
export function matchAddress({ id, share }: Match) {
  return { params: { id }, query: { key: new URL(share).searchParams.get('key') ?? undefined } };
}
