import { useFormik } from 'formik';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import {
  CONTACT_SUBJECTS,
  contactFormError,
  contactSchema,
  INVALID_FORM,
  MESSAGE_SENT,
} from '../../src/domain/contact-form.ts';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { inHours, replyTimesOf } from '../../src/domain/reply-times.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { createValidator, fieldErrorsFrom } from '../lib/form-validation.ts';
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
  const { reply_hours } = replyTimesOf(usePageData().club);
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState('');
  const form = useFormik({
    initialValues: EMPTY_FORM,
    validate: createValidator(contactSchema),
    validateOnBlur: false,
    validateOnChange: attempts > 0,
    onSubmit: async (values) => {
      setFailure('');
      try {
        await callApi('POST /api/contact', { body: values });
      } catch (error) {
        const message = errorMessage(error, 'Failed to send message');
        const fields = fieldErrorsFrom(error);
        form.setErrors(fields);
        setAttempts((count) => count + 1);
        // A field's error appears there and in the summary.
        if (Object.keys(fields).length === 0) setFailure(message);
        toast.error('Failed to Send Message', { description: message });
        return;
      }
      trackEvent('Lead', { content_name: 'Contact form' });
      trackEvent('Contact');
      toast.success(MESSAGE_SENT.title, { description: MESSAGE_SENT.text });
      onSent();
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    setFailure('');
    const error = contactFormError(form.values);
    const invalid = Object.keys(createValidator(contactSchema)(form.values)).length > 0;
    if (invalid) setAttempts((count) => count + 1);
    if (error) toast.error(error.title, { description: error.text });
    else if (invalid) toast.error(INVALID_FORM.title, { description: INVALID_FORM.text });
    form.handleSubmit(event);
  };

  const errors: FieldErrors = attempts > 0 ? (form.errors as FieldErrors) : {};
  return (
    <form
      method="post"
      className="requires-javascript"
      onSubmit={submit}
      noValidate
      aria-label="Message to the club"
    >
      <h2>Write to us</h2>
      <ErrorSummary errors={errors} failedAttempts={attempts} labels={LABELS} />
      <ErrorAlert text={failure} />
      <div className="field-row">
        <InputField label="Name" autoComplete="name" error={errors.name} {...form.getFieldProps('name')} />
        <EmailField
          label="Email"
          error={errors.email}
          {...form.getFieldProps('email')}
          onCorrect={(email) => void form.setFieldValue('email', email)}
        />
      </div>
      <SelectField label="Subject" error={errors.subject} {...form.getFieldProps('subject')}>
        <option value="">Please choose</option>
        <Options of={Object.entries(CONTACT_SUBJECTS).map(([value, label]) => [value, label])} />
      </SelectField>
      <TextareaField
        label="Message"
        rows={6}
        hint={`At least 10 characters. We answer within ${inHours(reply_hours)}.`}
        error={errors.message}
        {...form.getFieldProps('message')}
      />
      <div className="honeypot" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...form.getFieldProps('website')} />
        </label>
      </div>
      <button type="submit" className="large wide" disabled={form.isSubmitting} aria-busy={form.isSubmitting}>
        {form.isSubmitting ? 'Sending …' : 'Send Message'}
      </button>
    </form>
  );
}
