import { shortDate } from '../../domain/format-date.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { chatOwed, pageButton, playDetails, titled } from '../payer-message.ts';
import { HELD } from '../sample-data.ts';
import { shortClub } from '../short-text.ts';

interface Transfer {
  entry_id: number | null;
  amount: number;
  /** When it was recorded or its receipt arrived: ISO 8601. */
  since: string;
}

const onDay = (since: string) => shortDate(since.slice(0, 10));

const details = { entry_id: null, amount: 12_500, since: '2026-11-20T15:30:00+05:00' };

/** The reception may ask about the same transfer again, days later. */
const occasion = ({ entry_id, amount, since, at }: Transfer & { at: number }) => ({
  key: `${entry_id ?? since} ${at}`,
  details: { entry_id, amount, since },
});

function askingText({ amount, since }: Transfer): string {
  return `Our bank statement doesn’t show your transfer of ${formatPkr(amount)} from around ${onDay(since)}. Please check your banking app: if the money has left your account, reply to this email with the bank’s transaction number. If not, please pay again.`;
}

/** Sent at the reception's request, so also to members who turned emails off, and after play. */
export const notInBank = payerEmail<Transfer>({
  kind: 'payment.not_in_bank',
  urgency: 2,
  label: 'Transfer not in the bank',
  on: { 'payment.not_in_bank': occasion },
  withdrawnBy: ['receipt.rejected'],
  required: true,
  chat: {
    text: 'Our bank statement doesn’t show your transfer of {{1}} from around {{2}} for your {{3}}. Please check your banking app: if the money has left your account, answer with the bank’s transaction number. If not, please pay again.',
    examples: ['PKR 12,500', 'Fri, Nov 20', 'booking 1042'],
    button: 'Open my page',
    values: ({ payer, details: { amount, since } }) => [formatPkr(amount), onDay(since), chatOwed(payer)],
  },
  content: ({ payer, club, details }) => ({
    subject: titled(payer, 'we can’t find your transfer'),
    preview: `${formatPkr(details.amount)}, around ${onDay(details.since)}`,
    badge: { text: 'Transfer not found', tone: 'warning' },
    heading: 'We can’t find your transfer',
    sections: [
      greetingSection(payer.name, askingText(details)),
      playDetails(payer),
      pageButton(payer),
      questionsNote(club),
    ],
  }),
  short: {
    on: { 'payment.not_in_bank': occasion },
    texts: ({ id }, club) => [
      `${shortClub(club)}: our bank does not show your transfer for no. ${id}. Please call ${club.phone} with its transaction number.`,
    ],
  },
  samples: { waiting: { booking: HELD, details }, share: { payer: {}, details } },
});
