import { inHours, replyTimesOf } from '../../src/domain/reply-times.ts';
import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage } from './policy-page.tsx';
import { PolicyTable } from './policy-table.tsx';

export default function PrivacyScreen() {
  const { club } = usePageData();
  return (
    <PolicyPage
      title="Privacy Policy"
      summary="We store what we need to book your court and to contact you, and we do not sell it."
      sections={[
        {
          id: 'what',
          title: 'What we store',
          body: (
            <PolicyTable
              label="What we store and why"
              head={['What', 'Why']}
              rows={[
                [
                  'Bookings: name, email, phone, court, time, price',
                  'To book your court and to contact you about it',
                ],
                ['Payment receipts you upload', 'To confirm a bank transfer'],
                ['Account: name, email, phone, preferences', 'To fill in forms for you'],
                ['Password', 'Stored only as a hash that cannot be reversed'],
                [
                  'Logins: browser, operating system, days of use',
                  'To show you the devices that are logged in',
                ],
                [
                  'Waiting list: name, email, phone, the time you’re waiting for',
                  'To tell you when a slot becomes free',
                ],
                ['Messages from the contact form', 'To answer them'],
              ]}
            />
          ),
        },
        {
          id: 'cards',
          title: 'Payments',
          body: <p>We never see or store card numbers. Bank transfers go from your bank to ours.</p>,
        },
        {
          id: 'cookies',
          title: 'Cookies',
          body: (
            <p>
              One cookie keeps you logged in. Another one remembers that you have logged in on this device, so
              that strangers who try passwords cannot lock you out here. Both contain random characters and
              nothing about you.{' '}
              {club.pixel_id
                ? 'To measure our advertisements, our pages also load the Meta pixel. It sets its own cookies and sends Meta page views, bookings and messages, without your name, email or phone.'
                : 'There are no advertising or tracking cookies.'}
            </p>
          ),
        },
        {
          id: 'sharing',
          title: 'Who can see it',
          body: (
            <ul>
              <li>The staff of the club who work with bookings.</li>
              <li>The services that deliver our emails and SMS, only for the delivery.</li>
              <li>Google, Microsoft, GitHub or Apple, if you choose to log in with one of them.</li>
              <li>Authorities, when the law requires it.</li>
            </ul>
          ),
        },
        {
          id: 'safety',
          title: 'How we protect it',
          body: (
            <p>
              All data is stored on the club’s own server. Only you and our staff can see your receipts. We
              record who changed a booking and when.
            </p>
          ),
        },
        {
          id: 'messages',
          title: 'Messages from us',
          body: (
            <p>
              We send messages about your bookings. In your <a href="/account">account</a> you choose whether
              you receive email and SMS notifications.
            </p>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <>
              <p>{`You can ask us what data we store about you, and to correct or delete it as far as our bookkeeping allows. We answer within ${inHours(replyTimesOf(club).reply_hours)}.`}</p>
              <p>
                In your <a href="/account#your-data">account</a> you can download everything as JSON and CSV
                in one file, or delete it. Without an account, ask us
                {club.no_mail ? '.' : ': we’ll email you a link that does the same.'}
              </p>
              <ul>
                <li>
                  Deleted at once: your account and its logins; your name, email and phone on every booking;
                  receipts; messages to you and from you; notes about you; our remarks beside your payments.
                </li>
                <li>
                  Kept, without you: the court, time and price of each booking, and each amount of money with
                  the bank’s reference, because our books must balance. When we change the email of a booking
                  or the account of a refund, its history keeps the old and the new one, so that nobody takes
                  over a booking or its money unseen. The accounts of people who have worked for us stay,
                  because our books say who did what.
                </li>
                <li>
                  Backups that were made before still contain your data until they expire. They are opened
                  only to restore the club after a loss.
                </li>
                <li>
                  While you have a booking to play, credit, or money to get back, we need your name. Settle it
                  first, then delete.
                </li>
              </ul>
            </>
          ),
        },
      ]}
    />
  );
}
