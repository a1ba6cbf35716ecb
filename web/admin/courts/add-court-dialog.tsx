import { useState } from 'react';
import { toast } from 'sonner';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { newCourtSchema } from '../../../src/domain/court-schemas.ts';
import { callApi, errorMessage } from '../../lib/api.ts';
import { InputField, SelectField, TextareaField } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import {
  COURT_LABELS,
  type CourtFormValues,
  courtFieldForPath,
  EMPTY_COURT,
  toCourtInput,
} from './court-form.ts';

type NewCourtValues = CourtFormValues & { position: string };

/** Adds a court, which customers can book at once. */
export function AddCourtDialog({ courts, onClose }: { courts: readonly AdminCourt[]; onClose: () => void }) {
  const [picture, setPicture] = useState<File | null>(null);
  const last = courts.length + 1;
  const toBody = (values: NewCourtValues) => ({
    ...toCourtInput(values),
    position: Number(values.position),
  });
  const form = useDialogForm<NewCourtValues>({
    schema: newCourtSchema,
    initialValues: { ...EMPTY_COURT, position: String(last) },
    toBody,
    fieldForPath: courtFieldForPath,
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/courts', { body: toBody(values) });
      toast.success('Court added', { description: values.name });
      onClose();
      if (picture) await savePicture(data.court, picture);
    },
    fallbackMessage: 'The court could not be added. Please try again.',
  });
  return (
    <Dialog title="Add a court" onClose={onClose}>
      <DialogForm form={form} labels={COURT_LABELS} submitLabel="Add the court" onClose={onClose}>
        <InputField
          label="Name"
          {...form.fieldProps('name')}
          hint={`For example “Court ${last} - Social & Lessons”. Short places show the part before the dash.`}
        />
        <TextareaField label="Description" rows={3} {...form.fieldProps('description')} />
        <InputField label="Hourly rate (PKR)" inputMode="numeric" {...form.fieldProps('hourly_rate')} />
        <TextareaField label="Features" rows={4} {...form.fieldProps('features')} hint="One per line." />
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
      </DialogForm>
    </Dialog>
  );
}

/** The court exists by now, so a picture that fails is reported and can be chosen again in its edit dialog. */
async function savePicture(court: AdminCourt, picture: File): Promise<void> {
  try {
    await callApi('PUT /api/admin/courts/:id/image', { params: { id: court.id }, body: picture });
  } catch (error) {
    toast.error('The picture was not saved', {
      description: errorMessage(error, 'Choose it again with Edit.'),
    });
  }
}
