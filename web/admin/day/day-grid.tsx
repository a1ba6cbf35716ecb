import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AdminDaySchedule, Closure } from '../../../src/domain/api/day-routes.ts';
import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { closedDayReason, isOpen } from '../../../src/domain/day-plan.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { withCommas } from '../../../src/domain/format-money.ts';
import {
  blockLabel,
  calendarDateOf,
  endInstantOf,
  positionOf,
  startInstantOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import type { Offer } from '../../../src/domain/waitlist.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { ATTENDANCE_LABELS } from '../bookings/attendance-buttons.tsx';
import { statusSymbol } from '../bookings/status-badge.tsx';
import { offerEnd } from '../date-time-labels.ts';
import { buildColumnCells, type GridCell, visibleSlots } from './day-columns.ts';

/** The free slot that the admin selected. */
export interface FreeSlot {
  court: Court;
  hour: number;
}

/** The offer of the waiting list that the admin selected. */
export interface CourtOffer {
  court: Court;
  offer: Offer;
}

export interface CourtClosure {
  court: Court;
  closure: Closure;
}

const SLOT_MS = 30 * 60_000;
/** Past rows shown above now. */
const PAST_ROWS = 2;

/** All courts over the open slots of a business day. Tab enters the grid, arrow keys move, Enter opens. */
export function DayGrid({
  day,
  now,
  onFreeSlot,
  onBooking,
  onClosure,
  onOffer,
}: {
  day: AdminDaySchedule;
  now: number;
  onFreeSlot: (at: FreeSlot) => void;
  onBooking: (id: number) => void;
  onClosure: (at: CourtClosure) => void;
  onOffer: (at: CourtOffer) => void;
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
    cells: buildColumnCells(at, firstRow),
  }));
  const nowRow = (now - startInstantOf(day.date, rows[0] ?? 0)) / SLOT_MS;
  const initialRow = isNowOnDay ? Math.floor(nowRow) : 0;

  useEffect(() => {
    if (gridRef.current) setInitialTabStop(gridRef.current, initialRow);
  }, [initialRow]);

  const closed = closedDayReason(plan);
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
                      onOffer={onOffer}
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
      {closed && <p className="alert warning">{closed}</p>}
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
      {slots.length > 0 && grid}
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
  onOffer,
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
  onOffer: (at: CourtOffer) => void;
}) {
  const { booking, closure, offer, block, rows } = cell;
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
          {booking.series_id !== null && <span className="admin-cell-roomy">Series · </span>}
          {booking.balance > 0 ? (
            <>
              <span className="admin-cell-roomy">PKR </span>
              {withCommas(booking.balance)} due
            </>
          ) : (
            'Paid'
          )}
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
  if (offer) {
    return (
      <button {...buttonProps} className="admin-cell offered" onClick={() => onOffer({ court, offer })}>
        <span className="visually-hidden">{placeLabel}: </span>
        <strong>
          <span aria-hidden="true">→ </span>Offered
        </strong>
        <span className="admin-cell-details">until {offerEnd(offer)}</span>
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
      <span aria-hidden="true" className="admin-cell-plus">
        +
      </span>
    </button>
  );
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

/** The first name with a title before it, and the rest of the name: `['Dr. Umar', ' Farooq']`. */
function splitName(name: string): [first: string, rest: string] {
  const first = /^((dr|prof|mrs?|ms)\.?\s+)?\S+/i.exec(name)?.[0] ?? name;
  return [first, name.slice(first.length)];
}
