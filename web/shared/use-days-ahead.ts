import { daysAheadOf } from '../../src/domain/club.ts';
import { planDaysAhead } from '../../src/domain/plan-price.ts';
import { useToday } from './club-time-hooks.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';
import { useHeldPlans } from './use-held-plans.ts';

/** How many days ahead the visitor may book; a member's limit applies once the server has answered. */
export function useDaysAhead(): number {
  const { user } = useAuth();
  const today = useToday();
  return daysAheadOf(usePageData().club, Boolean(user), planDaysAhead(useHeldPlans(), today));
}
