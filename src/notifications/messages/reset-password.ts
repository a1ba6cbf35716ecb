import { accountEmail, linkSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const resetPassword = accountEmail({
  kind: 'reset_password',
  label: 'Password reset',
  content: ({ name, link }, club) => ({
    subject: `Choose a new password for ${club.name}`,
    preview: 'The link works once, for one hour.',
    heading: 'Choose a new password',
    sections: [
      greetingSection(
        name,
        'You can choose a new password with this button. The link works once, for one hour.',
      ),
      ...linkSections('Choose a new password', link),
      {
        kind: 'note',
        text: 'If you did not ask for a new password, ignore this email: your password stays as it is.',
      },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
