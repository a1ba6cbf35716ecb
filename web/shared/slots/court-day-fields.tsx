import { addDays } from '../../../src/domain/business-day.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { useToday, useTonight } from '../club-time-hooks.ts';
import { usePageData } from '../page-data.tsx';
import { useCourts } from '../use-courts.ts';
import { DayStrip } from './day-strip.tsx';

const COURT_PROMPTS = {
  loading: 'Loading courts...',
  failed: 'Courts not loaded',
  ready: 'Select a court',
};

/** The choice of a day and a court, for a new booking and for one that is moved. */
export function CourtDayFields(props: {
  /** Begins the names of the fields. */
  prefix?: string;
  date: string;
  courtId: number | null;
  dateError?: string | undefined;
  courtError?: string | undefined;
  /** A tap on the strip of days. */
  onPickDay: (date: string) => void;
  onChangeDate: (date: string) => void;
  onChangeCourt: (courtId: number | null) => void;
}) {
  const { prefix = '' } = props;
  const { club } = usePageData();
  const today = useToday();
  const tonight = useTonight();
  const { state, courts } = useCourts();
  return (
    <>
      <DayStrip
        today={today}
        tonight={tonight}
        date={props.date}
        daysAhead={club.booking_days_ahead}
        onChoose={props.onPickDay}
      />
      <div className="booking-fields">
        <InputField
          label="Date"
          name={`${prefix}date`}
          type="date"
          value={props.date}
          min={today || undefined}
          max={today ? addDays(today, club.booking_days_ahead) : undefined}
          required
          error={props.dateError}
          onChange={(event) => props.onChangeDate(event.target.value)}
        />
        <SelectField
          label="Court"
          name={`${prefix}court`}
          value={state === 'ready' ? (props.courtId ?? '') : ''}
          disabled={state === 'loading'}
          required
          error={props.courtError}
          hint={
            state === 'failed' && (
              <button type="button" className="link" onClick={() => void invalidateQueries('/api/courts')}>
                Load the courts again
              </button>
            )
          }
          onChange={(event) => props.onChangeCourt(Number(event.target.value) || null)}
        >
          <option value="">{COURT_PROMPTS[state]}</option>
          {state === 'ready' && <Options of={courts.map(({ id, name }) => [id, name])} />}
        </SelectField>
      </div>
    </>
  );
}
