import { accountEmail, linkSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const verifyEmail = accountEmail({
  kind: 'verify_email',
  label: 'Confirm an email address',
  content: ({ name, link }, club) => ({
    subject: `Confirm your email address for ${club.name}`,
    preview: 'One tap confirms that this address is yours.',
    heading: 'Confirm your email address',
    sections: [
      greetingSection(name, 'Please confirm that this email address is yours.'),
      ...linkSections('Confirm my address', link),
      {
        kind: 'note',
        text: 'If you didn’t create an account, you can ignore this email: the address stays unconfirmed.',
      },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
