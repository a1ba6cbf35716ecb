import { useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import type { Price } from '../../src/domain/price.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { setCode, setTypedCode, useDraft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';
import { InputField } from '../ui/field.tsx';

export const UNAPPLIED_CODE_TEXT = 'Please apply the code, or clear it.';

/** “Have a code?” and what the code takes off. */
export function PromoCodeField({ price, unapplied }: { price: Price; unapplied: boolean }) {
  const { extras } = usePageData();
  const { date, slotIndexes, guest, code, typedCode } = useDraft();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [startsOpen] = useState(typedCode !== '');
  if (!extras?.codes) return null;
  if (code) {
    const off = -(price.items.find(({ kind }) => kind === 'code')?.amount ?? 0);
    const isBeaten = price.items.some(({ kind, amount }) => kind === 'plan' && amount < 0);
    return (
      <div className="booking-code" role="status">
        <p>
          <strong>{code.discount.label}</strong>
          {off > 0
            ? ` takes ${formatPkr(off)} off.`
            : isBeaten
              ? ' is not used: your plan takes more off.'
              : ' takes nothing off at this time.'}
        </p>
        <button type="button" className="quiet" onClick={() => setCode(null)}>
          Remove
        </button>
      </div>
    );
  }
  const apply = async () => {
    if (busy || typedCode.trim() === '') return;
    setBusy(true);
    setError('');
    try {
      const { discount } = await callApi('POST /api/promo-codes/check', {
        body: {
          code: typedCode,
          date,
          start_time: startTimeOf(slotIndexes[0] ?? 0),
          slots: slotIndexes.map(startTimeOf),
          email: guest.email.trim(),
          phone: guest.phone.trim(),
        },
      });
      setCode({ text: typedCode.trim(), discount });
    } catch (cause) {
      const failure = cause instanceof ApiError ? cause.failure : undefined;
      setError(
        failure?.fields?.code ?? errorMessage(cause, 'The code could not be checked. Please try again.'),
      );
    } finally {
      setBusy(false);
    }
  };
  const shownError = error || (unapplied && typedCode.trim() !== '' ? UNAPPLIED_CODE_TEXT : '');
  return (
    <details className="booking-code-entry" open={startsOpen}>
      <summary>Have a code?</summary>
      <div className="booking-code">
        <InputField
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typedCode}
          error={shownError || undefined}
          onChange={(event) => {
            setError('');
            setTypedCode(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void apply();
          }}
        />
        <button type="button" className="ghost" aria-busy={busy} onClick={() => void apply()}>
          Apply
        </button>
      </div>
    </details>
  );
}
