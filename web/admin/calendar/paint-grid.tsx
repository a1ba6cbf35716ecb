import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { BUSINESS_DAY_SLOTS, PRICING_TIERS, type PricingTier, timeLabel } from '../../../src/domain/slot.ts';
import { changeDiscount, type DayCells, discountOf, type Paint, paintRange } from './painted-cells.ts';

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
const ROW_COUNT = BUSINESS_DAY_SLOTS.length;

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
  const grid = useRef<HTMLTableElement>(null);
  const brushName = useId();
  const [brush, setBrush] = useState<Brush>('peak');
  const [focused, setFocused] = useState({ column: 0, row: 2 });
  const stroke = useRef<{ column: number; row: number } | null>(null);

  const days = columns.map(({ cells }) => cells);
  const paint: Paint = brush === 'closed' ? null : { tier: brush, discount: discountOf(days, brush) };
  const paintCells = (from: { column: number; row: number }, to: { column: number; row: number }) => {
    const [first, last] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
    onChange(
      Object.fromEntries(
        columns
          .filter((_, at) => at >= first && at <= last)
          .map(({ id, cells }) => [id, paintRange(cells, from.row, to.row, paint)]),
      ),
    );
  };

  const cellAt = (element: Element | null) => {
    const cell = element?.closest<HTMLElement>('[data-paint-row]');
    if (!cell || !grid.current?.contains(cell)) return null;
    return { column: Number(cell.dataset.paintColumn), row: Number(cell.dataset.paintRow) };
  };
  const onPointerDown = (event: PointerEvent) => {
    const cell = cellAt(event.target as Element);
    if (!cell || event.button !== 0) return;
    grid.current?.setPointerCapture(event.pointerId);
    stroke.current = cell;
    setFocused(cell);
    paintCells(cell, cell);
  };
  const onPointerMove = (event: PointerEvent) => {
    const cell = stroke.current && cellAt(document.elementFromPoint(event.clientX, event.clientY));
    // Paints from the previous cell on, because a fast pointer skips cells.
    if (!cell || !stroke.current) return;
    if (cell.column === stroke.current.column && cell.row === stroke.current.row) return;
    paintCells(stroke.current, cell);
    stroke.current = cell;
  };
  const endStroke = () => {
    stroke.current = null;
  };

  /** Assistive technology clicks without a pointer. */
  const onAssistedClick = (event: MouseEvent) => {
    const cell = event.detail === 0 ? cellAt(event.target as Element) : null;
    if (cell) paintCells(cell, cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(event.target as Element);
    if (!cell) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      paintCells(cell, cell);
      return;
    }
    const next = { ...cell };
    if (event.key === 'ArrowDown') next.row += 1;
    else if (event.key === 'ArrowUp') next.row -= 1;
    else if (event.key === 'ArrowRight') next.column += 1;
    else if (event.key === 'ArrowLeft') next.column -= 1;
    else if (event.key === 'Home') next.row = 0;
    else if (event.key === 'End') next.row = ROW_COUNT - 1;
    else return;
    event.preventDefault();
    if (next.row < 0 || next.row >= ROW_COUNT || next.column < 0 || next.column >= columns.length) return;
    if (event.shiftKey) paintCells(cell, next);
    setFocused(next);
    grid.current
      ?.querySelector<HTMLElement>(`[data-paint-row="${next.row}"][data-paint-column="${next.column}"]`)
      ?.focus();
  };

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
        <table
          ref={grid}
          aria-label={label}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={endStroke}
          onPointerCancel={endStroke}
          onKeyDown={onKeyDown}
          onClick={onAssistedClick}
        >
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
                <th scope="row">{slotIndex % 2 === 0 ? timeLabel(slotIndex).replace(':00', '') : ''}</th>
                {columns.map((column, at) => {
                  const cell = column.cells[row] ?? null;
                  const painted = cell?.tier ?? 'closed';
                  return (
                    <td key={column.id}>
                      <button
                        type="button"
                        className="paint-cell"
                        data-paint={painted}
                        data-paint-row={row}
                        data-paint-column={at}
                        tabIndex={focused.row === row && focused.column === at ? 0 : -1}
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

function cellLabel(day: string, slotIndex: number, cell: Paint): string {
  const off = cell && cell.discount > 0 ? `, ${formatPkr(cell.discount)} off an hour` : '';
  return `${day} ${timeLabel(slotIndex)}: ${BRUSH_LABELS[cell?.tier ?? 'closed']}${off}`;
}
