import { type ClubEvent, type ItemEvent, isByClub } from '../db/club-event.ts';
import type { ItemPage } from '../domain/api/payer-routes.ts';
import type { Reachable } from '../outbox/channels/channel.ts';
import { limitKeyOf } from '../outbox/outbox.ts';
import { type ChatText, composeChat } from './chat-form.ts';
import type { EmailContent } from './email-content.ts';
import type { ComposeResult, Message, QueueContext, Sample, Sources } from './message.ts';
import { renderClubEmail, renderEmail, type StyledClub } from './render-email.ts';
import { shortClub, shortTitle } from './short-text.ts';

/**
 * A place in an event or a purchase, as described in its payer's messages; `url` opens the page with the payer's own
 * key.
 */
export interface ItemMessage {
  id: number;
  user_id: number | null;
  name: string;
  email: string;
  phone: string;
  sms_updates: boolean;
  updates_by?: string[];
  state: string;
  charge: number;
  received: number;
  balance: number;
  receipt_waits: boolean;
  /** How long it waits for its money, in epoch milliseconds; null once it is the payer's. */
  hold_until: number | null;
  refund_account: string | null;
  paid_ways: ItemPage['payer']['paid_ways'];
  item: ItemPage['item'];
  instructions: ItemPage['instructions'];
  /** The contact is verified, not just typed in. */
  confirmed: boolean;
  url: string;
}

/** What a message is written from. */
interface Composing<D> {
  payer: ItemMessage;
  details: D;
  now: number;
}

interface ItemMessageType<D> extends Pick<Message, 'urgency' | 'both'> {
  kind: string;
  label: string;
  /**
   * What queues it: the key that makes it unique for its payer, and data stored nowhere else; null if an event
   * doesn't concern it.
   */
  on: {
    [K in ItemEvent['kind']]?: (
      event: Extract<ItemEvent, { kind: K }>,
    ) => { key: string; details?: D } | null;
  };
  /** Takes back the message of this kind with the same key; queued only if that one has been sent. */
  corrects?: { kind: string; reason: string };
  /** Queued only if the payer was told something of these kinds since the event's entry was recorded. */
  follows?: readonly string[];
  /** Why it should no longer be sent. */
  withdrawIf?: (item: ItemMessage, now: number, details: D) => string | null;
  content: (composing: Composing<D> & { club: StyledClub }) => EmailContent;
  /** One sentence that names the item by `title`; the link follows it. */
  short: (composing: Composing<D> & { title: string }) => string;
  chat: ChatText<Composing<D>>;
  /** From when on a phone may ring about it in quiet hours, too. */
  ringsBy?: (item: ItemMessage) => number;
  samples: Record<string, Sample>;
}

const FOOTER =
  'You’re getting this email because a place or purchase at our club was made with this address.';

