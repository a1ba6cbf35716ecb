import { useFormik } from 'formik';
import { useState } from 'react';
import { toast } from 'sonner';
import { courtEditSchema, type DeskCourt, type HistoryEntry } from '../../src/domain/desk.ts';
import { call, sentenceOf } from '../lib/api.ts';
import { fieldErrorsOf, validateWith } from '../lib/form.ts';
import { invalidate } from '../lib/query.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField, TextareaField } from '../ui/field.tsx';
import { CourtPicture } from './court-picture.tsx';
import { QueryError, useDesk } from './desk-query.tsx';
import { Dialog } from './dialog.tsx';
import { HistoryList } from './history-list.tsx';
import { courtWords } from './history-words.ts';

const LABELS = { name: 'Name', description: 'Description', hourly_rate: 'Hourly rate', features: 'Features' };

/** A court's facts. Bookings that are there keep the amount they were made at. */
export function CourtDialog({ court, onClose }: { court: DeskCourt; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useFormik({
    initialValues: {
      name: court.name,
      description: court.description,
      hourly_rate: String(court.hourly_rate),
      features: court.features.join('\n'),
      active: court.active,
    },
    validateOnChange: attempt > 0,
    validateOnBlur: false,
    validate: (values) => byField(validateWith(courtEditSchema)(editOf(values))),
    onSubmit: async (values, { setErrors }) => {
      setProblem(null);
      try {
        await call('PUT', `/api/admin/courts/${court.id}`, {
          body: { ...editOf(values), version: court.version },
        });
        toast.success('Court saved', { description: values.name });
        onClose();
      } catch (error) {
        setErrors(byField(fieldErrorsOf(error)));
        setProblem(sentenceOf(error, 'The court could not be saved. Please try again.'));
      }
      void invalidate('/api/admin');
    },
  });
  const shown = attempt > 0 ? (form.errors as Record<string, string>) : {};
  const rateChanged = form.values.hourly_rate !== String(court.hourly_rate);
  return (
    <Dialog title="Edit court" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          setAttempt(attempt + 1);
          form.handleSubmit(event);
        }}
      >
        <ErrorSummary errors={shown} attempt={attempt} labels={LABELS} />
        {problem && Object.keys(shown).length === 0 && (
          <p className="notice danger" role="alert">
            {problem}
          </p>
        )}
        <InputField label="Name" {...form.getFieldProps('name')} error={shown.name} />
        <TextareaField
          label="Description"
          rows={3}
          {...form.getFieldProps('description')}
          error={shown.description}
        />
        <InputField
          label="Hourly rate (PKR)"
          inputMode="numeric"
          {...form.getFieldProps('hourly_rate')}
          error={shown.hourly_rate}
          hint={rateChanged ? 'For bookings from now on. Those that are there keep their amount.' : undefined}
        />
        <TextareaField
          label="Features"
          rows={4}
          {...form.getFieldProps('features')}
          error={shown.features}
          hint="One on each line."
        />
        <label className="desk-check">
          <input type="checkbox" {...form.getFieldProps({ name: 'active', type: 'checkbox' })} />
          Can be booked
        </label>
        {!form.values.active && court.active && court.upcoming > 0 && (
          <p className="notice warning">
            {court.upcoming} bookings from today on stay as they are. Move or cancel them one by one.
          </p>
        )}
        <CourtPicture court={court} />
        <div className="desk-dialog-foot">
          <button type="button" className="ghost" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" aria-busy={form.isSubmitting}>
            Save
          </button>
        </div>
      </form>
      <CourtHistory court={court} />
    </Dialog>
  );
}

/** Who changed or closed the court; folded away, because it is looked at now and then only. */
function CourtHistory({ court }: { court: DeskCourt }) {
  const { data, error } = useDesk<{ history: HistoryEntry[] }>(`/api/admin/courts/${court.id}/history`);
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

/** `features.2` is said beside the one box all features stand in. */
function byField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([key, text]) => [key.split('.')[0] ?? key, text]));
}
