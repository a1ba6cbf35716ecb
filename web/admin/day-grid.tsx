import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import type { AdminDaySchedule, Closure } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { clubInstant, shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { formatPkr } from '../../src/domain/money.ts';
import {
  blockLabel,
  blocksOf,
  calendarDateOf,
  endInstantOf,
  PLAYING_ORDER,
  positionOf,
  timeLabel,
} from '../../src/domain/slot.ts';
import { hoursOf, shortCourt, statusSign } from './words.tsx';

/** A free half-hour somebody pointed at. */
export interface Empty {
  court: Court;
  hour: number;
}

export interface Opened {
  court: Court;
  closure: Closure;
}

interface Cell {
  /** How many half-hours it is long. */
  rows: number;
  hour: number;
  booking?: Booking;
  closure?: Closure;
}

const HALF_HOUR = 30 * 60_000;

/** Both courts over the 42 half-hours of a business day. One Tab enters, arrows move, Enter opens. */
export function DayGrid({
  day,
  now,
  onEmpty,
  onBooking,
  onClosure,
}: {
  day: AdminDaySchedule;
  now: number;
  onEmpty: (at: Empty) => void;
  onBooking: (id: number) => void;
  onClosure: (at: Opened) => void;
}) {
  const box = useRef<HTMLElement>(null);
  const columns = day.courts.map((at) => ({ ...at, cells: cellsOf(at.bookings, at.closures) }));
  const line = (now - clubInstant(day.date, 7 * 60)) / HALF_HOUR;
  const during = line >= 0 && line <= PLAYING_ORDER.length;
  const entry = during ? Math.floor(line) : 0;

  useEffect(() => {
    // The evening is what people look for: bring now, or the first booking, into view once a day is shown.
    const region = box.current;
    if (!region) return;
    const row = region.querySelector<HTMLElement>(`[data-row="${Math.max(0, entry - 2)}"]`);
    if (row) region.scrollTop = row.offsetTop - (region.querySelector('thead')?.offsetHeight ?? 0);
    enterAt(region, entry);
  }, [entry]);

  return (
    <section
      ref={box}
      className="desk-day"
      data-during={during}
      aria-label={`Courts on ${shortDate(day.date)}`}
      style={{ '--now': line, '--courts': columns.length } as CSSProperties}
      onKeyDown={(event) => moveInGrid(event, box.current)}
      onFocus={(event) => rove(box.current, event.target)}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ court }) => (
              <th key={court.id} scope="col" title={court.name}>
                {shortCourt(court.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PLAYING_ORDER.map((hour, position) => (
            <tr key={hour} data-row={position} data-midnight={hour === 0}>
              <th scope="row">
                {timeLabel(hour)}
                {hour === 0 && (
                  <span className="desk-next-day">{shortDate(calendarDateOf(day.date, hour))}</span>
                )}
              </th>
              {columns.map(({ court, cells }, column) => {
                const cell = cells[position];
                if (!cell) return null;
                return (
                  <td key={court.id} rowSpan={cell.rows}>
                    <CellContent
                      cell={cell}
                      court={court}
                      at={{ column, position }}
                      over={endInstantOf(day.date, hour) <= now}
                      onEmpty={onEmpty}
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
      {during && <div className="desk-now" aria-hidden="true" />}
    </section>
  );
}

function CellContent({
  cell,
  court,
  at,
  over,
  onEmpty,
  onBooking,
  onClosure,
}: {
  cell: Cell;
  court: Court;
  at: { column: number; position: number };
  over: boolean;
  onEmpty: (at: Empty) => void;
  onBooking: (id: number) => void;
  onClosure: (at: Opened) => void;
}) {
  const { booking, closure, hour, rows } = cell;
  const wiring = {
    type: 'button',
    'data-column': at.column,
    'data-position': at.position,
    tabIndex: -1,
  } as const;
  const first = positionOf(hour);
  const label = blockLabel({ slotIndexes: [], first: hour, last: PLAYING_ORDER[first + rows - 1] ?? hour });
  const place = `${shortCourt(court.name)}, ${label}`;
  if (booking) {
    return (
      <button {...wiring} className={`desk-cell ${booking.status}`} onClick={() => onBooking(booking.id)}>
        <span className="visually-hidden">{place}: </span>
        <strong>
          <span aria-hidden="true">{statusSign(booking.status)} </span>
          {booking.name}
        </strong>
        <span className="desk-cell-more">
          {booking.status === 'pending' ? `${formatPkr(booking.computed_amount)} due` : 'Paid'} · #
          {booking.id}
        </span>
      </button>
    );
  }
  if (closure) {
    return (
      <button {...wiring} className="desk-cell closed" onClick={() => onClosure({ court, closure })}>
        <span className="visually-hidden">{place}: </span>
        <strong>
          <span aria-hidden="true">⊘ </span>Closed
        </strong>
        <span className="desk-cell-more">{closure.reason}</span>
      </button>
    );
  }
  if (over || !court.active) return <span className="desk-cell over">{over ? '' : 'Not in use'}</span>;
  return (
    <button
      {...wiring}
      className="desk-cell empty"
      aria-label={`${place}: free, book a walk-in`}
      onClick={() => onEmpty({ court, hour })}
    >
      <span aria-hidden="true">+</span>
    </button>
  );
}

/** What stands in each row of one court; a row that a longer cell covers has none. */
function cellsOf(bookings: readonly Booking[], closures: readonly Closure[]): (Cell | null)[] {
  const cells: (Cell | null)[] = PLAYING_ORDER.map((hour) => ({ rows: 1, hour }));
  const put = (slots: readonly string[], content: Partial<Cell>) => {
    for (const block of blocksOf(hoursOf(slots))) {
      const first = positionOf(block.first);
      for (let at = first; at < first + block.slotIndexes.length; at += 1) cells[at] = null;
      cells[first] = { rows: block.slotIndexes.length, hour: block.first, ...content };
    }
  };
  for (const booking of bookings) put(booking.slots, { booking });
  for (const closure of closures) put(closure.slots, { closure });
  return cells;
}

function buttonsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('.desk-cell[data-column]')];
}

/** Exactly one button can be reached by Tab: the one that had the focus last. */
function rove(box: HTMLElement | null, to: Element): void {
  if (!box || !(to instanceof HTMLElement) || !to.matches('.desk-cell')) return;
  for (const button of buttonsOf(box)) button.tabIndex = button === to ? 0 : -1;
}

function enterAt(box: HTMLElement, position: number): void {
  const buttons = buttonsOf(box);
  const entry = buttons.find((button) => Number(button.dataset.position) >= position) ?? buttons[0];
  if (entry && !buttons.some((button) => button.tabIndex === 0)) entry.tabIndex = 0;
}

function moveInGrid(event: KeyboardEvent, box: HTMLElement | null): void {
  const from = event.target;
  if (!box || !(from instanceof HTMLElement) || !from.matches('.desk-cell')) return;
  const column = Number(from.dataset.column);
  const position = Number(from.dataset.position);
  const inColumn = (wanted: number) =>
    buttonsOf(box).filter((button) => Number(button.dataset.column) === wanted);
  const mine = inColumn(column);
  const nearest = (buttons: HTMLElement[]) =>
    buttons.findLast((button) => Number(button.dataset.position) <= position) ?? buttons[0];
  const target = (): HTMLElement | undefined => {
    if (event.key === 'ArrowDown') return mine[mine.indexOf(from) + 1];
    if (event.key === 'ArrowUp') return mine[mine.indexOf(from) - 1];
    if (event.key === 'ArrowRight') return nearest(inColumn(column + 1));
    if (event.key === 'ArrowLeft') return nearest(inColumn(column - 1));
    if (event.key === 'Home') return mine[0];
    return event.key === 'End' ? mine.at(-1) : undefined;
  };
  const next = target();
  if (!next) return;
  event.preventDefault();
  next.focus();
}
