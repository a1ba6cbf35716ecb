import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage, PolicyTable } from './policy-page.tsx';

/** Privacy policy. */
export default function PrivacyScreen() {
  const { club } = usePageData();
  return (
    <PolicyPage
      title="Privacy Policy"
      summary="We keep what we need to hold your court and to reach you, and we sell none of it."
      sections={[
        {
          id: 'what',
          title: 'What we keep',
          body: (
            <PolicyTable
              label="What we keep and why"
              head={['What', 'Why']}
              rows={[
                [
                  'Bookings: name, email, phone, court, time, price',
                  'To hold your court and to reach you about it',
                ],
                ['Payment receipts you upload', 'To confirm a bank transfer'],
                ['Account: name, email, phone, preferences', 'So that you need not type them again'],
                ['Password', 'Kept only as a hash that cannot be turned back'],
                [
                  'Logins: kind of browser and system, days of use',
                  'So that you can tell your devices apart',
                ],
                ['Messages from the contact form', 'To answer them'],
              ]}
            />
          ),
        },
        {
          id: 'cards',
          title: 'Payments',
          body: <p>We never see or keep card numbers. Bank transfers go from your bank to ours.</p>,
        },
        {
          id: 'cookies',
          title: 'Cookies',
          body: (
            <p>
              One cookie keeps you logged in; it holds a random number and nothing about you.{' '}
              {club.pixel_id
                ? 'To learn whether our advertisements work, our pages also load the Meta pixel, which sets cookies of its own and tells Meta of page views, bookings and messages, without your name, email or phone.'
                : 'There are no advertising or tracking cookies.'}
            </p>
          ),
        },
        {
          id: 'sharing',
          title: 'Who else sees it',
          body: (
            <ul>
              <li>The people at the club who work with bookings.</li>
              <li>The services that carry our emails and text messages, and only to carry them.</li>
              <li>Google, Microsoft, GitHub or Apple, if you choose to sign in with one of them.</li>
              <li>Authorities, when the law requires it.</li>
            </ul>
          ),
        },
        {
          id: 'safety',
          title: 'How we protect it',
          body: (
            <p>
              Everything lies on the club’s own server. Receipts can be seen only by you and by our staff.
              Each change to a booking is written down with who made it and when.
            </p>
          ),
        },
        {
          id: 'messages',
          title: 'Messages from us',
          body: (
            <p>
              We write about your bookings. In your <a href="/account">account</a> you choose whether email
              and SMS notifications reach you.
            </p>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <p>
              Ask us what we hold about you, have it corrected, or have it deleted as far as our bookkeeping
              allows. We answer within 24 hours.
            </p>
          ),
        },
      ]}
    />
  );
}
