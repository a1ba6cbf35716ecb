import {
  CONTACT_SUBJECTS,
  contactFormError,
  contactSchema,
  INVALID_FORM,
  messageSent,
} from '../../src/domain/contact-form.ts';
import { inHours, replyTimesOf } from '../../src/domain/reply-times.ts';
import { callApi } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { EmailField } from '../shared/email-field.tsx';
import { trackEvent } from '../shared/meta-pixel.ts';
import { usePageData } from '../shared/page-data.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField, Options, SelectField, TextareaField } from '../ui/field.tsx';

const EMPTY_FORM = { name: '', email: '', subject: '', message: '', website: '' };
const LABELS = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' };

/** Sends a message to the club; calls `onSent` when the server has accepted it. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const { club } = usePageData();
  const { reply_hours } = replyTimesOf(club);
  const { form, formProps, fieldProps, set, problem, errors, failedAttempts, busy } = useForm({
    schema: contactSchema,
    initialValues: EMPTY_FORM,
    onSubmit: async (values) => {
      await callApi('POST /api/contact', { body: values });
      trackEvent('Lead', { content_name: 'Contact form' });
      trackEvent('Contact');
      const { title, text } = messageSent(club);
      showToast('success', title, text);
      onSent();
    },
    failure: 'Failed to send message',
    onError: (_, text) => showToast('error', 'Failed to Send Message', text),
    onInvalid: (values) => {
      const { title, text } = contactFormError(values) ?? INVALID_FORM;
      showToast('error', title, text);
    },
  });
  return (
    <form method="post" className="requires-javascript" {...formProps} aria-label="Message to the club">
      <h2>Write to us</h2>
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={LABELS} />
      <ErrorAlert text={problem} />
      <div className="field-row">
        <InputField label="Name" autoComplete="name" {...fieldProps('name')} />
        <EmailField label="Email" {...fieldProps('email')} onCorrect={(email) => set('email', email)} />
      </div>
      <SelectField label="Subject" {...fieldProps('subject')}>
        <option value="">Please choose</option>
        <Options of={Object.entries(CONTACT_SUBJECTS).map(([value, label]) => [value, label])} />
      </SelectField>
      <TextareaField
        label="Message"
        rows={6}
        hint={`At least 10 characters. We answer within ${inHours(reply_hours)}.`}
        {...fieldProps('message')}
      />
      <div className="honeypot" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...form.getFieldProps('website')} />
        </label>
      </div>
      <button type="submit" className="large wide" disabled={busy} aria-busy={busy}>
        {busy ? 'Sending …' : 'Send Message'}
      </button>
    </form>
  );
}
