import { useState } from 'react';
import { weekdayOf } from '../../../src/domain/business-day.ts';
import { dayPlanOf, openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { countDates, PAYMENT_RULE_LABELS, PAYMENT_RULES, seriesLabel } from '../../../src/domain/series.ts';
import { seriesPreviewSchema } from '../../../src/domain/series-input.ts';
import { consecutiveSlotIndexes, startTimeOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { type Form, useForm } from '../../lib/use-form.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { SeriesTimeFields } from '../../shared/series-time-fields.tsx';
import { useCalendar } from '../../shared/use-calendar.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { SeriesPlan } from './series-date-decisions.tsx';
import { type SeriesDraft, toSeriesBody } from './series-draft.ts';
import { useSeriesPreview } from './use-series-preview.ts';

/** Plans a series, asks about every date that isn't free, and books all of them together. */
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
    const body = { ...toSeriesBody(form.values), decisions };
    return (await callApi('POST /api/admin/series/preview', { body })).data;
  });
  const { extras } = usePageData();
  const isOffered = (id: number) => extras?.add_ons.some((addOn) => addOn.id === id) === true;
  const form = useForm<SeriesDraft>({
    isStaff: true,
    schema: seriesPreviewSchema,
    initialValues: { ...draft, add_ons: draft.add_ons.filter(({ id }) => isOffered(id)) },
    toBody: toSeriesBody,
    fieldForPath: (path) => path.replace('guest.', '').replace(/^guest$/, 'name'),
    onSubmit: () => plan.load([]),
    failure: 'The dates could not be checked. Please try again.',
  });
  const values = form.values;
  const title = draft.customer === 'series' ? 'Add dates' : 'New weekly booking';
  const book = async () => {
    const { decisions, preview } = plan;
    const body = {
      ...toSeriesBody(values),
      decisions,
      amount: preview?.total ?? 0,
      ...(draft.request_id === undefined ? {} : { request_id: draft.request_id }),
    };
    const answer = await plan.write(() => callApi('POST /api/admin/series', { body }));
    void invalidateQueries('GET /api/admin/*');
    if (!answer) return;
    showToast('success', 'Dates booked', `${preview?.customer}: ${countDates(plan.booked)}`);
    onBooked(answer.data.series.id);
  };

  if (plan.preview) {
    const { dates, total, customer, credit } = plan.preview;
    return (
      <Dialog title={title} onClose={onClose}>
        <p>
          <strong>{customer}</strong>
          <br />
          {seriesLabel({ ...toSeriesBody(values) })}
        </p>
        <SeriesPlan
          plan={plan}
          dates={dates}
          total={total}
          halfHours={Number(values.half_hours)}
          leaveOutLabel="Left out"
          totalLabel={`Total for ${countDates(plan.booked)}`}
          note={
            values.payment_rule === 'credit' &&
            `The member has ${formatPkr(credit ?? 0)} of credit. Each date is paid from it two days beforehand.`
          }
          actLabel={`Book ${countDates(plan.booked)}`}
          onAct={book}
        />
      </Dialog>
    );
  }
  return (
    <FormDialog title={title} form={form} submitLabel="Check the dates" onClose={onClose}>
      <SeriesCustomer form={form} draft={draft} />
      <TimeFields form={form} />
      <PaymentFields form={form} />
      <AddOnFields form={form} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: Form<SeriesDraft>;
}

function SeriesCustomer({ form, draft }: FieldsProps & { draft: SeriesDraft }) {
  const { customer } = form.values;
  const { no_mail } = usePageData().club;
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
      <RadioChoice
        legend="Customer"
        name="customer"
        labels={{ guest: 'Guest', member: 'Member' }}
        value={customer}
        onChange={(value) => form.set('customer', value)}
      />
      {customer === 'member' ? (
        <InputField
          label="Member’s email"
          type="email"
          autoComplete="off"
          {...form.fieldProps('member_email')}
        />
      ) : (
        <>
          <CustomerFields form={form} />
          <InputField
            label="Email (optional)"
            type="email"
            autoComplete="off"
            {...(no_mail ? {} : { hint: 'One email lists all dates, with a calendar file.' })}
            {...form.fieldProps('email')}
          />
        </>
      )}
    </>
  );
}

function TimeFields({ form }: FieldsProps) {
  const { from, start_time, until } = form.values;
  const calendar = useCalendar();
  const open = from ? openSlotIndexesOf(dayPlanOf(calendar, from)).map(startTimeOf) : [];
  return (
    <SeriesTimeFields
      rows={[
        ['court_id', 'from'],
        ['start_time', 'half_hours'],
        ['every_weeks', 'count', 'until'],
      ]}
      fieldProps={form.fieldProps}
      weekday={from ? weekdayOf(from) : undefined}
      starts={open.includes(start_time) ? open : [start_time, ...open]}
      hasLastDate={until !== ''}
    />
  );
}

/** They apply to every date; the next step shows on which dates there are too few. */
function AddOnFields({ form }: FieldsProps) {
  const { from, start_time, half_hours, add_ons } = form.values;
  const slotIndexes = consecutiveSlotIndexes(start_time, Number(half_hours)) ?? [];
  const [startsOpen] = useState(add_ons.length > 0);
  const offered = useAddOns(from, slotIndexes).map((addOn) => ({ ...addOn, left: null }));
  if (offered.length === 0) return null;
  return (
    <details open={startsOpen}>
      <summary>Add-ons for each date</summary>
      <AddOnChoice addOns={offered} chosen={add_ons} onChange={(chosen) => form.set('add_ons', chosen)} />
    </details>
  );
}

function PaymentFields({ form }: FieldsProps) {
  const { customer, payment_rule } = form.values;
  return (
    <div className="field-row">
      <SelectField label="Payment" {...form.fieldProps('payment_rule')}>
        <Options
          of={PAYMENT_RULES.filter((rule) => rule !== 'credit' || customer !== 'guest').map((rule) => [
            rule,
            PAYMENT_RULE_LABELS[rule],
          ])}
        />
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
