import { useState } from 'react';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  groupColumns,
  isChanged,
  largestJump,
  type PriceChange,
  type PricedCourt,
} from '../../../src/domain/price-changes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { DialogActions } from '../dialog-actions.tsx';

/** Days with the same change. */
export interface ChangedDays {
  /** `Sat – Sun` */
  label: string;
  changes: readonly PriceChange[];
}

/**
 * What customers will see, old next to new, before it takes effect; a change of more than a third needs another
 * confirmation.
 */
export function ConfirmPrices({
  title,
  courts,
  days,
  busy,
  error,
  onSave,
  onBack,
}: {
  title: string;
  courts: readonly PricedCourt[];
  days: readonly ChangedDays[];
  busy: boolean;
  error: string | null;
  onSave: () => unknown;
  onBack: () => void;
}) {
  const [isMeant, setMeant] = useState(false);
  const [problem, setProblem] = useState('');
  const allChanges = days.flatMap(({ changes }) => changes);
  const jump = largestJump(allChanges);
  const save = () => {
    if (jump && !isMeant) return setProblem('Please confirm the large change first, or go back.');
    setProblem('');
    return onSave();
  };
  const groups = groupColumns(allChanges, courts);
  const columns = groups.flatMap(({ label }) => {
    const court = groups.length > 1 ? `${label}: ` : '';
    return [[`${court}now`, 'amount'] as const, [`${court}new`, 'amount'] as const];
  });
  return (
    <Dialog title={title} onClose={onBack}>
      <p>What customers will see. Nothing is saved yet.</p>
      {days.length === 0 && <p>Customers see the prices that they see today.</p>}
      {days.map(({ label, changes }) => (
        <section key={label} className="confirm-prices">
          <h3>{label}</h3>
          <TableRegion label={`Prices of an hour, ${label}`} columns={[['Start'], ...columns]}>
            {changes.map((change) => (
              <tr key={change.timeRange} data-changed={isChanged(change)}>
                <th scope="row">{change.timeRange}</th>
                {groups.flatMap(({ at }) => {
                  const { before = null, after = null } = change.prices[at] ?? {};
                  return [
                    <td key={`before ${at}`} className="amount muted" translate="no">
                      {priceText(before)}
                    </td>,
                    <td key={`after ${at}`} className="amount" translate="no">
                      {before === after ? priceText(after) : <strong>{priceText(after)}</strong>}
                    </td>,
                  ];
                })}
              </tr>
            ))}
          </TableRegion>
        </section>
      ))}
      {jump && (
        <label className="alert warning">
          <input type="checkbox" checked={isMeant} onChange={({ target }) => setMeant(target.checked)} />
          An hour for {formatPkr(jump.before)} becomes {formatPkr(jump.after)}: more than a third. Yes, this
          is right.
        </label>
      )}
      <DialogActions
        error={problem || error}
        busy={busy}
        onClose={onBack}
        closeLabel="Back"
        label="Save these prices"
        onAct={save}
      />
    </Dialog>
  );
}

function priceText(price: number | null): string {
  return price === null ? 'closed' : formatPkr(price);
}
