import { PolicyPage, PolicyTable } from './policy-page.tsx';

/** Refund policy. */
export default function RefundScreen() {
  return (
    <PolicyPage
      title="Return & Refund Policy"
      summary="Tell us a day ahead and you get everything back. Later it becomes half, then nothing, because the court can no longer be sold."
      sections={[
        {
          id: 'how-much',
          title: 'What you get back',
          body: (
            <>
              <p>What counts is how long before the start of your first slot you cancel.</p>
              <PolicyTable
                label="Refunds by time of cancelling"
                head={['When', 'Refund']}
                rows={[
                  ['24 hours or more before the start', '100 %'],
                  ['12 to 24 hours before the start', '50 %'],
                  ['Less than 12 hours before the start', 'No refund'],
                ]}
              />
            </>
          ),
        },
        {
          id: 'full',
          title: 'Always 100 %',
          body: (
            <ul>
              <li>The facility cancels your booking, for whatever reason.</li>
              <li>An error of our system booked or charged something you did not ask for.</li>
            </ul>
          ),
        },
        {
          id: 'medical',
          title: 'Medical emergencies',
          body: (
            <p>
              With a document from a doctor or hospital we refund 50 %, also when you could not tell us in
              time.
            </p>
          ),
        },
        {
          id: 'none',
          title: 'No refund',
          body: (
            <ul>
              <li>Cancelling less than 12 hours before the start.</li>
              <li>Not coming at all.</li>
              <li>Arriving late: the time that has passed is played time.</li>
              <li>Having to leave the court because the club’s rules were broken.</li>
            </ul>
          ),
        },
        {
          id: 'timing',
          title: 'When the money arrives',
          body: (
            <>
              <p>We refund the way you paid. Counted from the day we confirm the refund:</p>
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
          title: 'Changing the date',
          body: (
            <p>
              Each booking may be rescheduled once, free of charge, up to 24 hours before it starts, to any
              time that is still available.
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
          title: 'How to cancel',
          body: (
            <p>
              Call us or <a href="/contact">write to us</a> with your booking number. The time we receive it
              counts.
            </p>
          ),
        },
        {
          id: 'disputes',
          title: 'If you disagree',
          body: (
            <p>
              Write to us with the booking number and what happened. Every dispute is answered within 48
              hours.
            </p>
          ),
        },
      ]}
    />
  );
}
