import { toast } from 'sonner';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { courtEditSchema } from '../../../src/domain/court-schemas.ts';
import { callApi } from '../../lib/api.ts';
import { InputField, TextareaField } from '../../ui/field.tsx';
import { formatCourtEntry } from '../audit-log-format.ts';
import { AuditLogList } from '../audit-log-list.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import {
  COURT_LABELS,
  type CourtFormValues,
  courtFieldForPath,
  toCourtFormValues,
  toCourtInput,
} from './court-form.ts';
import { CourtPictureField } from './court-picture-field.tsx';

/** Edits a court. Existing bookings keep their price. */
export function EditCourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const form = useDialogForm<CourtFormValues>({
    schema: courtEditSchema,
    initialValues: toCourtFormValues(court),
    toBody: toCourtInput,
    fieldForPath: courtFieldForPath,
    onSubmit: async (values) => {
      const body = { ...toCourtInput(values), version: court.version };
      await callApi('PUT /api/admin/courts/:id', { params: { id: court.id }, body });
      toast.success('Court saved', { description: values.name });
      onClose();
    },
    fallbackMessage: 'The court could not be saved. Please try again.',
  });
  const rateChanged = form.form.values.hourly_rate !== String(court.hourly_rate);
  return (
    <Dialog title="Edit court" onClose={onClose}>
      <DialogForm form={form} labels={COURT_LABELS} submitLabel="Save" onClose={onClose}>
        <InputField label="Name" {...form.fieldProps('name')} />
        <TextareaField label="Description" rows={3} {...form.fieldProps('description')} />
        <InputField
          label="Hourly rate (PKR)"
          inputMode="numeric"
          {...form.fieldProps('hourly_rate')}
          hint={rateChanged ? 'Applies to new bookings. Existing bookings keep their price.' : undefined}
        />
        <TextareaField label="Features" rows={4} {...form.fieldProps('features')} hint="One per line." />
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
      {data && <AuditLogList history={data.history} formatEntry={formatCourtEntry} />}
    </details>
  );
}
