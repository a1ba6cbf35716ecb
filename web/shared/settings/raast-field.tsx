import { useState } from 'react';
import type { RaastVariant } from '../../../src/domain/raast.ts';
import { callApi } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { LOCKED_HINT } from './picture-field.tsx';

/** The QR code with the amount: the owner scans a code for PKR 1 before customers see any. */
export function RaastField({
  field: { label, hint },
  value,
  locked,
}: {
  field: { label: string; hint?: string };
  value: string;
  locked: boolean;
}) {
  const [trial, setTrial] = useState<{ variant: RaastVariant; svg: string } | null>(null);
  const [failed, setFailed] = useState(false);
  const { busy, error, run } = useAction('The code could not be drawn. Please try again.');
  const show = (variant: RaastVariant) =>
    run(async () => {
      setFailed(false);
      const { data } = await callApi('GET /api/admin/settings/raast', { query: { variant } });
      setTrial({ variant, svg: data.svg });
    });
  const save = (raast: 'off' | RaastVariant) =>
    run(async () => {
      await callApi('PUT /api/admin/settings', { body: { changes: { 'bank.raast': raast } } });
      setTrial(null);
      loadNextPageFromServer();
      await invalidateQueries('GET /api/admin/settings', 'GET /api/admin/settings/history');
    });
  const refuse = () => {
    if (trial?.variant === 'v02') return void show('v30');
    setTrial(null);
    setFailed(true);
    if (value !== 'off') void save('off');
    return undefined;
  };
  return (
    <fieldset className="setting-picture" disabled={locked || busy} aria-busy={busy}>
      <legend>{label}</legend>
      <p className="hint">{locked ? LOCKED_HINT : hint}</p>
      <p>{value === 'off' ? 'Off.' : 'On: your banking app has read a code.'}</p>
      <ErrorAlert text={error} />
      {failed && (
        <p className="alert">
          Your banking app reads neither code. Some banks only allow such codes for personal accounts.
          Customers will keep seeing the account and the picture above.
        </p>
      )}
      {trial ? (
        <>
          <QrPicture svg={trial.svg} alt="QR code for PKR 1" />
          <p>Scan it with your banking app: does it show your account and PKR 1?</p>
          <div className="cluster">
            <button type="button" onClick={() => void save(trial.variant)}>
              Yes
            </button>
            <button type="button" className="ghost" onClick={refuse}>
              No
            </button>
          </div>
        </>
      ) : (
        <div className="cluster">
          <button type="button" className="ghost" onClick={() => void show('v02')}>
            Try it
          </button>
          {value !== 'off' && (
            <button type="button" className="ghost" onClick={() => void save('off')}>
              Turn off
            </button>
          )}
        </div>
      )}
    </fieldset>
  );
}
