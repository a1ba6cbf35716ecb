import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const clubFeedAdded = accountEmail({
  kind: 'feed_added',
  label: 'To the owners: calendar feed added',
  content: ({ name, added_by, label, has_customers }, club) => ({
    subject: `A calendar feed was added at ${club.name}`,
    preview: `${added_by} added the feed “${label}”.`,
    heading: 'A calendar feed was added',
    sections: [
      greetingSection(
        name,
        `${added_by} added the calendar feed “${label}”. Anyone with its address can see the bookings of ${club.name}, ${has_customers ? 'including customers’ names and phone numbers' : 'without any customer details'}.`,
      ),
      { kind: 'button', label: 'See the feeds', url: `${club.public_url}/admin?tab=calendar` },
      {
        kind: 'note',
        text: 'If none of the owners wanted this, revoke the feed now. Then log that user out everywhere: in the dashboard, under Customers, Users.',
      },
    ],
  }),
  samples: {
    owner: { details: { name: NAME, added_by: 'Sana Malik', label: 'My phone', has_customers: true } },
    coach: { details: { name: NAME, added_by: 'Sana Malik', label: 'Coach Bilal', has_customers: false } },
  },
});
