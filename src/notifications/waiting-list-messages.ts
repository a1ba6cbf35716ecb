import type { Club } from '../domain/club.ts';
import { shortCourtName } from '../domain/court.ts';
import { shortDate } from '../domain/format-date.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import type { MessageKind } from '../domain/outbox-message.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../domain/play-time.ts';
import { OFFER_MINUTES, type OfferMessage, type WishMessage, wishLabel } from '../domain/waitlist.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { type EmailContent, greetingSection } from './email-content-types.ts';
import { toGsm7, truncateToSeptets } from './gsm7.ts';
import { type ComposeResult, renderEmail, type StyledClub } from './render-email.ts';
import { firstThatFits } from './sms-message.ts';

const WAITING_LIST_KINDS = [
  ...(['waitlist.received', 'offer.made', 'offer.withdrawn'] as const),
  ...(['sms.waitlist', 'sms.offer', 'sms.withdrawn'] as const),
] as const;
export type WaitingListKind = (typeof WAITING_LIST_KINDS)[number];

export function isWaitingListKind(kind: MessageKind): kind is WaitingListKind {
  return (WAITING_LIST_KINDS as readonly string[]).includes(kind);
}

interface WaitingListComposeDeps {
  facts: StyledClub;
  findWishMessage: (id: number) => WishMessage | null;
  findOfferMessage: (id: number) => OfferMessage | null;
}

/** A message about a wish or an offer that has ended is withdrawn. */
export function composeWaitingList(
  row: OutboxRow,
  kind: WaitingListKind,
  now: number,
  deps: WaitingListComposeDeps,
): ComposeResult {
  const { facts: club } = deps;
  const to = row.recipient ?? '';
  const { waitlist_entry_id = 0, offer_id = 0 } = JSON.parse(row.details) as {
    waitlist_entry_id?: number;
    offer_id?: number;
  };
  const footer = 'You receive this email because its address waits for a free slot on our site.';
  if (kind === 'waitlist.received' || kind === 'sms.waitlist') {
    const wish = deps.findWishMessage(waitlist_entry_id);
    const isWaiting = wish?.state === 'open' || wish?.state === 'unconfirmed';
    if (!isWaiting) return { action: 'withdraw', reason: 'the customer left the waiting list' };
    if (kind === 'sms.waitlist') return { action: 'sms', to, text: renderWishSms(wish, club) };
    return renderEmail(to, wishEmail(wish, club), club, footer);
  }
  const offer = deps.findOfferMessage(offer_id);
  if (kind === 'offer.withdrawn' || kind === 'sms.withdrawn') {
    if (offer?.wish_state !== 'open')
      return { action: 'withdraw', reason: 'the customer left the waiting list' };
    if (offer.has_next) return { action: 'withdraw', reason: 'the customer has the next offer' };
    if (kind === 'sms.withdrawn') return { action: 'sms', to, text: renderWithdrawnSms(offer, club) };
    return renderEmail(to, withdrawnEmail(offer, club), club, footer);
  }
  if (offer?.state !== 'open' || Date.parse(offer.expires_at) <= now)
    return { action: 'withdraw', reason: 'the offer has ended' };
  if (kind === 'sms.offer') return { action: 'sms', to, text: renderOfferSms(offer, club) };
  return renderEmail(to, offerEmail(offer, club), club, footer);
}

/** Asks a guest to confirm; every message has the link to leave. */
export function wishEmail(wish: WishMessage, club: Club): EmailContent {
  const isConfirmed = wish.state === 'open';
  const day = formatPlayDate({ date: wish.date, slots: [wish.from] });
  const rules = `When a slot frees, we hold it for you alone for ${OFFER_MINUTES} minutes and write to you at once.`;
  return {
    subject: isConfirmed ? `You are on the waiting list for ${day}` : `Confirm the waiting list for ${day}`,
    preview: isConfirmed ? rules : 'One tap, and we tell you when a slot frees.',
    heading: isConfirmed ? 'You are on the waiting list' : 'Shall we tell you when something frees?',
    sections: [
      greetingSection(
        wish.name,
        isConfirmed ? rules : `Please confirm that you want to wait for a free slot. ${rules}`,
      ),
      {
        kind: 'details',
        rows: [
          ['Date', day],
          ['Time', wishLabel(wish)],
          ['Court', wish.court_name ?? 'Any court'],
        ],
      },
      {
        kind: 'button',
        label: isConfirmed ? 'Leave the waiting list' : 'Yes, tell me',
        url: wish.url,
      },
      {
        kind: 'note',
        text: isConfirmed
          ? `The waiting list ends with this day. Questions? Call ${club.phone}.`
          : 'If you did not ask for it, ignore this email: nothing happens.',
      },
    ],
  };
}

