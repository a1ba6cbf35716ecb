import type { AdminPlan } from '../../../src/domain/api/plan-answers.ts';
import { PLAN_MONTHS, type PlanKind } from '../../../src/domain/plan.ts';
import { type PlanTerms, planSchema } from '../../../src/domain/plan-schemas.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { ANY_PLAY, type Scope, ScopeFields } from './scope-fields.tsx';

interface DiscountValues {
  scope: Scope;
  value: string;
  unit: 'percent' | 'amount';
}

interface PlanFormValues {
  kind: PlanKind;
  name: string;
  price: string;
  months: string;
  days: string;
  hours: string;
  hours_for: Scope;
  discounts: DiscountValues[];
  days_ahead: string;
  cancel_hours: string;
  add_ons: string;
  events_percent: string;
  friends: string;
  with_codes: string;
  active: string;
}

/** Adds a plan, or changes it for future buyers. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
  const addOns = useAdminQuery('GET /api/admin/add-ons').data?.add_ons ?? [];
  const toBody = (values: PlanFormValues) =>
    toPlan(
      values,
      addOns.map(({ id }) => id),
      plan,
    );
  const form = useForm<PlanFormValues>({
    isStaff: true,
    schema: planSchema,
    initialValues: toFormValues(plan),
    toBody,
    fieldForPath: (path) => path.split('.').slice(path.startsWith('terms.') ? 1 : 0)[0] ?? path,
    onSubmit: async (values) => {
      const body = toBody(values);
      if (plan) await callApi('PUT /api/admin/plans/:id', { params: { id: plan.id }, body });
      else await callApi('POST /api/admin/plans', { body });
      showToast('success', plan ? 'Plan saved' : 'Plan added', body.name);
      onClose();
    },
    failure: 'The plan could not be saved. Please try again.',
  });
  const { values, setFieldValue } = form.form;
  const { discounts } = values;
  const setDiscounts = (next: DiscountValues[]) => void setFieldValue('discounts', next);
  const isPackage = values.kind === 'package';
  return (
    <FormDialog
      title={plan ? `Edit ${plan.name}` : 'Add a plan'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      {plan === null && (
        <SelectField label="Kind" {...form.fieldProps('kind')}>
          <option value="plan">A plan for months</option>
          <option value="package">A package of hours</option>
        </SelectField>
      )}
      <InputField label="Name" placeholder="Gold, 10 hours off-peak …" {...form.fieldProps('name')} />
      <div className="field-row">
        <InputField label="Price (PKR)" inputMode="numeric" {...form.fieldProps('price')} />
        {isPackage ? (
          <InputField label="Valid for (days)" inputMode="numeric" {...form.fieldProps('days')} />
        ) : (
          <SelectField label="Length" {...form.fieldProps('months')}>
            <Options
              of={PLAN_MONTHS.map((months) => [months, months === 1 ? '1 month' : `${months} months`])}
            />
          </SelectField>
        )}
      </div>
      <InputField
        label={isPackage ? 'Hours' : 'Hours included per month (optional)'}
        inputMode="decimal"
        {...form.fieldProps('hours')}
      />
      {Number(values.hours) > 0 && (
        <section aria-label="The hours count for">
          <ScopeFields
            scope={values.hours_for}
            onChange={(scope) => void setFieldValue('hours_for', scope)}
          />
        </section>
      )}
      {discounts.map((discount, at) => (
        <DiscountFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the discounts have no other name than their place
          key={at}
          number={at + 1}
          discount={discount}
          onChange={(changed) =>
            setDiscounts(discounts.map((each, index) => (index === at ? changed : each)))
          }
          onRemove={() => setDiscounts(discounts.filter((_, index) => index !== at))}
        />
      ))}
      {form.errors.discounts && <p className="field-error">{form.errors.discounts}</p>}
      <p>
        <button
          type="button"
          className="quiet"
          onClick={() => setDiscounts([...discounts, { scope: ANY_PLAY, value: '', unit: 'percent' }])}
        >
          Add a discount
        </button>
        {discounts.length > 1 && <span className="muted small"> The best that fits counts.</span>}
      </p>
      <div className="field-row">
        <InputField
          label="Book days ahead (optional)"
          inputMode="numeric"
          {...form.fieldProps('days_ahead')}
        />
        <InputField
          label="Free cancellation, hours before (optional)"
          inputMode="numeric"
          {...form.fieldProps('cancel_hours')}
        />
      </div>
      <div className="field-row">
        {addOns.length > 0 && (
          <InputField label="% off add-ons (optional)" inputMode="numeric" {...form.fieldProps('add_ons')} />
        )}
        <InputField
          label="% off events (optional)"
          inputMode="numeric"
          {...form.fieldProps('events_percent')}
        />
      </div>
      {isPackage && (
        <InputField
          label="Friends who may share it (optional)"
          inputMode="numeric"
          {...form.fieldProps('friends')}
        />
      )}
      <SelectField label="With a promo code" {...form.fieldProps('with_codes')}>
        <option value="no">The better one applies</option>
        <option value="yes">Both apply</option>
      </SelectField>
      <SelectField label="On sale" hint="Whoever has it keeps it." {...form.fieldProps('active')}>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
    </FormDialog>
  );
}

function DiscountFields({
  number,
  discount,
  onChange,
  onRemove,
}: {
  number: number;
  discount: DiscountValues;
  onChange: (discount: DiscountValues) => void;
  onRemove: () => void;
}) {
  const { value, unit, scope } = discount;
  return (
    <section className="plan-discount" aria-label={`Discount ${number}`}>
      <div className="field-row">
        <InputField
          label={`Discount ${number}`}
          name={`discount-${number}`}
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange({ ...discount, value: event.target.value })}
        />
        <SelectField
          label="In"
          name={`discount-unit-${number}`}
          value={unit}
          onChange={(event) => onChange({ ...discount, unit: event.target.value as DiscountValues['unit'] })}
        >
          <option value="percent">% of the court</option>
          <option value="amount">PKR per hour</option>
        </SelectField>
      </div>
      <ScopeFields scope={scope} onChange={(next) => onChange({ ...discount, scope: next })} />
      <button type="button" className="quiet" onClick={onRemove}>
        Remove the discount
      </button>
    </section>
  );
}

const text = (value: number | null | undefined) => (value == null ? '' : String(value));

function toFormValues(plan: AdminPlan | null): PlanFormValues {
  const terms = plan?.terms;
  return {
    kind: plan?.kind ?? 'plan',
    name: plan?.name ?? '',
    price: text(terms?.price),
    months: text(terms?.months ?? 1),
    days: text(terms?.days ?? 90),
    hours: terms?.hours ? text(terms.hours) : '',
    hours_for: terms?.hours_for ?? ANY_PLAY,
    discounts: (terms?.discounts ?? []).map(({ percent, amount_off, ...scope }) => ({
      scope,
      value: text(percent ?? amount_off),
      unit: percent === null ? 'amount' : 'percent',
    })),
    days_ahead: text(terms?.days_ahead),
    cancel_hours: text(terms?.cancel_hours),
    add_ons: text(terms?.add_ons[0]?.percent),
    events_percent: text(terms?.events_percent),
    friends: text(terms?.friends || null),
    with_codes: terms?.with_codes ? 'yes' : 'no',
    active: plan?.active === false ? 'no' : 'yes',
  };
}

function toPlan(values: PlanFormValues, addOnIds: readonly number[], plan: AdminPlan | null) {
  const isPackage = values.kind === 'package';
  const addOnPercent = parseNumberField(values.add_ons);
  // A plan that is only renamed keeps its add-ons, whichever the club has today.
  const sameAddOns = addOnPercent === (plan?.terms.add_ons[0]?.percent ?? null);
  return {
    kind: values.kind,
    name: values.name,
    active: values.active === 'yes',
    terms: {
      price: parseNumberField(values.price) ?? Number.NaN,
      months: isPackage ? null : (Number(values.months) as NonNullable<PlanTerms['months']>),
      days: isPackage ? (parseNumberField(values.days) ?? Number.NaN) : null,
      hours: parseNumberField(values.hours) ?? 0,
      hours_for: values.hours_for,
      discounts: values.discounts.map(({ scope, value, unit }) => ({
        ...scope,
        percent: unit === 'percent' ? parseNumberField(value) : null,
        amount_off: unit === 'amount' ? parseNumberField(value) : null,
      })),
      days_ahead: parseNumberField(values.days_ahead),
      cancel_hours: parseNumberField(values.cancel_hours),
      add_ons:
        plan && sameAddOns
          ? plan.terms.add_ons
          : addOnPercent === null
            ? []
            : addOnIds.map((id) => ({ id, percent: addOnPercent })),
      events_percent: parseNumberField(values.events_percent),
      friends: isPackage ? (parseNumberField(values.friends) ?? 0) : 0,
      with_codes: values.with_codes === 'yes',
    },
  };
}
