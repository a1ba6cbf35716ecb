import { useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { guestError, guestSchema } from '../../src/domain/booking.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { createValidator } from '../lib/form-validation.ts';
import { showToast } from '../lib/toast.ts';
import {
  type Guest,
  setAddOns,
  setGuest,
  setSmsUpdates,
  setUpdatesBy,
  useDraft,
} from '../shared/booking-draft.ts';
import { EmailField } from '../shared/email-field.tsx';
import { AddOnChoice, addOnError, useAddOns } from '../shared/extras/add-on-choice.tsx';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { UpdatesChoice } from '../shared/updates-choice.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { StepTitle } from './step-title.tsx';
import type { Steps } from './use-steps.ts';

const LABELS = { name: 'Full Name', email: 'Email', phone: 'Phone' };

const guestErrors = createValidator(guestSchema);

/** Step 2: the guest's contact details. Errors only show after the first submit. */
export function GuestStep({ steps }: { steps: Steps }) {
  const { user } = useAuth();
  const guest = useDraft((draft) => draft.guest);
  const ownerId = useDraft((draft) => draft.ownerId);
  const smsUpdates = useDraft((draft) => draft.smsUpdates);
  const updatesBy = useDraft((draft) => draft.updatesBy);
  const { club } = usePageData();
  const chosenAddOns = useDraft((draft) => draft.addOns);
  const addOns = useAddOns(
    useDraft((draft) => draft.date),
    useDraft((draft) => draft.slotIndexes),
  );
  const tooManyText = addOnError(addOns, chosenAddOns);
  const [attempts, setAttempts] = useState(0);
  const tried = attempts > 0;
  const form = useFormik<Guest>({
    initialValues: guest,
    validate: guestErrors,
    validateOnChange: tried,
    validateOnBlur: tried,
    onSubmit: steps.next,
  });
  const { values, setValues } = form;

  // The server may name the account after this step has rendered, and logging out clears the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner brings another guest
  useEffect(() => void setValues(useDraft.getState().guest, false), [ownerId, setValues]);
  useEffect(() => setGuest(values), [values]);

  const errors: FieldErrors = tried ? guestErrors(values) : {};
  return (
    <form
      id="booking-step"
      noValidate
      onSubmit={(event) => {
        const error = guestError(values);
        if (error) {
          showToast('error', error.title, error.text);
          setAttempts(attempts + 1);
        }
        if (!error && tooManyText) {
          event.preventDefault();
          showToast('error', 'Add-ons', tooManyText);
          return;
        }
        form.handleSubmit(event);
      }}
    >
      <StepTitle step={2} />
      <ErrorSummary errors={errors} failedAttempts={attempts} labels={LABELS} />
      <div className="booking-card">
        <NameField required error={errors.name} {...form.getFieldProps('name')} />
        <EmailField
          label={LABELS.email}
          required
          hint={
            updatesBy.length > 0
              ? 'We’ll write here if a message doesn’t reach you.'
              : 'We’ll send the confirmation here.'
          }
          error={errors.email}
          {...form.getFieldProps('email')}
          onCorrect={(email) => void form.setFieldValue('email', email)}
        />
        <PhoneField
          label={LABELS.phone}
          required
          hint="We’ll only call about this booking."
          error={errors.phone}
          {...form.getFieldProps('phone')}
        />
        {club.text_messages && (
          <label className="booking-sms">
            <input
              type="checkbox"
              checked={smsUpdates}
              onChange={(event) => setSmsUpdates(event.target.checked)}
            />
            Send me SMS updates about this booking
          </label>
        )}
        <UpdatesChoice chosen={updatesBy} onChange={setUpdatesBy} />
        {user === null && (
          <p className="booking-note">
            No account needed. Members can <a href="/login?next=%2Fbooking%3Fstep%3D2">log in</a>; your chosen
            slots are kept.
          </p>
        )}
      </div>
      {addOns.length > 0 && (
        <fieldset className="booking-card add-on-card">
          <legend>Add to your booking</legend>
          <AddOnChoice addOns={addOns} chosen={chosenAddOns} onChange={setAddOns} />
          {tooManyText && (
            <p className="field-error" role="alert">
              {tooManyText}
            </p>
          )}
        </fieldset>
      )}
    </form>
  );
}
