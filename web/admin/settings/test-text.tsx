import { callApi } from '../../lib/api.ts';
import { PhoneField } from '../../shared/name-phone-fields.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useTestMessage } from './use-test-message.ts';

/**
 * Sends a text message and shows the gateway's answer, from which its words of success can be copied to the server's
 * settings.
 */
export function TestText() {
  const { formProps, problem, busy, fieldProps, result } = useTestMessage((body) =>
    callApi('POST /api/admin/settings/test-text', { body }),
  );
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
