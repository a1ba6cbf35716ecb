import { formatPkr } from '../../domain/format-money.ts';
import { itemReference } from '../../domain/payment-instructions.ts';
import { customerDetails, dashboardButton, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { clubItemMessage, type ItemMessage, itemMessage } from '../item-message.ts';
import {
  EXAMPLE_TITLE,
  greetedName,
  itemAmounts,
  itemButton,
  itemDetails,
  itemSteps,
  itemToPay,
} from '../item-sections.ts';

const RECEIPT = {
  on: {
    'item.receipt_received': ({ after_rejected }: { after_rejected: number | null }) => ({
      key: after_rejected === null ? 'receipt' : `receipt:${after_rejected}`,
    }),
  },
  withdrawIf: ({ receipt_waits }: ItemMessage) => (receipt_waits ? null : 'the receipt was decided'),
  samples: { received: { item: { receipt_waits: true } } },
};

export const itemReceiptReceived = itemMessage({
  ...RECEIPT,
  kind: 'item.receipt_received',
  label: 'Place or purchase: receipt received',
  chat: {
    text: 'Thank you, we have your receipt for {{1}}. We’ll check it and write to you as soon as your payment is confirmed.',
    examples: [EXAMPLE_TITLE],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer }) => [payer.item.title],
  },
  content: ({ payer, club }) => ({
    subject: `We’ve got your receipt: ${payer.item.title}`,
    preview: 'We’ll check it and write to you.',
    badge: { text: 'Payment under review', tone: 'warning' },
    heading: 'We’ve got your receipt',
    sections: [
      greetingSection(greetedName(payer), 'We’ll check it within 24 hours and write to you.'),
      itemDetails(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title }) => `we’ve got your receipt for ${title} and are checking it.`,
});

export const clubItemReceipt = clubItemMessage({
  ...RECEIPT,
  kind: 'club.item_receipt',
  label: 'To the club: receipt for a place or purchase',
  content: ({ payer, club }) => {
    // Nothing is owed any more for a place that was lost, so its receipt is for the price.
    const amount = payer.balance > 0 ? ` of ${formatPkr(payer.balance)}` : '';
    return {
      subject: `Receipt for ${payer.item.title}: ${payer.name}`,
      preview: `${payer.name} uploaded a receipt. Please compare it with the bank account.`,
      heading: 'Please check a receipt',
      sections: [
        {
          kind: 'paragraph',
          text: `Please check that a transfer${amount} with the reference “${itemReference(payer.id)}” has arrived in the bank account. The customer expects an answer within 24 hours.`,
        },
        itemDetails(payer),
        customerDetails({ ...payer, name: greetedName(payer) }),
        dashboardButton(club),
      ],
    };
  },
});

export const itemReceiptRejected = itemMessage<{ reason: string }>({
  kind: 'item.receipt_rejected',
  label: 'Place or purchase: receipt not accepted',
  both: true,
  on: {
    'item.receipt_rejected': ({ receipt_id, reason }) => ({
      key: `rejected:${receipt_id}`,
      details: { reason },
    }),
  },
  withdrawIf: (payer) => (payer.balance <= 0 ? 'the payment came' : null),
  chat: {
    text: 'We could not accept your receipt for {{1}}. The reason: {{2}} To pay: {{3}}. Please send us another receipt or call us.',
    examples: [EXAMPLE_TITLE, 'The amount can’t be read.', 'PKR 2,500 by 6 PM'],
    button: 'Send another receipt',
    atOnce: true,
    values: ({ payer, details: { reason } }) => [payer.item.title, reason, itemToPay(payer)],
  },
  content: ({ payer, club, details: { reason } }) => ({
    subject: `Please send your receipt again: ${payer.item.title}`,
    preview: reason,
    badge: { text: 'Receipt not accepted', tone: 'danger' },
    heading: 'We couldn’t accept your receipt',
    sections: [
      greetingSection(greetedName(payer), `${reason} Please upload another picture, or pay another way.`),
      itemDetails(payer),
      itemAmounts(payer),
      ...itemSteps(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title, details: { reason } }) => `we could not accept your receipt for ${title}: ${reason}`,
  samples: { rejected: { item: {}, details: { reason: 'The amount can’t be read.' } } },
});
