import { type FormEvent, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { addDays } from '../../src/domain/business-day.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { dateError, type StepError, selectionError } from '../../src/domain/slot-selection-errors.ts';
import { showToast } from '../lib/toast.ts';
import {
  chooseCourt,
  chooseDate,
  chooseSlots,
  removeUnavailableSlots,
  useDraft,
} from '../shared/booking-draft.ts';
import { useClubMinute, useToday, useTonight } from '../shared/club-time-hooks.ts';
import { trackEvent } from '../shared/meta-pixel.ts';
import { usePageData } from '../shared/page-data.tsx';
import { formatSlotCount } from '../shared/slots/block-labels.ts';
import { CourtDayFields } from '../shared/slots/court-day-fields.tsx';
import { CourtSlotGrid } from '../shared/slots/court-slot-grid.tsx';
import { useAvailability, useFreeSlots } from '../shared/slots/use-availability.ts';
import { useCalendar, useDayPlan } from '../shared/use-calendar.ts';
import { useCourts } from '../shared/use-courts.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { fieldId } from '../ui/field.tsx';
import { CourtOverview } from './court-overview.tsx';
import { loadLaterSteps } from './lazy-step.tsx';
import { StepTitle } from './step-title.tsx';
import { UnavailableDayAlert } from './unavailable-day-alert.tsx';
import { WaitlistPrompt } from './waitlist-prompt.tsx';

const LABELS = { date: 'Date', court: 'Court', slots: 'Time slots' };
const TakenSlotsAlert = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.TakenSlotsAlert })));

/** Step 1: the date, the court and the slots. */
export function CourtStep({ onDone }: { onDone: () => void }) {
  const { club } = usePageData();
  const calendar = useCalendar();
  const today = useToday();
  const tonight = useTonight();
  const now = useClubMinute();
  const { date, courtId, slotIndexes, conflict, courtRetired } = useDraft();
  const { courts } = useCourts();
  const plan = useDayPlan(date);
  const court = courts.find(({ id }) => id === courtId);
  const [failedSubmit, setFailedSubmit] = useState<{ error: StepError | null; attempts: number }>({
    error: null,
    attempts: 0,
  });

  const dateFieldError = date && today ? dateError(date, calendar, now, club.booking_days_ahead) : null;
  const bookableDate = dateFieldError ? '' : date;

  // The rows of slots show as loading before the first date is known, and not at all for an invalid date.
  const [hadDate, setHadDate] = useState(false);
  useEffect(() => {
    if (date) setHadDate(true);
  }, [date]);

  // React answers the first tap before it renders the court's grid.
  const hasGrid = useDeferredValue(court !== undefined && bookableDate !== '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const error: StepError | null = dateFieldError
      ? { title: 'Missing Information', text: dateFieldError, field: 'date' }
      : selectionError({ date, courtId, slotIndexes, plan });
    if (error) {
      showToast('error', error.title, error.text);
      setFailedSubmit({ error, attempts: failedSubmit.attempts + 1 });
      return;
    }
    trackEvent('TimeSlotsSelected', { court_id: courtId, date, slots: slotIndexes.length });
    onDone();
  };

  // After a failed submit the error follows the selection until the selection is valid.
  const error = failedSubmit.error && selectionError({ date, courtId, slotIndexes, plan });
  const errors: FieldErrors = error ? { [error.field]: error.fieldText ?? error.text } : {};
  return (
    <>
      <form id="booking-step" noValidate onSubmit={submit}>
        <StepTitle step={1} />
        <ErrorSummary errors={errors} failedAttempts={failedSubmit.attempts} labels={LABELS} />
        {courtRetired && (
          <p className="alert warning" role="alert">
            This court can no longer be booked. Please choose another one.
          </p>
        )}
        {conflict && (
          <Suspense>
            <TakenSlotsAlert conflict={conflict} courts={courts} />
          </Suspense>
        )}
        {date && today && date >= today && (
          <UnavailableDayAlert
            date={date}
            courts={courts}
            today={today}
            lastDate={addDays(today, club.booking_days_ahead)}
          />
        )}
        <div className="booking-date-court">
          <CourtDayFields
            date={date}
            courtId={courtId}
            dateError={dateFieldError ?? errors.date}
            courtError={errors.court}
            onPickDay={pickDay}
            onChangeDate={chooseDate}
            onChangeCourt={chooseCourt}
          />
        </div>
        {(bookableDate || !hadDate) && (
          <CourtOverview courts={courts} date={bookableDate} tonight={tonight && date === today} />
        )}
        <section
          className="slots-section"
          id={fieldId('slots')}
          aria-labelledby="slots-title"
          tabIndex={-1}
          onFocus={(event) => {
            // The error summary links to this section; the focus goes on to its slots.
            if (event.target === event.currentTarget)
              event.currentTarget.querySelector<HTMLElement>('.slot[tabindex="0"]')?.focus();
          }}
        >
          <h3 id="slots-title">{court ? court.name : 'Time slots'}</h3>
          {errors.slots && <p className="field-error">{errors.slots}</p>}
          {court && bookableDate && hasGrid ? (
            <DraftSlotGrid key={`${court.id} ${bookableDate}`} court={court} date={bookableDate} />
          ) : (
            <p className="slots-empty">
              {bookableDate
                ? 'Tap a free slot above, or select a court to see all its slots here.'
                : 'Choose a date above to see what is free.'}
            </p>
          )}
        </section>
        <AvailabilityAnnouncement date={bookableDate} />
      </form>
      <WaitlistPrompt courts={courts} date={bookableDate} />
    </>
  );
}

