import { useState } from 'react';
import type { Customer } from '../../../src/domain/api/customer-routes.ts';
import { type BlockRule, contactBlockSchema, customerNoteSchema } from '../../../src/domain/customer.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useIsOwner } from '../../shared/session.tsx';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { useMissingTransfers } from '../bank/not-in-bank.tsx';
import { StatusBadge } from '../bookings/status-badge.tsx';
import { dateTimeLabel, dayLabel, timesLabel } from '../date-time-labels.ts';
import { TextInput } from '../inputs.tsx';
import { BuyerPurchases } from '../plans/purchases.tsx';
import { QueryStatus } from '../query-error.tsx';
import { adminUrl, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

interface CustomerAddress {
  params: { id: number };
  query?: { payer_id: number };
}

/** A booking's customer or player: visits, no-shows, staff notes, and the newest bookings. */
export function CustomerDrawer({
  bookingId,
  payerId,
  onClose,
}: {
  bookingId: number;
  payerId: number | null;
  onClose: () => void;
}) {
  const address: CustomerAddress = {
    params: { id: bookingId },
    ...(payerId === null ? {} : { query: { payer_id: payerId } }),
  };
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id/customer', address);
  return (
    <Dialog title={data?.name ?? 'Customer'} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data && <CustomerView customer={data} address={address} />}
    </Dialog>
  );
}

function CustomerView({ customer, address }: { customer: Customer; address: CustomerAddress }) {
  const { href } = useUrlParams();
  const isOwner = useIsOwner();
  const missing = new Set(useMissingTransfers().map(({ booking_id }) => booking_id));
  const { phone, email, user_id, visits, no_shows, cancelled, upcoming, spent, bookings } = customer;
  const owed = bookings.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  return (
    <>
      <Facts
        of={{
          Phone: phone && (
            <div className="cluster end">
              <a href={phoneLink(phone)}>{phone}</a>
              <WhatsAppMenu phone={phone} name={customer.name} />
            </div>
          ),
          Email: email && (
            <a href={emailLink(email)}>
              <EmailAddress address={email} />
            </a>
          ),
          Visits: visits,
          'No-shows': no_shows,
          Cancelled: cancelled,
          'Upcoming bookings': upcoming,
          'To collect': owed > 0 && formatPkr(owed),
          Spent: spent !== null && formatPkr(spent),
        }}
      />
      {isOwner && user_id !== null && (
        <p>
          <a href={adminUrl({ tab: 'users', user: String(user_id) })}>Open the account</a>
        </p>
      )}
      {isOwner && user_id === null && email && <DataLinkButton email={email} />}
      {(user_id !== null || phone || email) && (
        <BuyerPurchases buyer={{ user_id, name: customer.name, phone, email }} />
      )}
      <h3>Online booking</h3>
      <OnlineBooking customer={customer} address={address} />
      <h3>Notes</h3>
      <CustomerNotes customer={customer} address={address} />
      <h3>Bookings</h3>
      <ul className="lines">
        {bookings.map((booking) => (
          <li key={booking.id} className="list-line">
            <a href={href({ booking: String(booking.id), customer: undefined, payer: undefined })}>
              {dayLabel(booking)}, {timesLabel(booking.slots)}
            </a>
            <StatusBadge booking={booking} />
            {booking.attendance === 'no_show' && <span className="badge danger">No-show</span>}
            {missing.has(booking.id) && <span className="badge warning">Not in the bank yet</span>}
          </li>
        ))}
      </ul>
      {visits + no_shows + cancelled + upcoming > bookings.length && (
        <p>
          {`The newest ${bookings.length}. `}
          <a href={adminUrl({ tab: 'bookings', q: phone || email, dates: 'all' })}>All bookings</a>
        </p>
      )}
    </>
  );
}

const BLOCK_LABELS: Record<BlockRule, string> = {
  prepaid: 'Prepaid only: no cash online',
  offline: 'Not online: call the club to book',
};

interface BlockValues {
  rule: BlockRule;
  reason: string;
  /** Empty for no end. */
  until: string;
}

