import { accountEmail, notYouSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const passwordChanged = accountEmail({
  kind: 'password_changed',
  label: 'Password changed',
  content: ({ name }, club) => ({
    subject: `Your password at ${club.name} was changed`,
    preview: 'If you changed it, you can ignore this email.',
    heading: 'Your password was changed',
    sections: [
      greetingSection(
        name,
        'Your password was changed, and all other devices were logged out. If you changed it, you can ignore this email.',
      ),
      ...notYouSections(`${club.public_url}/login`),
    ],
  }),
  samples: { changed: { details: { name: NAME } } },
});
