import type { AdminPromoCode } from '../../../src/domain/api/promo-code-routes.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { promoCodeSchema } from '../../../src/domain/promo-code-schemas.ts';
import { PRICING_TIERS, type PricingTier } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { KEEPS_PRICE } from '../keeps-price.ts';
import { parseNumberField } from '../parse-number-field.ts';

const AUDIENCES = {
  everyone: 'everyone',
  members: 'members who are signed in',
  first: 'a customer’s first booking',
  first_members: 'a member’s first booking',
} as const;

interface CodeFormValues {
  /** `code`: whoever types the code; `all`: everybody it fits, like the members’ price. */
  given_to: string;
  code: string;
  name: string;
  value: string;
  unit: string;
  audience: string;
  tiers: string;
  play_from: string;
  play_to: string;
  book_from: string;
  book_to: string;
  max_uses: string;
  active: string;
}

/** Adds or changes a code or a members' price; bookings keep their discount. */
export function CodeDialog({ code, onClose }: { code: AdminPromoCode | null; onClose: () => void }) {
  const form = useForm<CodeFormValues>({
    isStaff: true,
    schema: promoCodeSchema,
    initialValues: toFormValues(code),
    toBody,
    fieldForPath: (path) => FIELD_OF[path.split('.')[0] ?? path] ?? path,
    onSubmit: async (values) => {
      const body = toBody(values);
      if (code) await callApi('PUT /api/admin/promo-codes/:id', { params: { id: code.id }, body });
      else await callApi('POST /api/admin/promo-codes', { body });
      showToast('success', code ? 'Code saved' : 'Code added', body.code || values.name);
      onClose();
    },
    failure: 'The code could not be saved. Please try again.',
  });
  return (
    <FormDialog
      title={code ? 'Edit the code' : 'Add a code'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <SelectField label="Customers get it" {...form.fieldProps('given_to')}>
        <option value="code">with a code</option>
        <option value="all">without a code, like a members’ price</option>
      </SelectField>
      <div className="field-row">
        {form.values.given_to === 'code' && (
          <InputField
            label="Code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.fieldProps('code')}
          />
        )}
        <InputField label="Name" placeholder="Members’ price, Flyer …" {...form.fieldProps('name')} />
      </div>
      <div className="field-row">
        <InputField label="Discount" inputMode="numeric" {...form.fieldProps('value')} />
        <SelectField label="Discount in" {...form.fieldProps('unit')}>
          <option value="percent">% of the court</option>
          <option value="amount">PKR off the court</option>
        </SelectField>
      </div>
      <SelectField label="Who can use it" {...form.fieldProps('audience')}>
        <Options of={Object.entries(AUDIENCES).map(([value, label]) => [value, label])} />
      </SelectField>
      <SelectField label="Times of day" {...form.fieldProps('tiers')}>
        <option value="">all</option>
        <Options
          of={TIER_CHOICES.map((tiers) => [
            tiers.join(),
            tiers.map((tier) => TIER_LABELS[tier]).join(' and '),
          ])}
        />
      </SelectField>
      <div className="field-row">
        <InputField label="Play from" type="date" {...form.fieldProps('play_from')} />
        <InputField label="Play until" type="date" {...form.fieldProps('play_to')} />
      </div>
      <div className="field-row">
        <InputField label="Booked from" type="date" {...form.fieldProps('book_from')} />
        <InputField label="Booked until" type="date" {...form.fieldProps('book_to')} />
      </div>
      <InputField
        label="Bookings that may use it (optional)"
        inputMode="numeric"
        hint="Empty: no limit. A booking that is cancelled and refunded doesn’t count."
        {...form.fieldProps('max_uses')}
      />
      <SelectField label="Active" hint={KEEPS_PRICE} {...form.fieldProps('active')}>
        <option value="yes">Yes</option>
        <option value="no">No, it has ended</option>
      </SelectField>
    </FormDialog>
  );
}

/** One or two of the tiers. */
const TIER_CHOICES: readonly (readonly PricingTier[])[] = [
  ...PRICING_TIERS.map((tier) => [tier]),
  ['morning', 'off_peak'],
];

/** Which form field shows each of the body's errors. */
const FIELD_OF: Record<string, keyof CodeFormValues> = {
  percent: 'value',
  amount_off: 'value',
  first_booking: 'audience',
  members_only: 'audience',
};

function toFormValues(code: AdminPromoCode | null): CodeFormValues {
  const audience = code?.first_booking
    ? code.members_only
      ? 'first_members'
      : 'first'
    : code?.members_only
      ? 'members'
      : 'everyone';
  const text = (value: number | string | null | undefined) => (value == null ? '' : String(value));
  return {
    given_to: code && !code.code ? 'all' : 'code',
    code: text(code?.code),
    name: text(code?.name),
    audience,
    tiers: code?.tiers?.join() ?? '',
    value: text(code?.percent ?? code?.amount_off),
    unit: code?.amount_off ? 'amount' : 'percent',
    play_from: text(code?.play_from),
    play_to: text(code?.play_to),
    book_from: text(code?.book_from),
    book_to: text(code?.book_to),
    max_uses: text(code?.max_uses),
    active: code?.active === false ? 'no' : 'yes',
  };
}

function toBody(values: CodeFormValues) {
  const value = parseNumberField(values.value);
  return {
    code: values.given_to === 'all' ? null : values.code.trim(),
    name: values.name,
    percent: values.unit === 'percent' ? value : null,
    amount_off: values.unit === 'amount' ? value : null,
    tiers: values.tiers ? (values.tiers.split(',') as PricingTier[]) : null,
    play_from: values.play_from || null,
    play_to: values.play_to || null,
    book_from: values.book_from || null,
    book_to: values.book_to || null,
    first_booking: values.audience.startsWith('first'),
    members_only: values.audience.endsWith('members'),
    max_uses: parseNumberField(values.max_uses),
    active: values.active === 'yes',
  };
}