/** What the reception lets the customer do online, however they spell their phone or email. */
function OnlineBooking({ customer, address }: { customer: Customer; address: CustomerAddress }) {
  const { block, phone, email } = customer;
  const [isOpen, setOpen] = useState(false);
  const toBody = (values: BlockValues) => ({ ...values, until: values.until || null });
  const form = useForm<BlockValues>({
    isStaff: true,
    schema: contactBlockSchema,
    initialValues: { rule: 'prepaid', reason: '', until: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('PUT /api/admin/bookings/:id/customer/block', { ...address, body: toBody(values) });
      setOpen(false);
    },
    failure: 'This could not be saved. Please try again.',
  });
  if (!phone && !email) return <p className="muted">This needs a phone number or an email.</p>;
  if (block)
    return (
      <>
        <p>
          <span className="badge warning">{BLOCK_LABELS[block.rule]}</span>{' '}
          {block.until ? `until ${shortDate(block.until)}` : 'with no end date'}
        </p>
        <p>{block.reason}</p>
        <p className="muted small">
          {block.author ?? 'A deleted account'}, {dateTimeLabel(block.created_at)}{' '}
          <ActionButton
            failure="This could not be changed. Please try again."
            act={() => callApi('DELETE /api/admin/bookings/:id/customer/block', address)}
          >
            Lift it
          </ActionButton>
        </p>
      </>
    );
  if (!isOpen)
    return (
      <p>
        <span className="muted">No limits.</span>{' '}
        <button type="button" className="quiet" onClick={() => setOpen(true)}>
          Limit
        </button>
      </p>
    );
  return (
    <ActionForm
      className="admin-customer-note-form"
      form={form}
      submitLabel="Limit online booking"
      disabled={form.values.reason.trim() === ''}
    >
      <RadioChoice
        legend="This customer books"
        name="block-rule"
        labels={BLOCK_LABELS}
        value={form.values.rule}
        onChange={(rule) => form.set('rule', rule)}
      />
      <TextInput label="Reason (for your colleagues)" maxLength={200} {...form.fieldProps('reason')} />
      <TextInput label="Last day (optional)" type="date" {...form.fieldProps('until')} />
    </ActionForm>
  );
}

function CustomerNotes({ customer, address }: { customer: Customer; address: CustomerAddress }) {
  const form = useForm({
    isStaff: true,
    schema: customerNoteSchema,
    initialValues: { note: '' },
    onSubmit: async (body) => {
      await callApi('POST /api/admin/bookings/:id/customer/notes', { ...address, body });
      form.form.resetForm();
    },
    failure: 'The note could not be saved. Please try again.',
  });
  return (
    <>
      {customer.notes.length === 0 && <p className="muted">No notes yet.</p>}
      <ul className="admin-customer-notes">
        {customer.notes.map(({ id, note, author, created_at, can_delete }) => (
          <li key={id}>
            <p>{note}</p>
            <div className="muted small">
              {author ?? 'A deleted account'}, {dateTimeLabel(created_at)}{' '}
              {can_delete && (
                <ActionButton
                  aria-label={`Delete the note: ${note}`}
                  failure="The note could not be deleted. Please try again."
                  act={() =>
                    callApi('DELETE /api/admin/bookings/:id/customer/notes/:noteId', {
                      ...address,
                      params: { ...address.params, noteId: id },
                    })
                  }
                >
                  Delete
                </ActionButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {customer.phone || customer.email ? (
        <ActionForm
          className="admin-customer-note-form"
          form={form}
          submitLabel="Add the note"
          submitClass="quiet"
          disabled={form.values.note.trim() === ''}
        >
          <label>
            New note
            <textarea rows={2} maxLength={500} {...form.form.getFieldProps('note')} />
          </label>
        </ActionForm>
      ) : (
        <p className="muted">Notes need a phone number or an email.</p>
      )}
    </>
  );
}

const LINK_FAILURE = 'The link could not be sent. Please try again.';

/** Emails a guest a link to download or delete their data. */
function DataLinkButton({ email }: { email: string }) {
  const { no_mail } = usePageData().club;
  const [leftOut, setLeftOut] = useState<number[]>([]);
  const send = async (corrected: boolean) => {
    const { data } = await callApi('POST /api/admin/personal-data', { body: { email, corrected } });
    setLeftOut(data.left_out);
    showToast('success', 'Link sent', email);
  };
  if (no_mail)
    return (
      <p className="muted small">
        No mail server is set up, so nobody can get a link to their data. Only their mailbox proves who asks.
      </p>
    );
  return (
    <>
      <ActionButton className="ghost" failure={LINK_FAILURE} act={() => send(false)}>
        Email a link to their data
      </ActionButton>
      <p className="muted small">The customer asks for or deletes the data; the mailbox is the proof.</p>
      {leftOut.length > 0 && (
        <div className="alert warning" role="status">
          <p>
            {`The link leaves out ${leftOut.length === 1 ? 'booking' : 'bookings'} ${leftOut.join(', ')}, because the reception changed the email.`}
          </p>
          <ActionButton failure={LINK_FAILURE} act={() => send(true)}>
            {`${leftOut.length === 1 ? 'It is' : 'They are'} this customer’s: send a link that includes ${leftOut.length === 1 ? 'it' : 'them'}`}
          </ActionButton>
        </div>
      )}
    </>
  );
}
