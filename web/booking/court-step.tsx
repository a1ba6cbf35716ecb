import { type FormEvent, useDeferredValue, useEffect, useState } from 'react';
import { dateError, type StepError, validateSelection } from '../../src/domain/booking.ts';
import { addDays, shortDate } from '../../src/domain/business-day.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { track } from '../app/pixel.ts';
import { usePageData } from '../lib/page-data.tsx';
import { invalidate } from '../lib/query.ts';
import { tell } from '../lib/toast.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { fieldId, InputField, SelectField } from '../ui/field.tsx';
import { useAvailability, useCourts, useToday } from './availability.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { CourtOverview } from './court-overview.tsx';
import { DayStrip } from './day-strip.tsx';
import { chooseCourt, chooseDate, useDraft } from './draft.ts';
import { SlotGrid } from './slot-grid.tsx';
import { StepTitle } from './step-title.tsx';
import { bringIntoView } from './view.ts';
import { halfHours, shortCourt } from './words.ts';

const LABELS = { date: 'Date', court: 'Court', slots: 'Time slots' };
const COURT_PROMPTS = {
  loading: 'Loading courts...',
  failed: 'Courts not loaded',
  ready: 'Select a court',
};

/** Step 1: a day, a court, half-hours. */
export function CourtStep({ onDone }: { onDone: () => void }) {
  const { club } = usePageData();
  const today = useToday();
  const { date, courtId, hours, conflict } = useDraft();
  const { state, courts } = useCourts();
  const court = courts.find(({ id }) => id === courtId);
  const [failed, setFailed] = useState<{ complaint: StepError | null; attempts: number }>({
    complaint: null,
    attempts: 0,
  });

  const dateProblem = date && today ? dateError(date, Date.now(), club.booking_days_ahead) : null;
  const playable = dateProblem ? '' : date;

  // Until the first date is there its lanes wait; a date that was refused or emptied has none.
  const [settled, settle] = useState(false);
  useEffect(() => {
    if (date) settle(true);
  }, [date]);

  // The first tap is answered before its court's grid is made.
  const hasGrid = useDeferredValue(court !== undefined && playable !== '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const complaint: StepError | null = dateProblem
      ? { title: 'Missing Information', text: dateProblem, field: 'date' }
      : validateSelection({ date, courtId, hours });
    if (complaint) {
      tell('error', complaint.title, complaint.text);
      setFailed({ complaint, attempts: failed.attempts + 1 });
      return;
    }
    track('TimeSlotsSelected', { court_id: courtId, date, slots: hours.length });
    onDone();
  };

  const pickDay = (day: string) => {
    chooseDate(day);
    bringIntoView(document.querySelector('.slots') ?? document.querySelector('.lane'));
  };

  // After a failed submit the text stays true while the choice is mended, and goes when it is.
  const complaint = failed.complaint && validateSelection({ date, courtId, hours });
  const errors: FieldErrors = complaint ? { [complaint.field]: complaint.beside ?? complaint.text } : {};
  return (
    <form id="booking-step" noValidate onSubmit={submit}>
      <StepTitle step={1} />
      <ErrorSummary errors={errors} attempt={failed.attempts} labels={LABELS} />
      {conflict && <ConflictNotice conflict={conflict} courts={courts} />}
      <div className="booking-when">
        <DayStrip today={today} date={date} horizon={club.booking_days_ahead} onChoose={pickDay} />
        <div className="booking-fields">
          <InputField
            label="Date"
            name="date"
            type="date"
            value={date}
            min={today || undefined}
            max={today ? addDays(today, club.booking_days_ahead) : undefined}
            required
            error={dateProblem ?? errors.date}
            onChange={(event) => chooseDate(event.target.value)}
          />
          <SelectField
            label="Court"
            name="court"
            value={state === 'ready' ? (courtId ?? '') : ''}
            disabled={state === 'loading'}
            required
            error={errors.court}
            hint={
              state === 'failed' && (
                <button type="button" className="link" onClick={() => void invalidate('/api/courts')}>
                  Load the courts again
                </button>
              )
            }
            onChange={(event) => chooseCourt(Number(event.target.value) || null)}
          >
            <option value="">{COURT_PROMPTS[state]}</option>
            {state === 'ready' &&
              courts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        </div>
      </div>
      {(playable || !settled) && <CourtOverview courts={courts} date={playable} />}
      <section
        className="slots-section"
        id={fieldId('slots')}
        aria-labelledby="slots-title"
        tabIndex={-1}
        onFocus={(event) => {
          // The error summary's link leads here; the half-hours are what one wants to reach.
          if (event.target === event.currentTarget)
            event.currentTarget.querySelector<HTMLElement>('.slot[tabindex="0"]')?.focus();
        }}
      >
        <h3 id="slots-title">{court ? court.name : 'Time slots'}</h3>
        {errors.slots && <p className="field-error">{errors.slots}</p>}
        {court && playable && hasGrid ? (
          <SlotGrid key={`${court.id} ${playable}`} court={court} date={playable} />
        ) : (
          <p className="slots-empty">
            {playable
              ? 'Tap a free half-hour above, or select a court to see all its half-hours here.'
              : 'Choose a date above to see what is free.'}
          </p>
        )}
      </section>
      <FreeCounts date={playable} />
    </form>
  );
}

/** Says how much is free once the answer for a date is there. */
function FreeCounts({ date }: { date: string }) {
  const { courts } = useCourts();
  const [first, second] = courts;
  const one = useAvailability(date, first?.id ?? null);
  const two = useAvailability(date, second?.id ?? null);
  const known = [one, two].slice(0, courts.length);
  const ready = date !== '' && known.every(({ state }) => state === 'ready');
  const counts = courts.slice(0, 2).map((court, at) => `${known[at]?.free.size} on ${shortCourt(court)}`);
  const [said, say] = useState('');
  const total = known.reduce((sum, { free }) => sum + free.size, 0);
  const sentence = ready ? `${shortDate(date)}: ${halfHours(total)} free, ${counts.join(', ')}.` : '';
  useEffect(() => {
    if (sentence) say(sentence);
  }, [sentence]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
