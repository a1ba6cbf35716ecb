import { accountEmail, linkSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const personalDataLink = accountEmail({
  kind: 'personal_data_link',
  label: 'Link to personal data',
  content: ({ name, link }, club) => ({
    subject: `Your data at ${club.name}`,
    preview: 'Download it, or delete it. The link works for 24 hours.',
    heading: 'Your data',
    sections: [
      greetingSection(
        name,
        'You asked the club for your data. Use this button to download everything we store about you, or to delete it. The link works for 24 hours.',
      ),
      ...linkSections('See my data', link),
      { kind: 'note', text: 'If you didn’t ask for this, you can ignore this email.' },
    ],
  }),
  samples: { link: { details: { name: NAME, link: LINK } } },
});
