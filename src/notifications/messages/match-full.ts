import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { ownMoney, pageButton, playDetails, titled } from '../payer-message.ts';

export const matchFull = payerEmail({
  kind: 'match.full',
  urgency: 2,
  label: 'The match is full',
  on: { 'match.full': () => ({ key: Bun.randomUUIDv7() }) },
  content: ({ payer, club }) => ({
    subject: titled(payer, 'your match is full'),
    preview: 'All places are taken. See you on court.',
    badge: { text: 'Full', tone: 'success' },
    heading: 'Your match is full',
    sections: [
      greetingSection(payer.name, 'All places are taken, so the match is on. See you on court.'),
      playDetails(payer),
      ownMoney(payer),
      pageButton(payer),
      questionsNote(club),
    ],
  }),
  samples: { host: { booking: { is_shared: true } }, player: { payer: {} } },
});
