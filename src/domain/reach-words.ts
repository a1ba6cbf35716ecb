/** Sentences about what the club writes to a customer, true where it has no mail server and the customer no chat. */
import type { WaitlistEntry } from './api/waitlist-routes.ts';
import type { Club } from './club.ts';
import { channelLabel, channelTo, tellYou } from './consent.ts';

type Channels = Pick<Club, 'channels' | 'text_messages' | 'no_mail'>;

/** What a customer can do where the club cannot write; `why` as in `to hear of a free slot`. */
export function callInstead({ phone }: Pick<Club, 'phone'>, why = ''): string {
  return `We can’t send emails at the moment, so please call ${phone}${why && ` ${why}`}.`;
}

/** How to get a new password where the club cannot send the link: an owner makes one to pass on. */
export function callForPassword(club: Pick<Club, 'phone'>): string {
  return callInstead(club, 'and ask for a link to choose a new password');
}

type Waiting = Pick<WaitlistEntry, 'state' | 'email' | 'sms_updates' | 'updates_by'>;

/** What follows for an entry on the waiting list; `isCalling` when only the customer's call helps. */
export function waitlistWords(
  entry: Waiting,
  club: Channels & Pick<Club, 'phone'>,
): { isCalling: boolean; text: string } {
  // A guest confirms through the address alone, whatever else would reach them.
  const isLost = entry.state === 'unconfirmed' && entry.email !== '' && club.no_mail === true;
  if (isLost || channelTo(entry, club) === null)
    return { isCalling: true, text: callInstead(club, 'to hear of a free slot') };
  return {
    isCalling: false,
    text: `When a slot becomes free, we’ll hold it for you and ${tellYou(entry, club)}.`,
  };
}

function messageWords(channel: string, club: Channels): string {
  if (channel === 'email') return 'an email';
  return channel === 'sms' ? 'an SMS' : `a ${channelLabel(channel, club)} message`;
}

/** What the reception's step sends: `Ali gets an email with your reason.`, or who has to be told by phone. */
export function sendsWords(
  customer: {
    name: string;
    phone: string;
    email: string;
    sms_updates?: boolean;
    updates_by?: readonly string[];
  },
  club: Channels,
  what = '',
): string {
  const channel = channelTo(customer, club);
  const name = customer.name || 'The player';
  if (channel) return `${name} gets ${messageWords(channel, club)}${what && ` ${what}`}.`;
  return customer.phone
    ? `No message is sent, so please call ${customer.phone}.`
    : `${name} gets no message.`;
}
