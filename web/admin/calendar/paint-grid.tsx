import { useId, useState } from 'react';
import { formatPkr } from '../../../src/domain/format-money.ts';
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
/** What a cell shows beside its colour. */
const MARKS: Record<Brush, string> = { morning: 'M', off_peak: 'O', peak: 'P', closed: '' };
/** 7:00 AM, where Tab enters the grid. */
const FIRST_ROW = 2;

/**
 * The hours and prices of a day as a column of half-hours. Choose a brush and drag over cells, or move with the
 * arrow keys: Space paints a cell, Shift with an arrow key paints on.
 */
export function PaintGrid({
  label,
  cells,
  onChange,
}: {
  label: string;
  cells: DayCells;
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
        {PRICING_TIERS.map((tier) => (
          <TierPrice
            key={tier}
            tier={tier}
            discount={discountOf(cells, tier)}
            disabled={!cells.some((cell) => cell?.tier === tier)}
            onChange={(discount) => onChange(changeDiscount(cells, tier, discount))}
          />
        ))}
      </div>
      <p className="hint">
        -1000: an hour costs PKR 1,000 less than the court’s rate. 500: it costs PKR 500 more.
      </p>
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
                      aria-label={cellLabel(slotIndex, cell)}
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

/** What a start in a tier changes in the price of an hour; the owner types it with its sign. */
function TierPrice({
  tier,
  discount,
  disabled,
  onChange,
}: {
  tier: PricingTier;
  discount: number;
  disabled: boolean;
  onChange: (discount: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label>
      {TIER_LABELS[tier]}: PKR an hour
      <input
        value={typed ?? String(0 - discount)}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => {
          const text = event.target.value.replace(/[−–]/g, '-').replace(/[^\d+-]/g, '');
          setTyped(text);
          if (/^[+-]?\d{1,7}$/.test(text)) onChange(0 - Number(text));
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

function cellLabel(slotIndex: number, cell: Paint): string {
  const tier = BRUSH_LABELS[cell?.tier ?? 'closed'];
  const discount = cell?.discount ?? 0;
  const change =
    discount === 0 ? '' : `, ${formatPkr(Math.abs(discount))} ${discount > 0 ? 'off' : 'more'} an hour`;
  return `${timeLabel(slotIndex)}: ${tier}${change}`;
}
