import type { Message } from '../message.ts';

/** What the club, or the program for it, writes back in a chat. Free words may go until `free_until`; later a template carries them. */
export interface ConversationAnswer {
  text: string;
  choices?: { id: string; title: string }[];
  /** Epoch milliseconds. */
  free_until: number;
}

export const conversationAnswer: Message = {
  kind: 'conversation.answer',
  label: 'Answer in a chat',
  audience: 'customer',
  chat: {
    text: 'The club has answered your message:\n\n{{1}}\n\nPlease write back here if you have another question.',
    examples: ['Yes, there is a court at 8 PM tonight.'],
    button: null,
    atOnce: true,
    compose: (row, now, sources, channel) => {
      const { text, choices, free_until } = JSON.parse(row.details) as ConversationAnswer;
      const to = row.recipient ?? '';
      if (now < free_until && !channel.wantsTemplate?.(row.reason))
        return { action: 'send', form: 'chat', to, chat: { text, ...(choices ? { choices } : {}) } };
      const template = sources.templateOf(row.kind, channel);
      return { action: 'send', form: 'chat', to, chat: { template, values: [text], link: '' } };
    },
  },
  samples: { later: { details: { text: 'Yes, there is a court at 8 PM tonight.', free_until: 0 } } },
};
