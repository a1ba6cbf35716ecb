import { useEffect, useRef, useState } from 'react';
import { totpConfirmSchema } from '../../src/domain/second-factor.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { useAccountChange, useLoginForm } from '../shared/use-account-change.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { AccountPart } from './account-part.tsx';
import { AuthenticatorCodeField } from './authenticator-code-field.tsx';

export function TotpSection() {
  const { data } = useQuery('GET /api/auth/second-factors');
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { busy, error, run } = useAccountChange('It could not be changed. Please try again.');
  const begin = () => run(async () => setSetup(await callApi('POST /api/auth/totp')));
  const remove = () =>
    run(async () => {
      await callApi('DELETE /api/auth/totp');
      setCodes(null);
      showToast('success', 'Authenticator app removed');
    });
  const renewCodes = () =>
    run(async () => setCodes((await callApi('POST /api/auth/recovery-codes')).recovery_codes));
  return (
    <AccountPart id="totp" title="Authenticator app" state={data && (data.totp ? 'On' : 'Off')}>
      <ErrorAlert text={error} />
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : setup ? (
        <TotpSetup
          {...setup}
          onClose={() => setSetup(null)}
          onConfirmed={(recoveryCodes) => {
            setSetup(null);
            setCodes(recoveryCodes);
          }}
        />
      ) : data?.totp ? (
        <>
          <p>
            Logging in with your password asks for a code.{' '}
            {data.recovery_codes_left === 1
              ? 'You have one recovery code left.'
              : `You have ${data.recovery_codes_left} recovery codes left.`}
          </p>
          <div className="cluster">
            <button type="button" className="ghost" disabled={busy} onClick={() => void renewCodes()}>
              New recovery codes
            </button>
            <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>
              Remove the app
            </button>
          </div>
        </>
      ) : (
        <>
          <p>Logging in with your password then also asks for a code from an app on your phone.</p>
          <button
            type="button"
            className="ghost"
            aria-busy={busy}
            disabled={busy || !data}
            onClick={() => void begin()}
          >
            Set up an authenticator app
          </button>
        </>
      )}
    </AccountPart>
  );
}

function TotpSetup({
  secret,
  uri,
  onClose,
  onConfirmed,
}: {
  secret: string;
  uri: string;
  onClose: () => void;
  onConfirmed: (recoveryCodes: string[]) => void;
}) {
  const { fieldProps, formProps, problem, busy } = useLoginForm({
    schema: totpConfirmSchema,
    initialValues: { code: '' },
    onSubmit: async (body) => {
      const { recovery_codes } = await callApi('POST /api/auth/totp/confirm', { body });
      showToast('success', 'Authenticator app set up');
      onConfirmed(recovery_codes);
    },
    failure: 'The code could not be checked. Please try again.',
  });
  return (
    <form method="post" {...formProps}>
      <ol className="totp-steps">
        <li>
          Scan this with your app, such as Google Authenticator, or{' '}
          <a href={uri}>open the app on this phone</a>.
          <QrCode text={uri} />
          <p className="small">
            Or type this key:{' '}
            <code className="totp-secret" translate="no">
              {(secret.match(/.{1,4}/g) ?? []).join(' ')}
            </code>
          </p>
        </li>
        <li>Type the code that the app shows.</li>
      </ol>
      <ErrorAlert text={problem} />
      <AuthenticatorCodeField
        inputMode="numeric"
        hint="Six digits"
        {...fieldProps('code')}
        name="totp_code"
      />
      <div className="cluster">
        <button type="submit" aria-busy={busy} disabled={busy}>
          Turn on
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}

/** Draws the QR code; its library is only loaded here. */
function QrCode({ text }: { text: string }) {
  const [image, setImage] = useState('');
  useEffect(() => {
    void import('uqr').then(({ renderSVG }) =>
      setImage(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`),
    );
  }, [text]);
  return (
    <span className="totp-qr">{image && <img src={image} alt="QR code for your authenticator app" />}</span>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <p>
        Each one opens your account once if you lose your phone. They are only shown now: print them, or keep
        them in your password manager.
      </p>
      <ul className="recovery-codes" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="cluster">
        <a
          className="button ghost"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <button type="button" onClick={onDone}>
          I’ve saved them
        </button>
      </div>
    </>
  );
}
