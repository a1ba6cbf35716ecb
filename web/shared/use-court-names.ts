import { shortCourtName } from '../../src/domain/court.ts';
import { usePageData } from './page-data.tsx';

/** Short names of the club's courts, by id. */
export function useCourtNames(): ReadonlyMap<number, string> {
  return new Map(usePageData().courts.map(({ id, name }) => [id, shortCourtName(name)]));
}
