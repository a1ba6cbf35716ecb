import type { StaffAlarm } from '../../../src/domain/api/inbox-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import type { GrantKind } from '../../../src/domain/refund.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { phoneLink } from '../../ui/contact-links.ts';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { Warning } from './warning.tsx';

const KIND_TEXTS: Record<GrantKind, string> = {
  refund: 'Gave money back',
  credit: 'Gave credit',
  undo: 'Undid a payment',
  write_off: 'Lowered a price close to play or afterwards',
  code: 'Took a code off a price',
  refused: 'Tried to give back more than staff may',
  unproven: 'Recorded a transfer or card payment without a receipt',
  missing: 'Counted less cash than expected',
  taken_out: 'Opened the drawer with less than the last count',
  contact: 'Changed the email of a booking with money',
};

/** For an owner to review: who gave away how much, and for which bookings. */
export function StaffAlarms({ alarms }: { alarms: readonly StaffAlarm[] }) {
  return alarms.map((alarm) => <StaffAlarmItem key={alarm.staff_id} alarm={alarm} />);
}

function StaffAlarmItem({ alarm }: { alarm: StaffAlarm }) {
  const { href } = useUrlParams();
  const { staff_id, last_id, grants } = alarm;
  const name = alarm.staff_name ?? 'A former member of staff';
  return (
    <Warning
      head={
        <>
          To review: <span translate="no">{name}</span>
        </>
      }
    >
      <p>
        Since {dateTimeLabel(alarm.since)}: {describeSums(alarm)}.
      </p>
      <details>
        <summary>{grants.length === 1 ? 'Show the entry' : `Show the last ${grants.length} entries`}</summary>
        <ul>
          {grants.map(({ at, kind, amount, booking_id, booking_name, booking_phone }) => (
            <li key={`${at} ${kind} ${booking_id} ${amount}`}>
              {KIND_TEXTS[kind]}
              {kind !== 'contact' && `: ${formatPkr(amount)}`}, {dateTimeLabel(at)}
              {booking_id !== null && (
                <>
                  ,{' '}
                  <a href={href({ booking: String(booking_id) })}>
                    #{booking_id} {booking_name}
                  </a>
                </>
              )}
              {booking_id === null && booking_name && (
                <>
                  , <span translate="no">{booking_name}</span>
                </>
              )}
              {kind === 'contact' && booking_phone && (
                <>
                  . Ask the customer: <a href={phoneLink(booking_phone)}>{booking_phone}</a>{' '}
                  <WhatsAppMenu phone={booking_phone} name={booking_name ?? ''} />
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      <ActionButton
        failure="This could not be saved. Please try again."
        act={() => callApi('PUT /api/admin/staff-grants/seen', { body: { staff_id, last_id } })}
        onDone={() => showToast('success', 'Marked as seen', name)}
      >
        Seen<span className="visually-hidden">: {name}</span>
      </ActionButton>
    </Warning>
  );
}

/** `PKR 12,000 given away, PKR 5,000 refused` */
function describeSums({ given, refused, unproven, missing, taken_out, contacts }: StaffAlarm): string {
  const sums = [
    { amount: given, text: 'given away' },
    { amount: refused, text: 'refused' },
    { amount: unproven, text: 'of transfers and card payments without a receipt' },
    { amount: missing, text: 'of cash missing' },
    { amount: taken_out, text: 'taken out of the drawer between two counts' },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ amount, text }) => `${formatPkr(amount)} ${text}`);
  const emails = contacts === 1 ? 'the email of a booking changed' : `emails of ${contacts} bookings changed`;
  return [...sums, ...(contacts > 0 ? [emails] : [])].join(', ');
}
