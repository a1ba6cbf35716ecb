import { useState } from 'react';
import type { Court } from '../../../src/domain/court.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  isChanged,
  largestJump,
  type PriceChange,
  type PricedCourts,
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

/** Groups courts by rate, since those with the same rate cost the same. */
export function groupByRate(
  courts: readonly Pick<Court, 'name'>[],
  ratesOf: (at: number) => { before: number; after: number },
): PricedCourts[] {
  const groups = new Map<string, PricedCourts & { names: string[] }>();
  for (const [at, { name }] of courts.entries()) {
    const rates = ratesOf(at);
    const key = `${rates.before} ${rates.after}`;
    const group = groups.get(key) ?? { ...rates, label: '', names: [] };
    group.names.push(shortCourtName(name));
    groups.set(key, group);
  }
  const isOne = groups.size === 1;
  return [...groups.values()].map(({ names, ...rates }) => ({
    ...rates,
    label: isOne && names.length > 1 ? 'Every court' : names.join(', '),
  }));
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
  courts: readonly PricedCourts[];
  days: readonly ChangedDays[];
  busy: boolean;
  error: string | null;
  onSave: () => unknown;
  onBack: () => void;
}) {
  const [isMeant, setMeant] = useState(false);
  const [problem, setProblem] = useState('');
  const jump = largestJump(days.flatMap(({ changes }) => changes));
  const save = () => {
    if (jump && !isMeant) return setProblem('Please confirm the large change first, or go back.');
    setProblem('');
    return onSave();
  };
  const columns = courts.flatMap(({ label }) => {
    const court = courts.length > 1 ? `${label}: ` : '';
    return [[`${court}now`, 'amount'] as const, [`${court}new`, 'amount'] as const];
  });
  return (
    <Dialog title={title} onClose={onBack}>
      <p>What customers will see. Nothing is saved yet.</p>
      {days.map(({ label, changes }) => (
        <section key={label} className="confirm-prices">
          <h3>{label}</h3>
          <TableRegion label={`Prices of an hour, ${label}`} columns={[['Start'], ...columns]}>
            {changes.map((change) => (
              <tr key={change.timeRange} data-changed={isChanged(change)}>
                <th scope="row">{change.timeRange}</th>
                {change.prices.flatMap(({ before, after }, at) => [
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is named by its place
                  <td key={`before ${at}`} className="amount muted" translate="no">
                    {priceText(before)}
                  </td>,
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is named by its place
                  <td key={`after ${at}`} className="amount" translate="no">
                    {before === after ? priceText(after) : <strong>{priceText(after)}</strong>}
                  </td>,
                ])}
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
