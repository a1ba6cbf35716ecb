import type { AdminCourt } from '../../src/domain/api/court-answers.ts';
import { WEEKDAYS } from '../../src/domain/business-day.ts';
import { MAX_COURTS } from '../../src/domain/court-schemas.ts';
import { hoursLabel, openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { BUSINESS_DAY_SLOTS, positionOf, timeLabel } from '../../src/domain/slot.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { cellsOf, ruleOf } from '../shared/painted-cells.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField, Options, SelectField } from '../ui/field.tsx';

const START_OPTIONS = BUSINESS_DAY_SLOTS.map((slotIndex) => [slotIndex, timeLabel(slotIndex)] as const);
/** The slot before it is the day's last. */
const END_OPTIONS = [...START_OPTIONS.slice(1), ...START_OPTIONS.slice(0, 1)];

/** True of every court; a court never stands without a sentence. */
const FULL_SIZE = 'A full-size padel court, 20 by 10 metres.';

/** What customers read about a court. */
interface CourtFacts {
  name: string;
  /** Surface and equipment, separated by commas. */
  features: string;
  description: string;
}

/** What the owner has entered before; what came with the program may not be true of this club. */
function factsOf(court: AdminCourt | undefined, at: number): CourtFacts {
  if (!court || court.version === 1) return { name: `Court ${at + 1}`, features: '', description: FULL_SIZE };
  const { name, features, description } = court;
  return { name, features: features.join(', '), description };
}

interface Values {
  count: string;
  opens: string;
  closes: string;
  rate: string;
  /** Empty: as in the evening. */
  dayRate: string;
  /** What was typed about courts, by their place. */
  facts: Record<number, CourtFacts>;
}

const INITIAL: Values = { count: '2', opens: '14', closes: '8', rate: '', dayRate: '', facts: {} };

/** How many courts there are, what customers read about each, when they open and what an hour costs. */
export function CourtsStep({ onDone }: { onDone: () => void }) {
  const { data: courtList } = useQuery('GET /api/admin/courts');
  const { data: calendar } = useQuery('GET /api/admin/calendar');
  const courts = courtList?.data.courts ?? [];
  const factsAt = ({ facts }: Values, at: number) => facts[at] ?? factsOf(courts[at], at);

  const save = async (values: Values) => {
    if (!calendar) return;
    const { count, rate, dayRate } = numbersOf(values);
    const bodyOf = (at: number) => {
      const { name, features, description } = factsAt(values, at);
      const words = features
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean);
      return { name: name.trim() || `Court ${at + 1}`, description, features: words, hourly_rate: rate };
    };
    for (const [at, court] of courts.entries()) {
      const change = at < count ? { ...bodyOf(at), active: true } : { active: false };
      await callApi('PUT /api/admin/courts/:id', { params: { id: court.id }, body: change });
    }
    for (let at = courts.length; at < count; at += 1) {
      await callApi('POST /api/admin/courts', { body: bodyOf(at) });
    }
    const day = dayBetween(values.opens, values.closes, rate - dayRate);
    const week = { ...calendar.data.calendar.week };
    for (const weekday of WEEKDAYS) week[weekday] = day;
    await callApi('PUT /api/admin/calendar', {
      body: { calendar: { ...calendar.data.calendar, week }, version: calendar.data.version },
    });
    onDone();
  };
  const { formProps, fieldProps, values, set, problem, busy } = useForm<Values>({
    isStaff: true,
    schema: problemsIn,
    initialValues: INITIAL,
    toBody: numbersOf,
    onSubmit: save,
    failure: 'This could not be saved. Please try again.',
  });
  if (!courtList || !calendar) return <p aria-busy="true">Loading courts …</p>;
  const field = (name: Exclude<keyof Values, 'facts'>) => ({ ...fieldProps(name), name: `setup-${name}` });
  const hours = hoursLabel(openSlotsOf(dayBetween(values.opens, values.closes, 0)).slots);
  const shown = Math.min(numberIn(values.count) || 0, MAX_COURTS);

  return (
    <form className="settings-form" {...formProps}>
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
      <div className="setup-courts">
        <h2>What customers read about your courts</h2>
        {Array.from({ length: shown }, (_, at) => (
          <CourtFactsFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a court is named by its place
            key={at}
            at={at}
            facts={factsAt(values, at)}
            onChange={(changed) => set('facts', { ...values.facts, [at]: changed })}
          />
        ))}
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

/** A court as a row that says what customers read, and opens to change it. */
function CourtFactsFields({
  at,
  facts,
  onChange,
}: {
  at: number;
  facts: CourtFacts;
  onChange: (facts: CourtFacts) => void;
}) {
  const field = (key: keyof CourtFacts, maxLength: number) => ({
    name: `setup-court-${at}-${key}`,
    value: facts[key],
    maxLength,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...facts, [key]: target.value }),
  });
  return (
    <details>
      <summary>{[facts.name, facts.features, facts.description].filter(Boolean).join(' · ')}</summary>
      <InputField label="Name" {...field('name', 100)} />
      <InputField
        label="Surface and equipment"
        hint="For example: synthetic turf, LED lighting. What you leave empty is not shown."
        {...field('features', 300)}
      />
      <InputField label="One sentence" {...field('description', 300)} />
    </details>
  );
}

/** PKR and a count; NaN where no number was typed. */
function numbersOf({ count, rate, dayRate }: Values) {
  return {
    count: numberIn(count),
    rate: numberIn(rate),
    dayRate: numberIn(dayRate.trim() === '' ? rate : dayRate),
  };
}

function problemsIn(body: object): FieldErrors {
  const { count, rate, dayRate } = body as ReturnType<typeof numbersOf>;
  const problems: FieldErrors = {};
  if (!(count >= 1 && count <= MAX_COURTS)) problems.count = 'Please enter how many courts you have.';
  if (!(rate > 0)) problems.rate = 'Please enter the price of an hour in the evening.';
  else if (!(dayRate >= 0)) problems.dayRate = 'Please enter the price of an hour during the day.';
  return problems;
}

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
