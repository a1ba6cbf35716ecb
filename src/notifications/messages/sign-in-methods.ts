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
    preview: `${provider} is no longer connected to your account.`,
    heading: 'Login method removed',
    sections: [
      greetingSection(
        name,
        `${provider} is no longer connected to your account. If you removed it, you can ignore this email. To connect it again, log in with ${provider}.`,
      ),
      ...notYouSections(`${club.public_url}/account`),
    ],
  }),
  samples,
});
