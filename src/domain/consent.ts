import * as v from 'valibot';
import type { Club } from './club.ts';

/** By which channels a person wants messages, beside email: since when, by which words, and until when. */
export type Consents = Record<string, { at: number; words: string; ended?: number }>;

/** What customers agree to on each channel, as they read it beside the box. */
const WORDS: Record<string, (club: Pick<Club, 'name'>) => string> = {
  sms: () => 'Send me SMS updates about this booking',
  whatsapp: ({ name }) =>
    `Updates by WhatsApp: ${name} writes to this number about this booking. Answer STOP to end them.`,
};

export const updatesBySchema = v.optional(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(5)),
  [],
);

export function consentWords(channel: string, club: Pick<Club, 'name'>): string {
  return WORDS[channel]?.(club) ?? '';
}

/** What a customer asks for with a booking; channels that the club does not offer are left out. */
export function giveConsents(
  asked: { sms_updates?: boolean; updates_by?: readonly string[] },
  club: Pick<Club, 'name' | 'updates_by'>,
  now: number,
): Consents {
  const channels = [
    ...(asked.sms_updates ? ['sms'] : []),
    ...(club.updates_by ?? []).filter((channel) => asked.updates_by?.includes(channel)),
  ];
  return Object.fromEntries(
    channels.map((channel) => [channel, { at: now, words: consentWords(channel, club) }]),
  );
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
