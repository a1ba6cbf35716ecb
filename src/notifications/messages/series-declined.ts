import { accountEmail } from '../account-email.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const seriesDeclined = accountEmail({
  kind: 'series_declined',
  label: 'Request for a weekly booking declined',
  content: ({ name, label, reason }, club) => ({
    subject: `Your request for a regular slot at ${club.name}`,
    preview: reason,
    heading: 'We can’t offer this weekly booking',
    sections: [
      greetingSection(name, `You asked for ${label}. Unfortunately, we can’t offer it:`),
      { kind: 'quote', text: reason },
      { kind: 'button', label: 'Choose another slot', url: `${club.public_url}/booking` },
      questionsNote(club),
    ],
  }),
  samples: {
    declined: {
      details: {
        name: NAME,
        label: 'Every Tuesday, 8 PM – 9:30 PM, Court 1',
        reason: 'This time belongs to the evening league.',
      },
    },
  },
});
