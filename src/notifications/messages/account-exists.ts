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
        'Someone tried to register with this email address, but it already has an account. Please log in. If you’ve forgotten your password, you can choose a new one there.',
      ),
      { kind: 'button', label: 'Log in', url: link },
      { kind: 'note', text: 'If this wasn’t you, you can ignore this email. Nothing has changed.' },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
