import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const mailTest = accountEmail({
  kind: 'mail_test',
  label: 'Test email',
  content: ({ name }, club) => ({
    subject: `Emails from ${club.name} are working`,
    preview: 'This is the test you asked for.',
    heading: 'Your emails are working',
    sections: [
      greetingSection(
        name,
        'This is the test email you asked for. Your customers’ emails are sent the same way.',
      ),
    ],
  }),
  samples: { owner: { details: { name: NAME } } },
});
