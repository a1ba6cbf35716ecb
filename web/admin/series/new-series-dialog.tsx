import { useState } from 'react';
import { toast } from 'sonner';
import { weekdayOf } from '../../../src/domain/business-day.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { dayPlanOf, openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  countDates,
  everyLabel,
  MAX_EVERY_WEEKS,
  PAYMENT_RULE_LABELS,
  PAYMENT_RULES,
  seriesLabel,
  seriesTimeLabel,
  weekdayName,
} from '../../../src/domain/series.ts';
import { seriesPreviewSchema } from '../../../src/domain/series-input.ts';
import { consecutiveSlotIndexes, startTimeOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { useCalendar } from '../../shared/use-calendar.ts';
import { useCourts } from '../../shared/use-courts.ts';

import { InputField, SelectField } from '../../ui/field.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import { SeriesDates } from './series-date-decisions.tsx';
import { type SeriesDraft, toSeriesBody } from './series-draft.ts';
import { useSeriesPreview } from './use-series-preview.ts';

const LABELS = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  member_email: 'Email of the member',
  customer: 'Customer',
  court_id: 'Court',
  from: 'First date',
  start_time: 'Start',
  half_hours: 'Length',
  every_weeks: 'Repeats',
  count: 'Number of dates',
  until: 'Last date',
  payment_rule: 'Payment',
};

/** The lengths that the form offers, in half-hours: one to four hours. */
export const LENGTHS = [2, 3, 4, 5, 6, 7, 8];
const WEEK_STEPS = Array.from({ length: MAX_EVERY_WEEKS }, (_, index) => index + 1);

/** Plans a series, asks about every date that is not free, and books all of them together. */
export function NewSeriesDialog({
  draft,
  onClose,
  onBooked,
}: {
  draft: SeriesDraft;
  onClose: () => void;
  onBooked: (id: number) => void;
}) {
  const plan = useSeriesPreview(async (decisions) => {
    const body = { ...toSeriesBody(form.form.values), decisions };
    return (await callApi('POST /api/admin/series/preview', { body })).data;
  });
  const { extras } = usePageData();
  const isOffered = (id: number) => extras?.add_ons.some((addOn) => addOn.id === id) === true;
  const form = useDialogForm<SeriesDraft>({
    schema: seriesPreviewSchema,
    initialValues: { ...draft, add_ons: draft.add_ons.filter(({ id }) => isOffered(id)) },
    toBody: toSeriesBody,
    fieldForPath: (path) => path.replace('guest.', '').replace(/^guest$/, 'name'),
    onSubmit: () => plan.load([]),
    fallbackMessage: 'The dates could not be checked. Please try again.',
  });
  const values = form.form.values;
  const title = draft.customer === 'series' ? 'Add dates to the series' : 'New series';
  const book = async () => {
    const { decisions, preview } = plan;
    const body = {
      ...toSeriesBody(values),
      decisions,
      amount: preview?.total ?? 0,
      ...(draft.request_id === undefined ? {} : { request_id: draft.request_id }),
    };
    const answer = await plan.write(() => callApi('POST /api/admin/series', { body }));
    void invalidateQueries('/api/admin');
    if (!answer) return;
    toast.success('Series booked', { description: `${preview?.customer}: ${countDates(plan.booked)}` });
    onBooked(answer.data.series.id);
  };

  if (plan.preview) {
    const { dates, total, customer, credit } = plan.preview;
    return (
      <Dialog key="dates" title={title} onClose={onClose}>
        <p>
          <strong>{customer}</strong>
          <br />
          {seriesLabel({ ...toSeriesBody(values) })}
        </p>
        <SeriesDates
          dates={dates}
          halfHours={Number(values.half_hours)}
          decisions={plan.decisions}
          leaveOutLabel="Left out"
          onDecide={plan.decide}
        />
        <p className="admin-total">
          {`Total of ${countDates(plan.booked)}`} <strong>{formatPkr(total)}</strong>
        </p>
        {values.payment_rule === 'credit' && (
          <p className="muted">{`The member has ${formatPkr(credit ?? 0)} of credit. Each date is paid from it two days before.`}</p>
        )}
        <p className="muted" role="status">
          {plan.open > 0 ? `${countDates(plan.open)} to decide about.` : 'Every date is free or decided.'}
        </p>
        <DialogActions
          error={plan.error}
          busy={plan.busy}
          disabled={!plan.isReady}
          closeLabel="Back"
          onClose={plan.back}
          label={`Book ${countDates(plan.booked)}`}
          onAct={book}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm form={form} labels={LABELS} submitLabel="Check the dates" onClose={onClose}>
        <SeriesCustomer form={form} draft={draft} />
        <TimeFields form={form} />
        <PaymentFields form={form} />
        <AddOnFields form={form} />
      </DialogForm>
    </Dialog>
  );
}

interface FieldsProps {
  form: ReturnType<typeof useDialogForm<SeriesDraft>>;
}

function SeriesCustomer({ form, draft }: FieldsProps & { draft: SeriesDraft }) {
  const { customer } = form.form.values;
  if (customer === 'series')
    return (
      <p>
        <strong>{draft.name}</strong>
      </p>
    );
  if (customer === 'member' && draft.member_id !== undefined) {
    return (
      <p>
        <strong>{draft.name}</strong> <span className="muted">{draft.member_email}</span>
      </p>
    );
  }
  return (
    <>
      <fieldset className="series-customer">
        <legend>Customer</legend>
        {(['guest', 'member'] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="customer"
              checked={customer === value}
              onChange={() => void form.form.setFieldValue('customer', value)}
            />
            {value === 'guest' ? 'Guest' : 'Member'}
          </label>
        ))}
      </fieldset>
      {customer === 'member' ? (
        <InputField
          label="Email of the member"
          type="email"
          autoComplete="off"
          {...form.fieldProps('member_email')}
        />
      ) : (
        <>
          <CustomerFields fieldProps={form.fieldProps} />
          <InputField
            label="Email (optional)"
            type="email"
            autoComplete="off"
            hint="One email lists all dates, with a calendar file."
            {...form.fieldProps('email')}
          />
        </>
      )}
    </>
  );
}