/** A message to whoever owes for a place or purchase. */
export function itemMessage<D extends object = object>(message: ItemMessageType<D>): Message {
  const { kind, label, urgency, both, corrects, follows, samples } = message;
  const queue = (
    event: ClubEvent,
    prefix: string,
    { takeBack, outbox }: Pick<QueueContext, 'takeBack' | 'outbox'>,
  ) => {
    const occasion = occasionOf(message, event);
    if (!occasion) return null;
    const { payer_id } = event as ItemEvent;
    const { key, details = {} } = occasion;
    const keyOf = (of: string) => `p${payer_id}:${prefix}${of}:${key}`;
    if (follows && !('recorded' in event && outbox.hasTold(payer_id, follows, event.recorded))) return null;
    if (corrects && !takeBack(keyOf(corrects.kind), corrects.reason)) return null;
    return { key: keyOf(kind), payer_id, details };
  };
  const ringsByOf = (payer: ItemMessage) => (message.ringsBy ? { ringsBy: message.ringsBy(payer) } : {});
  const composeWith = (
    row: { payer_id: number | null; details: string },
    now: number,
    findItem: (id: number) => ItemMessage | null,
    write: (composing: Composing<D>) => ComposeResult,
  ): ComposeResult => {
    const payer = row.payer_id === null ? null : findItem(row.payer_id);
    if (!payer) return { action: 'withdraw', reason: 'the person was deleted' };
    const details = JSON.parse(row.details) as D;
    const reason = message.withdrawIf?.(payer, now, details);
    if (reason) return { action: 'withdraw', reason };
    return write({ payer, details, now });
  };
  return {
    kind,
    label,
    samples,
    ...(urgency ? { urgency } : {}),
    ...(both ? { both } : {}),
    audience: 'customer',
    person: ({ payer_id }, sources) => {
      const payer = payer_id === null ? null : sources.findItemPayer(payer_id);
      return payer && reachOf(payer, sources);
    },
    full: {
      queue: (event, context) => {
        const { sources } = context;
        const queued = queue(event, '', context);
        const payer = queued && sources.findItemPayer(queued.payer_id);
        if (!queued || !payer?.email) return null;
        return {
          ...queued,
          ...ringsByOf(payer),
          recipient: payer.email,
          ...(isByClub(event as ItemEvent) ? {} : { limit_key: limitKeyOf(payer.email, payer.confirmed) }),
        };
      },
      compose: (row, now, sources) =>
        composeWith(row, now, sources.findItemPayer, (composing) => {
          const { payer } = composing;
          const club = sources.club();
          return renderEmail(payer.email, message.content({ ...composing, club }), club, FOOTER);
        }),
    },
    short: {
      queue: (event, context) => {
        const { sources } = context;
        const queued = queue(event, 'short.', context);
        const payer = queued && sources.findItemPayer(queued.payer_id);
        if (!queued || !payer) return null;
        const hours = message.chat.atOnce ? {} : { play: null, ...ringsByOf(payer) };
        return { ...queued, ...hours, person: reachOf(payer, sources) };
      },
      compose: (row, now, sources, channel) =>
        composeWith(row, now, sources.findItemPayer, (composing) => {
          const { payer } = composing;
          const to = channel.addressOf(reachOf(payer, sources));
          if (!to) return { action: 'withdraw', reason: `the customer turned ${channel.label} off` };
          const { ringsBy = Number.POSITIVE_INFINITY } = ringsByOf(payer);
          const morning = channel.earliest(now, null, sources.quietHours());
          const until = message.chat.atOnce ? now : Math.min(morning, ringsBy);
          if (until > now) return { action: 'postpone', until };
          const write = (title: string) =>
            `${shortClub(sources.club())}: ${message.short({ ...composing, title })}`;
          const [full, bare] = [write(payer.item.title), write(shortTitle(payer.item.title))];
          const texts = [`${full} ${payer.url}`, `${bare} ${payer.url}`, full, bare];
          return { action: 'send', form: 'short', to, short: { texts } };
        }),
    },
    chat: {
      ...message.chat,
      compose: (row, now, sources, channel) =>
        composeWith(row, now, sources.findItemPayer, (composing) => {
          const { payer } = composing;
          const to = { kind, person: reachOf(payer, sources), url: payer.url, channel };
          return composeChat(message.chat, composing, to, sources);
        }),
    },
  };
}

/** An email to the club about a place or purchase; an answer goes to its payer. */
export function clubItemMessage<D extends object>(
  message: Pick<ItemMessageType<D>, 'kind' | 'label' | 'on' | 'withdrawIf' | 'content' | 'samples'>,
): Message {
  const { kind, label, samples } = message;
  return {
    kind,
    label,
    samples,
    audience: 'club',
    full: {
      queue: (event) => {
        const occasion = occasionOf(message, event);
        if (!occasion) return null;
        const { payer_id } = event as ItemEvent;
        return { key: `p${payer_id}:${kind}:${occasion.key}`, payer_id, details: occasion.details ?? {} };
      },
      compose: ({ payer_id, ...row }, now, sources) => {
        const payer = payer_id === null ? null : sources.findItemPayer(payer_id);
        if (!payer) return { action: 'withdraw', reason: 'the person was deleted' };
        const details = JSON.parse(row.details) as D;
        const reason = message.withdrawIf?.(payer, now, details);
        if (reason) return { action: 'withdraw', reason };
        const club = sources.club();
        const content = message.content({ payer, details, now, club });
        return renderClubEmail(content, club, payer.email);
      },
    },
  };
}

/** Whether and how an event queues a message. */
function occasionOf<D>(
  { on }: Pick<ItemMessageType<D>, 'on'>,
  event: ClubEvent,
): { key: string; details?: D } | null {
  if (!event.kind.startsWith('item.')) return null;
  const occasion = on[event.kind as ItemEvent['kind']] as
    | ((event: ClubEvent) => { key: string; details?: D } | null)
    | undefined;
  return occasion?.(event) ?? null;
}

/** Emails about a place or purchase can't be turned off; someone who only left a phone number wants messages there. */
function reachOf(payer: ItemMessage, { recipients }: Pick<Sources, 'recipients'>): Reachable {
  const { email, phone, wants } = recipients.reach(payer);
  return { email, phone, wants: new Set([...wants, email ? 'email' : 'sms']) };
}
