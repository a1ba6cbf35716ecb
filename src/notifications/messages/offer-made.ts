import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import type { OfferMessage } from '../../domain/waitlist-message.ts';
import { questionsNote, timesOf } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { shortCourt, shortPlay } from '../short-text.ts';
import { leaveNote, offerDetails, offerMessage } from '../waitlist-message.ts';

/** Only this customer can book the slots until the offer ends. */
const OFFER = {
  on: 'offer.made' as const,
  withdrawIf: (offer: OfferMessage | null, now: number) =>
    offer?.state !== 'open' || Date.parse(offer.expires_at) <= now ? 'the offer has ended' : null,
  samples: { open: {} },
};

export const offerMade = offerMessage({
  ...OFFER,
  kind: 'offer.made',
  label: 'Waiting list: offer',
  chat: {
    text: 'The time you’re waiting for is free: {{1}}, {{2}}. We’re holding it just for you until {{3}}; after that, the next customer gets it.',
    examples: [...PLAY_EXAMPLES, '6:15 PM'],
    button: 'Book and pay',
    path: '/booking#offer=',
    values: (offer) => [...chatPlay(offer), untilOf(offer)],
  },
  content: (offer, club) => {
    const until = untilOf(offer);
    return {
      subject: `Held for you until ${until}: ${formatPlayDate(offer)}`,
      preview: `${offer.court_name}, ${timesOf(offer).join(' and ')}. Book it by ${until}.`,
      badge: { text: `Held for you until ${until}`, tone: 'warning' },
      heading: 'A slot is free',
      sections: [
        greetingSection(
          offer.name,
          `The time you’re waiting for is free. We’re holding it just for you until ${until}; after that, the next customer gets it.`,
        ),
        offerDetails(offer),
        { kind: 'button', label: 'Book and pay', url: offer.url },
        leaveNote(offer),
        questionsNote(club),
      ],
    };
  },
  texts: (offer, club) => {
    const [when, until] = [shortPlay(offer), untilOf(offer)];
    return [
      `${club}: ${shortCourt(offer.court_name)} is free ${when}. Held for you until ${until}: ${offer.url}`,
      `Free ${when}. Held until ${until}: ${offer.url}`,
      `Held until ${until}: ${offer.url}`,
      offer.url,
    ];
  },
});

function untilOf({ expires_at }: OfferMessage): string {
  return formatPayBy(expires_at, Date.parse(expires_at));
}
