import { useState } from 'react';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { hourlyRateOn, shortCourtName } from '../../../src/domain/court.ts';
import { newCourtPriceSchema } from '../../../src/domain/court-schemas.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { useOldRateSheet } from '../bookings/in-the-way.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { KEEPS_PRICE } from '../keeps-price.ts';
import { parseNumberField } from '../parse-number-field.ts';
import { ConfirmRate } from './confirm-rate.tsx';

/** Each court's rate today and for later dates of play. A rate is saved at once. */
export function CourtRates({ courts, today }: { courts: readonly AdminCourt[]; today: string }) {
  const [adding, setAdding] = useState(false);
  const oldRate = useOldRateSheet('Remove a rate');
  return (
    <section aria-labelledby="rates-title">
      <div className="admin-day-head">
        <h3 id="rates-title">Court rates</h3>
        <button type="button" className="ghost" onClick={() => setAdding(true)}>
          Add a rate
        </button>
      </div>
      <ul className="lines">
        {courts.map((court) => (
          <li key={court.id} className="list-line">
            <strong>{court.name}</strong>
            <span>{formatPkr(court.hourly_rate)} an hour today</span>
            {court.upcoming_rates?.map((price) => (
              <span key={price.id} className="cluster">
                {formatPkr(price.hourly_rate)} from {shortDate(price.from)}
                <ActionButton
                  failure="The rate could not be removed. Please try again."
                  act={() => callApi('DELETE /api/admin/court-prices/:id', { params: { id: price.id } })}
                  onDone={({ data }) => void oldRate.show(court, data.court)}
                >
                  Remove
                  <span className="visually-hidden">
                    {` ${formatPkr(price.hourly_rate)} of ${court.name}`}
                  </span>
                </ActionButton>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {adding && <AddRateDialog courts={courts} today={today} onClose={() => setAdding(false)} />}
      {oldRate.sheet}
    </section>
  );
}

interface RateValues {
  court: string;
  from: string;
  hourly_rate: string;
}

function AddRateDialog({
  courts,
  today,
  onClose,
}: {
  courts: readonly AdminCourt[];
  today: string;
  onClose: () => void;
}) {
  const oldRate = useOldRateSheet('Add a rate', onClose);
  const [priced, setPriced] = useState<RateValues | null>(null);
  const toBody = (values: RateValues) => ({
    from: values.from,
    hourly_rate: parseNumberField(values.hourly_rate) ?? Number.NaN,
  });
  const form = useForm({
    isStaff: true,
    schema: newCourtPriceSchema,
    initialValues: { court: String(courts[0]?.id ?? ''), from: firstOfNextMonth(today), hourly_rate: '' },
    toBody,
    onSubmit: async (values) => setPriced(values),
    failure: 'The rate could not be saved. Please try again.',
  });
  if (oldRate.sheet) return oldRate.sheet;
  const court = courts.find(({ id }) => id === Number(priced?.court));
  if (priced && court) {
    const body = toBody(priced);
    const save = async () => {
      const { data } = await callApi('POST /api/admin/courts/:id/prices', { params: { id: court.id }, body });
      showToast('success', 'Rate saved');
      await oldRate.show(court, data.court);
    };
    return (
      <ConfirmRate
        title={`${shortCourtName(court.name)} from ${shortDate(body.from)}`}
        court={court}
        rates={{ before: hourlyRateOn(court, body.from), after: body.hourly_rate }}
        save={save}
        onBack={() => setPriced(null)}
      />
    );
  }
  return (
    <FormDialog title="Add a rate" form={form} submitLabel="Save the rate" onClose={onClose}>
      <SelectField label="Court" {...form.fieldProps('court')}>
        <Options of={courts.map((court) => [court.id, court.name])} />
      </SelectField>
      <InputField label="First day of play" type="date" {...form.fieldProps('from')} />
      <InputField
        label="Hourly rate (PKR)"
        inputMode="numeric"
        {...form.fieldProps('hourly_rate')}
        hint={KEEPS_PRICE}
      />
    </FormDialog>
  );
}

function firstOfNextMonth(date: string): string {
  return `${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`;
}
