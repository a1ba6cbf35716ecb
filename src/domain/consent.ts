import * as v from 'valibot';
import type { Preferences } from './api/account-answers.ts';
import type { Club } from './club.ts';

/** By which channels a person wants messages, beside email: since when, by which words, and until when. */
export type Consents = Record<string, { at: number; words: string; ended?: number }>;

/** What a consent is about: a member's, in the account, holds for all that they book or buy. */
type About = 'booking' | 'waitlist' | 'place' | 'account';

const SMS_WORDS: Record<About, string> = {
  booking: 'Send me SMS updates about this booking',
  waitlist: 'Send me an SMS too',
  place: 'Send me SMS updates about this place',
  account: 'SMS notifications',
};
const WHERE: Record<About, string> = {
  booking: 'to this number about this booking',
  waitlist: 'to this number about this booking',
  place: 'to this number about this place',
  account: 'to the phone number that you give when you book or buy',
};

type Customer = { email: string; sms_updates?: boolean; updates_by?: readonly string[] };
type Channels = Pick<Club, 'channels' | 'text_messages' | 'no_mail'>;

/** The first channel that reaches a customer; null if no message does. */
export function channelTo(customer: Customer, club: Channels, account: Preferences = {}): string | null {
  const asked = [...(account.updates_by ?? []), ...(customer.updates_by ?? [])];
  const chosen = club.channels?.find(({ id }) => asked.includes(id));
  if (chosen) return chosen.id;
  if (customer.email && !club.no_mail) return account.email_notifications === false ? null : 'email';
  return club.text_messages && (customer.sms_updates || account.sms_notifications) ? 'sms' : null;
}

/** How a customer hears what comes next: by a message or, where none reaches them, on a page or by phone. */
export function tellYou(customer: Customer, club: Channels, account: Preferences = {}): string {
  const channel = channelTo(customer, club, account);
  if (channel === 'email') return 'email you';
  if (channel === 'sms') return 'text you';
  if (channel) return `message you on ${channelLabel(channel, club)}`;
  if (customer.email && !club.no_mail) return 'show it in your account';
  // Whoever has an email has the page's link in the browser, too.
  return customer.email ? 'show it on your page' : 'call you';
}

export const channelsSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(5));
export const updatesBySchema = v.optional(channelsSchema, []);

export function channelLabel(channel: string, { channels }: Pick<Club, 'channels'>): string {
  return channels?.find(({ id }) => id === channel)?.label ?? channel;
}

/** What people agree to, as they read it beside the box. */
export function consentWords(
  channel: string,
  club: Pick<Club, 'name' | 'channels'>,
  about: About = 'booking',
): string {
  if (channel === 'sms') return SMS_WORDS[about];
  return `Updates by ${channelLabel(channel, club)}: ${club.name} writes ${WHERE[about]}. Answer STOP to end them.`;
}

/** What a customer asks for with a booking or place; channels that the club does not offer are left out. */
export function giveConsents(
  asked: { sms_updates?: boolean; updates_by?: readonly string[] },
  club: Pick<Club, 'name' | 'channels'>,
  now: number,
  about: About = 'booking',
): Consents {
  const channels = [
    ...(asked.sms_updates ? ['sms'] : []),
    ...(club.channels ?? []).map(({ id }) => id).filter((id) => asked.updates_by?.includes(id)),
  ];
  return Object.fromEntries(
    channels.map((channel) => [channel, { at: now, words: consentWords(channel, club, about) }]),
  );
}

/** A member's consents after a choice in the account; what the choice does not name stays. */
export function changeConsents(
  stored: string,
  choice: { sms_notifications?: boolean; updates_by?: readonly string[] },
  club: Pick<Club, 'name' | 'channels'>,
  now: number,
): Consents {
  const { sms_notifications, updates_by } = choice;
  const chosen: [channel: string, isWanted: boolean][] = [
    ...(sms_notifications === undefined ? [] : [['sms', sms_notifications] as [string, boolean]]),
    ...(updates_by === undefined ? [] : (club.channels ?? [])).map(({ id }): [string, boolean] => [
      id,
      updates_by?.includes(id) === true,
    ]),
  ];
  const consents = JSON.parse(stored) as Consents;
  for (const [channel, isWanted] of chosen) {
    const given = consents[channel];
    const isOn = given !== undefined && given.ended === undefined;
    if (isWanted && !isOn) consents[channel] = { at: now, words: consentWords(channel, club, 'account') };
    if (!isWanted && isOn) consents[channel] = { ...given, ended: now };
  }
  return consents;
}

/** The channels of stored consents that have not ended. */
export function consentedChannels(stored: string): string[] {
  // Most customers ask for nothing, and lists of bookings are long.
  if (stored === '{}') return [];
  const consents = JSON.parse(stored) as Consents;
  return Object.keys(consents).filter((channel) => consents[channel]?.ended === undefined);
}

/** What a booking and a waitlist entry say about their customer's consents. */
export function chosenUpdates(stored: string): { sms_updates: boolean; updates_by?: string[] } {
  const channels = consentedChannels(stored);
  const others = channels.filter((channel) => channel !== 'sms');
  return { sms_updates: channels.includes('sms'), ...(others.length > 0 ? { updates_by: others } : {}) };
}
