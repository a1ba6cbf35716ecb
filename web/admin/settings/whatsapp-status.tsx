import type { ApiAnswer } from '../../../src/domain/api.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { PhoneField } from '../../shared/name-phone-fields.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useTestMessage } from './use-test-message.ts';

type Template = ApiAnswer<'GET /api/admin/whatsapp'>['data']['templates'][number];

/** What Meta has to be told, how WhatsApp works now, and a test; nothing while it is not set up. */
export function WhatsappStatus() {
  const machine = useAdminQuery('GET /api/admin/machine-settings');
  const stored = machine.data?.channels.whatsapp;
  const { data, error } = useAdminQuery('GET /api/admin/whatsapp', {
    skip: !stored?.stored.includes('token'),
  });
  if (!stored?.stored.includes('token')) return null;
  return (
    <>
      <details>
        <summary>What Meta has to know</summary>
        <p>
          Enter this at Meta, for the fields <code>messages</code>,{' '}
          <code>message_template_status_update</code> and <code>template_category_update</code>:
        </p>
        <dl className="facts" translate="no">
          <dt>Callback URL</dt>
          <dd>
            <code>{data?.webhook_url}</code>
          </dd>
          <dt>Verify token</dt>
          <dd>
            <code>{stored.values.verify_token}</code>
          </dd>
        </dl>
      </details>
      <TestWhatsapp />
      <TemplateList data={data} error={error} />
    </>
  );
}

function TemplateList({
  data,
  error,
}: Pick<ReturnType<typeof useAdminQuery<'GET /api/admin/whatsapp'>>, 'data' | 'error'>) {
  const approved = data?.templates.filter(({ usable }) => usable) ?? [];
  return (
    <>
      <QueryStatus data={data} error={error} />
      {data?.fault && (
        <p className="alert danger" role="alert">
          {data.fault}
        </p>
      )}
      {data && (
        <>
          <h4>Templates</h4>
          <p className="muted">
            WhatsApp approves each message once. Until then, and after it was paused, rejected or put into
            another category, the message goes by email or SMS.
          </p>
          <Templates templates={data.templates.filter(({ usable }) => !usable)} />
          {approved.length > 0 && (
            <details>
              <summary>
                {approved.length} of {data.templates.length} approved
              </summary>
              <Templates templates={approved} />
            </details>
          )}
        </>
      )}
    </>
  );
}

function Templates({ templates }: { templates: readonly Template[] }) {
  return (
    <ul className="template-list">
      {templates.map(({ label, text, state, category, reason, usable }) => (
        <li key={label}>
          <strong>{label}</strong>{' '}
          <span className={`badge ${usable ? 'success' : 'warning'}`}>
            {category === 'utility' ? state : `${state} as ${category}`}
          </span>
          {reason && <span className="muted"> {reason}</span>}
          <p className="muted small" translate="no">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}

function TestWhatsapp() {
  const { formProps, problem, busy, fieldProps, result } = useTestMessage(async (body) => {
    const answer = await callApi('POST /api/admin/whatsapp/test', { body });
    // The test asks about the templates again.
    void invalidateQueries('GET /api/admin/whatsapp');
    return answer;
  });
  return (
    <form className="settings-form" aria-labelledby="test-whatsapp-title" {...formProps}>
      <h4 id="test-whatsapp-title">Send me a test</h4>
      <ErrorAlert text={problem} />
      <PhoneField label="Phone" required {...fieldProps('phone')} />
      <div role="status" className={result ? `alert ${result.sent ? 'success' : 'danger'}` : ''}>
        {result && <p>{result.answer}</p>}
      </div>
      <button type="submit" className="quiet" disabled={busy} aria-busy={busy}>
        Send me a test
      </button>
    </form>
  );
}
