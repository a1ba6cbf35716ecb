import type { AccountMessage } from '../domain/account-message.ts';
import type { Club } from '../domain/club.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email.ts';

/** What stands in an account message's `details`. */
export interface AccountEmailDetails {
  name: string;
  link?: string;
  provider?: string;
}

export function accountEmail(
  kind: AccountMessage['kind'],
  details: AccountEmailDetails,
  club: Club,
): EmailContent {
  const link = details.link ?? club.public_url;
  const hello = (text: string) => greetingSection(details.name, text);
  const notYou: EmailSection = {
    kind: 'small',
    text: 'If this was not you, choose a new password at once and tell us; we help you to get your account back.',
  };
  switch (kind) {
    case 'verify_email':
      return {
        subject: `Confirm your email address for ${club.name}`,
        preview: 'One tap, and we know that this address is yours.',
        heading: 'Is this your address?',
        sections: [
          hello('Please confirm that this email address is yours.'),
          { kind: 'button', label: 'Confirm my address', url: link },
          linkFallback(link),
          {
            kind: 'small',
            text: 'If you did not ask for an account, do nothing: without this tap nobody can use your address.',
          },
        ],
      };
    case 'reset_password':
      return {
        subject: `Choose a new password for ${club.name}`,
        preview: 'The link works once and not for long.',
        heading: 'Choose a new password',
        sections: [
          hello('Somebody, most likely you, asked for a new password. The link works once and not for long.'),
          { kind: 'button', label: 'Choose a new password', url: link },
          linkFallback(link),
          { kind: 'small', text: 'If it was not you, do nothing: your password stays as it is.' },
        ],
      };
    case 'account_exists':
      return {
        subject: `You already have an account at ${club.name}`,
        preview: 'Log in, or choose a new password.',
        heading: 'You already have an account',
        sections: [
          hello(
            'Somebody, most likely you, wanted to open an account with this address. There is one already, so just log in. If you have forgotten the password, choose a new one there.',
          ),
          { kind: 'button', label: 'Log in', url: link },
          { kind: 'small', text: 'If it was not you, do nothing: nothing was changed.' },
        ],
      };
    case 'password_changed':
      return {
        subject: `Your password at ${club.name} was changed`,
        preview: 'If it was you, all is well.',
        heading: 'Your password was changed',
        sections: [
          hello(
            'Your password was changed, and every other device was logged out. If it was you, all is well.',
          ),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/login` },
        ],
      };
    case 'sign_in_method_added':
      return {
        subject: `A new way to sign in at ${club.name}`,
        preview: `${details.provider ?? 'A sign-in service'} now opens your account.`,
        heading: 'A new way to sign in',
        sections: [
          hello(
            `From now on ${details.provider ?? 'a sign-in service'} also opens your account. If you did this, all is well.`,
          ),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
    case 'sign_in_method_removed':
      return {
        subject: `A way to sign in at ${club.name} was removed`,
        preview: `${details.provider ?? 'A sign-in service'} no longer opens your account.`,
        heading: 'A way to sign in was removed',
        sections: [
          hello(
            `${details.provider ?? 'A sign-in service'} no longer opens your account. If you did this, all is well; signing in through it again connects it again.`,
          ),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
  }
}

function linkFallback(link: string): EmailSection {
  return { kind: 'small', text: `The button does nothing? Copy this address into your browser:\n${link}` };
}
