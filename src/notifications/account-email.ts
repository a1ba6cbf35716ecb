import type { AccountMessage } from '../domain/account-message.ts';
import type { EmailContent, EmailSection } from './email-content.ts';
import type { Message, Sample } from './message.ts';
import { renderEmail, type StyledClub } from './render-email.ts';

/** An email to a person about their account, queued by the account's own module. */
export function accountEmail<K extends AccountMessage['kind']>(message: {
  kind: K;
  label: string;
  content: (
    details: Omit<Extract<AccountMessage, { kind: K }>, 'kind' | 'user_id' | 'email'>,
    club: StyledClub,
  ) => EmailContent;
  samples: Record<string, Sample>;
}): Message {
  return {
    ...message,
    audience: 'account',
    full: {
      queue: () => null,
      compose: (row, _, sources) => {
        const club = sources.club();
        const content = message.content(JSON.parse(row.details), club);
        const footer = 'This email is about an account at our club.';
        return renderEmail(row.recipient ?? '', content, club, footer);
      },
    },
  };
}

/** Ends an email whose button opens a one-time link. */
export function linkSections(label: string, url: string): EmailSection[] {
  return [
    { kind: 'button', label, url },
    { kind: 'note', text: `If the button doesn’t work, copy this address into your browser:\n${url}` },
  ];
}

/** Ends an email about a change to how a user logs in. */
export function notYouSections(accountUrl: string): EmailSection[] {
  return [
    {
      kind: 'note',
      text: 'If this wasn’t you, choose a new password now and let us know. We’ll help you get your account back.',
    },
    { kind: 'button', label: 'Open my account', url: accountUrl },
  ];
}
