import {
  CANCELLATION_POLICY,
  HALF_REFUND_HOURS,
  REFUND_ROWS,
  RESCHEDULE_NOTICE_HOURS,
} from '../../src/domain/refund.ts';
import { inHours, replyTimesOf } from '../../src/domain/reply-times.ts';
import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage } from './policy-page.tsx';
import { PolicyTable } from './policy-table.tsx';

export default function RefundScreen() {
  const { dispute_hours } = replyTimesOf(usePageData().club);
  return (
    <PolicyPage
      title="Return & Refund Policy"
      summary={CANCELLATION_POLICY}
      sections={[
        {
          id: 'how-much',
          title: 'Refund amounts',
          body: (
            <>
              <p>
                The refund depends on the time between your cancellation and the start of your first slot.
              </p>
              <PolicyTable
                label="Refunds by time of cancellation"
                head={['When', 'Refund']}
                rows={REFUND_ROWS}
              />
            </>
          ),
        },
        {
          id: 'full',
          title: 'Full refund in any case',
          body: (
            <ul>
              <li>The facility cancels your booking, for any reason.</li>
              <li>A system error caused a booking or a charge that you did not ask for.</li>
            </ul>
          ),
        },
        {
          id: 'medical',
          title: 'Medical emergencies',
          body: (
            <p>
              For a medical emergency documented by a doctor or hospital, we refund 50%, even less than{' '}
              {HALF_REFUND_HOURS} hours before the start.
            </p>
          ),
        },
        {
          id: 'none',
          title: 'No refund',
          body: (
            <ul>
              <li>Cancelling less than {HALF_REFUND_HOURS} hours before the start.</li>
              <li>Not showing up.</li>
              <li>Arriving late: the missed time is not refunded.</li>
              <li>Being asked to leave the court for breaking the club’s rules.</li>
            </ul>
          ),
        },
        {
          id: 'timing',
          title: 'When you receive the refund',
          body: (
            <>
              <p>We refund by the method you paid with, counted from the day we confirm the refund:</p>
              <PolicyTable
                label="Refund timing by payment method"
                head={['Paid by', 'Arrives within']}
                rows={[
                  ['Credit or debit card', '3–7 business days'],
                  ['Bank transfer', '2–5 business days'],
                  ['Easypaisa, JazzCash and other wallets', '1–3 business days'],
                  ['Cash', 'Immediately, at the reception'],
                ]}
              />
            </>
          ),
        },
        {
          id: 'reschedule',
          title: 'Rescheduling',
          body: (
            <p>
              Each booking may be rescheduled once, free of charge, up to {RESCHEDULE_NOTICE_HOURS} hours
              before it starts, to any time that is still available.
            </p>
          ),
        },
        {
          id: 'groups',
          title: 'Group bookings',
          body: (
            <p>
              Three or more courts together are a group booking. Different terms apply to them; we agree on
              these with you in writing before you pay.
            </p>
          ),
        },
        {
          id: 'how',
          title: 'How to cancel or reschedule',
          body: (
            <>
              <p>
                Press “Manage your booking” in our email about the booking, or open the booking in{' '}
                <a href="/account">your account</a>. There you can cancel it or move it to another time
                yourself, and see what you’ll get back before you confirm.
              </p>
              <p>
                You can also call us or <a href="/contact">write to us</a> with your booking number. The time
                we receive your message counts.
              </p>
            </>
          ),
        },
        {
          id: 'disputes',
          title: 'Disputes',
          body: (
            <p>{`Write to us with the booking number and what happened. We answer every dispute within ${inHours(dispute_hours)}.`}</p>
          ),
        },
      ]}
    />
  );
}
