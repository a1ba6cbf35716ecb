import { daysAheadOf } from '../../src/domain/club.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';

/** How many days ahead the visitor may book; a member's limit applies once the server has answered. */
export function useDaysAhead(): number {
  const { user } = useAuth();
  return daysAheadOf(usePageData().club, Boolean(user));
}
