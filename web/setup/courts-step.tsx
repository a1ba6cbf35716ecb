import { type FormEvent, useState } from 'react';
import { WEEKDAYS } from '../../src/domain/business-day.ts';
import { MAX_COURTS } from '../../src/domain/court-schemas.ts';
import { hoursLabel, openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { BUSINESS_DAY_SLOTS, positionOf, timeLabel } from '../../src/domain/slot.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { cellsOf, ruleOf } from '../shared/painted-cells.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField, Options, SelectField } from '../ui/field.tsx';

const START_OPTIONS = BUSINESS_DAY_SLOTS.map((slotIndex) => [slotIndex, timeLabel(slotIndex)] as const);
/** The slot before it is the day's last. */
const END_OPTIONS = [...START_OPTIONS.slice(1), ...START_OPTIONS.slice(0, 1)];

/** How many courts there are, when they open and what an hour costs; the rest is on the dashboard. */
export function CourtsStep({ onDone }: { onDone: () => void }) {
  const { data } = useQuery('GET /api/admin/courts');
  const { data: calendar } = useQuery('GET /api/admin/calendar');
  const [values, setValues] = useState({
    count: '2',
    opens: '14',
    closes: '8',
    rate: '',
    dayRate: '',
  });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  if (!data || !calendar) return <p aria-busy="true">Loading courts …</p>;
  const { courts } = data.data;
  const field = (name: keyof typeof values) => ({
    name: `setup-${name}`,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  const hours = hoursLabel(openSlotsOf(dayBetween(values.opens, values.closes, 0)).slots);

  const save = async () => {
    const [count, rate] = [numberIn(values.count), numberIn(values.rate)];
    const dayRate = values.dayRate.trim() === '' ? rate : numberIn(values.dayRate);
    if (!(count >= 1 && count <= MAX_COURTS)) throw new Problem('Please enter how many courts you have.');
    if (!(rate > 0)) throw new Problem('Please enter the price of an hour in the evening.');
    if (!(dayRate >= 0)) throw new Problem('Please enter the price of an hour during the day.');
    for (const [at, court] of courts.entries()) {
      const change =
        at < count ? { active: true, name: `Court ${at + 1}`, hourly_rate: rate } : { active: false };
      await callApi('PUT /api/admin/courts/:id', { params: { id: court.id }, body: change });
    }
    for (let at = courts.length; at < count; at += 1) {
      await callApi('POST /api/admin/courts', { body: { name: `Court ${at + 1}`, hourly_rate: rate } });
    }
    const day = dayBetween(values.opens, values.closes, rate - dayRate);
    const week = { ...calendar.data.calendar.week };
    for (const weekday of WEEKDAYS) week[weekday] = day;
    await callApi('PUT /api/admin/calendar', {
      body: { calendar: { ...calendar.data.calendar, week }, version: calendar.data.version },
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await save();
      onDone();
    } catch (error) {
      const fallback =
        error instanceof Problem ? error.message : 'This could not be saved. Please try again.';
      setProblem(errorMessage(error, fallback));
    } finally {
      await invalidateQueries('GET /api/admin/*');
      setBusy(false);
    }
  };

  return (
    <form className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorAlert text={problem} />
      <div className="settings-fields">
        <InputField label="Number of courts" inputMode="numeric" {...field('count')} />
        <InputField
          label="Price of an hour in the evening (PKR)"
          inputMode="numeric"
          hint="From 6 PM to 2 AM."
          {...field('rate')}
        />
        <SelectField label="Opens at" {...field('opens')}>
          <Options of={START_OPTIONS} />
        </SelectField>
        <SelectField label="Closes at" {...field('closes')}>
          <Options of={END_OPTIONS} />
        </SelectField>
        <InputField
          label="Price of an hour in the morning and during the day (PKR)"
          inputMode="numeric"
          hint="Before 6 PM and after 2 AM. Empty: one price all day."
          {...field('dayRate')}
        />
      </div>
      <p className="muted">
        Every day, {hours}. Weekends and holidays can differ: change them in the dashboard.
      </p>
      <button type="submit" aria-busy={busy} disabled={busy}>
        Save and continue
      </button>
    </form>
  );
}

/** A sentence for the owner. */
class Problem extends Error {}

function numberIn(text: string): number {
  const digits = text.replace(/[\s,]/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The default day's tiers within these hours, given by their slots; what the default leaves closed is off-peak. */
function dayBetween(opens: string, closes: string, less: number) {
  const first = positionOf(Number(opens));
  const last = (positionOf(Number(closes)) || BUSINESS_DAY_SLOTS.length) - 1;
  const usual = cellsOf(DEFAULT_DAY);
  return ruleOf(
    usual.map((cell, at) => {
      if (at < first || at > last) return null;
      const tier = cell?.tier ?? 'off_peak';
      return { tier, discount: tier === 'peak' ? 0 : less };
    }),
  );
}
