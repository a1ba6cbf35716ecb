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

export interface PaintColumn {
  id: string;
  /** `Mon` */
  label: string;
  /** `Monday` */
  name: string;
  cells: DayCells;
}

type Brush = PricingTier | 'closed';
const BRUSH_LABELS: Record<Brush, string> = { ...TIER_LABELS, closed: 'Closed' };
const BRUSHES: readonly Brush[] = [...PRICING_TIERS, 'closed'];
/** What a cell shows beside its colour. */
const MARKS: Record<Brush, string> = { morning: 'M', off_peak: 'O', peak: 'P', closed: '' };
/** 7 AM, where Tab enters the grid. */
const FIRST_ROW = 2;

/**
 * Opening hours and price bands as a grid of half-hours. Choose a brush and drag over cells, or move with the
 * arrow keys: Space paints a cell, Shift with an arrow key paints on.
 */
export function PaintGrid({
  label,
  columns,
  onChange,
}: {
  label: string;
  columns: readonly PaintColumn[];
  onChange: (columns: Record<string, DayCells>) => void;
}) {
  const brushName = useId();
  const [brush, setBrush] = useState<Brush>('peak');

  const days = columns.map(({ cells }) => cells);
  const paint: Paint = brush === 'closed' ? null : { tier: brush, discount: discountOf(days, brush) };
  const paintCells = (fromKey: string, toKey: string) => {
    const [from, to] = [cellOf(fromKey), cellOf(toKey)];
    const [first, last] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
    onChange(
      Object.fromEntries(
        columns
          .filter((_, at) => at >= first && at <= last)
          .map(({ id, cells }) => [id, paintRange(cells, from.row, to.row, paint)]),
      ),
    );
  };

  const drag = useCellDrag(
    (cell) => paintCells(cell, cell),
    (from, to) => paintCells(from, to),
  );
  const keys = BUSINESS_DAY_SLOTS.flatMap((_, row) => columns.map((_column, at) => cellKey(row, at)));
  const roving = useRovingFocus(keys, cellKey(FIRST_ROW, 0), {
    columns: true,
    onMove: (from, to, isExtended) => {
      if (isExtended) paintCells(from, to);
      return to;
    },
  });

  return (
    <div className="paint">
      <fieldset className="paint-brushes">
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
      <div className="paint-discounts">
        {PRICING_TIERS.map((tier) => (
          <label key={tier}>
            {TIER_LABELS[tier]}: PKR off an hour
            <input
              inputMode="numeric"
              value={String(discountOf(days, tier))}
              disabled={!days.some((cells) => cells.some((cell) => cell?.tier === tier))}
              onChange={(event) => {
                const discount = Number(event.target.value.replace(/\D/g, '').slice(0, 7));
                onChange(
                  Object.fromEntries(
                    columns.map(({ id, cells }) => [id, changeDiscount(cells, tier, discount)]),
                  ),
                );
              }}
            />
          </label>
        ))}
      </div>
      <section className="paint-region" aria-label={label}>
        <table aria-label={label} {...drag} {...roving.events}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column.id} scope="col" abbr={column.name}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {BUSINESS_DAY_SLOTS.map((slotIndex, row) => (
              <tr key={slotIndex} data-midnight={slotIndex === 0}>
                <th scope="row">{slotIndex % 2 === 0 ? timeLabel(slotIndex) : ''}</th>
                {columns.map((column, at) => {
                  const cell = column.cells[row] ?? null;
                  const painted = cell?.tier ?? 'closed';
                  return (
                    <td key={column.id}>
                      <button
                        type="button"
                        className="paint-cell"
                        data-paint={painted}
                        data-roving-key={cellKey(row, at)}
                        tabIndex={roving.tabIndexOf(cellKey(row, at))}
                        aria-label={cellLabel(column.name, slotIndex, cell)}
                      >
                        {MARKS[painted]}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function cellKey(row: number, column: number): string {
  return `${row} ${column}`;
}

function cellOf(key: string): { row: number; column: number } {
  const [row = 0, column = 0] = key.split(' ').map(Number);
  return { row, column };
}

function cellLabel(day: string, slotIndex: number, cell: Paint): string {
  const off = cell && cell.discount > 0 ? `, ${formatPkr(cell.discount)} off an hour` : '';
  return `${day} ${timeLabel(slotIndex)}: ${BRUSH_LABELS[cell?.tier ?? 'closed']}${off}`;
}
