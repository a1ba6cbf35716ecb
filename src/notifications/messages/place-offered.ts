import { clubTimestamp } from '../../domain/business-day.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { offerRingsBy } from '../../domain/offer.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { type PayerMessage, pageButton, playDetails, shareAmounts } from '../payer-message.ts';

/** A place in an open match is held for a player on the waiting list. */
export const placeOffered = payerEmail({
  kind: 'payer.offered',
  label: 'Player: a place is free',
  on: { 'payer.offered': () => ({ key: 'offer' }) },
  // An address can only have one place in a match, so nothing needs limiting.
  unlimited: true,
  calendar: false,
  ringsBy: ({ hold_until }) => offerRingsBy(hold_until ?? 0),
  withdrawIf: ({ payer }) => (payer.hold_until === null ? 'the place has been taken' : null),
  chat: {
    text: 'The place you’re waiting for is free: {{1}}, {{2}}. It costs {{3}}, and we’re holding it just for you until {{4}}. After that, the next player gets it.',
    examples: [...PLAY_EXAMPLES, 'PKR 2,500', '6:15 PM'],
    button: 'Take the place',
    values: ({ payer }) => [...chatPlay(payer.booking), formatPkr(payer.charge), untilOf(payer)],
  },
  content: ({ payer, club }) => {
    const until = untilOf(payer);
    return {
      subject: `Held for you until ${until}: ${formatPlayDate(payer.booking)}`,
      preview: `A place for ${formatPkr(payer.charge)}. Take it by ${until}.`,
      badge: { text: `Held for you until ${until}`, tone: 'warning' },
      heading: 'A place is free for you',
      sections: [
        greetingSection(
          payer.name,
          `The place you’re waiting for is free. We’re holding it just for you until ${until}; after that, the next player gets it.`,
        ),
        playDetails(payer),
        shareAmounts(payer),
        pageButton(payer),
        questionsNote(club),
      ],
    };
  },
  samples: { held: { payer: { hold_until: Date.parse('2026-11-20T15:25:00+05:00') } } },
});

function untilOf({ hold_until }: PayerMessage): string {
  return formatPayBy(clubTimestamp(hold_until ?? 0));
}
