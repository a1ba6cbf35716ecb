import { toast } from 'sonner';
import { type AdminCourt, courtEditSchema } from '../../src/domain/admin-api.ts';
import { callApi } from '../lib/api.ts';
import { InputField, TextareaField } from '../ui/field.tsx';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { CourtPictureField } from './court-picture-field.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm, useDialogForm } from './dialog-form.tsx';
import { formatCourtEntry } from './history-format.ts';
import { HistoryList } from './history-list.tsx';

const LABELS = { name: 'Name', description: 'Description', hourly_rate: 'Hourly rate', features: 'Features' };

/** Edits a court. Existing bookings keep their price. */
export function EditCourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const form = useDialogForm<CourtFormValues>({
    schema: courtEditSchema,
    initialValues: {
      name: court.name,
      description: court.description,
      hourly_rate: String(court.hourly_rate),
      features: court.features.join('\n'),
      active: court.active,
    },
    toBody: toCourtEdit,
    // One text area holds all features, so the error of `features.2` belongs to it.
    fieldForPath: (path) => path.split('.')[0] ?? path,
    onSubmit: async (values) => {
      const body = { ...toCourtEdit(values), version: court.version };
      await callApi('PUT /api/admin/courts/:id', { params: { id: court.id }, body });
      toast.success('Court saved', { description: values.name });
      onClose();
    },
    fallbackMessage: 'The court could not be saved. Please try again.',
  });
  const { values } = form.form;
  const rateChanged = values.hourly_rate !== String(court.hourly_rate);
  return (
    <Dialog title="Edit court" onClose={onClose}>
      <DialogForm form={form} labels={LABELS} submitLabel="Save" onClose={onClose}>
        <InputField label="Name" {...form.fieldProps('name')} />
        <TextareaField label="Description" rows={3} {...form.fieldProps('description')} />
        <InputField
          label="Hourly rate (PKR)"
          inputMode="numeric"
          {...form.fieldProps('hourly_rate')}
          hint={rateChanged ? 'Applies to new bookings. Existing bookings keep their price.' : undefined}
        />
        <TextareaField label="Features" rows={4} {...form.fieldProps('features')} hint="One per line." />
        <label className="admin-checkbox">
          <input type="checkbox" {...form.form.getFieldProps({ name: 'active', type: 'checkbox' })} />
          Bookable
        </label>
        {!values.active && court.active && court.upcoming > 0 && (
          <p className="alert warning">
            {court.upcoming} upcoming bookings stay as they are. Move or cancel each of them if needed.
          </p>
        )}
        <CourtPictureField court={court} />
      </DialogForm>
      <CourtHistory court={court} />
    </Dialog>
  );
}

/** The court's history, collapsed because admins rarely need it. */
function CourtHistory({ court }: { court: AdminCourt }) {
  const { data, error } = useAdminQuery('GET /api/admin/courts/:id/history', { params: { id: court.id } });
  return (
    <details className="admin-court-history">
      <summary>History</summary>
      <QueryError error={error} />
      {data && <HistoryList history={data.history} formatEntry={formatCourtEntry} />}
    </details>
  );
}

interface CourtFormValues {
  name: string;
  description: string;
  hourly_rate: string;
  features: string;
  active: boolean;
}

function toCourtEdit(values: CourtFormValues) {
  const rateText = values.hourly_rate.replace(/[\s,]/g, '');
  return {
    name: values.name,
    description: values.description,
    hourly_rate: rateText === '' ? Number.NaN : Number(rateText),
    features: values.features
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    active: values.active,
  };
}
