import type { AccountMessage } from '../domain/account-message.ts';
import type { Club } from '../domain/club.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email.ts';

/** The `details` of an account message. */
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
  const provider = details.provider ?? 'another service';
  const hello = (text: string) => greetingSection(details.name, text);
  const notYou: EmailSection = {
    kind: 'note',
    text: 'If this was not you, choose a new password now and tell us. We will help you to get your account back.',
  };
  switch (kind) {
    case 'verify_email':
      return {
        subject: `Confirm your email address for ${club.name}`,
        preview: 'One tap confirms that this address is yours.',
        heading: 'Confirm your email address',
        sections: [
          hello('Please confirm that this email address is yours.'),
          { kind: 'button', label: 'Confirm my address', url: link },
          linkFallback(link),
          {
            kind: 'note',
            text: 'If you did not create an account, ignore this email: the address stays unconfirmed.',
          },
        ],
      };
    case 'reset_password':
      return {
        subject: `Choose a new password for ${club.name}`,
        preview: 'The link works once, for one hour.',
        heading: 'Choose a new password',
        sections: [
          hello('You can choose a new password with this button. The link works once, for one hour.'),
          { kind: 'button', label: 'Choose a new password', url: link },
          linkFallback(link),
          {
            kind: 'note',
            text: 'If you did not ask for a new password, ignore this email: your password stays as it is.',
          },
        ],
      };
    case 'account_exists':
      return {
        subject: `You already have an account at ${club.name}`,
        preview: 'Log in, or choose a new password.',
        heading: 'You already have an account',
        sections: [
          hello(
            'This email address was used to register, but it already has an account. Please log in. If you forgot your password, you can choose a new one there.',
          ),
          { kind: 'button', label: 'Log in', url: link },
          { kind: 'note', text: 'If this was not you, ignore this email: nothing was changed.' },
        ],
      };
    case 'password_changed':
      return {
        subject: `Your password at ${club.name} was changed`,
        preview: 'If you changed it, you can ignore this email.',
        heading: 'Your password was changed',
        sections: [
          hello(
            'Your password was changed, and all other devices were logged out. If you changed it, you can ignore this email.',
          ),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/login` },
        ],
      };
    case 'sign_in_method_added':
      return {
        subject: `New sign-in method at ${club.name}`,
        preview: `You can now sign in with ${provider}.`,
        heading: 'New sign-in method',
        sections: [
          hello(`You can now also sign in with ${provider}. If you added it, you can ignore this email.`),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
    case 'sign_in_method_removed':
      return {
        subject: `Sign-in method removed at ${club.name}`,
        preview: `You can no longer sign in with ${provider}.`,
        heading: 'Sign-in method removed',
        sections: [
          hello(
            `You can no longer sign in with ${provider}. If you removed it, you can ignore this email. The next sign-in with ${provider} adds it again.`,
          ),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
  }
}

function linkFallback(link: string): EmailSection {
  return { kind: 'note', text: `If the button does not work, copy this address into your browser:\n${link}` };
}
