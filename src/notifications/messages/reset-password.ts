import { accountEmail, linkSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const resetPassword = accountEmail({
  kind: 'reset_password',
  label: 'Password reset',
  content: ({ name, link }, club) => ({
    subject: `Choose a new password for ${club.name}`,
    preview: 'The link works once and expires in an hour.',
    heading: 'Choose a new password',
    sections: [
      greetingSection(
        name,
        'Use this button to choose a new password. The link works once and expires in an hour.',
      ),
      ...linkSections('Choose a new password', link),
      {
        kind: 'note',
        text: 'If you didn’t ask for a new password, you can ignore this email. Your password stays the same.',
      },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
