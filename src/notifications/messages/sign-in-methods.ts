import { accountEmail, notYouSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

const samples = { google: { details: { name: NAME, provider: 'Google' } } };

export const signInMethodAdded = accountEmail({
  kind: 'sign_in_method_added',
  label: 'Login method added',
  content: ({ name, provider }, club) => ({
    subject: `New login method at ${club.name}`,
    preview: `You can now log in with ${provider}.`,
    heading: 'New login method',
    sections: [
      greetingSection(
        name,
        `You can now also log in with ${provider}. If you added it, you can ignore this email.`,
      ),
      ...notYouSections(`${club.public_url}/account`),
    ],
  }),
  samples,
});

export const signInMethodRemoved = accountEmail({
  kind: 'sign_in_method_removed',
  label: 'Login method removed',
  content: ({ name, provider }, club) => ({
    subject: `Login method removed at ${club.name}`,
    preview: `You can no longer log in with ${provider}.`,
    heading: 'Login method removed',
    sections: [
      greetingSection(
        name,
        `You can no longer log in with ${provider}. If you removed it, you can ignore this email. Logging in with ${provider} again adds it back.`,
      ),
      ...notYouSections(`${club.public_url}/account`),
    ],
  }),
  samples,
});
