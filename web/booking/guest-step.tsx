import { useMemo } from 'react';
import { guestError, guestSchema } from '../../src/domain/booking.ts';
import { consentWords } from '../../src/domain/consent.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { emailHint } from '../../src/domain/reach-words.ts';
import { blocksOf } from '../../src/domain/slot.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { setAddOns, setGuest, setSmsUpdates, setUpdatesBy, useDraft } from '../shared/booking-draft.ts';
import { EmailField } from '../shared/email-field.tsx';
import { AddOnChoice, addOnError, useAddOns } from '../shared/extras/add-on-choice.tsx';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { formatBlockTime } from '../shared/slots/block-labels.ts';
import { UpdatesChoice } from '../shared/updates-choice.tsx';
import { useCourt } from '../shared/use-courts.ts';
import { whatsappLink } from '../ui/contact-links.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { StepTitle } from './step-title.tsx';
import type { Steps } from './use-steps.ts';

const LABELS = { name: 'Full Name', email: 'Email', phone: 'Phone' };

/** Step 2: the guest's contact details. Errors only show after the first submit. */
export function GuestStep({ steps }: { steps: Steps }) {
  const { user } = useAuth();
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
  const { formProps, fieldProps, set, errors, failedAttempts } = useForm({
    schema: guestSchema,
    // While this step is open, the form owns its fields and passes them to the draft. After a login, a logout or a
    // late answer with the account's name, it starts again from the draft.
    // biome-ignore lint/correctness/useExhaustiveDependencies: another owner brings another guest
    initialValues: useMemo(() => useDraft.getState().guest, [ownerId]),
    enableReinitialize: true,
    onChange: setGuest,
    onInvalid: (values) => {
      const error = guestError(values);
      if (error) showToast('error', error.title, error.text);
    },
    onSubmit: () => {
      if (tooManyText) showToast('error', 'Add-ons', tooManyText);
      else steps.next();
    },
    failure: '',
  });
  return (
    <form id="booking-step" {...formProps}>
      <StepTitle step={2} />
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={LABELS} />
      <div className="booking-card">
        <NameField required {...fieldProps('name')} />
        <EmailField
          label={LABELS.email}
          required
          hint={emailHint([...updatesBy, ...(user?.preferences.updates_by ?? [])], club)}
          {...fieldProps('email')}
          onCorrect={(email) => set('email', email)}
        />
        <PhoneField
          label={LABELS.phone}
          required
          hint="We’ll only call about this booking."
          {...fieldProps('phone')}
        />
        {club.text_messages && (
          <label className="check-line">
            <input
              type="checkbox"
              checked={smsUpdates}
              onChange={(event) => setSmsUpdates(event.target.checked)}
            />
            {consentWords('sms', club)}
          </label>
        )}
        <UpdatesChoice chosen={updatesBy} onChange={setUpdatesBy} />
        {user === null && (
          <p className="booking-note">
            No account needed. Members can <a href="/login?next=%2Fbooking%3Fstep%3D2">log in</a>; your chosen
            slots are kept.
          </p>
        )}
        {club.whatsapp && <NoEmailNote whatsapp={club.whatsapp} />}
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

/** Who has no email still gets the chosen time: the reception books it and passes on a link. */
function NoEmailNote({ whatsapp }: { whatsapp: string }) {
  const { date, courtId, slotIndexes } = useDraft();
  const court = useCourt(courtId);
  const times = blocksOf(slotIndexes).map((block) => formatBlockTime(date, block));
  const text = `I’d like to book ${court?.name ?? 'a court'}, ${shortDate(date)}, ${times.join(' and ')}.`;
  return (
    <p className="booking-note">
      No email?{' '}
      <a href={whatsappLink(whatsapp, text)} target="_blank" rel="noopener noreferrer">
        Book by WhatsApp
      </a>
      .
    </p>
  );
}
