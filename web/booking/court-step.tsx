import {
  type FormEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { addDays } from '../../src/domain/business-day.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import { isDayOver } from '../../src/domain/day-plan.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { regularSlotPath } from '../../src/domain/regular-slot-path.ts';
import { blocksOf, SLOT_MINUTES, startsOf } from '../../src/domain/slot.ts';
import { dateError, type StepError, selectionError } from '../../src/domain/slot-selection-errors.ts';
import { useQueryParams } from '../lib/router.ts';
import { dismissToast, showToast } from '../lib/toast.ts';
import { chooseDate, removeUnavailableSlots, useDraft } from '../shared/booking-draft.ts';
import { useClubMinute, useToday, useTonight } from '../shared/club-time-hooks.ts';
import { trackEvent } from '../shared/meta-pixel.ts';
import { countStarts } from '../shared/slots/block-labels.ts';
import { DayField } from '../shared/slots/day-field.tsx';
import { useAvailability, useFreeSlots } from '../shared/slots/use-availability.ts';
import { useCalendar, useDayPlan } from '../shared/use-calendar.ts';
import { useCourts } from '../shared/use-courts.ts';
import { useDaysAhead } from '../shared/use-days-ahead.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { fieldId } from '../ui/field-id.ts';
import { CourtOverview, usePlayLength } from './court-overview.tsx';
import { type LaterStepsCode, LaterStepsFailedAlert, loadLaterSteps, useLaterSteps } from './lazy-step.tsx';
import { StepTitle } from './step-title.tsx';
import { UnavailableDayAlert, useNextFreeDate } from './unavailable-day-alert.tsx';
import { WaitlistPrompt } from './waitlist-prompt.tsx';

const LABELS = { date: 'Date', slots: 'Time slots' };
const TakenSlotsAlert = lazy(() => loadLaterSteps().then((steps) => ({ default: steps.TakenSlotsAlert })));

/** Step 1: the date, the court and the slots. */
export function CourtStep({ onDone }: { onDone: () => void }) {
  const calendar = useCalendar();
  const today = useToday();
  const tonight = useTonight();
  const now = useClubMinute();
  const { date, courtId, slotIndexes, conflict, courtRetired } = useDraft();
  const courts = useCourtsLinkedFirst();
  const plan = useDayPlan(date);
  const [failedSubmit, setFailedSubmit] = useState<{ error: StepError | null; attempts: number }>({
    error: null,
    attempts: 0,
  });
  useTakenSlotsDrop();
  // The alert says what to do, so nothing below it repeats it for each court.
  const isFull =
    useFreeSlots(date, courts)?.every((slots) => slots.length === 0) === true && !isDayOver(plan, now);

  const daysAhead = useDaysAhead();
  const dateFieldError = date && today ? dateError(date, calendar, now, daysAhead) : null;
  const bookableDate = dateFieldError ? '' : date;
  const lastDate = today && addDays(today, daysAhead);
  // When nothing is left today, the next times are listed right away; choosing one changes the date.
  const listedInstead = useNextFreeDate(isFull && date === today ? date : '', courts, lastDate);
  const listedDate = listedInstead ?? bookableDate;
  const halfHours = useHalfHours();

  // Starts show as loading before the first date is known, and not at all for an invalid one.
  const [hadDate, setHadDate] = useState(false);
  useEffect(() => {
    if (date) setHadDate(true);
  }, [date]);

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

  // After a failed submit, the error follows the selection until the selection is valid.
  const error = failedSubmit.error && selectionError({ date, courtId, slotIndexes, plan });
  useEffect(() => {
    if (failedSubmit.error && !error) dismissToast();
  }, [failedSubmit.error, error]);
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
        <DayField date={date} error={dateFieldError ?? errors.date} onChoose={pickDay} />
        {date && today && date >= today && (
          <UnavailableDayAlert
            date={date}
            courts={courts}
            isFull={isFull}
            listedInstead={listedInstead}
            today={today}
            lastDate={lastDate}
          />
        )}
        {(bookableDate || !hadDate) && (
          <section
            id={fieldId('slots')}
            className="step-slots"
            aria-label="Time slots"
            tabIndex={-1}
            onFocus={focusFirstSlot}
          >
            {errors.slots && <p className="field-error">{errors.slots}</p>}
            {!halfHours.isDrawn && (
              <CourtOverview
                courts={courts}
                date={listedDate}
                tonight={tonight && listedDate === today}
                isFull={isFull && !listedInstead}
              />
            )}
            <HalfHours date={listedDate} {...halfHours} />
          </section>
        )}
        <AvailabilityAnnouncement date={listedDate} />
      </form>
      <WaitlistPrompt courts={courts} date={bookableDate} isFull={isFull} />
    </>
  );
}

