import { useState } from 'react';
import type { AddressFinding } from '../../../src/domain/machine-settings.ts';
import { callApi } from '../../lib/api.ts';
import { ActionButton } from '../action-button.tsx';

/** Asks the public address for this site, as a visitor would, and says what is missing. */
export function AddressCheck() {
  const [findings, setFindings] = useState<readonly AddressFinding[]>([]);
  return (
    <section className="card" aria-labelledby="address-check">
      <h3 id="address-check">Is it working?</h3>
      <p className="muted">The site opens its own address, as a visitor would.</p>
      <ActionButton
        failure="The address could not be checked. Please try again."
        act={() => callApi('POST /api/admin/machine-settings/address/check')}
        onDone={({ data }) => setFindings(data)}
      >
        Check the address
      </ActionButton>
      <div role="status" className="stack">
        {findings.map(({ kind, text, fix }) => (
          <p key={kind} className={`alert ${kind === 'fine' ? 'success' : 'warning'}`}>
            {text} {fix}
          </p>
        ))}
      </div>
    </section>
  );
}
