import type { ClubEventView } from '../../src/domain/api/event-routes.ts';
import { type EventDiscount, eventDiscount } from '../../src/domain/plan-price.ts';
import { useAuth } from '../shared/session.tsx';
import { useHeldPlans } from '../shared/use-held-plans.ts';

/** What the signed-in member's plan takes off their own place; their confirmed address proves who they are. */
export function useOwnDiscount({ price, sessions }: ClubEventView): EventDiscount | null {
  const { user } = useAuth();
  const held = useHeldPlans();
  const first = sessions.find(({ cancelled }) => !cancelled);
  if (!first || !user?.email_verified) return null;
  return eventDiscount(held, price, first.date);
}
