import { type ReactNode, useState } from 'react';
import type { RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { hourlyRateOn, shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';
import { shortPlayDate } from '../../../src/domain/play-time.ts';
import { blockLabel, blocksOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from '../date-time-labels.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { adminUrl } from '../url-params.ts';

type Time = BookingInTheWay['choices'][number];
/** `keep`, `cancel`, or the time to move the booking to. */
type Choice = 'keep' | 'cancel' | Time;
/** The choice for all, which single bookings can override. */
type ChoiceForAll = 'cancel' | 'move' | 'keep';
const CHOICES_FOR_ALL: Record<ChoiceForAll, string> = {
  cancel: 'Cancel, and refund everything',
  move: 'Move to the nearest free time',
  keep: 'Keep as booked',
};

/** A decided booking with its choice. */
export interface Decided {
  line: BookingInTheWay;
  choice: 'cancel' | Time;
}

/** Applies the decisions, then lists any bookings still in the way of something saved. */
export async function decideBookings(
  decisions: readonly RoomDecision[],
  booking_ids: readonly number[],
): Promise<BookingInTheWay[]> {
  if (booking_ids.length === 0) return [];
  const body = { booking_ids: [...booking_ids], decisions: [...decisions] };
  return (await callApi('POST /api/admin/bookings/in-the-way', { body })).data.in_the_way;
}

/** The bookings still to be played on a court, or only those picked by `isInTheWay`. */
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

/** The sheet for something already saved. */
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
      <InTheWay
        lines={lines}
        preset="keep"
        decide={async (decisions) => {
          await decideBookings(
            decisions,
            lines.map(({ booking }) => booking.id),
          );
        }}
        onDone={onDone}
        onClose={onDone}
        closeLabel="Keep all as booked"
      >
        <p>{children}</p>
      </InTheWay>
    </Dialog>
  );
}

/** After a court's rate changes: the sheet of bookings sold at a different rate, which they keep. */
export function useOldRateSheet(title: string, onDone: () => void = () => {}) {
  const [lines, setLines] = useState<readonly BookingInTheWay[]>([]);
  /** Opens the sheet; if there are no bookings for it, everything is done. */
  const show = async (before: AdminCourt, after: AdminCourt) => {
    const isOld = ({ date, hourly_rate }: Booking) =>
      ![hourlyRateOn(before, date), hourly_rate].includes(hourlyRateOn(after, date));
    // The rate is changed; without this list, the bookings simply stay as they are.
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
 * Bookings that a closure, new hours, new prices or a retired court leave without their time or price, in playing
 * order: one choice for all, which single ones can override, and one button.
 */
export function InTheWay({
  lines,
  preset,
  decide,
  onDone,
  onClose,
  closeLabel,
  keepLabel = 'Keep as booked',
  applyLabel = 'Apply',
  message,
  children,
}: {
  lines: readonly BookingInTheWay[];
  preset: ChoiceForAll;
  /** Applies all decisions at once; undecided bookings stay. */
  decide: (decisions: readonly RoomDecision[]) => Promise<void>;
  onDone: (decided: readonly Decided[]) => void;
  onClose: () => void;
  closeLabel: string;
  /** The button's text while every booking stays. */
  keepLabel?: string;
  /** The button's text once a booking is decided. */
  applyLabel?: string;
  /** What else the customers read. */
  message?: ReactNode;
  /** The situation, in a sentence. */
  children: ReactNode;
}) {
  const [forAll, setForAll] = useState(preset);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  const { busy, error, run } = useAction('This could not be saved. Please try again.');
  const choices = choicesOf(lines, chosen, forAll);
  const choiceOf = ({ booking }: BookingInTheWay) => choices.get(booking.id) ?? 'keep';
  const decided = lines.flatMap((line): Decided[] => {
    const choice = choiceOf(line);
    return choice === 'keep' ? [] : [{ line, choice }];
  });
  const act = () =>
    run(async () => {
      try {
        await decide(decided.map(decisionOf));
        onDone(decided);
      } finally {
        void invalidateQueries('GET /api/admin/*');
      }
    });
  const list = (of: readonly BookingInTheWay[]) => (
    <ul className="lines in-the-way">
      {of.map((line) => (
        <Line
          key={line.booking.id}
          line={line}
          choice={choiceOf(line)}
          onChoose={(choice) => setChosen(new Map(chosen).set(line.booking.id, choice))}
        />
      ))}
    </ul>
  );
  // Everything is saved and stays: one button says so.
  const isKept = decided.length === 0 && preset === 'keep';
  const sold = lines.filter((line) => line.is_open);
  const closed = lines.filter((line) => !line.is_open);
  return (
    <>
      {children}
      {lines.length >= LIST_LIMITS.inTheWay && (
        <p className="alert warning">
          Only the first {LIST_LIMITS.inTheWay} bookings are listed. Later ones stay as booked: find them in
          Bookings.
        </p>
      )}
      {closed.length > 1 && (
        <RadioChoice
          legend="What happens to them"
          name="in-the-way-all"
          labels={CHOICES_FOR_ALL}
          value={forAll}
          onChange={(choice) => {
            setForAll(choice);
            setChosen(new Map());
          }}
        />
      )}
      {list(closed)}
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
      {decided.length > 0 && message}
      <DialogActions
        error={error}
        busy={busy}
        onClose={isKept ? undefined : onClose}
        closeLabel={closeLabel}
        label={decided.length === 0 ? keepLabel : applyLabel}
        onAct={isKept ? () => onDone([]) : act}
      />
    </>
  );
}

function Line({
  line,
  choice,
  onChoose,
}: {
  line: BookingInTheWay;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const { booking, choices } = line;
  return (
    <li>
      <p>
        <strong translate="no">{booking.name}</strong>{' '}
        {/* In a separate tab, so that the choices made here stay. */}
        <a href={adminUrl({ booking: String(booking.id) })} target="_blank" rel="noreferrer">
          #{booking.id}
        </a>
        <br />
        {dayLabel(booking)}, {timesLabel(booking.slots)}, {shortCourtName(booking.court_name)},{' '}
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
          <option value="cancel">Cancel, refund everything</option>
          {choices.map((time, at) => (
            <option key={placeKey(time)} value={at}>
              {`Move to ${startLabel(booking.date, time)}`}
            </option>
          ))}
          <option value="keep">Keep as booked</option>
        </select>
        <p className="muted small">{outcomeText(line, choice)}</p>
      </div>
    </li>
  );
}

/**
 * What happens to each booking: the admin's choice for it, or else for all. `move` is the nearest time that no other
 * of them takes, or a cancellation if there is none; a booking whose time is open stays.
 */
function choicesOf(
  lines: readonly BookingInTheWay[],
  chosen: ReadonlyMap<number, Choice>,
  forAll: ChoiceForAll,
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
    // The list may have been reloaded; a time that is gone is no longer a choice.
    const time =
      typeof choice === 'string' ? choice : times.find((one) => placeKey(one) === placeKey(choice));
    if (time) choose(booking.id, time);
  }
  for (const { booking, choices: times, is_open } of lines) {
    if (choices.has(booking.id)) continue;
    const free = times.find((time) => slotKeys(time).every((key) => !taken.has(key))) ?? 'cancel';
    choose(booking.id, is_open ? 'keep' : forAll === 'move' ? free : forAll);
  }
  return choices;
}

function slotKeys({ court_id, date, slots }: Time): string[] {
  return slots.map((slot) => `${court_id} ${date} ${slot}`);
}

function placeKey(time: Time): string {
  return slotKeys(time).join();
}

function decisionOf({ line, choice }: Decided): RoomDecision {
  const { id, version } = line.booking;
  if (choice === 'cancel') return { booking_id: id, version };
  const { court_id, date, slots, amount } = choice;
  return { booking_id: id, version, move: { court_id, date, slots, amount } };
}

/** `8:30 PM, Court 2`, with the date unless it is `date`; short, because a select cuts off long text. */
function startLabel(date: string, time: Time): string {
  const [first] = blocksOf(hoursOfSlots(time.slots));
  const start = first ? blockLabel(first).split(' – ')[0] : '';
  const day = time.date === date ? '' : `${shortPlayDate(time)}, `;
  return `${day}${start}, ${shortCourtName(time.court_name)}`;
}

/** What a choice means for the money, and what the club writes to the customer. */
function outcomeText({ booking, gets_email }: BookingInTheWay, choice: Choice): string {
  if (choice === 'keep') return 'Stays as booked. No message is sent.';
  const noEmail = booking.phone ? `No email: please call ${booking.phone}.` : 'No email and no phone.';
  const to = `Email to ${booking.email}:`;
  if (choice === 'cancel') {
    const isPaid = booking.received > 0;
    const money = isPaid ? `${formatPkr(booking.received)} goes back. ` : '';
    const email = `${to} the club cancelled${isPaid ? ', and what comes back' : ''}.`;
    return `${money}${gets_email ? email : noEmail}`;
  }
  const difference = choice.amount - booking.computed_amount;
  const price =
    difference === 0 ? '' : `${formatPkr(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}. `;
  return `${timesLabel(choice.slots)}. ${price}${gets_email ? `${to} the new time.` : noEmail}`;
}
