import type { Booking } from '../domain/booking.ts';
import type { Channel, Reachable } from '../outbox/channels/channel.ts';
import type { ComposeResult, Message, Sources } from './message.ts';
import { shortCourt, shortPlay } from './short-text.ts';

/** A message in a chat: words that the provider approves once, with the values of the moment and one button. */
export interface ChatText<Composing> extends ChatTemplate {
  /** As many as the text has numbers. */
  values: (composing: Composing) => readonly string[];
}

export interface ChatTemplate {
  /** With `{{1}}`, `{{2}}` … for the values; it neither begins nor ends with one. */
  text: string;
  /** A value for each number, for whoever approves the template. */
  examples: readonly string[];
  /** What the button says, which opens the person's own page; null without one. */
  button: string | null;
  /** The button's address on the site before the person's part; that of a booking's page unless it says so. */
  path?: string;
  /** It answers what the person has just done, or does not bear waiting: quiet hours do not hold it back. */
  atOnce?: true;
}

/** A template as the provider knows it. Its name changes with its words, so an approval never stands for other words. */
export interface NamedTemplate {
  kind: string;
  name: string;
  text: string;
  examples: readonly string[];
  button: { text: string; url: string; example: string } | null;
}

const PATH = '/manage#';

export function nameTemplate(
  { kind, chat }: Pick<Message, 'kind'> & { chat: ChatTemplate },
  publicUrl: string,
): NamedTemplate {
  const { text, examples, button, path = PATH } = chat;
  const address = button === null ? null : `${publicUrl}${path}`;
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify([text, button, address])).digest('hex');
  return {
    kind,
    name: `${kind.replaceAll('.', '_')}_${digest.slice(0, 8)}`,
    text,
    examples,
    button:
      button && address ? { text: button, url: `${address}{{1}}`, example: `${address}1042.key` } : null,
  };
}

/** What of a person's own address stands behind that of the button. */
function linkPart(url: string, { path = PATH }: ChatTemplate): string {
  const at = url.indexOf(path);
  return at < 0 ? '' : url.slice(at + path.length);
}

/** A message in a chat to `person`, whose own address is `url`, and who may have turned the channel off since. */
export function composeChat<Composing>(
  text: ChatText<Composing>,
  composing: Composing,
  to: { kind: string; person: Reachable | null; url: string; channel: Channel },
  sources: Pick<Sources, 'templateOf'>,
): ComposeResult {
  const { kind, person, url, channel } = to;
  const address = person && channel.addressOf(person);
  if (!address) return { action: 'pass_on', reason: `the customer turned ${channel.label} off` };
  const link = text.button === null ? '' : linkPart(url, text);
  const template = sources.templateOf(kind, channel);
  return {
    action: 'send',
    form: 'chat',
    to: address,
    chat: { template, values: text.values(composing), link },
  };
}

/** `Court 1`, `Sat, Nov 21, 6 PM – 7:30 PM` */
export function chatPlay(booking: Pick<Booking, 'court_name' | 'date' | 'slots'>): [string, string] {
  return [shortCourt(booking.court_name), shortPlay(booking)];
}

export const PLAY_EXAMPLES = ['Court 1', 'Sat, Nov 21, 6 PM – 7:30 PM'] as const;
