import type { Match } from '../../src/domain/api/match-routes.ts';

/** Identifies a match to the API; the address of a private one has a key. */
export function matchAddress({ id, share }: Match) {
  return { params: { id }, query: { key: new URL(share).searchParams.get('key') ?? undefined } };
}