function pickDay(day: string): void {
  chooseDate(day);
  scrollIntoView(document.querySelector('.slots') ?? document.querySelector('.court-row-slots'));
}

/** The grid of the draft. Slots that were taken or have started meanwhile leave it; the conflict alert names them. */
function DraftSlotGrid({ court, date }: { court: Court; date: string }) {
  const availability = useAvailability(date, court.id);
  const slotIndexes = useDraft((draft) => draft.slotIndexes);
  useEffect(() => {
    const unavailable =
      availability.state === 'ready'
        ? slotIndexes.filter((slotIndex) => !availability.freeSlots.has(slotIndex))
        : [];
    // An offer holds its slots for this customer.
    if (unavailable.length > 0 && !useDraft.getState().offer) removeUnavailableSlots(unavailable);
  }, [slotIndexes, availability]);
  return (
    <CourtSlotGrid
      court={court}
      date={date}
      availability={availability}
      slotIndexes={slotIndexes}
      onSelect={chooseSlots}
      onChooseDate={chooseDate}
      hint="Choose at least one hour: two slots in a row. Gaps between blocks are fine."
    />
  );
}

/** Tells screen readers how many slots are free once those of the date are loaded. */
function AvailabilityAnnouncement({ date }: { date: string }) {
  const { courts } = useCourts();
  const counts = useFreeSlots(date, courts)?.map((slots) => slots.length);
  const [announcement, setAnnouncement] = useState('');
  const total = (counts ?? []).reduce((sum, count) => sum + count, 0);
  const perCourt = courts.map((court, at) => `${counts?.[at]} on ${shortCourtName(court.name)}`);
  const sentence = counts
    ? `${shortDate(date)}: ${formatSlotCount(total)} free, ${perCourt.join(', ')}.`
    : '';
  useEffect(() => {
    if (sentence) setAnnouncement(sentence);
  }, [sentence]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

const DURATION_MS = 220;
/** How many pixels of the content must be visible: two rows of slots. */
const VISIBLE_PX = 150;

/**
 * Scrolls as little as needed to show the upper part of `content`, so that the tapped control stays visible.
 * Takes a quarter of a second, or no time with `prefers-reduced-motion`.
 */
function scrollIntoView(content: Element | null): void {
  const visibleBottom = window.innerHeight - bottomBarHeight();
  const distance = (content?.getBoundingClientRect().top ?? 0) + VISIBLE_PX - visibleBottom;
  if (distance <= 0) return;
  const from = window.scrollY;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: from + distance, behavior: 'instant' });
    return;
  }
  const start = performance.now();
  const move = (now: number) => {
    const progress = Math.min(1, (now - start) / DURATION_MS);
    window.scrollTo({ top: from + distance * (1 - (1 - progress) ** 3), behavior: 'instant' });
    if (progress < 1) requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}

/** The height that the booking bar covers at the bottom of a phone's window. */
function bottomBarHeight(): number {
  if (matchMedia('(min-width: 60rem)').matches) return 0;
  return document.querySelector('.booking-bar')?.getBoundingClientRect().height ?? 0;
}
