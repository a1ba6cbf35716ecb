import type { ClubEvent } from '../db/club-event.ts';
import { offerRingsBy } from '../domain/offer.ts';
import { formatPlayDate } from '../domain/play-time.ts';
import type { OfferMessage, WaitlistEntryMessage } from '../domain/waitlist-message.ts';
import type { Reachable } from '../outbox/channels/channel.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { timesOf } from './booking-sections.ts';
import { type ChatText, composeChat } from './chat-form.ts';
import type { EmailContent, EmailSection } from './email-content.ts';
import type { ComposeResult, Message, QueueContext, Queued, Sample, Sources } from './message.ts';
import { renderEmail, type StyledClub } from './render-email.ts';
import { shortClub } from './short-text.ts';

export const WAITLIST_FOOTER =
  'You’re getting this email because this address is on a waiting list on our site.';
export const LEFT: ComposeResult = { action: 'withdraw', reason: 'the customer left the waiting list' };

/** The waitlist entry of a message; null once the customer has left the list. */
export function entryOf({ details }: OutboxRow, sources: Sources): WaitlistEntryMessage | null {
  const { waitlist_entry_id } = JSON.parse(details) as { waitlist_entry_id: number };
  const entry = sources.findWaitlistEntry(waitlist_entry_id);
  return entry?.state === 'open' || entry?.state === 'unconfirmed' ? entry : null;
}

interface OfferMessageType {
  kind: string;
  label: string;
  on: 'offer.made' | 'offer.ended';
  /** Why it should no longer be sent; the offer is null if the customer was deleted. */
  withdrawIf: (offer: OfferMessage | null, now: number) => string | null;
  samples: Record<string, Sample>;
}

/**
 * A message about an offer. Its email goes at once, and a phone rings in time to accept it; the customer has confirmed
 * the entry, and has only one offer at a time.
 */
export function offerMessage(
  message: OfferMessageType & {
    content: (offer: OfferMessage, club: StyledClub) => EmailContent;
    chat?: ChatText<OfferMessage>;
    /** From fullest to barest. */
    texts: (offer: OfferMessage, clubName: string) => readonly string[];
  },
): Message {
  const { kind, label, samples } = message;
  return {
    kind,
    label,
    samples,
    audience: 'customer',
    both: true,
    person: ({ details }, sources) => {
      const { offer_id } = JSON.parse(details) as { offer_id: number };
      const offer = sources.findOffer(offer_id);
      return offer && offerReach(offer);
    },
    full: {
      queue: (event, context) => {
        const offer = offerOf(message, event, context);
        if (!offer?.email) return null;
        return { ...about(kind, offer), recipient: offer.email };
      },
      compose: (row, now, sources) =>
        composeOffer(message, row, now, sources, (offer, club, to) =>
          renderEmail(to, message.content(offer, club), club, WAITLIST_FOOTER),
        ),
    },
    short: {
      queue: (event, context) => {
        const offer = offerOf(message, event, context);
        if (!offer) return null;
        return { ...about(`short.${kind}`, offer), person: offerReach(offer) };
      },
      compose: (row, now, sources) =>
        composeOffer(message, row, now, sources, (offer, club, to) => ({
          action: 'send',
          form: 'short',
          to,
          short: { texts: message.texts(offer, shortClub(club)) },
        })),
    },
    ...(message.chat ? { chat: chatForm(message, message.chat) } : {}),
  };
}

function chatForm(message: OfferMessageType, text: ChatText<OfferMessage>): NonNullable<Message['chat']> {
  return {
    ...text,
    compose: (row, now, sources, channel) =>
      composeOffer(message, row, now, sources, (offer) =>
        composeChat(
          text,
          offer,
          { kind: row.kind, person: offerReach(offer), url: offer.url, channel },
          sources,
        ),
      ),
  };
}

/** In quiet hours, an offer that is held until the morning rings then. */
function about(kind: string, offer: OfferMessage): Queued {
  return {
    key: `${kind}:${offer.id}`,
    details: { offer_id: offer.id },
    play: offer,
    ringsBy: offerRingsBy(Date.parse(offer.expires_at)),
  };
}

function offerReach({ email, phone, sms_updates, updates_by = [] }: OfferMessage): Reachable {
  return { email, phone, wants: new Set(['email', ...(sms_updates ? ['sms'] : []), ...updates_by]) };
}

function offerOf({ on }: OfferMessageType, event: ClubEvent, { sources }: QueueContext): OfferMessage | null {
  if (event.kind !== 'offer.made' && event.kind !== 'offer.ended') return null;
  // Only a withdrawal by the reception comes as a surprise.
  if (event.kind !== on || (event.kind === 'offer.ended' && !event.by_club)) return null;
  return sources.findOffer(event.offer_id);
}

function composeOffer(
  message: OfferMessageType,
  row: OutboxRow,
  now: number,
  sources: Sources,
  compose: (offer: OfferMessage, club: StyledClub, to: string) => ComposeResult,
): ComposeResult {
  const { offer_id } = JSON.parse(row.details) as { offer_id: number };
  const offer = sources.findOffer(offer_id);
  const reason = message.withdrawIf(offer, now);
  if (!offer || reason) return { action: 'withdraw', reason: reason ?? 'the customer was deleted' };
  return compose(offer, sources.club(), row.recipient ?? '');
}

export function offerDetails(offer: OfferMessage): EmailSection {
  return {
    kind: 'details',
    rows: [
      ['Court', offer.court_name],
      ['Date', formatPlayDate(offer)],
      ['Time', timesOf(offer).join('\n')],
    ],
  };
}

export function leaveNote({ entry_url }: OfferMessage): EmailSection {
  return { kind: 'note', text: `No longer interested? Leave the waiting list:\n${entry_url}` };
}