/** The error summary links to the slots; the focus moves on to a half-hour, or to the first start. */
function focusFirstSlot({
  target,
  currentTarget,
}: {
  target: EventTarget;
  currentTarget: HTMLElement;
}): void {
  if (target === currentTarget)
    (
      currentTarget.querySelector<HTMLElement>('.slots .slot[tabindex="0"]') ??
      currentTarget.querySelector<HTMLElement>('.slot[tabindex="0"]')
    )?.focus();
}

function pickDay(day: string): void {
  chooseDate(day);
  document.querySelector('.court-block, .half-hours')?.scrollIntoView({ block: 'nearest' });
}

/** All courts, starting with the one named in the address when the wizard opened; choosing doesn't reorder them. */
function useCourtsLinkedFirst(): readonly Court[] {
  const { courts } = useCourts();
  const { court } = useQueryParams();
  const courtId = useDraft((draft) => draft.courtId);
  const [linkedId] = useState(Number(court) || courtId);
  return useMemo(() => {
    const linked = courts.filter(({ id }) => id === linkedId);
    return [...linked, ...courts.filter((court) => !linked.includes(court))];
  }, [courts, linkedId]);
}

/** Drops slots that were taken or have started in the meantime; the conflict alert names them. */
function useTakenSlotsDrop(): void {
  const { date, courtId, slotIndexes, offer } = useDraft();
  const { state, freeSlots } = useAvailability(date, courtId);
  useEffect(() => {
    // An offer holds its slots for this customer.
    if (state !== 'ready' || offer) return;
    const unavailable = slotIndexes.filter((slotIndex) => !freeSlots.has(slotIndex));
    if (unavailable.length > 0) removeUnavailableSlots(unavailable);
  }, [slotIndexes, state, freeSlots, offer]);
}

interface HalfHoursState {
  isOpen: boolean;
  isDrawn: boolean;
  /** Opened by the visitor, not by the draft. */
  wasOpened: boolean;
  setOpen: (isOpen: boolean) => void;
  code: LaterStepsCode;
}

/** Whether half-hours are shown instead of the list of starts. */
function useHalfHours(): HalfHoursState {
  const slotIndexes = useDraft((draft) => draft.slotIndexes);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const length = usePlayLength();
  // The list of starts doesn't show them as chosen.
  const hasOwnBlocks =
    slotIndexes.length > 0 &&
    (slotIndexes.length * SLOT_MINUTES !== length || blocksOf(slotIndexes).length > 1);
  const isOpen = chosen ?? hasOwnBlocks;
  const code = useLaterSteps(isOpen);
  // The button responds before the grid of forty half-hours is loaded and rendered.
  const isDrawn = useDeferredValue(isOpen && code.loaded !== undefined);
  return { isOpen, isDrawn, wasOpened: chosen === true, setOpen, code };
}

/** Chooses single half-hours on one court, for blocks that the list of starts doesn't offer. */
function HalfHours({ date, isOpen, isDrawn, wasOpened, setOpen, code }: HalfHoursState & { date: string }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wasOpened && isDrawn) section.current?.scrollIntoView();
  }, [wasOpened, isDrawn]);
  return (
    <section ref={section} className="half-hours" aria-labelledby="half-hours-title">
      <button
        type="button"
        id="half-hours-title"
        className="ghost wide"
        aria-expanded={isOpen}
        aria-busy={isOpen && !isDrawn}
        onClick={() => setOpen(!isOpen)}
      >
        Choose half-hours
      </button>
      {isOpen && code.failed && (
        <LaterStepsFailedAlert title="The half-hours could not be loaded." retry={code.retry} />
      )}
      {isDrawn && code.loaded && <code.loaded.HalfHoursGrid date={date} />}
      <p className="small muted">
        Every week? <a href={useDraft(regularSlotPath)}>Ask for a regular slot</a>
      </p>
    </section>
  );
}

/** Tells screen readers how much is free once a date's slots are loaded, in the counts beside the courts. */
function AvailabilityAnnouncement({ date }: { date: string }) {
  const { courts } = useCourts();
  const length = usePlayLength();
  const counts = useFreeSlots(date, courts)?.map((slots) => startsOf(slots, length / SLOT_MINUTES).length);
  const [announcement, setAnnouncement] = useState('');
  const total = (counts ?? []).reduce((sum, count) => sum + count, 0);
  const perCourt = courts.map((court, at) => `${counts?.[at]} on ${shortCourtName(court.name)}`);
  const sentence = counts
    ? `${shortDate(date)}: ${countStarts(total)} free for ${length} minutes, ${perCourt.join(', ')}.`
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