function TimeFields({ form }: FieldsProps) {
  const { courts } = useCourts();
  const { from, start_time, until } = form.form.values;
  const calendar = useCalendar();
  const open = from ? openSlotIndexesOf(dayPlanOf(calendar, from)).map(startTimeOf) : [];
  const starts = open.includes(start_time) ? open : [start_time, ...open];
  const labelOf = (start: string) => seriesTimeLabel({ start_time: start, half_hours: 1 }).split(' – ')[0];
  return (
    <>
      <div className="field-row">
        <SelectField label="Court" {...form.fieldProps('court_id')}>
          {courts.map((court) => (
            <option key={court.id} value={court.id}>
              {shortCourtName(court.name)}
            </option>
          ))}
        </SelectField>
        <InputField
          label="First date"
          type="date"
          hint={from ? weekdayName(weekdayOf(from)) : undefined}
          {...form.fieldProps('from')}
        />
      </div>
      <div className="field-row">
        <SelectField label="Start" {...form.fieldProps('start_time')}>
          {starts.map((start) => (
            <option key={start} value={start}>
              {labelOf(start)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Length" {...form.fieldProps('half_hours')}>
          {LENGTHS.map((count) => (
            <option key={count} value={count}>
              {count === 2 ? '1 hour' : `${count / 2} hours`}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="field-row">
        <SelectField label="Repeats" {...form.fieldProps('every_weeks')}>
          {WEEK_STEPS.map((weeks) => (
            <option key={weeks} value={weeks}>
              {`${everyLabel(weeks)} week`}
            </option>
          ))}
        </SelectField>
        <InputField
          label="Number of dates"
          inputMode="numeric"
          autoComplete="off"
          disabled={until !== ''}
          {...form.fieldProps('count')}
        />
        <InputField label="Or last date" type="date" {...form.fieldProps('until')} />
      </div>
    </>
  );
}

/** Every date has them; the next step tells on which dates too few are left. */
function AddOnFields({ form }: FieldsProps) {
  const { from, start_time, half_hours, add_ons } = form.form.values;
  const slotIndexes = consecutiveSlotIndexes(start_time, Number(half_hours)) ?? [];
  const [startsOpen] = useState(add_ons.length > 0);
  const offered = useAddOns(from, slotIndexes).map((addOn) => ({ ...addOn, left: null }));
  if (offered.length === 0) return null;
  return (
    <details open={startsOpen}>
      <summary>Add-ons of each date</summary>
      <AddOnChoice
        addOns={offered}
        chosen={add_ons}
        onChange={(chosen) => void form.form.setFieldValue('add_ons', chosen)}
      />
    </details>
  );
}

function PaymentFields({ form }: FieldsProps) {
  const { customer, payment_rule } = form.form.values;
  return (
    <div className="field-row">
      <SelectField label="Payment" {...form.fieldProps('payment_rule')}>
        {PAYMENT_RULES.filter((rule) => rule !== 'credit' || customer !== 'guest').map((rule) => (
          <option key={rule} value={rule}>
            {PAYMENT_RULE_LABELS[rule]}
          </option>
        ))}
      </SelectField>
      {payment_rule !== 'credit' && (
        <SelectField label="By" {...form.fieldProps('payment_method')}>
          <option value="cash">Cash</option>
          <option value="bank_transfer">Bank transfer</option>
        </SelectField>
      )}
    </div>
  );
}
