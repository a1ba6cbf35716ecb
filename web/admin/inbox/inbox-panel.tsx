import { useState } from 'react';
import type { Alarm, Inbox } from '../../../src/domain/api/inbox-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { OpenSetupSteps } from '../../shared/settings/open-setup-steps.tsx';
import { ActionButton } from '../action-button.tsx';
import { useMissingTransfers } from '../bank/not-in-bank.tsx';
import { type Approved, LastApproval } from '../bookings/approve-receipt.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { OutboxItem } from '../messages/outbox-item.tsx';
import { ItemPayerLine } from '../money/item-payer-sheet.tsx';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { RefundButton, RefundListItem, refundSubject } from '../money/refund-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { SeriesRequests } from '../series/series-requests.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { InboxSection } from './inbox-section.tsx';
import { MassUnpaidAlert } from './mass-unpaid.tsx';
import { isForged, ReceiptLine } from './receipt-line.tsx';
import { SoundSwitch } from './sound-alerts.tsx';
import { StaffAlarms } from './staff-alarms.tsx';
import { Warning } from './warning.tsx';

const BACKUPS = { label: 'See the backups', to: { tab: 'settings', page: 'copies' } };

/** The line of each kind of alarm, true of all its texts, and where to look into it. */
const ALARMS: Record<
  Alarm['kind'],
  { head: string; tone?: 'danger'; isForOwner?: true; link?: { label: string; to: UrlParams } }
> = {
  database: { head: 'The database is damaged', tone: 'danger', isForOwner: true, link: BACKUPS },
  // An owner confirms it right here.
  clock: { head: 'Please check the club’s clock', isForOwner: true },
  backup: { head: 'Backups need a look', isForOwner: true, link: BACKUPS },
  disk: { head: 'Disk space is short', tone: 'danger', isForOwner: true, link: BACKUPS },
  restore: {
    head: 'Some bookings may be missing',
    link: { label: 'Enter a booking', to: { tab: 'desk' } },
  },
  mail: {
    head: 'Trouble sending messages',
    isForOwner: true,
    link: { label: 'See what’s waiting', to: { tab: 'outbox', status: 'queued' } },
  },
  bank: { head: 'Transfers to look into', link: { label: 'See them', to: { tab: 'bank' } } },
  // Listed below.
  receipt: { head: 'Receipts are held up' },
};

/** Everything waiting for the reception; each line can be dealt with here or opens its subject. */
export default function InboxPanel() {
  const { href } = useUrlParams();
  const isOwner = useIsOwner();
  const { data, error } = useAdminQuery('GET /api/admin/inbox');
  const missing = useMissingTransfers();
  const items = useAdminQuery('GET /api/admin/payers/open').data ?? [];
  const [approved, setApproved] = useState<Approved | null>(null);
  if (!data) return <QueryStatus data={data} error={error} />;
  const { to_give_back, unpaid_soon, unread_messages, failed_messages } = data;
  const inTime = data.receipts.filter(({ late }) => !late);
  const late = data.receipts.filter((receipt) => receipt.late);
  const isCut = data.receipts.length >= LIST_LIMITS.inbox;
  // The likeliest forgeries come first.
  const toCheck = inTime.toSorted((x, y) => Number(isForged(y, missing)) - Number(isForged(x, missing)));
  return (
    <section aria-label="To do">
      {data.count === 0 && <p className="alert success">Nothing is waiting. All receipts are checked.</p>}
      {Object.entries(Object.groupBy(data.alarms, ({ kind }) => kind)).map(([kind, alarms]) => (
        <AlarmLine key={kind} kind={kind as Alarm['kind']} alarms={alarms} />
      ))}
      <StaffAlarms alarms={data.staff_alarms} />
      {data.mass_unpaid.map((group) => (
        <MassUnpaidAlert key={[...group.booking_ids, ...group.with_receipt_ids].join()} group={group} />
      ))}
      <LastApproval approved={approved} onUndone={() => setApproved(null)} />
      <InboxSection title="Receipts to check" lines={toCheck} isCut={isCut}>
        {(line) => <ReceiptLine line={line} onApproved={setApproved} />}
      </InboxSection>
      <InboxSection
        title="Late receipts"
        lines={late}
        isCut={isCut}
        note="They came after the slot was released, or were for a share that is no longer owed."
      >
        {(line) => <ReceiptLine line={line} />}
      </InboxSection>
      <InboxSection title="Unpaid, playing within two hours" lines={unpaid_soon}>
        {(booking) => (
          <>
            <BookingLine booking={booking} />
            <PaymentButton booking={booking} />
            <WhatsAppMenu phone={booking.phone} name={booking.name} about={{ booking }} />
          </>
        )}
      </InboxSection>
      <InboxSection title="Refunds due" lines={to_give_back}>
        {(refund) => (
          <>
            <RefundListItem refund={refund} />
            <RefundButton refund={refund} />
            <WhatsAppMenu
              phone={refund.payer.phone}
              name={refund.payer.name || 'the player'}
              about={refundSubject(refund)}
            />
          </>
        )}
      </InboxSection>
      <InboxSection
        title="Events and plans"
        lines={items.filter(({ receipt_waits, balance }) => receipt_waits || balance < 0)}
      >
        {(payer) => <ItemPayerLine payer={payer} />}
      </InboxSection>
      <SeriesRequests requests={data.series_requests} ending={data.series_ending} />
      {failed_messages > 0 && <FailedMessages count={failed_messages} />}
      {unread_messages > 0 && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'messages', unread: '1' })}>
            {unread_messages === 1 ? '1 unread message' : `${unread_messages} unread messages`}
          </a>
        </p>
      )}
      {isOwner && <SetupChecklist />}
      {data.copies && <CopyAges {...data.copies} />}
      <SoundSwitch />
    </section>
  );
}