/** One customer alone may book the slots until the offer ends. */
export function offerEmail(offer: OfferMessage, club: Club): EmailContent {
  const until = formatPayBy(offer.expires_at, Date.parse(offer.expires_at));
  const times = playTimes(offer).map((playTime) => formatPlayTime(offer.date, playTime));
  return {
    subject: `Free for you until ${until}: ${formatPlayDate(offer)}`,
    preview: `${offer.court_name}, ${times.join(' and ')}. Book it by ${until}.`,
    badge: { text: `Held for you until ${until}`, tone: 'warning' },
    heading: 'A slot is free',
    sections: [
      greetingSection(
        offer.name,
        `The time that you wait for is free. We hold it for you alone until ${until}; after that, the next customer gets it.`,
      ),
      {
        kind: 'details',
        rows: [
          ['Court', offer.court_name],
          ['Date', formatPlayDate(offer)],
          ['Time', times.join('\n')],
        ],
      },
      { kind: 'button', label: 'Book and pay', url: offer.url },
      { kind: 'note', text: `No longer interested? Leave the waiting list:\n${offer.wish_url}` },
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

/** The reception gave the slots to another customer. */
export function withdrawnEmail(offer: OfferMessage, club: Club): EmailContent {
  const times = playTimes(offer).map((playTime) => formatPlayTime(offer.date, playTime));
  return {
    subject: `No longer free: ${formatPlayDate(offer)}`,
    preview: `${offer.court_name}, ${times.join(' and ')} was given away at the club. You stay on the waiting list.`,
    heading: 'This slot is gone',
    sections: [
      greetingSection(
        offer.name,
        'We are sorry: the slot that we held for you was given to another customer at the club. You stay on the waiting list, and we write to you when the next one frees.',
      ),
      {
        kind: 'details',
        rows: [
          ['Court', offer.court_name],
          ['Date', formatPlayDate(offer)],
          ['Time', times.join('\n')],
        ],
      },
      { kind: 'note', text: `No longer interested? Leave the waiting list:\n${offer.wish_url}` },
      { kind: 'note', text: `Questions? Call ${club.phone} or reply to this email.` },
    ],
  };
}

type SmsClub = Pick<Club, 'name'>;

export function renderWishSms(wish: WishMessage, { name }: SmsClub): string {
  const club = truncateToSeptets(toGsm7(name), 30);
  const when = `${shortDate(wish.date)}, ${wishLabel(wish)}`;
  return firstThatFits([
    `${club}: confirm that you wait for ${when}: ${wish.url}`,
    `${club}: confirm the waiting list: ${wish.url}`,
    wish.url,
  ]);
}

export function renderOfferSms(offer: OfferMessage, { name }: SmsClub): string {
  const club = truncateToSeptets(toGsm7(name), 30);
  const court = truncateToSeptets(toGsm7(shortCourtName(offer.court_name)), 24);
  const [first] = playTimes(offer);
  const when = first ? `${shortDate(first.calendar_date)}, ${first.timeRange}` : shortDate(offer.date);
  const until = formatPayBy(offer.expires_at, Date.parse(offer.expires_at));
  return firstThatFits([
    `${club}: ${court} is free ${when}. Held for you until ${until}: ${offer.url}`,
    `Free ${when}. Held until ${until}: ${offer.url}`,
    `Held until ${until}: ${offer.url}`,
    offer.url,
  ]);
}

export function renderWithdrawnSms(offer: OfferMessage, { name }: SmsClub): string {
  const club = truncateToSeptets(toGsm7(name), 30);
  const [first] = playTimes(offer);
  const when = first ? `${shortDate(first.calendar_date)}, ${first.timeRange}` : shortDate(offer.date);
  return firstThatFits([
    `${club}: sorry, ${when} was given to another customer at the club. You stay on the waiting list.`,
    `${club}: sorry, ${when} is gone. You stay on the waiting list.`,
    `Sorry, ${when} is gone.`,
  ]);
}
