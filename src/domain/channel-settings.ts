/** Channels by which customers ask for updates, beside email and SMS: each one's name and what its provider needs. */
import * as v from 'valibot';
import { isSingleLine } from './text-schemas.ts';

interface ChannelField {
  label: string;
  hint?: string;
  max: number;
  /** Never shown; while its field stays empty, the stored one stays. */
  secret?: true;
  /** Without it the channel is off; the sentence asks for it. */
  needed?: string;
  /** Made up if it is left empty. */
  generated?: true;
  format?: { pattern: RegExp; error: string };
}

interface ChannelSettings {
  label: string;
  /** Opens its page of the settings. */
  lead: string;
  /** Its section of `club.toml`, its variables and its page. An empty first field turns the channel off. */
  fields: Record<string, ChannelField>;
  /** The provider's address, set only in `club.toml`, for tests; empty: the provider's own. */
  address: string;
}

/**
 * To add a channel, describe it here, and write its file in `src/outbox/channels` with a line in the table there. People
 * end its messages by answering STOP.
 */
export const CHANNEL_SETTINGS = {
  whatsapp: {
    label: 'WhatsApp',
    lead: 'Customers who ask for it get their updates by WhatsApp. Meta’s WhatsApp Manager names all of this. Without a phone number ID nothing goes by WhatsApp.',
    fields: {
      phone_number_id: {
        label: 'Phone number ID',
        hint: 'Digits only; not the number itself.',
        max: 40,
        needed: 'Please enter the ID of the phone number.',
        format: { pattern: /^\d*$/, error: 'Please enter the number’s ID, which has digits only.' },
      },
      business_account_id: {
        label: 'Business account ID',
        max: 40,
        needed: 'Please enter the ID of the business account.',
        format: { pattern: /^\d*$/, error: 'Please enter the account’s ID, which has digits only.' },
      },
      token: {
        label: 'Token',
        hint: 'Of a system user, with whatsapp_business_messaging and whatsapp_business_management.',
        max: 500,
        secret: true,
        needed: 'Please enter the token.',
      },
      app_secret: {
        label: 'App secret',
        hint: 'Meta signs its calls with it.',
        max: 100,
        secret: true,
        needed: 'Please enter the app secret.',
      },
      verify_token: { label: 'Verify token', hint: 'Empty: we make one.', max: 100, generated: true },
    },
    address: 'graph_url',
  },
} as const satisfies Record<string, ChannelSettings>;

export type ChannelId = keyof typeof CHANNEL_SETTINGS;
type FieldOf<Id extends ChannelId> = Extract<keyof (typeof CHANNEL_SETTINGS)[Id]['fields'], string>;

/** A channel's section of `club.toml`. */
export type ChannelValues<Id extends ChannelId> = Record<
  FieldOf<Id> | (typeof CHANNEL_SETTINGS)[Id]['address'],
  string
>;

export const CHANNEL_IDS = Object.keys(CHANNEL_SETTINGS) as ChannelId[];

export function isChannelId(id: string): id is ChannelId {
  return Object.hasOwn(CHANNEL_SETTINGS, id);
}

export function channelFields(id: ChannelId): [name: string, field: ChannelField][] {
  return Object.entries<ChannelField>(CHANNEL_SETTINGS[id].fields);
}

/** The fields without which the channel is off, and which are empty. */
export function missingFields(id: ChannelId, values: Record<string, string>): [string, ChannelField][] {
  return channelFields(id).filter(([name, { needed }]) => needed !== undefined && !values[name]);
}

export function isChannelSetUp(id: ChannelId, values: Record<string, string>): boolean {
  return missingFields(id, values).length === 0;
}

/** What an owner enters on the channel's page. */
export function channelInputSchema(id: ChannelId): v.GenericSchema<unknown, Record<string, string>> {
  return v.strictObject(
    Object.fromEntries(
      channelFields(id).map(([name, { max, format }]) => [
        name,
        v.pipe(
          v.string(),
          v.trim(),
          v.maxLength(max, `Please enter at most ${max} characters.`),
          v.check(isSingleLine, 'Please enter one line.'),
          v.check((text) => format === undefined || format.pattern.test(text), format?.error ?? ''),
        ),
      ]),
    ),
  );
}