function AlarmLine({ kind, alarms }: { kind: Alarm['kind']; alarms: readonly Alarm[] }) {
  const { href } = useUrlParams();
  const isOwner = useIsOwner();
  const { head, tone, isForOwner, link } = ALARMS[kind];
  return (
    <Warning head={head} {...(tone ? { tone } : {})}>
      {alarms.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {isForOwner && !isOwner ? (
        <p>{kind === 'clock' ? 'If it’s another time, please tell the owner.' : 'Please tell the owner.'}</p>
      ) : (
        link && <a href={href(link.to)}>{link.label}</a>
      )}
      {kind === 'clock' && isOwner && (
        <ActionButton failure="The clock could not be confirmed. Please try again." act={confirmClock}>
          The clock is right
        </ActionButton>
      )}
    </Warning>
  );
}

/** Ends the wait after a clock jump. */
async function confirmClock(): Promise<void> {
  await callApi('POST /api/admin/clock/confirm');
  await invalidateQueries('GET /api/health');
}

/** What the club still has to set up; nothing once everything is done. */
function SetupChecklist() {
  const { data } = useAdminQuery('GET /api/admin/settings');
  const steps = data?.open_steps ?? [];
  if (steps.length === 0) return null;
  return (
    <details className="setup-checklist">
      <summary>
        {steps.length === 1 ? '1 thing still to set up' : `${steps.length} things still to set up`}
        {steps.includes('bank') && ': bank transfer isn’t offered yet'}
      </summary>
      <OpenSetupSteps steps={steps} />
    </details>
  );
}

/** How much would be lost with the machine, for whoever at the reception has to answer. */
function CopyAges({ last_copy, last_rehearsal }: NonNullable<Inbox['copies']>) {
  return (
    <p className="muted">
      {`Last copy: ${last_copy ? dateTimeLabel(last_copy) : 'none yet'}. Last restore test: ${last_rehearsal ? dateTimeLabel(last_rehearsal) : 'none yet'}.`}
    </p>
  );
}

function BookingLine({ booking }: { booking: Booking }) {
  return (
    <BookingListItem
      booking={booking}
      suffix={`, ${shortCourtName(booking.court_name).replace(' ', '\u00a0')}`}
    />
  );
}

/** To do shows this many unsent messages; the rest are in the message log. */
const SHOWN_MESSAGES = '5';

function FailedMessages({ count }: { count: number }) {
  const { href } = useUrlParams();
  const { data } = useAdminQuery('GET /api/admin/outbox', {
    query: { state: 'failed', limit: SHOWN_MESSAGES },
  });
  return (
    <section aria-labelledby="failed-messages">
      <h2 id="failed-messages">
        Not sent <span className="muted">({count})</span>
      </h2>
      <ul className="outbox-list">
        {data?.messages.map((message) => (
          <OutboxItem key={message.id} message={message} showBooking />
        ))}
      </ul>
      {data && data.messages.length < count && (
        <p className="admin-inbox-link">
          <a href={href({ tab: 'outbox', status: 'failed' })}>Show all {count}</a>
        </p>
      )}
    </section>
  );
}
