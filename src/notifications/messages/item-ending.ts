import { shortDate } from '../../domain/format-date.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { type ItemMessage, itemMessage } from '../item-message.ts';
import { greetedName, isGone, itemButton, itemDetails } from '../item-sections.ts';
import { SAMPLE_ITEM } from '../sample-data.ts';

const PLAN: Partial<ItemMessage> = {
  charge: 0,
  balance: 0,
  hold_until: null,
  instructions: null,
  item: {
    ...SAMPLE_ITEM.item,
    kind: 'purchase',
    title: 'Evening plan',
    details: ['4.5 hours left'],
    lines: [],
    page: null,
  },
};

export const itemEnding = itemMessage<{ days: number; ends_on: string }>({
  kind: 'item.ending',
  label: 'Purchase: ends soon',
  urgency: 2,
  on: {
    'item.ending': ({ days, ends_on }) => ({
      key: `ending:${ends_on}:${days}`,
      details: { days, ends_on },
    }),
  },
  withdrawIf: (payer) => (isGone(payer) ? 'it has ended' : null),
  chat: {
    text: 'Your plan or package ends soon: {{1}}. Its last day is {{2}}. Use the button to see what is left of it.',
    examples: ['Evening plan', 'Sat, Nov 28'],
    button: 'Open my page',
    values: ({ payer, details: { ends_on } }) => [payer.item.title, shortDate(ends_on)],
  },
  content: ({ payer, club, details: { ends_on, days } }) => ({
    subject: `${payer.item.title} ends ${endingText(days)}`,
    preview: `Its last day is ${shortDate(ends_on)}.`,
    badge: { text: 'Ends soon', tone: 'warning' },
    heading: `${payer.item.title} ends ${endingText(days)}`,
    sections: [
      greetingSection(
        greetedName(payer),
        `Its last day is ${shortDate(ends_on)}. You can renew it ${payer.user_id === null ? '' : 'on your account page, or '}at the reception.`,
      ),
      itemDetails(payer),
      payer.user_id === null
        ? itemButton(payer)
        : { kind: 'button', label: 'Renew it', url: `${club.public_url}/account?tab=plans` },
      questionsNote(club),
    ],
  }),
  short: ({ payer, title, details: { ends_on } }) =>
    `${title} ends on ${shortDate(ends_on)}. You can renew it ${payer.user_id === null ? 'at the reception' : 'on your account page'}.`,
  samples: {
    week: { item: PLAN, details: { days: 7, ends_on: '2026-11-28' } },
    tomorrow: { item: PLAN, details: { days: 1, ends_on: '2026-11-22' } },
  },
});

function endingText(days: number): string {
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}
