import { type ReactNode, useState } from 'react';
import type { RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { hourlyRateOn, shortCourtName } from '../../../src/domain/court.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';
import { blockLabel, blocksOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from '../date-time-labels.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { adminUrl } from '../url-params.ts';

type Time = BookingInTheWay['choices'][number];
/** `keep`, `cancel`, or the time to which the booking moves. */
type Choice = 'keep' | 'cancel' | Time;
/** Acts on the decisions and answers which of the bookings are left. */
type Decide = (
  decisions: readonly RoomDecision[],
  booking_ids: readonly number[],
) => Promise<BookingInTheWay[]>;

/** What no closure takes over. */
export const decideBookings: Decide = async (decisions, booking_ids) => {
  if (booking_ids.length === 0) return [];
  const body = { booking_ids: [...booking_ids], decisions: [...decisions] };
  return (await callApi('POST /api/admin/bookings/in-the-way', { body })).data.in_the_way;
};

/** The bookings still to be played on a court, or those of them that `isInTheWay` names. */
export async function listOnCourt(
  court: { id: number },
  isInTheWay: (booking: Booking) => boolean = () => true,
): Promise<BookingInTheWay[]> {
  const { bookings } = (await callApi('GET /api/admin/courts/:id/bookings', { params: { id: court.id } }))
    .data;
  return decideBookings(
    [],
    bookings.filter(isInTheWay).map(({ id }) => id),
  );
}

/** The sheet for what is saved already. */
export function SavedInTheWay({
  title,
  lines,
  onDone,
  children,
}: {
  title: string;
  lines: readonly BookingInTheWay[];
  onDone: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onDone}>
      <InTheWay lines={lines} decide={decideBookings} onDone={onDone} onClose={onDone}>
        <p>{children}</p>
      </InTheWay>
    </Dialog>
  );
}

/** After a change of a court's rate: the sheet of the bookings that were sold at another one, which they keep. */
export function useOldRateSheet(title: string, onDone: () => void = () => {}) {
  const [lines, setLines] = useState<readonly BookingInTheWay[]>([]);
  /** Opens the sheet; without a booking in it, all is done. */
  const show = async (before: AdminCourt, after: AdminCourt) => {
    const isOld = ({ date, hourly_rate }: Booking) =>
      ![hourlyRateOn(before, date), hourly_rate].includes(hourlyRateOn(after, date));
    // The rate is changed; without this list the bookings just stay as they are.
    const sold = await listOnCourt(after, isOld).catch(() => []);
    setLines(sold);
    if (sold.length === 0) onDone();
  };
  const close = () => {
    setLines([]);
    onDone();
  };
  const sheet = lines.length > 0 && (
    <SavedInTheWay title={title} lines={lines} onDone={close}>
      The rate is changed.
    </SavedInTheWay>
  );
  return { sheet, show };
}

/**
 * The bookings that a closure, new hours, new prices or a retired court leave without their time or price, in the order of
 * play: each moves, is cancelled or stays, one by one or all.
 */
export function InTheWay({
  lines: firstLines,
  decide,
  onDone,
  onClose,
  children,
}: {
  lines: readonly BookingInTheWay[];
  decide: Decide;
  /** Called when all is decided. */
  onDone: () => void;
  onClose: () => void;
  /** What is the case now, in a sentence. */
  children: ReactNode;
}) {
  const [lines, setLines] = useState(firstLines);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  const { busy, error, run } = useAction('This could not be saved. Please try again.');
  const choices = choicesOf(lines, chosen);
  const choiceOf = ({ booking }: BookingInTheWay) => choices.get(booking.id) ?? 'keep';
  const act = (decided: readonly BookingInTheWay[]) =>
    run(async () => {
      try {
        const decisions = decided.flatMap((line) => decisionOf(line, choiceOf(line)));
        const ids = lines.map(({ booking }) => booking.id);
        const left = await decide(decisions, ids);
        setLines(left);
        if (left.every((line) => choiceOf(line) === 'keep')) onDone();
      } finally {
        void invalidateQueries('/api/admin');
      }
    });
  const undecided = lines.filter((line) => choiceOf(line) !== 'keep');
  const list = (of: readonly BookingInTheWay[]) => (
    <ul className="lines in-the-way">
      {of.map((line) => (
        <Line
          key={line.booking.id}
          line={line}
          choice={choiceOf(line)}
          busy={busy}
          onChoose={(choice) => setChosen(new Map(chosen).set(line.booking.id, choice))}
          onAct={() => void act([line])}
        />
      ))}
    </ul>
  );
  const sold = lines.filter((line) => line.is_open);
  return (
    <>
      {children}
      {firstLines.length >= LIST_LIMITS.inTheWay && (
        <p className="alert warning">
          Only the first {LIST_LIMITS.inTheWay} bookings are listed. The later ones stay as booked: find them
          in Bookings.
        </p>
      )}
      {list(lines.filter((line) => !line.is_open))}
      {sold.length > 0 && (
        <details>
          <summary>
            {sold.length === 1
              ? '1 booking keeps the price it was sold at'
              : `${sold.length} bookings keep the price they were sold at`}
          </summary>
          {list(sold)}
        </details>
      )}
      {undecided.length === 0 ? (
        <div className="admin-dialog-foot">
          <button type="button" onClick={onDone}>
            Keep as booked
          </button>
        </div>
      ) : (
        <DialogActions
          error={error}
          busy={busy}
          onClose={onClose}
          closeLabel={lines.length === 1 ? 'Leave it as booked' : 'Leave the others'}
          label={undecided.length === 1 ? 'Apply' : `Apply all ${undecided.length}`}
          onAct={() => act(undecided)}
        />
      )}
    </>
  );
}

function Line({
  line,
  choice,
  busy,
  onChoose,
  onAct,
}: {
  line: BookingInTheWay;
  choice: Choice;
  busy: boolean;
  onChoose: (choice: Choice) => void;
  onAct: () => void;
}) {
  const { booking, choices } = line;
  return (
    <li>
      <p>
        <strong>{booking.name}</strong> {/* In a tab of its own, so that the choices made here stay. */}
        <a href={adminUrl({ booking: String(booking.id) })} target="_blank" rel="noreferrer">
          #{booking.id}
        </a>
        <br />
        {dayLabel(booking)}, {timesLabel(booking.slots)},{' '}
        {booking.received > 0 ? `paid ${formatPkr(booking.received)}` : 'not paid'}
      </p>
      <div className="in-the-way-choice cluster">
        <select
          aria-label={`What happens to ${booking.name}`}
          value={typeof choice === 'string' ? choice : choices.indexOf(choice)}
          onChange={({ target: { value } }) =>
            onChoose(value === 'keep' || value === 'cancel' ? value : (choices[Number(value)] ?? 'keep'))
          }
        >
          {choices.map((time, at) => (
            <option key={placeKey(time)} value={at}>
              {`Move to ${startLabel(booking.date, time)}`}
            </option>
          ))}
          <option value="cancel">Cancel</option>
          <option value="keep">Keep as booked</option>
        </select>
        <p className="muted small">{outcomeText(line, choice)}</p>
        <button
          type="button"
          className="quiet"
          disabled={choice === 'keep' || busy}
          aria-label={`Apply for ${booking.name}`}
          onClick={onAct}
        >
          Apply
        </button>
      </div>
    </li>
  );
}

/**
 * What happens to each booking: what an admin has chosen, or else the nearest time that no other of them takes; one whose
 * time is open stays.
 */
function choicesOf(
  lines: readonly BookingInTheWay[],
  chosen: ReadonlyMap<number, Choice>,
): Map<number, Choice> {
  const choices = new Map<number, Choice>();
  const taken = new Set<string>();
  const choose = (id: number, choice: Choice) => {
    choices.set(id, choice);
    if (typeof choice !== 'string') for (const key of slotKeys(choice)) taken.add(key);
  };
  for (const { booking, choices: times } of lines) {
    const choice = chosen.get(booking.id);
    if (choice === undefined) continue;
    // The answer to the last decision lists the times anew; a time that is gone is no choice.
    const time =
      typeof choice === 'string' ? choice : times.find((one) => placeKey(one) === placeKey(choice));
    if (time) choose(booking.id, time);
  }
  for (const { booking, choices: times, is_open } of lines) {
    if (choices.has(booking.id)) continue;
    const free = times.find((time) => slotKeys(time).every((key) => !taken.has(key)));
    choose(booking.id, is_open ? 'keep' : (free ?? 'cancel'));
  }
  return choices;
}

function slotKeys({ court_id, date, slots }: Time): string[] {
  return slots.map((slot) => `${court_id} ${date} ${slot}`);
}

function placeKey(time: Time): string {
  return slotKeys(time).join();
}

function decisionOf({ booking: { id, version } }: BookingInTheWay, choice: Choice): RoomDecision[] {
  if (choice === 'keep') return [];
  if (choice === 'cancel') return [{ booking_id: id, version }];
  const { court_id, date, slots, amount } = choice;
  return [{ booking_id: id, version, move: { court_id, date, slots, amount } }];
}

/** `8:30 PM, Court 2`, with the date unless it is `date`; short, because a select cuts what is long. */
function startLabel(date: string, time: Time): string {
  const [first] = blocksOf(hoursOfSlots(time.slots));
  const start = first ? blockLabel(first).split(' – ')[0] : '';
  const day = time.date === date ? '' : `${shortDate(time.date)}, `;
  return `${day}${start}, ${shortCourtName(time.court_name)}`;
}

/** What a choice means for the money, and what the club writes to the customer. */
function outcomeText({ booking, gets_email }: BookingInTheWay, choice: Choice): string {
  if (choice === 'keep') return 'It is played as booked. No message.';
  const noEmail = booking.phone ? `No email: please call ${booking.phone}.` : 'No email and no phone.';
  const to = `Email to ${booking.email}:`;
  if (choice === 'cancel') {
    const money = booking.received > 0 ? `${formatPkr(booking.received)} goes back. ` : '';
    return `${money}${gets_email ? `${to} the club cancelled, and what comes back.` : noEmail}`;
  }
  const difference = choice.amount - booking.computed_amount;
  const price =
    difference === 0 ? '' : `${formatPkr(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}. `;
  return `${timesLabel(choice.slots)}. ${price}${gets_email ? `${to} the new time.` : noEmail}`;
}
