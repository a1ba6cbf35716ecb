import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const accountExists = accountEmail({
  kind: 'account_exists',
  label: 'Registration with a known email',
  content: ({ name, link }, club) => ({
    subject: `You already have an account at ${club.name}`,
    preview: 'Log in, or choose a new password.',
    heading: 'You already have an account',
    sections: [
      greetingSection(
        name,
        'This email address was used to register, but it already has an account. Please log in. If you forgot your password, you can choose a new one there.',
      ),
      { kind: 'button', label: 'Log in', url: link },
      { kind: 'note', text: 'If this was not you, ignore this email: nothing was changed.' },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
