import { useId, useState } from 'react';
import { formatHourlyPrices } from '../../../src/domain/opening-hours.ts';
import { discountedRate } from '../../../src/domain/price.ts';
import type { PricedCourts } from '../../../src/domain/price-changes.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { BUSINESS_DAY_SLOTS, PRICING_TIERS, type PricingTier, timeLabel } from '../../../src/domain/slot.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import {
  changeDiscount,
  type DayCells,
  discountOf,
  type Paint,
  paintRange,
} from '../../shared/painted-cells.ts';
import { useCellDrag } from './use-cell-drag.ts';

type Brush = PricingTier | 'closed';
const BRUSH_LABELS: Record<Brush, string> = { ...TIER_LABELS, closed: 'Closed' };
const BRUSHES: readonly Brush[] = [...PRICING_TIERS, 'closed'];
/** What a cell shows in addition to its colour. */
const MARKS: Record<Brush, string> = { morning: 'M', off_peak: 'O', peak: 'P', closed: '' };
/** 7:00 AM, where Tab enters the grid. */
const FIRST_ROW = 2;

/**
 * A day's hours and prices as a column of half-hours. Choose a brush and drag over cells, or use the arrow keys:
 * Space paints a cell, Shift with an arrow key keeps painting.
 */
export function PaintGrid({
  label,
  cells,
  courts,
  onChange,
}: {
  label: string;
  cells: DayCells;
  /** The rates that prices are computed from. */
  courts: readonly PricedCourts[];
  onChange: (cells: DayCells) => void;
}) {
  const brushName = useId();
  const [brush, setBrush] = useState<Brush>('peak');
  const paint: Paint = brush === 'closed' ? null : { tier: brush, discount: discountOf(cells, brush) };
  const paintCells = (from: string, to: string) =>
    onChange(paintRange(cells, Number(from), Number(to), paint));
  const drag = useCellDrag((cell) => paintCells(cell, cell), paintCells);
  const keys = BUSINESS_DAY_SLOTS.map((_, row) => String(row));
  const roving = useRovingFocus(keys, String(FIRST_ROW), {
    columns: true,
    onMove: (from, to, isExtended) => {
      if (isExtended) paintCells(from, to);
      return to;
    },
  });

  return (
    <div className="paint">
      <div className="paint-discounts">
        {courts.flatMap(({ label, after }) =>
          PRICING_TIERS.map((tier) => (
            <TierPrice
              key={`${label} ${tier}`}
              label={courts.length > 1 ? `${TIER_LABELS[tier]}, ${label}` : TIER_LABELS[tier]}
              rate={after}
              discount={discountOf(cells, tier)}
              disabled={!cells.some((cell) => cell?.tier === tier)}
              onChange={(discount) => onChange(changeDiscount(cells, tier, discount))}
            />
          )),
        )}
      </div>
      {courts.length > 1 && (
        <p className="hint">
          Courts keep the difference between their rates: changing the price for one changes the others by the
          same amount.
        </p>
      )}
      <fieldset className="paint-brushes cluster">
        <legend>Paint with</legend>
        {BRUSHES.map((name) => (
          <label key={name} data-paint={name}>
            <input
              type="radio"
              name={brushName}
              value={name}
              checked={brush === name}
              onChange={() => setBrush(name)}
            />
            <span aria-hidden="true" className="paint-sample">
              {MARKS[name]}
            </span>
            {BRUSH_LABELS[name]}
          </label>
        ))}
      </fieldset>
      <section className="paint-region" aria-label={label}>
        <table aria-label={label} {...drag} {...roving.events}>
          <tbody>
            {BUSINESS_DAY_SLOTS.map((slotIndex, row) => {
              const cell = cells[row] ?? null;
              const painted = cell?.tier ?? 'closed';
              return (
                <tr key={slotIndex} data-midnight={slotIndex === 0}>
                  <th scope="row">{slotIndex % 2 === 0 ? timeLabel(slotIndex) : ''}</th>
                  <td>
                    <button
                      type="button"
                      className="paint-cell"
                      data-paint={painted}
                      data-roving-key={String(row)}
                      tabIndex={roving.tabIndexOf(String(row))}
                      aria-label={cellLabel(slotIndex, cell, courts)}
                    >
                      {MARKS[painted]}
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** The price of an hour starting in a tier; the calendar stores the difference from the court's rate. */
function TierPrice({
  label,
  rate,
  discount,
  disabled,
  onChange,
}: {
  label: string;
  rate: number;
  discount: number;
  disabled: boolean;
  onChange: (discount: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label>
      {label}: PKR an hour
      <input
        value={typed ?? String(discountedRate(rate, discount))}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          const text = event.target.value.replace(/[^\d]/g, '');
          setTyped(text);
          if (/^\d{1,7}$/.test(text)) onChange(rate - Number(text));
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

function cellLabel(slotIndex: number, cell: Paint, courts: readonly PricedCourts[]): string {
  const tier = BRUSH_LABELS[cell?.tier ?? 'closed'];
  const rates = courts.map(({ after }) => after);
  const price = cell && rates.length > 0 ? `, ${formatHourlyPrices(rates, cell.discount)} an hour` : '';
  return `${timeLabel(slotIndex)}: ${tier}${price}`;
}
