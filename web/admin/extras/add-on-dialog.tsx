import { addOnSchema } from '../../../src/domain/add-on-schemas.ts';
import type { AdminAddOn } from '../../../src/domain/api/add-on-routes.ts';
import { ADD_ON_UNITS, type AddOnUnit, UNIT_LABELS } from '../../../src/domain/booking-price-lines.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { parseNumberField } from '../parse-number-field.ts';

interface AddOnFormValues {
  name: string;
  price: string;
  unit: string;
  max_at_once: string;
  active: string;
}

/** Adds or changes an add-on; bookings keep the price they paid. */
export function AddOnDialog({ addOn, onClose }: { addOn: AdminAddOn | null; onClose: () => void }) {
  const toBody = (values: AddOnFormValues) => ({
    name: values.name,
    price: parseNumberField(values.price) ?? Number.NaN,
    unit: values.unit as AddOnUnit,
    max_at_once: parseNumberField(values.max_at_once),
    active: values.active === 'yes',
  });
  const form = useForm<AddOnFormValues>({
    isStaff: true,
    schema: addOnSchema,
    initialValues: {
      name: addOn?.name ?? '',
      price: addOn ? String(addOn.price) : '',
      unit: addOn?.unit ?? 'booking',
      max_at_once: addOn?.max_at_once ? String(addOn.max_at_once) : '',
      active: addOn?.active === false ? 'no' : 'yes',
    },
    toBody,
    onSubmit: async (values) => {
      const body = toBody(values);
      if (addOn) await callApi('PUT /api/admin/add-ons/:id', { params: { id: addOn.id }, body });
      else await callApi('POST /api/admin/add-ons', { body });
      showToast('success', addOn ? 'Add-on saved' : 'Add-on added', values.name);
      onClose();
    },
    failure: 'The add-on could not be saved. Please try again.',
  });
  return (
    <FormDialog
      title={addOn ? 'Edit the add-on' : 'Add an add-on'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <InputField label="Name" placeholder="Racket, balls, a coach …" {...form.fieldProps('name')} />
      <div className="field-row">
        <InputField label="Price (PKR)" inputMode="numeric" {...form.fieldProps('price')} />
        <SelectField label="Counts" {...form.fieldProps('unit')}>
          <Options of={ADD_ON_UNITS.map((unit) => [unit, UNIT_LABELS[unit]])} />
        </SelectField>
      </div>
      <InputField
        label="How many the club has (optional)"
        inputMode="numeric"
        hint="Leave empty for no limit. Customers can’t book more than this in any slot."
        {...form.fieldProps('max_at_once')}
      />
      <SelectField
        label="Customers can choose it"
        hint="Existing bookings keep it."
        {...form.fieldProps('active')}
      >
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
    </FormDialog>
  );
}
