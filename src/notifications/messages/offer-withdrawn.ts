import { formatPlayDate } from '../../domain/play-time.ts';
import type { OfferMessage } from '../../domain/waitlist-message.ts';
import { questionsNote, timesOf } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { shortPlay } from '../short-text.ts';
import { leaveNote, offerDetails, offerMessage } from '../waitlist-message.ts';

/** The reception gave the slots to someone else, perhaps just before this customer opened the link. */
const WITHDRAWN = {
  on: 'offer.ended' as const,
  withdrawIf: (offer: OfferMessage | null) => {
    if (offer?.entry_state !== 'open') return 'the customer left the waiting list';
    return offer.has_next ? 'the customer has the next offer' : null;
  },
  samples: { ended: { offer: { state: 'ended' as const } } },
};

export const offerWithdrawn = offerMessage({
  ...WITHDRAWN,
  kind: 'offer.withdrawn',
  label: 'Waiting list: offer withdrawn',
  chat: {
    text: 'We’re sorry: the time we were holding for you was given to another customer at the club: {{1}}, {{2}}. You’re still on the waiting list, and we’ll write to you when the next one is free.',
    examples: [...PLAY_EXAMPLES],
    button: null,
    values: (offer) => chatPlay(offer),
  },
  content: (offer, club) => ({
    subject: `No longer free: ${formatPlayDate(offer)}`,
    preview: `${offer.court_name}, ${timesOf(offer).join(' and ')} was given away at the club. You’re still on the waiting list.`,
    heading: 'This slot is gone',
    sections: [
      greetingSection(
        offer.name,
        'We’re sorry: the slot we were holding for you was given to another customer at the club. You’re still on the waiting list, and we’ll write to you when the next one is free.',
      ),
      offerDetails(offer),
      leaveNote(offer),
      questionsNote(club),
    ],
  }),
  texts: (offer, club) => {
    const when = shortPlay(offer);
    return [
      `${club}: sorry, ${when} was given to another customer at the club. You are still on the waiting list.`,
      `${club}: sorry, ${when} is gone. You are still on the waiting list.`,
      `Sorry, ${when} is gone.`,
    ];
  },
});
