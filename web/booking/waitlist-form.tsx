import { useEffect, useRef, useState } from 'react';
import type { WaitlistEntry } from '../../src/domain/api/waitlist-routes.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { consentWords } from '../../src/domain/consent.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import type { DayPlan } from '../../src/domain/day-plan.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { waitlistPromise, waitlistWords } from '../../src/domain/reach-words.ts';
import { isPast, positionOf, SLOT_MINUTES, slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { durationLabel, MAX_WAITLIST_SLOTS, waitlistInputSchema } from '../../src/domain/waitlist.ts';
import { startTimeOfPosition } from '../../src/domain/waitlist-matching.ts';
import { callApi } from '../lib/api.ts';
import { serverNow } from '../lib/server-time.ts';
import { useForm } from '../lib/use-form.ts';
import { useDraft } from '../shared/booking-draft.ts';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { UpdatesChoice } from '../shared/updates-choice.tsx';
import { useDayPlan } from '../shared/use-calendar.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField, Options, SelectField } from '../ui/field.tsx';

const LABELS = {
  from: 'Earliest start',
  until: 'Latest end',
  duration: 'Length',
  court_id: 'Court',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
};
const DURATIONS = Array.from({ length: MAX_WAITLIST_SLOTS - 1 }, (_, at) => (at + 2) * SLOT_MINUTES);
/** When most people play: 6 PM to 11 PM, in positions from 6 AM. */
const EVENING = { from: 24, until: 34 };

interface FormValues {
  from: string;
  until: string;
  /** Minutes; a select returns it as text. */
  duration: number | string;
  /** Empty for any court. */
  court_id: number | string;
  name: string;
  email: string;
  phone: string;
  sms_updates: boolean;
  updates_by: string[];
}

const toBody = (date: string, values: FormValues) => ({
  ...values,
  date,
  duration: Number(values.duration),
  court_id: Number(values.court_id) || null,
});

/** Asks what time a customer is waiting for, and where to write. */
export function WaitlistForm({
  courts,
  date,
  onClose,
}: {
  courts: readonly Court[];
  date: string;
  onClose: () => void;
}) {
  const { user } = useAuth();
  const { club } = usePageData();
  const plan = useDayPlan(date);
  const { guest, conflict, smsUpdates, updatesBy } = useDraft();
  const [entry, setEntry] = useState<WaitlistEntry | null>(null);
  const positions = openPositions(plan);
  const wanted = conflict?.date === date ? conflict.requested.map(positionOf) : [];
  const window = startingWindow(positions, wanted);
  const { form, formProps, values, problem, fieldProps, errors, failedAttempts, busy } = useForm<FormValues>({
    schema: waitlistInputSchema,
    initialValues: {
      from: startTimeOfPosition(window.from),
      until: startTimeOfPosition(window.until),
      duration:
        wanted.length >= 2 ? wanted.length * SLOT_MINUTES : (user?.preferences.default_duration ?? 60),
      court_id: '',
      name: guest.name,
      email: guest.email,
      phone: guest.phone,
      sms_updates: smsUpdates,
      updates_by: updatesBy,
    },
    toBody: (values) => toBody(date, values),
    onSubmit: async (values) => {
      const body = toBody(date, values);
      setEntry((await callApi('POST /api/waitlist', { body })).entry);
    },
    failure: 'The connection was lost. Please try again.',
  });

  if (entry) return <Waiting entry={entry} onClose={onClose} />;
  return (
    <form {...formProps} aria-label="Waiting list">
      <p>
        For {longDate(date)}. {waitlistPromise(values, user !== null, club)}
      </p>
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={LABELS} />
      {problem && (
        <p className="alert warning" role="alert">
          {problem}
        </p>
      )}
      <div className="waiting-fields">
        <SelectField label={LABELS.from} {...fieldProps('from')}>
          {positions.map((position) => (
            <TimeOption key={position} date={date} position={position} />
          ))}
        </SelectField>
        <SelectField label={LABELS.until} {...fieldProps('until')}>
          {positions.map((position) => (
            <TimeOption key={position + 1} date={date} position={position + 1} />
          ))}
        </SelectField>
        <SelectField label={LABELS.duration} {...fieldProps('duration')}>
          <Options of={DURATIONS.map((minutes) => [minutes, durationLabel(minutes)])} />
        </SelectField>
        <SelectField label={LABELS.court_id} {...fieldProps('court_id')}>
          <option value="">Any court</option>
          <Options of={courts.map(({ id, name }) => [id, shortCourtName(name)])} />
        </SelectField>
      </div>
      <NameField {...fieldProps('name')} />
      <InputField
        label={LABELS.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps('email')}
      />
      <PhoneField hint="With it, the link takes you straight to payment." {...fieldProps('phone')} />
      {club.text_messages && (
        <label className="check-line">
          <input type="checkbox" {...form.getFieldProps('sms_updates')} checked={values.sms_updates} />
          {consentWords('sms', club, 'waitlist')}
        </label>
      )}
      <UpdatesChoice
        about="waitlist"
        chosen={form.values.updates_by}
        onChange={(channels) => void form.setFieldValue('updates_by', channels)}
      />
      <div className="waiting-actions">
        <button type="button" className="ghost" onClick={onClose}>
          Close
        </button>
        <button type="submit" aria-busy={busy} disabled={busy}>
          Tell me
        </button>
      </div>
    </form>
  );
}

/** Follows the form: what happens next. Takes the focus, because the form is gone. */
function Waiting({ entry, onClose }: { entry: WaitlistEntry; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { isCalling, text } = waitlistWords(entry, usePageData().club);
  const isConfirmed = entry.state === 'open';
  return (
    <div ref={box} className={`alert ${isCalling ? 'warning' : 'success'}`} role="status" tabIndex={-1}>
      <strong>
        {isCalling ? 'Please call us' : isConfirmed ? 'You’re on the waiting list' : 'Please confirm it'}
      </strong>
      <p>
        {isCalling || isConfirmed
          ? text
          : `We have sent a link to ${entry.email || 'your phone'}. Open it to join the waiting list.`}
      </p>
      <button type="button" className="ghost" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

function TimeOption({ date, position }: { date: string; position: number }) {
  const time = startTimeOfPosition(position);
  const slotIndex = slotIndexOf(time) ?? 0;
  // Midnight is position 36.
  const day = position >= 36 ? `, ${shortDate(addDays(date, 1))}` : '';
  return <option value={time}>{`${timeLabel(slotIndex)}${day}`}</option>;
}

/** The open slots that have not started. */
function openPositions(plan: DayPlan): number[] {
  return plan.slots
    .filter(({ slotIndex }) => !isPast(plan.date, slotIndex, serverNow()))
    .map(({ slotIndex }) => positionOf(slotIndex));
}

/** The time that was taken, otherwise the evening, as far as the club is open. */
function startingWindow(positions: readonly number[], wanted: readonly number[]) {
  const first = positions[0] ?? 0;
  const end = (positions.at(-1) ?? 0) + 1;
  const from = wanted.length > 0 ? Math.min(...wanted) : EVENING.from;
  const until = wanted.length > 0 ? Math.max(...wanted) + 1 : EVENING.until;
  const isOpen = Math.min(until, end) - Math.max(from, first) >= 2;
  return isOpen ? { from: Math.max(from, first), until: Math.min(until, end) } : { from: first, until: end };
}
