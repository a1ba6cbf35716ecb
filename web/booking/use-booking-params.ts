import { useEffect, useRef } from 'react';
import { addDays, isDate } from '../../src/domain/business-day.ts';
import { consecutiveSlotIndexes, MINIMUM_SLOTS } from '../../src/domain/slot.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { usePageData } from '../shared/page-data.tsx';
import { trackEvent } from '../shared/pixel.ts';
import { useAuth } from '../shared/session.tsx';
import { useToday } from './availability.ts';
import { chooseCourt, chooseDate, chooseHours, prefillGuest, useDraft } from './booking-draft.ts';
import { preloadSteps } from './lazy-step.tsx';
import { resetShownStep } from './step-title.tsx';
import { cancelAbandonedCheckout } from './submit-booking.ts';

/**
 * What the address brings along (`court`, `date`, `time` from the landing and cancel pages) and what the
 * account knows. The address is taken over once and then cleaned, so that a reload keeps what was chosen
 * since.
 */
export function useBookingParams(): void {
  const { club, courts } = usePageData();
  const { path, route } = useLocation();
  const { user } = useAuth();
  const hydrated = useHydrated();
  const today = useToday();
  const { court, date, time, step } = useQueryParams();

  useEffect(() => {
    trackEvent('ViewContent', { content_name: 'Court booking', content_category: 'booking' });
    const timer = setTimeout(preloadSteps, 1500);
    const onShow = (event: PageTransitionEvent) => event.persisted && cancelAbandonedCheckout();
    addEventListener('pageshow', onShow);
    cancelAbandonedCheckout();
    return () => {
      clearTimeout(timer);
      removeEventListener('pageshow', onShow);
      resetShownStep();
    };
  }, []);

  useEffect(() => {
    if (!hydrated || !today) return;
    const lastDate = addDays(today, club.booking_days_ahead);
    const draft = useDraft.getState();
    if (date && isDate(date) && date >= today && date <= lastDate) chooseDate(date);
    else if (!draft.date || draft.date < today) chooseDate(today);
    if (courts.some(({ id }) => String(id) === court)) chooseCourt(Number(court));
    const hours = time ? consecutiveSlotIndexes(time, MINIMUM_SLOTS) : null;
    if (hours && useDraft.getState().hours.length === 0) chooseHours(hours);
    if (court || date || time) route(step ? `${path}?step=${step}` : path, true);
  }, [hydrated, today, court, date, time, step, path, club.booking_days_ahead, courts, route]);

  const favorite = user?.preferences.favorite_courts?.find((id) => courts.some((known) => known.id === id));
  useEffect(() => {
    if (user !== undefined) prefillGuest(user);
    if (favorite !== undefined && useDraft.getState().courtId === null) chooseCourt(favorite);
  }, [user, favorite]);

  const courtId = useDraft((draft) => draft.courtId);
  const trackedCourtId = useRef<number | null>(null);
  useEffect(() => {
    if (courtId === null || trackedCourtId.current === courtId) return;
    trackedCourtId.current = courtId;
    trackEvent('CourtSelected', { court_id: courtId });
  }, [courtId]);
}
