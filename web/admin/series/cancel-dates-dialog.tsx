import { useState } from 'react';
import type { Series } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { type CancelledBy, cancellationOutcome } from '../../../src/domain/refund.ts';
import { countDates } from '../../../src/domain/series.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { CancelledByChoice, RefundToChoice } from '../bookings/cancellation-choices.tsx';
import { DialogAction } from '../dialog-actions.tsx';

const SCOPES = {
  one: 'One date',
  pause: 'A pause',
  from: 'From a date on',
  all: 'All upcoming dates',
} as const;
type Scope = keyof typeof SCOPES;

/** Cancels one date, a pause, everything from a date on, or all; each under the refund policy for its own date. */
export function CancelDatesDialog({
  series,
  coming,
  onClose,
}: {
  series: Series;
  coming: readonly Booking[];
  onClose: () => void;
}) {
  const [scope, setScope] = useState<Scope>('from');
  const firstDate = coming[0]?.date ?? '';
  const [from, setFrom] = useState(firstDate);
  const [until, setUntil] = useState(firstDate);
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>('customer');
  const [refundTo, setRefundTo] = useState<'money' | 'credit'>(
    series.payment_rule === 'credit' ? 'credit' : 'money',
  );
  const endOfPause = [from, until].toSorted().at(-1) ?? from;
  const span = {
    one: { from, until: from },
    pause: { from, until: endOfPause },
    from: { from, until: undefined },
    all: { from: undefined, until: undefined },
  }[scope];
  const dates = coming.filter(
    ({ date }) => date >= (span.from ?? '') && (span.until === undefined || date <= span.until),
  );
  const now = serverNow();
  const outcomes = dates.map((booking) => ({ booking, ...cancellationOutcome(booking, cancelledBy, now) }));
  const received = dates.reduce((sum, booking) => sum + Math.max(0, booking.received), 0);
  const giveBack = outcomes.reduce((sum, outcome) => sum + outcome.giveBack, 0);
  const body = {
    cancelled_by: cancelledBy,
    refund_to: refundTo,
    amount_back: giveBack,
    ...(span.from ? { from: span.from } : {}),
    ...(span.until ? { until: span.until } : {}),
  };
  return (
    <Dialog title="Cancel or pause" onClose={onClose}>
      <RadioChoice legend="Which dates?" name="scope" labels={SCOPES} value={scope} onChange={setScope} />
      <div className="field-row">
        {scope !== 'all' && (
          <DateSelect
            label={scope === 'one' ? 'Date' : 'From'}
            dates={coming}
            value={from}
            onChange={setFrom}
          />
        )}
        {scope === 'pause' && (
          <DateSelect
            label="Until"
            dates={coming.filter(({ date }) => date >= from)}
            value={endOfPause}
            onChange={setUntil}
          />
        )}
      </div>
      {received > 0 && (
        <>
          <CancelledByChoice value={cancelledBy} onChange={setCancelledBy} />
          <ul className="lines">
            {outcomes
              .filter(({ booking }) => booking.received > 0)
              .map((outcome) => (
                <li key={outcome.booking.id} className="list-line">
                  <span>{shortDate(outcome.booking.date)}</span>
                  <span>{`${formatPkr(outcome.giveBack)} of ${formatPkr(outcome.booking.received)} goes back`}</span>
                </li>
              ))}
          </ul>
        </>
      )}
      {giveBack > 0 && series.user_id !== null && <RefundToChoice value={refundTo} onChange={setRefundTo} />}
      <p className="alert" role="status">
        {received > 0
          ? `${countDates(dates.length)}. Paid ${formatPkr(received)}. The club keeps ${formatPkr(received - giveBack)}; ${formatPkr(giveBack)} goes back.`
          : `${countDates(dates.length)}, nothing was paid. The slots are free at once, first for whoever waits for them.`}
      </p>
      <DialogAction
        failure="The dates could not be cancelled. Please try again."
        closeLabel="Keep as it is"
        label={`Cancel ${countDates(dates.length)}`}
        danger
        act={() => callApi('POST /api/admin/series/:id/cancel', { params: { id: series.id }, body })}
        onDone={() => {
          showToast('success', `${countDates(dates.length)} cancelled`, series.name);
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

export function DateSelect({
  label,
  dates,
  value,
  onChange,
}: {
  label: string;
  dates: readonly Booking[];
  value: string;
  onChange: (date: string) => void;
}) {
  return (
    <SelectField
      label={label}
      name={label.toLowerCase()}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <Options of={dates.map(({ date }) => [date, shortDate(date)])} />
    </SelectField>
  );
}
