import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const mailTest = accountEmail({
  kind: 'mail_test',
  label: 'Test email',
  content: ({ name }, club) => ({
    subject: `Emails of ${club.name} arrive`,
    preview: 'This is the test that you asked for.',
    heading: 'Your emails arrive',
    sections: [
      greetingSection(
        name,
        'This is the test email that you asked for. Your customers get theirs in the same way.',
      ),
    ],
  }),
  samples: { owner: { details: { name: NAME } } },
});
