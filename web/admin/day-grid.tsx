import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AdminDaySchedule, Closure } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { shortDate } from '../../src/domain/business-day.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import { type DayPlan, isOpen, openSlotIndexesOf } from '../../src/domain/day-plan.ts';
import { formatPkr } from '../../src/domain/money.ts';
import {
  type Block,
  BUSINESS_DAY_SLOTS,
  blockLabel,
  blocksOf,
  calendarDateOf,
  endInstantOf,
  positionOf,
  startInstantOf,
  timeLabel,
} from '../../src/domain/slot.ts';
import { useDayPlan } from '../shared/calendar.ts';
import { ATTENDANCE_LABELS } from './attendance-buttons.tsx';
import { hoursOfSlots, splitName } from './format.ts';
import { statusSymbol } from './status-badge.tsx';

/** The free slot that the admin selected. */
export interface FreeSlot {
  court: Court;
  hour: number;
}

export interface CourtClosure {
  court: Court;
  closure: Closure;
}

interface GridCell {
  /** Its visible length in slots. */
  rows: number;
  /** The whole time of what it shows, which may begin before the first row. */
  block: Pick<Block, 'first' | 'last'>;
  booking?: Booking;
  closure?: Closure;
}

const SLOT_MS = 30 * 60_000;
/** The running evening shows one hour of what is over. */
const PAST_ROWS = 2;

