import { useId, useState } from 'react';
import { type CourtRate, shortCourtName } from '../../../src/domain/court.ts';
import { formatHourlyPrices } from '../../../src/domain/opening-hours.ts';
import { startPrice } from '../../../src/domain/price.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { BUSINESS_DAY_SLOTS, PRICING_TIERS, type PricingTier, timeLabel } from '../../../src/domain/slot.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import { changePrice, type DayCells, type Paint, paintOf, paintRange } from '../../shared/painted-cells.ts';
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
  /** The courts at the rates that prices are computed from. */
  courts: readonly NamedRate[];
  onChange: (cells: DayCells) => void;
}) {
  const brushName = useId();
  const [brush, setBrush] = useState<Brush>('peak');
  const isOnePrice = costSameOnAll(cells, courts);
  const [wantsSplit, setSplit] = useState(!isOnePrice);
  const isSplit = wantsSplit || !isOnePrice;
  const paint: Paint = brush === 'closed' ? null : paintOf(cells, brush);
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
        {(isSplit ? courts.map((court) => [court]) : [courts]).flatMap((chosen) =>
          PRICING_TIERS.map((tier) => {
            const [court] = chosen;
            if (!court) return null;
            return (
              <TierPrice
                key={`${court.court_id} ${tier}`}
                label={isSplit ? `${TIER_LABELS[tier]}, ${shortCourtName(court.name)}` : TIER_LABELS[tier]}
                price={startPrice(court, paintOf(cells, tier))}
                disabled={!cells.some((cell) => cell?.tier === tier)}
                onChange={(price) => onChange(changePrice(cells, tier, { price, chosen, courts }))}
              />
            );
          }),
        )}
      </div>
      {courts.length > 1 && (
        <label>
          <input
            type="checkbox"
            checked={isSplit}
            disabled={!isOnePrice}
            onChange={({ target }) => setSplit(target.checked)}
          />
          Different prices for each court
        </label>
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

type NamedRate = CourtRate & { name: string };

function costSameOnAll(cells: DayCells, courts: readonly CourtRate[]): boolean {
  return cells.every(
    (cell) => cell === null || new Set(courts.map((court) => startPrice(court, cell))).size <= 1,
  );
}

/** The price of an hour starting in a tier. */
function TierPrice({
  label,
  price,
  disabled,
  onChange,
}: {
  label: string;
  price: number;
  disabled: boolean;
  onChange: (price: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label>
      {label}: PKR an hour
      <input
        value={typed ?? String(price)}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          const text = event.target.value.replace(/[^\d]/g, '');
          setTyped(text);
          if (/^\d{1,7}$/.test(text)) onChange(Number(text));
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

function cellLabel(slotIndex: number, cell: Paint, courts: readonly CourtRate[]): string {
  const tier = BRUSH_LABELS[cell?.tier ?? 'closed'];
  const price = cell && courts.length > 0 ? `, ${formatHourlyPrices(courts, cell)} an hour` : '';
  return `${timeLabel(slotIndex)}: ${tier}${price}`;
}
