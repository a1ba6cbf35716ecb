/** Sentences about what the club writes to a customer, true where it has no mail server and the customer no chat. */
import type { WaitlistEntry } from './api/waitlist-routes.ts';
import type { Club } from './club.ts';
import { channelLabel, channelTo, tellYou } from './consent.ts';
import { OFFER_HOLD } from './offer.ts';

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

/** Whether a guest on the waiting list confirms by an email's link; otherwise, the reception may do it for them. */
export function confirmsByEmail({ email }: { email: string }, { no_mail }: Pick<Club, 'no_mail'>): boolean {
  return email !== '' && no_mail !== true;
}

/** What follows for an entry on the waiting list; `isCalling` when only the customer's call helps. */
export function waitlistWords(
  entry: Waiting,
  club: Channels & Pick<Club, 'phone'>,
): { isCalling: boolean; text: string } {
  if (needsCall(entry, club)) return { isCalling: true, text: callInstead(club, `and ${WE_CONFIRM}`) };
  if (channelTo(entry, club) === null)
    return { isCalling: true, text: callInstead(club, 'to hear of a free slot') };
  return {
    isCalling: false,
    text: `When a slot becomes free, we’ll hold it for you and ${tellYou(entry, club)}.`,
  };
}

const WE_CONFIRM = 'we’ll put you on the waiting list';

/** Whoever gave an email confirms through it alone, whatever else would reach them. */
function needsCall({ state, email }: Waiting, club: Channels): boolean {
  return state === 'unconfirmed' && email !== '' && !confirmsByEmail({ email }, club);
}

/** The same before the customer has entered anything but the channels; a guest confirms by email, a member need not. */
export function waitlistPromise(
  asked: Pick<Waiting, 'sms_updates' | 'updates_by'>,
  isMember: boolean,
  club: Channels & Pick<Club, 'phone'>,
): string {
  const entry: Waiting = { ...asked, state: isMember ? 'open' : 'unconfirmed', email: 'their address' };
  if (needsCall(entry, club)) return callInstead(club, `once you’ve sent this, and ${WE_CONFIRM}`);
  const { isCalling, text } = waitlistWords(entry, club);
  return isCalling
    ? text
    : `When a slot becomes free, we send you a link to book it and hold it for you alone ${OFFER_HOLD}.`;
}

/** What the wizard writes to the address; `chats` are the channels the customer asked for besides. */
export function emailHint(chats: readonly string[], { no_mail }: Pick<Club, 'no_mail'>): string {
  if (no_mail) return 'We can’t send emails at the moment. The page after booking is your confirmation.';
  return chats.length > 0
    ? 'We’ll write here if a message doesn’t reach you.'
    : 'We’ll send the confirmation here.';
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
