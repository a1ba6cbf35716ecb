import { RESCHEDULE_NOTICE_HOURS } from '../../src/domain/refund.ts';
import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage } from './policy-page.tsx';

export default function TermsScreen() {
  const { club } = usePageData();
  const { transfer_hours, transfer_before_play_hours, transfer_least_minutes } = club.booking_rules;
  return (
    <PolicyPage
      title="Terms & Conditions"
      summary="The rules for booking and playing. By booking a court you agree to them."
      sections={[
        {
          id: 'booking',
          title: 'Booking a court',
          body: (
            <ul>
              <li>You can book with or without an account.</li>
              <li>Courts are booked in slots of 30 minutes; the shortest booking is 60 minutes.</li>
              <li>Bookings open {club.booking_days_ahead} days ahead.</li>
              <li>A slot after midnight belongs to the evening before; we always show its calendar date.</li>
              <li>Please give your real name, email and phone, so that we can contact you.</li>
            </ul>
          ),
        },
        {
          id: 'prices',
          title: 'Prices and payment',
          body: (
            <ul>
              <li>The price is shown before you book and includes taxes. It does not change afterwards.</li>
              <li>Payment is required in advance, by bank transfer or in cash at the reception.</li>
              <li>
                A bank transfer must come within {transfer_hours} hours, and {transfer_before_play_hours}{' '}
                hours before play at the latest; you always have {transfer_least_minutes} minutes, or until
                play starts. After that we release the slot. A receipt you upload keeps it held until we have
                checked it.
              </li>
              <li>
                We confirm a bank transfer manually once it has arrived; upload a picture of the receipt to
                speed this up.
              </li>
              <li>The club may cancel a booking that has not been paid.</li>
            </ul>
          ),
        },
        {
          id: 'changes',
          title: 'Cancelling and changing',
          body: (
            <p>
              One free reschedule per booking, at least {RESCHEDULE_NOTICE_HOURS} hours ahead and subject to
              availability. The refund for a cancellation is in the{' '}
              <a href="/return-refund-policy">Return &amp; Refund Policy</a>. Account holders and members may
              have better terms; ask at the reception.
            </p>
          ),
        },
        {
          id: 'playing',
          title: 'On the court',
          body: (
            <ul>
              <li>Please arrive 15 minutes early. Time lost by arriving late is not added at the end.</li>
              <li>Wear court shoes; no glass and no food on the court.</li>
              <li>Warm up and play within your limits: you play at your own risk.</li>
              <li>A responsible adult must supervise children.</li>
              <li>You pay for damage to the court or its equipment that you cause on purpose.</li>
              <li>The staff may end a game that endangers or disturbs others, without a refund.</li>
            </ul>
          ),
        },
        {
          id: 'groups',
          title: 'Groups',
          body: (
            <p>
              Three or more courts together are a group booking, which has its own terms. Please talk to us
              first.
            </p>
          ),
        },
        {
          id: 'accounts',
          title: 'Accounts',
          body: (
            <p>
              Keep your password secret and tell us if anyone else knows it. What we store about you is in the{' '}
              <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          ),
        },
        {
          id: 'closing',
          title: 'When we have to close',
          body: (
            <p>
              For maintenance we give 48 hours’ notice. If weather, a power cut or the authorities close a
              court, you choose between a full refund and another time.
            </p>
          ),
        },
        {
          id: 'law',
          title: 'Changes and law',
          body: (
            <p>
              The terms on this page at the time of your booking apply to it. The law of Pakistan applies.
            </p>
          ),
        },
      ]}
    />
  );
}
