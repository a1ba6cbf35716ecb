import type { HeldPlan } from '../../src/domain/api/plan-answers.ts';
import { useQuery } from '../lib/query.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';

const NONE: readonly HeldPlan[] = [];

/** The signed-in member's plans; none until the server has answered. */
export function useHeldPlans(): readonly HeldPlan[] {
  const { user } = useAuth();
  const { plans } = usePageData();
  return useQuery('GET /api/auth/plans', { skip: !user || !plans }).data?.held ?? NONE;
}
