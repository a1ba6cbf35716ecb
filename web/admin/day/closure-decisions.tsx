import { useState } from 'react';
import { toast } from 'sonner';
import type { ClosureDecision } from '../../../src/domain/admin-inputs.ts';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import type { ApiAnswer, ApiBody } from '../../../src/domain/api.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { timesLabel } from '../date-time-labels.ts';
import { DialogActions } from '../dialog-actions.tsx';

export type ClosureRequest = ApiBody<'POST /api/admin/closures'>;
export type ClosureAnswer = ApiAnswer<'POST /api/admin/closures'>['data'];

/** `keep`, `cancel`, or the place of a time among the choices. */
type Choice = 'keep' | 'cancel' | number;

/** The bookings in the way of a closure in the order of play: each moves, is cancelled or stays, one by one or all. */
export function ClosureDecisions({
  request,
  answer: firstAnswer,
  onClose,
}: {
  request: ClosureRequest;
  answer: ClosureAnswer;
  onClose: () => void;
}) {
  const [answer, setAnswer] = useState(firstAnswer);
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const { busy, error, run } = useAction('The closure could not be saved. Please try again.');
  const choiceOf = ({ booking, choices: times }: BookingInTheWay): Choice =>
    choices.get(booking.id) ?? (times.length > 0 ? 0 : 'cancel');
  const decide = (lines: readonly BookingInTheWay[]) =>
    run(async () => {
      const decisions = lines.flatMap((line) => decisionOf(line, choiceOf(line)));
      const closure_id = answer.closure?.id;
      const body = { ...request, decisions, ...(closure_id ? { closure_id } : {}) };
      try {
        const { data } = await callApi('POST /api/admin/closures', { body });
        setAnswer(data);
        if (data.in_the_way.some((line) => choiceOf(line) !== 'keep')) return;
        toast.success('Court closed', { description: request.reason });
        onClose();
      } finally {
        void invalidateQueries('/api/admin');
      }
    });
  const undecided = answer.in_the_way.filter((line) => choiceOf(line) !== 'keep');
  return (
    <>
      <p>
        {answer.closure ? 'The free time is closed now. ' : ''}
        {answer.in_the_way.length === 1
          ? 'One booking is in the way. Its time is closed as soon as it leaves.'
          : `${answer.in_the_way.length} bookings are in the way. Their time is closed as soon as they leave.`}
      </p>
      <ul className="closure-lines">
        {answer.in_the_way.map((line) => (
          <ClosureLine
            key={line.booking.id}
            line={line}
            choice={choiceOf(line)}
            busy={busy}
            onChoose={(choice) => setChoices(new Map(choices).set(line.booking.id, choice))}
            onDo={() => void decide([line])}
          />
        ))}
      </ul>
      <DialogActions
        error={error}
        busy={busy}
        onClose={onClose}
        closeLabel="Leave the rest"
        label={undecided.length === 1 ? 'Do it' : `Do all ${undecided.length}`}
        disabled={undecided.length === 0}
        onAct={() => decide(undecided)}
      />
    </>
  );
}

function ClosureLine({
  line,
  choice,
  busy,
  onChoose,
  onDo,
}: {
  line: BookingInTheWay;
  choice: Choice;
  busy: boolean;
  onChoose: (choice: Choice) => void;
  onDo: () => void;
}) {
  const { booking, choices } = line;
  return (
    <li>
      <p>
        <strong>{booking.name}</strong> <span className="muted">#{booking.id}</span>,{' '}
        {timesLabel(booking.slots)},{' '}
        {booking.received > 0 ? `paid ${formatPkr(booking.received)}` : 'not paid'}
      </p>
      <div className="closure-choice">
        <select
          aria-label={`What happens to ${booking.name}`}
          value={choice}
          onChange={({ target: { value } }) =>
            onChoose(value === 'keep' || value === 'cancel' ? value : Number(value))
          }
        >
          {choices.map((time, at) => (
            <option key={`${time.court_id} ${time.slots[0]}`} value={at}>
              {`Move to ${timesLabel(time.slots)}, ${shortCourtName(time.court_name)}${difference(time.amount - booking.computed_amount)}`}
            </option>
          ))}
          <option value="cancel">
            {booking.received > 0 ? `Cancel: ${formatPkr(booking.received)} goes back` : 'Cancel'}
          </option>
          <option value="keep">Keep: it is played as booked</option>
        </select>
        <p className="muted small">{messageText(line, choice)}</p>
        <button
          type="button"
          className="quiet"
          disabled={choice === 'keep' || busy}
          aria-label={`Do it for ${booking.name}`}
          onClick={onDo}
        >
          Do it
        </button>
      </div>
    </li>
  );
}

function decisionOf({ booking, choices }: BookingInTheWay, choice: Choice): ClosureDecision[] {
  const { id, version } = booking;
  if (choice === 'keep') return [];
  if (choice === 'cancel') return [{ booking_id: id, version }];
  const time = choices[choice];
  if (!time) return [];
  const { court_id, date, slots, amount } = time;
  return [{ booking_id: id, version, move: { court_id, date, slots, amount } }];
}

function difference(amount: number): string {
  if (amount === 0) return '';
  return `, ${formatPkr(Math.abs(amount))} ${amount > 0 ? 'more' : 'less'}`;
}

/** What the customer is told. */
function messageText({ booking, gets_email }: BookingInTheWay, choice: Choice): string {
  if (choice === 'keep') return 'No message.';
  if (!gets_email)
    return booking.phone ? `No email: please call ${booking.phone}.` : 'No email and no phone.';
  return choice === 'cancel'
    ? `Email to ${booking.email}: the club cancelled, and what comes back.`
    : `Email to ${booking.email}: the new time.`;
}
