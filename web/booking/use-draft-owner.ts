import { useEffect } from 'react';
import { chooseCourt, claimDraft, useDraft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';

/**
 * Gives the draft to the signed-in member and chooses a favourite court. Returns false until the server has
 * answered whether a stored member's draft is still this visitor's own; until then its details must not show.
 */
export function useDraftOwner(): boolean {
  const { courts } = usePageData();
  const { user } = useAuth();
  const ownerId = useDraft((draft) => draft.ownerId);
  const favorite = user?.preferences.favorite_courts?.find((id) => courts.some((court) => court.id === id));
  useEffect(() => {
    if (user) claimDraft(user);
    if (favorite !== undefined && useDraft.getState().courtId === null) chooseCourt(favorite);
  }, [user, favorite]);
  return ownerId === null || ownerId === user?.id;
}
