import { shortDate } from '../../domain/format-date.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../domain/money-labels.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  holdText,
  type ItemMessage,
  itemAccount,
  itemAmounts,
  itemButton,
  itemDetails,
  itemMessage,
  itemSteps,
} from '../item-message.ts';

const isEvent = ({ item }: ItemMessage) => item.kind === 'event';
const isGone = ({ state, item }: ItemMessage) => state === 'left' || item.cancelled;

/** Somebody got a place, is waiting for one, or bought something; says how to pay. */
const itemTaken = itemMessage({
  kind: 'item.taken',
  label: 'Place or purchase: taken',
  on: { 'item.taken': () => ({ key: 'taken' }) },
  withdrawIf: (payer) => (isGone(payer) ? 'it was given back' : null),
  content: ({ payer, club }) => {
    const { item, state, balance } = payer;
    const until = holdText(payer);
    const [heading, text] =
      state === 'waiting'
        ? ['You’re on the waiting list', 'All places are taken. We’ll write to you as soon as one is free.']
        : balance <= 0
          ? [isEvent(payer) ? 'You have a place' : 'It’s yours', 'We look forward to seeing you.']
          : until
            ? [
                isEvent(payer) ? 'We’re holding a place for you' : 'Please pay to begin',
                `It’s yours as soon as your payment arrives. Please pay by ${until}.`,
              ]
            : [isEvent(payer) ? 'You have a place' : 'It’s yours', 'Please pay as shown below.'];
    return {
      subject: `${item.title}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
      preview: item.details[0] ?? item.title,
      ...(balance > 0 ? { badge: { text: 'Payment pending', tone: 'warning' as const } } : {}),
      heading,
      sections: [
        greetingSection(payer.name, text),
        itemDetails(payer),
        ...(state === 'waiting' ? [] : [itemAmounts(payer), ...itemSteps(payer)]),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer }) => {
    const { item, state, balance } = payer;
    if (state === 'waiting') return `you are on the waiting list for ${item.title}.`;
    if (balance <= 0) return `you are in: ${item.title}.`;
    const until = holdText(payer);
    return `please pay ${formatPkr(balance)} for ${item.title}${until ? ` by ${until}` : ''}.`;
  },
  samples: {
    held: { item: {} },
    free: { item: { charge: 0, balance: 0, hold_until: null, instructions: null } },
    waiting: { item: { state: 'waiting', charge: 0, balance: 0, hold_until: null, instructions: null } },
  },
});

const itemOffered = itemMessage({
  kind: 'item.offered',
  label: 'Place: free for somebody waiting',
  on: { 'item.offered': () => ({ key: 'offered' }) },
  withdrawIf: (payer) => (isGone(payer) ? 'the place is gone' : null),
  content: ({ payer, club }) => ({
    subject: `A place is free: ${payer.item.title}`,
    preview: `It is held for you until ${holdText(payer)}`,
    badge: { text: 'Held for you', tone: 'warning' },
    heading: 'A place is free for you',
    sections: [
      greetingSection(
        payer.name,
        payer.balance > 0
          ? `We’ll hold it for you until ${holdText(payer)}; please pay by then.`
          : 'It’s yours. If you can’t come, please give it back on your page.',
      ),
      itemDetails(payer),
      itemAmounts(payer),
      ...itemSteps(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer }) => `a place is free in ${payer.item.title}; it is held until ${holdText(payer)}.`,
  samples: { offered: { item: {} } },
});

const itemPaid = itemMessage({
  kind: 'item.paid',
  label: 'Place or purchase: paid',
  on: { 'item.paid': ({ at }) => ({ key: `paid:${at}`, by_club: true }) },
  withdrawIf: (payer) => (isGone(payer) ? 'it was given back' : null),
  content: ({ payer, club }) => ({
    subject: `Paid: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Paid', tone: 'success' },
    heading: isEvent(payer) ? 'Your place is confirmed' : 'Your payment has arrived',
    sections: [
      greetingSection(payer.name, 'Thank you, your payment has arrived.'),
      itemDetails(payer),
      itemAmounts(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer }) => `your payment for ${payer.item.title} has arrived. Thank you!`,
  samples: { paid: { item: { received: 2500, balance: 0, hold_until: null, instructions: null } } },
});

const itemPaymentDue = itemMessage({
  kind: 'item.payment_due',
  label: 'Place or purchase: payment reminder',
  urgency: 2,
  on: { 'item.payment_due': ({ at }) => ({ key: `due:${at}` }) },
  withdrawIf: (payer) =>
    isGone(payer) || payer.balance <= 0 || payer.receipt_waits
      ? 'the payment came, or the time is over'
      : null,
  content: ({ payer, club }) => {
    const until = holdText(payer);
    return {
      subject: `Please pay${until ? ` by ${until}` : ''}: ${payer.item.title}`,
      preview: formatPkr(payer.balance),
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: until ? `Please pay by ${until}` : 'Please pay',
      sections: [
        greetingSection(
          payer.name,
          'We have not received your payment yet. If you have already paid by transfer, please upload your receipt.',
        ),
        itemDetails(payer),
        itemAmounts(payer),
        ...itemSteps(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer }) => {
    const until = holdText(payer);
    return `please pay ${formatPkr(payer.balance)} for ${payer.item.title}${until ? ` by ${until}` : ''}.`;
  },
  samples: { held: { item: {} } },
});

const itemChanged = itemMessage({
  kind: 'item.changed',
  label: 'Place: the event has changed',
  on: { 'item.changed': ({ at }) => ({ key: `changed:${at}`, by_club: true }) },
  withdrawIf: (payer) => (isGone(payer) ? 'it was given back' : null),
  content: ({ payer, club }) => ({
    subject: `New dates: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Changed', tone: 'warning' },
    heading: 'The dates have changed',
    sections: [
      greetingSection(payer.name, 'Please note the new dates below.'),
      itemDetails(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer }) => `the dates of ${payer.item.title} have changed.`,
  samples: { moved: { item: {} } },
});

interface Left {
  cause: 'left' | 'taken_off' | 'expired' | 'cancelled';
  keep: number;
  give_back: number;
  reason?: string;
}

const itemLeft = itemMessage<Left>({
  kind: 'item.left',
  label: 'Place or purchase: given back or cancelled',
  on: {
    'item.left': ({ cause, keep, give_back, reason }) => ({
      key: 'left',
      details: { cause, keep, give_back, ...(reason ? { reason } : {}) },
      by_club: cause === 'cancelled' || cause === 'taken_off',
    }),
  },
  content: ({ payer, club, details: { cause, keep, give_back, reason } }) => {
    const { title } = payer.item;
    const texts: Record<Left['cause'], [subject: string, heading: string, text: string]> = {
      left: [
        `Given back: ${title}`,
        isEvent(payer) ? 'You gave your place back' : 'It has ended',
        'We’ve made a note of it.',
      ],
      taken_off: [
        `Given back: ${title}`,
        isEvent(payer) ? 'Your place was given back' : 'It has ended',
        'Our reception did this for you. Please call us if you didn’t expect it.',
      ],
      expired: [
        `Not paid in time: ${title}`,
        isEvent(payer) ? 'Your place is open to others again' : 'The time to pay is over',
        'Your payment didn’t arrive in time. If you’ve already paid, please call us.',
      ],
      cancelled: [`Cancelled: ${title}`, `${title} is cancelled`, 'We’re sorry: it won’t take place.'],
    };
    const [subject, heading, text] = texts[cause];
    const back =
      give_back > 0
        ? `You’ll get ${formatPkr(give_back)} back${keep > 0 ? `; ${formatPkr(keep)} stays with the club` : ''}.`
        : '';
    return {
      subject,
      preview: back || text,
      badge: { text: cause === 'cancelled' ? 'Cancelled' : 'Ended', tone: 'danger' },
      heading,
      sections: [
        greetingSection(payer.name, [text, reason, back].filter(Boolean).join(' ')),
        itemDetails(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, details: { cause, give_back } }) => {
    const what = {
      left: 'you gave back',
      taken_off: 'we gave back for you',
      expired: 'your payment did not come in time for',
      cancelled: 'we are sorry, cancelled:',
    }[cause];
    return `${what} ${payer.item.title}.${give_back > 0 ? ` You get ${formatPkr(give_back)} back.` : ''}`;
  },
  samples: {
    left: { item: { state: 'left' }, details: { cause: 'left', keep: 500, give_back: 2000 } },
    'taken off': { item: { state: 'left' }, details: { cause: 'taken_off', keep: 0, give_back: 0 } },
    expired: { item: { state: 'left' }, details: { cause: 'expired', keep: 0, give_back: 0 } },
    cancelled: {
      item: { state: 'left', received: 2500, charge: 0, balance: -2500, paid_by: 'bank_transfer' },
      details: { cause: 'cancelled', keep: 0, give_back: 2500, reason: 'Too few players joined.' },
    },
  },
});

const itemRefunded = itemMessage<{ amount: number; method: MoneyMethod }>({
  kind: 'item.refunded',
  label: 'Place or purchase: refunded',
  on: {
    'item.refunded': ({ entry_id, amount, method }) => ({
      key: `refund:${entry_id}`,
      details: { amount, method },
      by_club: true,
    }),
  },
  content: ({ payer, club, details: { amount, method } }) => ({
    subject: `Refund of ${formatPkr(amount)}: ${payer.item.title}`,
    preview: MONEY_METHOD_LABELS[method],
    badge: { text: 'Refunded', tone: 'success' },
    heading: `We’ve refunded you ${formatPkr(amount)}`,
    sections: [
      greetingSection(payer.name, `How it was refunded: ${MONEY_METHOD_LABELS[method]}.`),
      itemDetails(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer, details: { amount } }) => `we gave you ${formatPkr(amount)} back for ${payer.item.title}.`,
  samples: { cash: { item: { state: 'left' }, details: { amount: 2500, method: 'cash' } } },
});

const itemEnding = itemMessage<{ days: number; ends_on: string }>({
  kind: 'item.ending',
  label: 'Purchase: ends soon',
  urgency: 2,
  on: {
    'item.ending': ({ days, ends_on }) => ({
      key: `ending:${ends_on}:${days}`,
      details: { days, ends_on },
      by_club: true,
    }),
  },
  withdrawIf: (payer) => (isGone(payer) ? 'it has ended' : null),
  content: ({ payer, club, details: { ends_on, days } }) => ({
    subject: `${payer.item.title} ends ${endingText(days)}`,
    preview: `Its last day is ${shortDate(ends_on)}.`,
    badge: { text: 'Ends soon', tone: 'warning' },
    heading: `${payer.item.title} ends ${endingText(days)}`,
    sections: [
      greetingSection(
        payer.name,
        `Its last day is ${shortDate(ends_on)}. You can renew it on your account page, or at the reception.`,
      ),
      itemDetails(payer),
      { kind: 'button', label: 'Renew it', url: `${club.public_url}/account?tab=plans` },
      questionsNote(club),
    ],
  }),
  short: ({ payer, details: { ends_on } }) =>
    `${payer.item.title} ends on ${shortDate(ends_on)}. You can renew it on your account page.`,
  samples: {
    week: { item: {}, details: { days: 7, ends_on: '2026-11-28' } },
    tomorrow: { item: {}, details: { days: 1, ends_on: '2026-11-22' } },
  },
});

function endingText(days: number): string {
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

const itemReceiptReceived = itemMessage({
  kind: 'item.receipt_received',
  label: 'Place or purchase: receipt received',
  on: { 'item.receipt_received': () => ({ key: 'receipt' }) },
  withdrawIf: ({ receipt_waits }) => (receipt_waits ? null : 'the receipt was decided'),
  content: ({ payer, club }) => ({
    subject: `We’ve got your receipt: ${payer.item.title}`,
    preview: 'We’ll check it and write to you.',
    badge: { text: 'Payment under review', tone: 'warning' },
    heading: 'We’ve got your receipt',
    sections: [
      greetingSection(payer.name, 'We’ll check it and confirm by email within 24 hours.'),
      itemDetails(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer }) => `we got your receipt for ${payer.item.title} and check it.`,
  samples: { received: { item: { receipt_waits: true } } },
});

const itemReceiptRejected = itemMessage<{ reason: string }>({
  kind: 'item.receipt_rejected',
  label: 'Place or purchase: receipt not accepted',
  on: {
    'item.receipt_rejected': ({ receipt_id, reason }) => ({
      key: `rejected:${receipt_id}`,
      details: { reason },
      by_club: true,
    }),
  },
  withdrawIf: (payer) => (payer.balance <= 0 ? 'the payment came' : null),
  content: ({ payer, club, details: { reason } }) => ({
    subject: `Please send your receipt again: ${payer.item.title}`,
    preview: reason,
    badge: { text: 'Receipt not accepted', tone: 'danger' },
    heading: 'We couldn’t accept your receipt',
    sections: [
      greetingSection(payer.name, `${reason} Please upload another picture, or pay in another way.`),
      itemDetails(payer),
      itemAmounts(payer),
      ...itemSteps(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer, details: { reason } }) =>
    `we could not accept your receipt for ${payer.item.title}: ${reason}`,
  samples: { rejected: { item: {}, details: { reason: 'The amount can’t be read.' } } },
});

/** What happens to places in events and to purchases. */
export const ITEM_MESSAGES = [
  itemTaken,
  itemOffered,
  itemPaid,
  itemPaymentDue,
  itemChanged,
  itemLeft,
  itemRefunded,
  itemEnding,
  itemReceiptReceived,
  itemReceiptRejected,
];
