import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { adminContactSchema } from '../../../src/domain/self-service.ts';
import { customerOf, shownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { HandLink, useMayHandLink } from '../handed-link.tsx';
import { TextInput } from '../inputs.tsx';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

/**
 * How to reach a booking's customer. Anyone who opens their link acts as the customer, so the reception gets one only
 * where no email takes it to them, and the history says so.
 */
export function BookingContact({ detail }: { detail: BookingDetail }) {
  const { booking } = detail;
  const mayHand = useMayHandLink()(booking);
  return (
    <>
      <ContactLinks detail={detail} />
      <div className="cluster">
        {mayHand ? (
          <HandLink
            key={booking.email}
            payerId={booking.payer_id}
            name={booking.name}
            phone={booking.phone}
          />
        ) : (
          <ActionButton
            failure="The email could not be sent. Please try again."
            act={() => callApi('POST /api/admin/bookings/:id/resend', { params: { id: booking.id } })}
            onDone={({ data }) => showToast('success', 'Sent again', `To ${data.recipient}`)}
          >
            Resend the email with the link
          </ActionButton>
        )}
      </div>
      <EmailCorrection key={booking.email} booking={booking} />
    </>
  );
}

function ContactLinks({ detail: { booking, payers } }: { detail: BookingDetail }) {
  const customer = shownPart(customerOf(payers), payers);
  return (
    <div className="cluster admin-contact">
      {booking.phone && (
        <>
          <a className="button quiet" href={phoneLink(booking.phone)}>
            <Icon name="phone" />
            {booking.phone}
          </a>
          <WhatsAppMenu phone={booking.phone} name={booking.name} about={{ booking, payer: customer }} />
        </>
      )}
      {booking.email && (
        <a className="button quiet" href={emailLink(booking.email, `Your booking ${booking.id}`)}>
          <Icon name="mail" />
          <EmailAddress address={booking.email} />
        </a>
      )}
    </div>
  );
}

/** A corrected address gets the emails and a new link; the old link stops working. */
function EmailCorrection({ booking }: { booking: Booking }) {
  const { no_mail } = usePageData().club;
  const form = useForm({
    isStaff: true,
    schema: adminContactSchema,
    initialValues: { email: booking.email },
    onSubmit: async (values) => {
      const email = values.email.trim();
      await callApi('PUT /api/admin/bookings/:id/contact', {
        params: { id: booking.id },
        body: { email, version: booking.version },
      });
      showToast(
        'success',
        'Email corrected',
        no_mail ? 'No mail server is set up, so nothing was sent.' : `Emails now go to ${email}.`,
      );
    },
    failure: 'The email could not be corrected. Please try again.',
  });
  return (
    <details className="admin-email-correction">
      <summary>{booking.email ? 'Correct the email' : 'Add an email'}</summary>
      <ActionForm form={form} submitLabel={no_mail ? 'Save' : 'Save and send the emails'} submitClass="quiet">
        <TextInput label="Email" type="email" autoComplete="off" {...form.fieldProps('email')} />
      </ActionForm>
    </details>
  );
}
