import { ROLE_LABELS, type Role } from '../domain/account.ts';
import type { AccountMessage, SecurityChange } from '../domain/account-message.ts';
import type { Club } from '../domain/club.ts';
import { INVITATION_DAYS } from '../domain/invitation.ts';
import { type EmailContent, type EmailSection, greetingSection } from './email-content-types.ts';

/** The `details` of an account message. */
export interface AccountEmailDetails {
  name: string;
  link?: string;
  provider?: string;
  change?: SecurityChange;
  role?: Role;
  invited_by?: string;
  label?: string;
  reason?: string;
  changed_by?: string;
  account?: string[];
}

const SECURITY_CHANGE_SENTENCES: Record<SecurityChange, string> = {
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  totp_added: 'An authenticator app was set up for your account.',
  totp_removed: 'The authenticator app was removed from your account.',
  recovery_codes_replaced: 'The recovery codes of your account were replaced.',
  recovery_code_used: 'A recovery code of your account was used; it does not work again.',
  second_factors_reset: 'The passkeys and the authenticator app of your account were removed.',
};

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
    case 'mail_test':
      return {
        subject: `Emails of ${club.name} arrive`,
        preview: 'This is the test that you asked for.',
        heading: 'Your emails arrive',
        sections: [
          hello('This is the test email that you asked for. Your customers get theirs in the same way.'),
        ],
      };
    case 'bank_changed':
      return {
        subject: `The bank account of ${club.name} was changed`,
        preview: `${details.changed_by ?? 'An owner'} changed where customers send money.`,
        heading: 'The bank account was changed',
        sections: [
          hello(
            `${details.changed_by ?? 'An owner'} changed where the customers of ${club.name} send money. Pages and emails show this now:`,
          ),
          { kind: 'quote', text: (details.account ?? []).join('\n') },
          {
            kind: 'button',
            label: 'Check the account',
            url: `${club.public_url}/admin?tab=settings#settings-bank`,
          },
          {
            kind: 'note',
            text: 'If no owner wanted this, change the account back now and end all sessions of that user in the tab Users.',
          },
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
    case 'personal_data_link':
      return {
        subject: `Your data at ${club.name}`,
        preview: 'Download it, or delete it. The link works for 24 hours.',
        heading: 'Your data',
        sections: [
          hello(
            'You asked the club for your data. With this button you download everything that is stored about you, or delete it. The link works for 24 hours.',
          ),
          { kind: 'button', label: 'See my data', url: link },
          linkFallback(link),
          { kind: 'note', text: 'If you did not ask for it, ignore this email: nothing happens.' },
        ],
      };
    case 'series_declined':
      return {
        subject: `Your request for a regular slot at ${club.name}`,
        preview: details.reason ?? '',
        heading: 'We cannot offer this series',
        sections: [
          hello(`You asked for ${details.label}. We cannot offer it:`),
          { kind: 'quote', text: details.reason ?? '' },
          { kind: 'button', label: 'Choose another slot', url: `${club.public_url}/booking` },
          { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
        ],
      };
    case 'invitation': {
      const role = ROLE_LABELS[details.role ?? 'staff'].toLowerCase();
      return {
        subject: `Join ${club.name} as ${role}`,
        preview: `The link works once, for ${INVITATION_DAYS} days.`,
        heading: `Join ${club.name}`,
        sections: [
          hello(
            `${details.invited_by ?? 'The club'} invites you to help run ${club.name} as ${role}. The link works once, for ${INVITATION_DAYS} days.`,
          ),
          { kind: 'button', label: 'Accept the invitation', url: link },
          linkFallback(link),
          { kind: 'note', text: 'If you do not know the club, ignore this email: nothing happens.' },
        ],
      };
    }
    case 'security_changed': {
      const change = SECURITY_CHANGE_SENTENCES[details.change ?? 'second_factors_reset'];
      return {
        subject: `A change to your login at ${club.name}`,
        preview: change,
        heading: 'A change to your login',
        sections: [
          hello(`${change} If you did this, you can ignore this email.`),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
    }
    case 'sign_in_method_added':
      return {
        subject: `New login method at ${club.name}`,
        preview: `You can now log in with ${provider}.`,
        heading: 'New login method',
        sections: [
          hello(`You can now also log in with ${provider}. If you added it, you can ignore this email.`),
          notYou,
          { kind: 'button', label: 'Open my account', url: `${club.public_url}/account` },
        ],
      };
    case 'sign_in_method_removed':
      return {
        subject: `Login method removed at ${club.name}`,
        preview: `You can no longer log in with ${provider}.`,
        heading: 'Login method removed',
        sections: [
          hello(
            `You can no longer log in with ${provider}. If you removed it, you can ignore this email. The next login with ${provider} adds it again.`,
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
