import type { SecurityChange } from '../../domain/account-message.ts';
import { accountEmail, notYouSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const securityChanged = accountEmail({
  kind: 'security_changed',
  label: 'Sign-in security changed',
  content: ({ name, change }, club) => ({
    subject: `A change to your login at ${club.name}`,
    preview: SENTENCES[change],
    heading: 'A change to your login',
    sections: [
      greetingSection(name, `${SENTENCES[change]} If you did this, you can ignore this email.`),
      ...notYouSections(`${club.public_url}/account`),
    ],
  }),
  samples: { passkey: { details: { name: NAME, change: 'passkey_added' } } },
});

const SENTENCES: Record<SecurityChange, string> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was set up for your account.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_replaced: 'The recovery codes for your account were replaced.',
  recovery_code_used: 'A recovery code for your account was used; it won’t work again.',
  second_factors_reset: 'The passkeys and the authenticator app were removed from your account.',
};
