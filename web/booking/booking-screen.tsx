import { lazy, Suspense, useEffect } from 'react';
import type { PageData } from '../../src/domain/page-data.ts';
import { trackLastTap } from '../lib/ignore-second-tap.ts';
import { PRESSED } from '../lib/pre-hydration-input.ts';
import { prefetchQuery } from '../lib/query.ts';
import { StaticServerHtml } from '../lib/static-server-html.tsx';
import { chooseCourt, claimDraft, dropRetiredCourt, startDraft, useDraft } from '../shared/booking-draft.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { trackEvent } from '../shared/meta-pixel.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { takeDrawnSlots } from '../shared/slots/use-availability.ts';
import { useCourts } from '../shared/use-courts.ts';
import { BookingBar } from './booking-bar.tsx';
import { cancelAbandonedCheckout } from './cancel-checkout.ts';
import { CourtStep } from './court-step.tsx';
import { LazyStep, loadLaterSteps } from './lazy-step.tsx';
import { useOfferLinkState } from './offer-link-state.ts';
import { resetShownStep } from './step-title.tsx';
import { useBookingParams } from './use-booking-params.ts';
import { useOfferLink } from './use-offer-link.ts';
import { STEP_TITLES, type Step, type Steps, useSteps } from './use-steps.ts';

/** Called before the page is hydrated. Reloading a later step waits for its code, so that no press is lost. */
export async function prepare(data: PageData): Promise<void> {
  takeDrawnDay(data);
  const pressed = document.querySelector<HTMLElement>(`.day[${PRESSED}]`);
  if (pressed) {
    prefetchQuery('GET /api/slots-by-court', { query: { date: pressed.dataset.rovingKey } });
    // A fast customer presses Next before the first choice has loaded its code.
    void loadLaterSteps().catch(() => {});
  }
  if (new URLSearchParams(location.search).has('step')) await loadLaterSteps().catch(() => {});
}

/**
 * Adopts the day that the server rendered. Parameters already shown on the page are removed from the address here,
 * because they would later undo what the visitor has pressed in the meantime.
 */
function takeDrawnDay(data: PageData): void {
  const { day } = data;
  if (!day) return;
  takeDrawnSlots(data);
  const query = new URLSearchParams(location.search);
  if (!startDraft(day, query.get('date') === day.date)) return;
  if (query.get('date') === day.date) query.delete('date');
  if (query.get('court') === String(day.court_id)) query.delete('court');
  const search = query.size > 0 ? `?${query}` : '';
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search);
}

const FreeSlotsList = lazy(() => import('./free-slots-list.tsx'));

/** The booking wizard: three steps, next to a bar that shows the selection. */
export default function BookingScreen() {
  const steps = useSteps();
  const ownerKnown = useDraftOwner();
  useBookingParams(ownerKnown);
  useOfferLink();
  useRetiredCourt();
  useEffect(trackLastTap, []);
  useWizardLifecycle();
  return (
    <main id="main" className="container booking" tabIndex={-1}>
      <header className="booking-head">
        <h1>Book a court</h1>
        <StepIndicator step={steps.step} />
      </header>
      <JavaScriptRequired feature="Choosing slots" />
      <StaticServerHtml tag="noscript" id="free-slots">
        <FreeSlotsList />
      </StaticServerHtml>
      <div className="booking-layout requires-javascript">
        <div className="booking-main">
          <Offer steps={steps} />
          {steps.step === 1 ? (
            <CourtStep onDone={steps.next} />
          ) : (
            <LazyStep steps={steps} ready={ownerKnown} />
          )}
        </div>
        <BookingBar steps={steps} />
      </div>
    </main>
  );
}

const OfferBanner = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.OfferBanner })));

/** Only customers from the waiting list have an offer. */
function Offer({ steps }: { steps: Steps }) {
  const hasOffer = useDraft((draft) => draft.offer !== null);
  const isOpening = useOfferLinkState(({ link, problem }) => link !== '' || problem !== '');
  if (!hasOffer && !isOpening) return null;
  return (
    <Suspense>
      <OfferBanner steps={steps} />
    </Suspense>
  );
}

/** Drops a chosen court that has been retired, which leads back to step 1. */
function useRetiredCourt(): void {
  const courtId = useDraft((draft) => draft.courtId);
  const { state, courts } = useCourts();
  const retired = state === 'ready' && courtId !== null && !courts.some(({ id }) => id === courtId);
  useEffect(() => {
    if (retired) dropRetiredCourt();
  }, [retired]);
}

/**
 * Loads the later steps on the first press, cancels a checkout that the visitor came back from, and tracks the visit.
 */
function useWizardLifecycle(): void {
  useEffect(() => {
    trackEvent('ViewContent', { content_name: 'Court booking', content_category: 'booking' });
    const onShow = (event: PageTransitionEvent) => event.persisted && cancelAbandonedCheckout();
    addEventListener('pageshow', onShow);
    addEventListener('click', prefetchLaterSteps, { once: true });
    cancelAbandonedCheckout();
    return () => {
      removeEventListener('pageshow', onShow);
      removeEventListener('click', prefetchLaterSteps);
      resetShownStep();
    };
  }, []);

  const hasSlots = useDraft((draft) => draft.slotIndexes.length > 0);
  useEffect(() => {
    if (hasSlots) prefetchLaterSteps();
  }, [hasSlots]);

  const courtId = useDraft((draft) => draft.courtId);
  useEffect(() => {
    if (courtId !== null) trackEvent('CourtSelected', { court_id: courtId });
  }, [courtId]);
}

function prefetchLaterSteps(): void {
  loadLaterSteps().catch(() => {});
}

function StepIndicator({ step }: { step: Step }) {
  return (
    <ol className="booking-steps requires-javascript" aria-label="Steps">
      {STEP_TITLES.map((label, at) => {
        const number = at + 1;
        const state = number < step ? 'done' : number === step ? 'current' : 'upcoming';
        return (
          <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="booking-steps-number" aria-hidden="true">
              {state === 'done' ? '✓' : number}
            </span>
            <span>
              {label}
              {state === 'done' && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/**
 * Gives the draft to the signed-in member and chooses a favourite court. Returns false until the server has said
 * whether a stored member's draft is still this visitor's own; until then, its details must not show.
 */
function useDraftOwner(): boolean {
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