/** All courts over the open slots of a business day. Tab enters the grid, arrow keys move, Enter opens. */
export function DayGrid({
  day,
  now,
  onFreeSlot,
  onBooking,
  onClosure,
}: {
  day: AdminDaySchedule;
  now: number;
  onFreeSlot: (at: FreeSlot) => void;
  onBooking: (id: number) => void;
  onClosure: (at: CourtClosure) => void;
}) {
  const gridRef = useRef<HTMLElement>(null);
  const plan = useDayPlan(day.date);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const slots = visibleSlots(plan, day);
  const slotsSoFar = (now - startInstantOf(day.date, slots[0] ?? 0)) / SLOT_MS;
  const isNowOnDay = slotsSoFar >= 0 && slotsSoFar <= slots.length;
  // What is over folds, so that the rest of the evening fills the view.
  const folded = isNowOnDay ? Math.min(slots.length - 1, Math.max(0, Math.floor(slotsSoFar) - PAST_ROWS)) : 0;
  const rows = showsEarlier ? slots : slots.slice(folded);
  const firstRow = positionOf(rows[0] ?? 0);
  const columns = day.courts.map((at) => ({
    ...at,
    cells: buildColumnCells(at.bookings, at.closures, firstRow),
  }));
  const nowRow = (now - startInstantOf(day.date, rows[0] ?? 0)) / SLOT_MS;
  const initialRow = isNowOnDay ? Math.floor(nowRow) : 0;

  useEffect(() => {
    if (gridRef.current) setInitialTabStop(gridRef.current, initialRow);
  }, [initialRow]);

  const grid = (
    <section
      ref={gridRef}
      className="admin-day-grid"
      data-shows-now={isNowOnDay}
      aria-label={`Courts on ${shortDate(day.date)}`}
      style={{ '--now': nowRow, '--rows': rows.length, '--courts': columns.length } as CSSProperties}
      onKeyDown={(event) => handleGridKey(event, gridRef.current)}
      onFocus={(event) => setTabStop(gridRef.current, event.target)}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ court }) => (
              <th key={court.id} scope="col" title={court.name}>
                {shortCourtName(court.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((hour, position) => (
            <tr key={hour} data-row={position} data-midnight={hour === 0}>
              <th scope="row">
                {timeLabel(hour)}
                {hour === 0 && (
                  <span className="admin-next-day">{shortDate(calendarDateOf(day.date, hour))}</span>
                )}
              </th>
              {columns.map(({ court, cells }, column) => {
                const cell = cells[firstRow + position];
                if (!cell) return null;
                return (
                  <td key={court.id} rowSpan={cell.rows}>
                    <CellContent
                      cell={cell}
                      court={court}
                      gridPosition={{ column, position }}
                      isOpen={isOpen(plan, hour)}
                      isPast={endInstantOf(day.date, hour) <= now}
                      onFreeSlot={onFreeSlot}
                      onBooking={onBooking}
                      onClosure={onClosure}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isNowOnDay && <div className="admin-now-line" aria-hidden="true" />}
    </section>
  );
  return (
    <>
      {folded > 0 && (
        <button
          type="button"
          className="quiet admin-earlier"
          aria-expanded={showsEarlier}
          onClick={() => setShowsEarlier(!showsEarlier)}
        >
          {showsEarlier ? 'Hide earlier hours' : `Show from ${timeLabel(slots[0] ?? 0)}`}
        </button>
      )}
      {grid}
    </>
  );
}

function CellContent({
  cell,
  court,
  gridPosition,
  isOpen: isOpenSlot,
  isPast,
  onFreeSlot,
  onBooking,
  onClosure,
}: {
  cell: GridCell;
  court: Court;
  gridPosition: { column: number; position: number };
  /** The club is open at the time of the cell. */
  isOpen: boolean;
  isPast: boolean;
  onFreeSlot: (at: FreeSlot) => void;
  onBooking: (id: number) => void;
  onClosure: (at: CourtClosure) => void;
}) {
  const { booking, closure, block, rows } = cell;
  const buttonProps = {
    type: 'button',
    'data-column': gridPosition.column,
    'data-position': gridPosition.position,
    'data-rows': rows,
    tabIndex: -1,
  } as const;
  const placeLabel = `${shortCourtName(court.name)}, ${blockLabel(block)}`;
  if (booking) {
    const [firstName, restOfName] = splitName(booking.name);
    return (
      <button
        {...buttonProps}
        className={`admin-cell ${booking.status}`}
        onClick={() => onBooking(booking.id)}
      >
        <span className="visually-hidden">{placeLabel}: </span>
        <strong>
          <span aria-hidden="true">{statusSymbol(booking.status)} </span>
          {firstName}
          <span className="admin-cell-wide">{restOfName}</span>
        </strong>
        <span className="admin-cell-details">
          {booking.series_id !== null && 'Series · '}
          {booking.balance > 0 ? `${formatPkr(booking.balance)} due` : 'Paid'}
          <span className="admin-cell-wide">
            {booking.attendance && ` · ${ATTENDANCE_LABELS[booking.attendance]}`} · #{booking.id}
          </span>
        </span>
      </button>
    );
  }
  if (closure) {
    return (
      <button {...buttonProps} className="admin-cell closed" onClick={() => onClosure({ court, closure })}>
        <span className="visually-hidden">{placeLabel}: </span>
        <strong>
          <span aria-hidden="true">⊘ </span>Closed
        </strong>
        <span className="admin-cell-details">{closure.reason}</span>
      </button>
    );
  }
  if (isPast || !court.active || !isOpenSlot) {
    const label = isPast ? '' : isOpenSlot ? 'Not bookable' : 'Closed';
    return <span className="admin-cell over">{label}</span>;
  }
  return (
    <button
      {...buttonProps}
      className="admin-cell empty"
      aria-label={`${placeLabel}: free, book a walk-in`}
      onClick={() => onFreeSlot({ court, hour: block.first })}
    >
      <span aria-hidden="true">+</span>
    </button>
  );
}

/** From the first to the last slot that is open or held, in playing order. */
function visibleSlots(plan: DayPlan, day: AdminDaySchedule): number[] {
  const held = day.courts.flatMap(({ bookings, closures }) =>
    [...bookings, ...closures].flatMap(({ slots }) => hoursOfSlots(slots)),
  );
  const positions = [...openSlotIndexesOf(plan), ...held].map(positionOf);
  return BUSINESS_DAY_SLOTS.slice(Math.min(...positions), Math.max(...positions) + 1);
}

/** One court's cell for each slot from position `from` on; null where a longer cell covers the row. */
function buildColumnCells(
  bookings: readonly Booking[],
  closures: readonly Closure[],
  from: number,
): (GridCell | null)[] {
  const cells: (GridCell | null)[] = BUSINESS_DAY_SLOTS.map((hour) => ({
    rows: 1,
    block: { first: hour, last: hour },
  }));
  const placeBlocks = (slots: readonly string[], content: Partial<GridCell>) => {
    for (const block of blocksOf(hoursOfSlots(slots))) {
      const first = Math.max(from, positionOf(block.first));
      const last = positionOf(block.last);
      for (let at = first; at <= last; at += 1) cells[at] = null;
      if (first <= last) cells[first] = { rows: last - first + 1, block, ...content };
    }
  };
  for (const booking of bookings) placeBlocks(booking.slots, { booking });
  for (const closure of closures) placeBlocks(closure.slots, { closure });
  return cells;
}

function cellButtons(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('.admin-cell[data-column]')];
}

/** Makes the button that had the focus last the only one that Tab reaches. */
function setTabStop(grid: HTMLElement | null, target: Element): void {
  if (!grid || !(target instanceof HTMLElement) || !target.matches('.admin-cell')) return;
  for (const button of cellButtons(grid)) button.tabIndex = button === target ? 0 : -1;
}

function setInitialTabStop(grid: HTMLElement, position: number): void {
  const buttons = cellButtons(grid);
  const firstButton = buttons.find((button) => Number(button.dataset.position) >= position) ?? buttons[0];
  if (firstButton && !buttons.some((button) => button.tabIndex === 0)) firstButton.tabIndex = 0;
}

function handleGridKey(event: KeyboardEvent, grid: HTMLElement | null): void {
  const current = event.target;
  if (!grid || !(current instanceof HTMLElement) || !current.matches('.admin-cell')) return;
  const column = Number(current.dataset.column);
  const position = Number(current.dataset.position);
  const buttonsInColumn = (wanted: number) =>
    cellButtons(grid).filter((button) => Number(button.dataset.column) === wanted);
  const columnButtons = buttonsInColumn(column);
  const nearest = (buttons: HTMLElement[]) =>
    buttons.findLast((button) => Number(button.dataset.position) <= position) ?? buttons[0];
  const target = (): HTMLElement | undefined => {
    if (event.key === 'ArrowDown') return columnButtons[columnButtons.indexOf(current) + 1];
    if (event.key === 'ArrowUp') return columnButtons[columnButtons.indexOf(current) - 1];
    if (event.key === 'ArrowRight') return nearest(buttonsInColumn(column + 1));
    if (event.key === 'ArrowLeft') return nearest(buttonsInColumn(column - 1));
    if (event.key === 'Home') return columnButtons[0];
    return event.key === 'End' ? columnButtons.at(-1) : undefined;
  };
  const next = target();
  if (!next) return;
  event.preventDefault();
  next.focus();
}
