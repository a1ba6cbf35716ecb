import { type CSSProperties, type ReactNode, useState } from 'react';
import type { AdminDaySchedule, Closure } from '../../../src/domain/api/day-routes.ts';
import type { Offer } from '../../../src/domain/api/waitlist-routes.ts';
import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { closedDayReason, isOpen } from '../../../src/domain/day-plan.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { withCommas } from '../../../src/domain/format-money.ts';
import { bookingDue } from '../../../src/domain/share.ts';
import {
  blockLabel,
  calendarDateOf,
  endInstantOf,
  positionOf,
  startInstantOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { ATTENDANCE_LABELS } from '../bookings/attendance-buttons.tsx';
import { statusSymbol } from '../bookings/status-badge.tsx';
import { offerEnd } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { buildColumnCells, type GridCell, visibleSlots } from './day-columns.ts';
import { firstNameOf } from './day-list.tsx';
import { bookableHours, type OfferHolder } from './free-slots.ts';

/** The free slot that the admin selected. */
export interface FreeSlot {
  court: Court;
  slotIndex: number;
}

/** What a press in or next to the grid opens. */
export type DayDialog =
  | { book: FreeSlot; offer?: OfferHolder }
  | { close: true; courtId?: number }
  | { closure: { court: Court; closure: Closure } }
  | { heldFor: { court: Court; offer: Offer } };

const SLOT_MS = 30 * 60_000;
/** Past rows shown above now. */
const PAST_ROWS = 2;

/** All courts over a business day's open slots. Tab enters the grid, arrow keys move, Enter opens. */
export function DayGrid({
  day,
  now,
  onOpen,
}: {
  day: AdminDaySchedule;
  now: number;
  onOpen: (dialog: DayDialog) => void;
}) {
  const plan = useDayPlan(day.date);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const slots = visibleSlots(plan, day);
  const slotsSoFar = (now - startInstantOf(day.date, slots[0] ?? 0)) / SLOT_MS;
  const isNowOnDay = slotsSoFar >= 0 && slotsSoFar <= slots.length;
  // Past rows are folded, so that the rest of the evening fills the view.
  const folded = isNowOnDay ? Math.min(slots.length - 1, Math.max(0, Math.floor(slotsSoFar) - PAST_ROWS)) : 0;
  const rows = showsEarlier ? slots : slots.slice(folded);
  const firstRow = positionOf(rows[0] ?? 0);
  const columns = day.courts.map((at) => ({
    ...at,
    cells: buildColumnCells(at, firstRow),
    bookable: bookableHours(day, plan, at.court.id, now),
  }));
  const nowRow = (now - startInstantOf(day.date, rows[0] ?? 0)) / SLOT_MS;
  const isBookable = (court: Court, slotIndex: number) =>
    court.active && isOpen(plan, slotIndex) && endInstantOf(day.date, slotIndex) > now;
  const keysFrom = (row: number) =>
    rows.slice(row).flatMap((slotIndex, at) =>
      columns
        .filter(({ court, cells }) => {
          const cell = cells[firstRow + row + at];
          return (
            cell &&
            (cell.booking ?? cell.closure ?? cell.session ?? cell.offer ?? isBookable(court, slotIndex))
          );
        })
        .map(({ court }) => cellKey(court, slotIndex)),
    );
  const roving = useRovingFocus(keysFrom(0), keysFrom(isNowOnDay ? Math.floor(nowRow) : 0)[0], {
    columns: true,
  });

  const closed = closedDayReason(plan);
  const grid = (
    <section
      className="admin-day-grid"
      data-shows-now={isNowOnDay}
      aria-label={`Courts on ${shortDate(day.date)}`}
      style={{ '--now': nowRow, '--rows': rows.length, '--courts': columns.length } as CSSProperties}
      {...roving.events}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(({ court }) => (
              <th key={court.id} scope="col" title={court.name}>
                <button
                  type="button"
                  className="admin-court-head"
                  // The keyboard has a key and an entry in + New for this, so that a single Tab enters the grid.
                  tabIndex={-1}
                  aria-label={`${shortCourtName(court.name)}: block time`}
                  onClick={() => onOpen({ close: true, courtId: court.id })}
                >
                  {shortCourtName(court.name)} <span className="small">Block time</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((slotIndex, position) => (
            <tr key={slotIndex} data-row={position} data-midnight={slotIndex === 0}>
              <th scope="row">
                {timeLabel(slotIndex)}
                {slotIndex === 0 && (
                  <span className="admin-next-day">{shortDate(calendarDateOf(day.date, slotIndex))}</span>
                )}
              </th>
              {columns.map(({ court, cells, bookable }) => {
                const cell = cells[firstRow + position];
                if (!cell) return null;
                return (
                  <td key={court.id} rowSpan={cell.rows}>
                    <CellContent
                      cell={cell}
                      court={court}
                      rovingKey={cellKey(court, slotIndex)}
                      tabIndex={roving.tabIndexOf(cellKey(court, slotIndex))}
                      isBookable={isBookable(court, slotIndex)}
                      isLone={!bookable.has(slotIndex)}
                      isAfterNoShow={
                        cell.booking !== undefined && day.after_no_show.includes(cell.booking.id)
                      }
                      overLabel={
                        endInstantOf(day.date, slotIndex) <= now
                          ? ''
                          : isOpen(plan, slotIndex)
                            ? 'Not bookable'
                            : 'Closed'
                      }
                      // Nobody walks in on a later day.
                      freeLabel={day.date === day.today ? 'free, book a walk-in' : 'free, book'}
                      onOpen={onOpen}
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
  rovingKey,
  tabIndex,
  isBookable,
  isLone,
  isAfterNoShow,
  overLabel,
  freeLabel,
  onOpen,
}: {
  cell: GridCell;
  court: Court;
  rovingKey: string;
  tabIndex: number;
  isBookable: boolean;
  /** No booking fits into the half-hour; only the reception can sell it. */
  isLone: boolean;
  /** The booking's customer missed an earlier one. */
  isAfterNoShow: boolean;
  /** Why an empty cell can't be booked. */
  overLabel: string;
  freeLabel: string;
  onOpen: (dialog: DayDialog) => void;
}) {
  const { navigate } = useUrlParams();
  const { booking, closure, session, offer, block, rows } = cell;
  const buttonProps = {
    type: 'button',
    'data-roving-key': rovingKey,
    'data-rows': rows,
    tabIndex,
  } as const;
  const placeLabel = `${shortCourtName(court.name)}, ${blockLabel(block)}`;
  const held = (className: string, open: () => void, title: ReactNode, details: ReactNode) => (
    <button {...buttonProps} className={`admin-cell ${className}`} onClick={open}>
      <span className="visually-hidden">{placeLabel}: </span>
      <strong>{title}</strong>
      <span className="admin-cell-details">{details}</span>
    </button>
  );
  if (booking) {
    const firstName = firstNameOf(booking.name);
    return held(
      booking.status,
      () => navigate({ booking: String(booking.id) }),
      <>
        <span aria-hidden="true">{statusSymbol(booking.status)} </span>
        <span translate="no">{firstName}</span>
        <span className="admin-cell-wide" translate="no">
          {booking.name.slice(firstName.length)}
        </span>
      </>,
      <>
        {isAfterNoShow && 'No-show before · '}
        {booking.series_id !== null && <span className="admin-cell-roomy">Weekly · </span>}
        {bookingDue(booking) > 0 ? (
          <>
            <span className="admin-cell-roomy">PKR </span>
            {withCommas(bookingDue(booking))} due
          </>
        ) : (
          'Paid'
        )}
        <span className="admin-cell-wide">
          {booking.attendance && ` · ${ATTENDANCE_LABELS[booking.attendance]}`} · #{booking.id}
        </span>
      </>,
    );
  }
  if (closure) {
    const title = (
      <>
        <span aria-hidden="true">⊘ </span>Closed
      </>
    );
    return held('closed', () => onOpen({ closure: { court, closure } }), title, closure.reason);
  }
  if (session) {
    return held(
      'event',
      () => navigate({ event: String(session.event_id) }),
      <>
        <span aria-hidden="true">★ </span>
        <span translate="no">{session.title}</span>
      </>,
      session.draft ? 'Not published' : `${session.joined} of ${session.most}`,
    );
  }
  if (offer) {
    const title = (
      <>
        <span aria-hidden="true">→ </span>Offered
      </>
    );
    return held('offered', () => onOpen({ heldFor: { court, offer } }), title, `until ${offerEnd(offer)}`);
  }
  if (!isBookable) return <span className="admin-cell over">{overLabel}</span>;
  return (
    <button
      {...buttonProps}
      className={isLone ? 'admin-cell over' : 'admin-cell empty'}
      aria-label={`${placeLabel}: ${isLone ? 'only 30 min' : freeLabel}`}
      onClick={() => onOpen({ book: { court, slotIndex: block.first } })}
    >
      <span aria-hidden="true" className={isLone ? '' : 'admin-cell-plus'}>
        {isLone ? '30 min' : '+'}
      </span>
    </button>
  );
}

function cellKey(court: Court, slotIndex: number): string {
  return `${court.id} ${slotIndex}`;
}
