import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { chatToPay, ownMoney, pageButton, playDetails, titled } from '../payer-message.ts';

export const matchFull = payerEmail({
  kind: 'match.full',
  urgency: 2,
  label: 'The match is full',
  on: { 'match.full': () => ({ key: Bun.randomUUIDv7() }) },
  chat: {
    text: 'All places of your match are taken, so you play: {{1}}, {{2}}. Still to pay: {{3}}. See you on court.',
    examples: [...PLAY_EXAMPLES, 'nothing, it is paid'],
    button: 'Open my page',
    values: ({ payer }) => [...chatPlay(payer.booking), chatToPay(payer)],
  },
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
