import { useState } from 'react';
import { testTextSchema } from '../../../src/domain/machine-settings.ts';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { PhoneField } from '../../shared/name-phone-fields.tsx';
import { useAuth } from '../../shared/session.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';

/**
 * Sends a text message and shows the gateway's answer, from which its words of success can be copied to the server's
 * settings.
 */
export function TestText() {
  const { user } = useAuth();
  const [result, setResult] = useState<{ sent: boolean; answer: string } | null>(null);
  const { formProps, problem, busy, fieldProps } = useForm({
    schema: testTextSchema,
    initialValues: { phone: user?.phone ?? '' },
    failure: 'The test was not sent. Please try again.',
    onSubmit: async (body) => {
      setResult(null);
      setResult(await callApi('POST /api/admin/settings/test-text', { body }));
    },
  });
  return (
    <form className="settings-form" {...formProps} aria-labelledby="test-text-title">
      <h4 id="test-text-title">Test text message</h4>
      <ErrorAlert text={problem} />
      <PhoneField label="Phone" {...fieldProps('phone')} />
      <div role="status" className={result ? `alert ${result.sent ? 'success' : 'danger'}` : ''}>
        {result && (
          <>
            <p>
              {result.sent ? 'The gateway accepted the message.' : 'The gateway did not accept the message.'}
            </p>
            <p>
              Its answer: <code>{result.answer || 'empty'}</code>
            </p>
          </>
        )}
      </div>
      <p className="hint">
        Accepted, but nothing arrives? Tell the person who runs the server what the gateway answers when a
        message goes out.
      </p>
      <button type="submit" className="quiet" disabled={busy} aria-busy={busy}>
        Send a test message
      </button>
    </form>
  );
}
