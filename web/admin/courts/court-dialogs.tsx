import { useState } from 'react';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { courtEditSchema, DEFAULT_HOURLY_RATE, newCourtSchema } from '../../../src/domain/court-schemas.ts';
import { callApi, errorMessage } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { type Form, useForm } from '../../lib/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField, SelectField, TextareaField } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { formatCourtEntry } from '../audit-log-format.ts';
import { AuditLogList } from '../audit-log-list.tsx';
import { useOldRateSheet } from '../bookings/in-the-way.tsx';
import { ConfirmRate } from '../calendar/confirm-rate.tsx';
import { DialogForm, FormDialog } from '../dialog-form.tsx';
import { KEEPS_PRICE } from '../keeps-price.ts';
import { parseNumberField } from '../parse-number-field.ts';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';

/** A court's fields, as the forms hold them. */
interface CourtFormValues {
  name: string;
  description: string;
  hourly_rate: string;
  /** One feature per line. */
  features: string;
  /** For a new court. */
  position: string;
}

function toBody(values: CourtFormValues) {
  return {
    name: values.name,
    description: values.description,
    hourly_rate: parseNumberField(values.hourly_rate) ?? Number.NaN,
    features: values.features
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}

/** One text area holds all features, so the error of `features.2` belongs to it. */
function fieldForPath(path: string): string {
  return path.split('.')[0] ?? path;
}

/** Adds a court, which customers can book at once. */
export function AddCourtDialog({ courts, onClose }: { courts: readonly AdminCourt[]; onClose: () => void }) {
  const [picture, setPicture] = useState<File | null>(null);
  const last = courts.length + 1;
  const toNewCourt = (values: CourtFormValues) => ({ ...toBody(values), position: Number(values.position) });
  const form = useForm<CourtFormValues>({
    isStaff: true,
    schema: newCourtSchema,
    initialValues: {
      name: '',
      description: '',
      hourly_rate: String(DEFAULT_HOURLY_RATE),
      features: '',
      position: String(last),
    },
    toBody: toNewCourt,
    fieldForPath,
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/courts', { body: toNewCourt(values) });
      showToast('success', 'Court added', values.name);
      onClose();
      if (picture) await savePicture(data.court, picture);
    },
    failure: 'The court could not be added. Please try again.',
  });
  return (
    <FormDialog title="Add a court" form={form} submitLabel="Add the court" onClose={onClose}>
      <CourtFields
        form={form}
        nameHint={`For example “Court ${last} - Social & Lessons”. Where space is short, only the part before the dash is shown.`}
      />
      <SelectField label="Place in the list" {...form.fieldProps('position')}>
        {courts.map((court, at) => (
          <option key={court.id} value={at + 1}>
            Before {court.name}
          </option>
        ))}
        <option value={last}>At the end</option>
      </SelectField>
      <p className="cluster">
        <FileButton label="Choose a picture" onFile={setPicture}>
          Choose a picture
        </FileButton>
        {picture?.name}
      </p>
    </FormDialog>
  );
}

/** The court already exists, so a failed picture is reported and can be chosen again in its edit dialog. */
async function savePicture(court: AdminCourt, picture: File): Promise<void> {
  try {
    await callApi('PUT /api/admin/courts/:id/image', { params: { id: court.id }, body: picture });
  } catch (error) {
    showToast('error', 'The picture was not saved', errorMessage(error, 'Choose it again with Edit.'));
  }
}

/** Edits a court. Existing bookings keep their price. */
export function EditCourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  // The dialog keeps the version it opened with; the server refuses the change if there is a newer one.
  const [version, setVersion] = useState(court.version);
  const oldRate = useOldRateSheet('Edit court', onClose);
  const [priced, setPriced] = useState<CourtFormValues | null>(null);
  const { id, name, description, hourly_rate, features } = court;
  const save = async (values: CourtFormValues) => {
    const body = { ...toBody(values), version };
    const { data } = await callApi('PUT /api/admin/courts/:id', { params: { id }, body });
    showToast('success', 'Court saved', values.name);
    await oldRate.show(court, data.court);
  };
  const history = useAdminQuery('GET /api/admin/courts/:id/history', { params: { id } });
  const form = useForm<CourtFormValues>({
    isStaff: true,
    schema: courtEditSchema,
    initialValues: {
      name,
      description,
      hourly_rate: String(hourly_rate),
      features: features.join('\n'),
      position: '',
    },
    toBody,
    fieldForPath,
    onSubmit: async (values) => {
      if (toBody(values).hourly_rate === hourly_rate) await save(values);
      else setPriced(values);
    },
    failure: 'The court could not be saved. Please try again.',
  });
  if (oldRate.sheet) return oldRate.sheet;
  if (priced) {
    return (
      <ConfirmRate
        title="Edit court"
        court={court}
        rates={{ before: hourly_rate, after: toBody(priced).hourly_rate }}
        save={() => save(priced)}
        onBack={() => setPriced(null)}
      />
    );
  }
  const rateChanged = form.values.hourly_rate !== String(hourly_rate);
  return (
    <Dialog title="Edit court" onClose={onClose}>
      <DialogForm form={form} submitLabel="Save" onClose={onClose}>
        <CourtFields form={form} rateHint={rateChanged ? KEEPS_PRICE : undefined} />
        <CourtPicture
          court={court}
          onSaved={(saved) => saved.version === version + 1 && setVersion(saved.version)}
        />
      </DialogForm>
      <details>
        <summary>History</summary>
        <QueryStatus {...history} />
        {history.data && <AuditLogList history={history.data.history} formatEntry={formatCourtEntry} />}
      </details>
    </Dialog>
  );
}

function CourtFields({
  form: { fieldProps },
  nameHint,
  rateHint,
}: {
  form: Form<CourtFormValues>;
  nameHint?: string;
  rateHint?: string | undefined;
}) {
  return (
    <>
      <InputField label="Name" {...fieldProps('name')} hint={nameHint} />
      <TextareaField label="Description" rows={3} {...fieldProps('description')} />
      <InputField
        label="Hourly rate (PKR)"
        inputMode="numeric"
        {...fieldProps('hourly_rate')}
        hint={rateHint}
      />
      <TextareaField label="Features" rows={4} {...fieldProps('features')} hint="One per line." />
    </>
  );
}

/** The court's picture; a chosen file is saved immediately. */
function CourtPicture({
  court: { id, name, image_url },
  onSaved,
}: {
  court: AdminCourt;
  onSaved: (court: AdminCourt) => void;
}) {
  const { busy, error, run } = useChange('The picture could not be saved. Please try again.');
  const change = (file?: File) =>
    run(
      () =>
        file
          ? callApi('PUT /api/admin/courts/:id/image', { params: { id }, body: file })
          : callApi('DELETE /api/admin/courts/:id/image', { params: { id } }),
      (saved) => {
        showToast('success', file ? 'Picture saved' : 'Picture removed', name);
        onSaved(saved.data.court);
      },
    );
  return (
    <fieldset className="admin-picture">
      <legend>Picture</legend>
      {image_url && <img src={image_url} alt={name} />}
      <ErrorAlert text={error} />
      <div className="cluster">
        <FileButton label="Choose a picture" onFile={(file) => void change(file)}>
          Choose a picture
        </FileButton>
        {image_url && (
          <button type="button" className="ghost" aria-busy={busy} onClick={() => void change()}>
            Remove the picture
          </button>
        )}
      </div>
    </fieldset>
  );
}
