import { toast } from 'sonner';
import { type AdminCourt, type AuditEntry, courtEditSchema } from '../../src/domain/admin-api.ts';
import { call } from '../lib/api.ts';
import { InputField, TextareaField } from '../ui/field.tsx';
import { CourtPicture } from './court-picture.tsx';
import { QueryError, useDesk } from './desk-query.tsx';
import { Dialog } from './dialog.tsx';
import { DialogForm, useDialogForm } from './dialog-form.tsx';
import { HistoryList } from './history-list.tsx';
import { courtWords } from './history-words.ts';

const LABELS = { name: 'Name', description: 'Description', hourly_rate: 'Hourly rate', features: 'Features' };

/** A court's facts. Bookings that are there keep the amount they were made at. */
export function CourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const form = useDialogForm<Values>({
    schema: courtEditSchema,
    initial: {
      name: court.name,
      description: court.description,
      hourly_rate: String(court.hourly_rate),
      features: court.features.join('\n'),
      active: court.active,
    },
    bodyOf: editOf,
    // `features.2` is said beside the one box all features stand in.
    fieldOf: (path) => path.split('.')[0] ?? path,
    submit: async (values) => {
      const body = { ...editOf(values), version: court.version };
      await call('PUT', `/api/admin/courts/${court.id}`, { body });
      toast.success('Court saved', { description: values.name });
      onClose();
    },
    otherwise: 'The court could not be saved. Please try again.',
  });
  const { values } = form.form;
  const rateChanged = values.hourly_rate !== String(court.hourly_rate);
  return (
    <Dialog title="Edit court" onClose={onClose}>
      <DialogForm form={form} labels={LABELS} submit="Save" onClose={onClose}>
        <InputField label="Name" {...form.field('name')} />
        <TextareaField label="Description" rows={3} {...form.field('description')} />
        <InputField
          label="Hourly rate (PKR)"
          inputMode="numeric"
          {...form.field('hourly_rate')}
          hint={rateChanged ? 'For bookings from now on. Those that are there keep their amount.' : undefined}
        />
        <TextareaField label="Features" rows={4} {...form.field('features')} hint="One on each line." />
        <label className="desk-check">
          <input type="checkbox" {...form.form.getFieldProps({ name: 'active', type: 'checkbox' })} />
          Can be booked
        </label>
        {!values.active && court.active && court.upcoming > 0 && (
          <p className="notice warning">
            {court.upcoming} bookings from today on stay as they are. Move or cancel them one by one.
          </p>
        )}
        <CourtPicture court={court} />
      </DialogForm>
      <CourtHistory court={court} />
    </Dialog>
  );
}

/** Who changed or closed the court; folded away, because it is looked at now and then only. */
function CourtHistory({ court }: { court: AdminCourt }) {
  const { data, error } = useDesk<{ history: AuditEntry[] }>(`/api/admin/courts/${court.id}/history`);
  return (
    <details className="desk-court-history">
      <summary>History</summary>
      <QueryError error={error} />
      {data && <HistoryList history={data.history} wordsOf={courtWords} />}
    </details>
  );
}

interface Values {
  name: string;
  description: string;
  hourly_rate: string;
  features: string;
  active: boolean;
}

function editOf(values: Values) {
  const typed = values.hourly_rate.replace(/[\s,]/g, '');
  return {
    name: values.name,
    description: values.description,
    hourly_rate: typed === '' ? Number.NaN : Number(typed),
    features: values.features
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    active: values.active,
  };
}
