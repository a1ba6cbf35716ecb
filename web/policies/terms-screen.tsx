import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage } from './policy-page.tsx';

/** Terms and conditions. */
export default function TermsScreen() {
  const { club } = usePageData();
  return (
    <PolicyPage
      title="Terms & Conditions"
      summary="The rules of booking and playing, as short as we could make them. By booking a court you agree to them."
      sections={[
        {
          id: 'booking',
          title: 'Booking a court',
          body: (
            <ul>
              <li>Anybody can book, with or without an account.</li>
              <li>Courts are booked in slots of 30 minutes; the shortest booking is 60 minutes.</li>
              <li>Bookings open {club.booking_days_ahead} days ahead.</li>
              <li>
                A time after midnight belongs to the evening before; we always show the calendar date with it.
              </li>
              <li>Name, email and phone have to be real: they are how we reach you.</li>
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
                A bank transfer is confirmed by hand once it has arrived; upload a picture of the receipt to
                speed it up.
              </li>
              <li>A booking that is not paid may be cancelled by the club.</li>
            </ul>
          ),
        },
        {
          id: 'changes',
          title: 'Cancelling and changing',
          body: (
            <p>
              One free reschedule per booking, at least 24 hours ahead and subject to availability. What you
              get back when you cancel is in the{' '}
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
              <li>Please arrive 15 minutes early. Late minutes are not added at the end.</li>
              <li>Court shoes only, no glass and no food inside the glass.</li>
              <li>Warm up, and play within your limits: you play at your own risk.</li>
              <li>Children play under the eyes of an adult who is responsible for them.</li>
              <li>Whoever damages the court or its equipment on purpose pays for it.</li>
              <li>The staff may end a game that endangers or disturbs others; there is no refund then.</li>
            </ul>
          ),
        },
        {
          id: 'groups',
          title: 'Groups',
          body: (
            <p>
              Three or more courts together are a group booking with terms of its own. Please talk to us
              first.
            </p>
          ),
        },
        {
          id: 'accounts',
          title: 'Accounts',
          body: (
            <p>
              Keep your password to yourself and tell us if somebody else knows it. What we keep about you is
              in the <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          ),
        },
        {
          id: 'closing',
          title: 'When we have to close',
          body: (
            <p>
              For maintenance we give 48 hours notice. If weather, a power cut or the authorities close a
              court, you get all of your money back or another time.
            </p>
          ),
        },
        {
          id: 'law',
          title: 'Changes and law',
          body: (
            <p>
              The terms on this page at the time of your booking apply to it. The law of Pakistan applies; we
              would rather settle things over a cold drink.
            </p>
          ),
        },
      ]}
    />
  );
}
