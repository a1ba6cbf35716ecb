import type { MakeUpChange } from '../../db/club-event.ts';
import { shortDate } from '../../domain/format-date.ts';
import { formatPkr } from '../../domain/format-money.ts';
import {
  capitalized,
  hasBegun,
  hasPlaceText,
  isOver,
  placeText,
  playerOf,
  waitsText,
} from '../../domain/item-words.ts';
import { type MoneyMethod, REFUNDED_HOW } from '../../domain/money-labels.ts';
import { itemReference } from '../../domain/payment-instructions.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { dashboardButton, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  clubItemMessage,
  holdText,
  type ItemMessage,
  itemAccount,
  itemAmounts,
  itemButton,
  itemDetails,
  itemMessage,
  itemSteps,
  itemToPay,
} from '../item-message.ts';
import { SAMPLE_ITEM } from '../sample-data.ts';
import { refundUndoneText } from './booking-refunded.ts';

/** For whoever approves the templates. */
const TITLE = 'Beginners’ class';
/** Why a message about what is to come is no longer sent. */
const IS_OVER = 'the event is over';
const SAMPLE_MAKE_UP = {
  title: 'Improvers’ class',
  date: 'Sat, Nov 21, 6 PM – 7 PM, Court 1',
  ends: Number.MAX_SAFE_INTEGER,
};
const isEvent = ({ item }: ItemMessage) => item.kind === 'event';
const greetedName = ({ item, name }: ItemMessage) => item.contact_name ?? name;
const isGone = ({ state, item }: ItemMessage) => state === 'left' || item.cancelled;

/** `your make-up date`, or `Ali’s make-up date` */
const makeUpText = (player: string | null) => `${player === null ? 'your' : `${player}’s`} make-up date`;

const pleasePay = (payer: ItemMessage, title: string) => {
  const until = holdText(payer);
  return `please pay ${formatPkr(payer.balance)} for ${title}${until ? ` by ${until}` : ''}.`;
};

/** Somebody got a place, is waiting for one, or bought something; says how to pay. */
const itemTaken = itemMessage({
  kind: 'item.taken',
  label: 'Place or purchase: taken',
  both: true,
  on: { 'item.taken': () => ({ key: 'taken' }) },
  withdrawIf: (payer, now) =>
    isGone(payer)
      ? 'it was given back'
      : isOver(payer.item, now) || (payer.state === 'waiting' && hasBegun(payer.item, now))
        ? IS_OVER
        : null,
  chat: {
    text: 'Thank you for choosing {{1}}. To pay: {{2}}. Open your page to see the details, to pay, to send your receipt or to give it back.',
    examples: [TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer }) => [
      payer.item.title,
      payer.state === 'waiting' ? 'nothing yet, you are on the waiting list' : itemToPay(payer),
    ],
  },
  content: ({ payer, club }) => {
    const { item, state, balance } = payer;
    const until = holdText(payer);
    const player = playerOf(payer);
    const hasPlace = isEvent(payer) ? hasPlaceText(player) : 'It’s yours';
    const [heading, text] =
      state === 'waiting'
        ? [waitsText(player), 'All places are taken. We’ll write to you as soon as one is free.']
        : balance <= 0
          ? [hasPlace, 'We look forward to seeing you.']
          : until
            ? [
                isEvent(payer) ? `We’re holding a place for ${player ?? 'you'}` : 'Please pay to begin',
                `It’s ${player === null ? 'yours' : `${player}’s`} as soon as your payment arrives. Please pay by ${until}.`,
              ]
            : [hasPlace, 'Please pay as shown below.'];
    return {
      subject: `${item.title}: ${player === null ? heading.charAt(0).toLowerCase() + heading.slice(1) : heading}`,
      preview: item.details[0] ?? item.title,
      ...(balance > 0 ? { badge: { text: 'Payment pending', tone: 'warning' as const } } : {}),
      heading,
      sections: [
        greetingSection(greetedName(payer), text),
        itemDetails(payer),
        ...(state === 'waiting' ? [] : [itemAmounts(payer), ...itemSteps(payer)]),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title }) => {
    const player = playerOf(payer);
    const whoIs = player === null ? 'you are' : `${player} is`;
    if (payer.state === 'waiting') return `${whoIs} on the waiting list for ${title}.`;
    return payer.balance <= 0 ? `${whoIs} in for ${title}.` : pleasePay(payer, title);
  },
  samples: {
    held: { item: {} },
    free: { item: { charge: 0, balance: 0, hold_until: null, instructions: null } },
    child: {
      item: { name: 'Ali Khan', item: { ...SAMPLE_ITEM.item, contact_name: 'Ayesha Khan' } },
    },
    waiting: { item: { state: 'waiting', charge: 0, balance: 0, hold_until: null, instructions: null } },
  },
});

const itemOffered = itemMessage({
  kind: 'item.offered',
  label: 'Place: free for somebody waiting',
  both: true,
  on: { 'item.offered': () => ({ key: 'offered' }) },
  withdrawIf: (payer, now) =>
    isGone(payer) ? 'the place is gone' : isOver(payer.item, now) ? IS_OVER : null,
  chat: {
    text: 'A place is free for you: {{1}}. To pay: {{2}}. If you do not pay in time, the next customer gets it. If you cannot come, please give it back on your page.',
    examples: [TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Open my place',
    atOnce: true,
    values: ({ payer }) => [payer.item.title, itemToPay(payer)],
  },
  content: ({ payer, club }) => ({
    subject: `A place is free: ${payer.item.title}`,
    preview:
      payer.balance > 0 ? `It is held for you until ${holdText(payer)}` : (payer.item.details[0] ?? ''),
    ...(payer.balance > 0 ? { badge: { text: 'Held for you', tone: 'warning' as const } } : {}),
    heading: `A place is free for ${playerOf(payer) ?? 'you'}`,
    sections: [
      greetingSection(
        greetedName(payer),
        payer.balance > 0
          ? `We’ll hold it for you until ${holdText(payer)}; please pay by then.`
          : `It’s ${playerOf(payer) === null ? 'yours. If you' : `${playerOf(payer)}’s. If they`} can’t come, please give it back on your page.`,
      ),
      itemDetails(payer),
      itemAmounts(payer),
      ...itemSteps(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer, title }) => {
    const until = holdText(payer);
    return `a place in ${title} is free for ${playerOf(payer) ?? 'you'}.${until ? ` We’re holding it until ${until}.` : ''}`;
  },
  samples: {
    offered: { item: {} },
    free: { item: { charge: 0, balance: 0, hold_until: null, instructions: null } },
  },
});

const itemPaid = itemMessage({
  kind: 'item.paid',
  label: 'Place or purchase: paid',
  on: { 'item.paid': ({ at }) => ({ key: `paid:${at}`, by_club: true }) },
  withdrawIf: (payer) => (isGone(payer) ? 'it was given back' : null),
  chat: {
    text: 'Thank you, we’ve received your payment for {{1}}. Use the button to see the details and what you’ve paid.',
    examples: [TITLE],
    button: 'Open my page',
    values: ({ payer }) => [payer.item.title],
  },
  content: ({ payer, club, now }) => ({
    subject: `Paid: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Paid', tone: 'success' },
    heading:
      isEvent(payer) && !isOver(payer.item, now)
        ? `${capitalized(placeText(playerOf(payer)))} is confirmed`
        : 'Your payment has arrived',
    sections: [
      greetingSection(greetedName(payer), 'Thank you, your payment has arrived.'),
      itemDetails(payer),
      itemAmounts(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title }) => `your payment for ${title} has arrived. Thank you!`,
  samples: { paid: { item: { received: 2500, balance: 0, hold_until: null, instructions: null } } },
});

const itemPaymentDue = itemMessage({
  kind: 'item.payment_due',
  label: 'Place or purchase: payment reminder',
  both: true,
  urgency: 2,
  on: { 'item.payment_due': ({ at }) => ({ key: `due:${at}` }) },
  withdrawIf: (payer) =>
    isGone(payer) || payer.balance <= 0 || payer.receipt_waits
      ? 'the payment came, or the time is over'
      : null,
  chat: {
    text: 'We have not received your payment for {{1}} yet. To pay: {{2}}. If you have paid already, please send us the receipt.',
    examples: [TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Pay or send the receipt',
    atOnce: true,
    values: ({ payer }) => [payer.item.title, itemToPay(payer)],
  },
  content: ({ payer, club }) => {
    const until = holdText(payer);
    return {
      subject: `Please pay${until ? ` by ${until}` : ''}: ${payer.item.title}`,
      preview: formatPkr(payer.balance),
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: until ? `Please pay by ${until}` : 'Please pay',
      sections: [
        greetingSection(
          greetedName(payer),
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
  short: ({ payer, title }) => pleasePay(payer, title),
  samples: { held: { item: {} } },
});

const itemChanged = itemMessage({
  kind: 'item.changed',
  label: 'Place: the event has changed',
  both: true,
  on: { 'item.changed': ({ at }) => ({ key: `changed:${at}`, by_club: true }) },
  withdrawIf: (payer, now) =>
    isGone(payer) ? 'it was given back' : isOver(payer.item, now) ? IS_OVER : null,
  chat: {
    text: 'The dates of {{1}} have changed. They are now: {{2}}. If they do not suit you, please open your page or call us.',
    examples: [TITLE, 'Sat, Nov 21, 6 PM – 7 PM, Court 1'],
    button: 'Open my place',
    atOnce: true,
    values: ({ payer }) => [payer.item.title, payer.item.details.join(', ')],
  },
  content: ({ payer, club }) => ({
    subject: `New dates: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Changed', tone: 'warning' },
    heading: 'The dates have changed',
    sections: [
      greetingSection(greetedName(payer), 'Please note the new dates below.'),
      itemDetails(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title }) => `the dates of ${title} have changed.`,
  samples: { moved: { item: {} } },
});

interface MakeUpChanged {
  change: MakeUpChange;
  title: string;
  date: string;
  before?: string;
  ends: number;
}

const MAKE_UP_CHATS: Record<MakeUpChange, string> = {
  chosen: 'we’ve entered it for you',
  moved: 'it has moved to this time',
  cancelled: 'it is cancelled, we are sorry',
  undone: 'it was taken back',
};

const itemMakeUpChanged = itemMessage<MakeUpChanged>({
  kind: 'item.make_up_changed',
  label: 'Place: a make-up date was chosen or has changed',
  both: true,
  on: {
    'item.make_up_changed': ({ change, session_id, title, date, before, ends, at }) => ({
      key: `make-up:${session_id}:${at}`,
      details: { change, title, date, ends, ...(before ? { before } : {}) },
      by_club: true,
    }),
  },
  // The player's own event may be over by then, so only the date itself counts.
  withdrawIf: (payer, now, { ends }) =>
    isGone(payer) ? 'it was given back' : ends <= now ? 'the make-up date is over' : null,
  chat: {
    text: 'Your make-up date in {{1}}: {{2}}. {{3}}. Open your page to see all your dates, or call us if this doesn’t suit you.',
    examples: ['Improvers’ class', 'Sat, Nov 21, 6 PM – 7 PM, Court 1', 'It has moved to this time'],
    button: 'Open my place',
    atOnce: true,
    values: ({ details: { change, title, date } }) => [title, date, capitalized(MAKE_UP_CHATS[change])],
  },
  content: ({ payer, club, details: { change, title, date, before } }) => {
    const player = playerOf(payer);
    const makeUp = makeUpText(player);
    const texts: Record<MakeUpChange, [subject: string, heading: string, text: string]> = {
      chosen: ['Make-up date', makeUp, `We’ve entered ${title}, ${date}, to make up the missed date.`],
      moved: ['New make-up date', `${makeUp} has moved`, `${title} has moved from ${before} to ${date}.`],
      cancelled: [
        'Make-up date cancelled',
        `${makeUp} is cancelled`,
        `We’re sorry: ${title}, ${date}, won’t take place.`,
      ],
      undone: [
        'Make-up date taken back',
        `${makeUp} was taken back`,
        `${player === null ? 'You’re' : `${player} is`} no longer expected in ${title}, ${date}.`,
      ],
    };
    const [subject, heading, text] = texts[change];
    return {
      subject: `${subject}: ${title}`,
      preview: text,
      heading: capitalized(heading),
      sections: [
        greetingSection(
          greetedName(payer),
          `${text} If this doesn’t suit you, please open your page or call us.`,
        ),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, details: { change, title, date } }) => {
    const makeUp = makeUpText(playerOf(payer));
    return change === 'cancelled' || change === 'undone'
      ? `${makeUp} in ${title}, ${date}, ${change === 'undone' ? 'was taken back' : 'is cancelled, we’re sorry'}.`
      : `${makeUp} in ${title} is ${change === 'moved' ? 'now ' : ''}${date}.`;
  },
  samples: {
    chosen: { details: { ...SAMPLE_MAKE_UP, change: 'chosen' } },
    moved: { details: { ...SAMPLE_MAKE_UP, change: 'moved', before: 'Fri, Nov 20, 6 PM – 7 PM, Court 2' } },
    cancelled: { details: { ...SAMPLE_MAKE_UP, change: 'cancelled' } },
    undone: { details: { ...SAMPLE_MAKE_UP, change: 'undone' } },
  },
});

interface Left {
  cause: 'left' | 'taken_off' | 'expired' | 'cancelled';
  keep: number;
  give_back: number;
  reason?: string;
}

const CHAT_CAUSES: Record<Left['cause'], string> = {
  left: 'you gave it back',
  taken_off: 'our reception gave it back for you',
  expired: 'your payment did not arrive in time',
  cancelled: 'it is cancelled, we are sorry',
};

const itemLeft = itemMessage<Left>({
  kind: 'item.left',
  label: 'Place or purchase: given back or cancelled',
  both: true,
  on: {
    'item.left': ({ cause, keep, give_back, reason }) => ({
      key: 'left',
      details: { cause, keep, give_back, ...(reason ? { reason } : {}) },
      by_club: cause === 'cancelled' || cause === 'taken_off',
    }),
  },
  chat: {
    text: 'A change to {{1}}: {{2}}. Refund: {{3}}. Use the button to see what you paid and what you’ll get back.',
    examples: [TITLE, 'it is cancelled, we are sorry', 'PKR 2,500'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer, details: { cause, give_back, reason } }) => [
      payer.item.title,
      [CHAT_CAUSES[cause], ...(reason ? [`(${reason})`] : [])].join(' '),
      give_back > 0 ? formatPkr(give_back) : 'nothing',
    ],
  },
  content: ({ payer, club, details: { cause, keep, give_back, reason } }) => {
    const { title } = payer.item;
    const place = placeText(playerOf(payer));
    const texts: Record<Left['cause'], [subject: string, heading: string, text: string]> = {
      left: [
        `Given back: ${title}`,
        isEvent(payer) ? `You gave ${place} back` : 'It has ended',
        'We’ve made a note of it.',
      ],
      taken_off: [
        `Given back: ${title}`,
        isEvent(payer) ? `${capitalized(place)} was given back` : 'It has ended',
        'Our reception did this for you. Please call us if you didn’t expect it.',
      ],
      expired: [
        `Not paid in time: ${title}`,
        isEvent(payer) ? `${capitalized(place)} is open to others again` : 'The time to pay is over',
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
        greetingSection(greetedName(payer), [text, reason, back].filter(Boolean).join(' ')),
        itemDetails(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title, details: { cause, give_back } }) => {
    const whose = playerOf(payer);
    const it = isEvent(payer) ? `${placeText(whose)} in ${title}` : title;
    const what = {
      left: `you gave back ${it}`,
      taken_off: `our reception gave back ${it} for you`,
      expired: `your payment for ${title} didn’t arrive in time`,
      cancelled: `sorry, ${title} is cancelled`,
    }[cause];
    return `${what}.${give_back > 0 ? ` You’ll get ${formatPkr(give_back)} back.` : ''}`;
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
  chat: {
    text: 'We’ve refunded you {{1}} for {{2}}. You get it {{3}}; a bank transfer or a card can take a few business days. Use the button to see all payments.',
    examples: ['PKR 2,500', TITLE, REFUNDED_HOW.bank_transfer],
    button: 'Open my page',
    values: ({ payer, details: { amount, method } }) => [
      formatPkr(amount),
      payer.item.title,
      REFUNDED_HOW[method],
    ],
  },
  content: ({ payer, club, details: { amount, method } }) => ({
    subject: `Refund of ${formatPkr(amount)}: ${payer.item.title}`,
    preview: capitalized(REFUNDED_HOW[method]),
    badge: { text: 'Refunded', tone: 'success' },
    heading: 'Your refund',
    sections: [
      greetingSection(greetedName(payer), `We’ve refunded you ${formatPkr(amount)} ${REFUNDED_HOW[method]}.`),
      itemDetails(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title, details: { amount, method } }) =>
    `we’ve refunded you ${formatPkr(amount)} for ${title} ${REFUNDED_HOW[method]}.`,
  samples: { cash: { item: { state: 'left' }, details: { amount: 2500, method: 'cash' } } },
});

const itemRefundAccount = itemMessage({
  kind: 'item.refund_account',
  label: 'Place or purchase: account for the refund entered',
  on: { 'item.refund_account_given': ({ at }) => ({ key: `account:${at}` }) },
  withdrawIf: ({ balance, refund_account }) =>
    balance < 0 && refund_account !== null ? null : 'the refund was made',
  chat: {
    text: 'We’re sending your refund for {{1}} to the account ending in {{2}}. If this is not yours, please call us now.',
    examples: [TITLE, '6702'],
    button: 'Open my page',
    values: ({ payer }) => [payer.item.title, endOfAccount(payer)],
  },
  content: ({ payer, club }) => {
    // The mailbox may not be the payer's own, so the email shows only the end of the number.
    const text = `We’re sending your refund to the account ending in ${endOfAccount(payer)}. If this isn’t yours, please call us now.`;
    return {
      subject: `The account for your refund: ${payer.item.title}`,
      preview: text,
      badge: { text: 'Refund', tone: 'warning' },
      heading: 'The account for your refund',
      sections: [
        greetingSection(greetedName(payer), text),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title }) =>
    `your refund for ${title} goes to the account ending in ${endOfAccount(payer)}. If it is not yours, please call us.`,
  samples: {
    entered: {
      item: {
        state: 'left',
        charge: 0,
        received: 2500,
        balance: -2500,
        refund_account: 'PK36SCBL0000001123456702, Ayesha Khan',
      },
    },
  },
});

function endOfAccount({ refund_account }: ItemMessage): string {
  const [number = ''] = (refund_account ?? '').split(',');
  return number.slice(-4);
}

const itemRefundUndone = itemMessage<{ amount: number; method: MoneyMethod }>({
  kind: 'item.refund_undone',
  label: 'Place or purchase: refund undone',
  on: {
    'item.refund_undone': ({ entry_id, amount, method }) => ({
      key: `refund:${entry_id}`,
      details: { amount, method },
      by_club: true,
    }),
  },
  corrects: { kind: 'item.refunded', reason: 'the refund was undone' },
  chat: {
    text: 'We wrote that we’ve refunded you {{1}} for {{2}}. That was recorded by mistake, sorry. Use the button to see all payments and what you still get.',
    examples: ['PKR 2,500', TITLE],
    button: 'Open my page',
    values: ({ payer, details: { amount } }) => [formatPkr(amount), payer.item.title],
  },
  content: ({ payer, club, details }) => {
    const sentence = refundUndoneText(details, payer.balance);
    return {
      subject: `${formatPkr(details.amount)} was not refunded yet: ${payer.item.title}`,
      preview: sentence,
      badge: { text: 'Correction', tone: 'warning' },
      heading: 'Our mistake',
      sections: [
        greetingSection(greetedName(payer), sentence),
        itemDetails(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ title, details: { amount } }) =>
    `we wrote that we refunded you ${formatPkr(amount)} for ${title}. That was a mistake, sorry.`,
  samples: {
    due: {
      item: { state: 'left', charge: 0, received: 2500, balance: -2500 },
      details: { amount: 2500, method: 'cash' },
    },
  },
});

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

/** PKR. */
interface Unmatched {
  amount: number;
}
const UNMATCHED = {
  on: {
    'item.unmatched': ({ amount, at }: Unmatched & { at: number }) => ({
      key: `unmatched:${at}`,
      details: { amount },
      by_club: true,
    }),
  },
  samples: {
    gone: {
      item: { state: 'left', received: 2500, charge: 0, balance: -2500, paid_by: 'card' },
      details: { amount: 2500 },
    },
    paid: {
      item: { received: 5000, balance: -2500, hold_until: null, paid_by: 'card' },
      details: { amount: 2500 },
    },
  },
};
const whyUnmatched = (payer: ItemMessage, place: string) => {
  if (!isGone(payer)) return 'it was already paid';
  return isEvent(payer) ? `${place} was no longer held` : 'it had already ended';
};

const itemUnmatched = itemMessage<Unmatched>({
  ...UNMATCHED,
  kind: 'item.unmatched',
  label: 'Place or purchase: card payment to refund',
  both: true,
  chat: {
    text: 'Your card payment of {{1}} for {{2}} arrived when there was nothing left to pay. We’ll refund it in full. Use the button to see the details.',
    examples: ['PKR 2,500', TITLE],
    button: 'Open my page',
    values: ({ payer, details: { amount } }) => [formatPkr(amount), payer.item.title],
  },
  content: ({ payer, club, details }) => {
    const amount = formatPkr(details.amount);
    return {
      subject: `Your card payment of ${amount}: ${payer.item.title}`,
      preview: 'We will refund it in full.',
      badge: { text: 'To be refunded', tone: 'warning' },
      heading: 'We will refund your payment',
      sections: [
        greetingSection(
          greetedName(payer),
          `We received ${amount} by card for ${payer.item.title}, but ${whyUnmatched(payer, placeText(playerOf(payer)))}. We’ll refund it in full. ${CARD_REFUND_TIME}`,
        ),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ title, details: { amount } }) =>
    `your card payment of ${formatPkr(amount)} for ${title} arrived when there was nothing left to pay. We’ll refund it in full.`,
});

const clubItemUnmatched = clubItemMessage<Unmatched>({
  ...UNMATCHED,
  kind: 'club.item_unmatched',
  label: 'To the club: card payment for a place or purchase to refund',
  content: ({ payer, club, details }) => {
    const amount = formatPkr(details.amount);
    return {
      subject: `Card payment to refund: ${amount}, ${payer.item.title}`,
      preview: `${payer.name} paid, but there was nothing left to pay.`,
      heading: 'Please refund a card payment',
      sections: [
        {
          kind: 'paragraph',
          text: `The card provider reports ${amount} from ${payer.name} for ${payer.item.title}, but ${whyUnmatched(payer, 'the place')}. Please refund it in the provider’s dashboard, or agree something else with the customer, who expects the refund.`,
        },
        itemDetails(payer),
        dashboardButton(club),
      ],
    };
  },
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

const RECEIPT = {
  on: {
    'item.receipt_received': ({ after_rejected }: { after_rejected: number | null }) => ({
      key: after_rejected === null ? 'receipt' : `receipt:${after_rejected}`,
    }),
  },
  withdrawIf: ({ receipt_waits }: ItemMessage) => (receipt_waits ? null : 'the receipt was decided'),
  samples: { received: { item: { receipt_waits: true } } },
};

const itemReceiptReceived = itemMessage({
  ...RECEIPT,
  kind: 'item.receipt_received',
  label: 'Place or purchase: receipt received',
  chat: {
    text: 'Thank you, we have your receipt for {{1}}. We’ll check it and write to you as soon as your payment is confirmed.',
    examples: [TITLE],
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

const clubItemReceipt = clubItemMessage({
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
        {
          kind: 'details',
          rows: [
            ['Name', payer.item.contact_name ?? payer.name],
            ['Phone', payer.phone],
            ['Email', payer.email],
          ],
        },
        dashboardButton(club),
      ],
    };
  },
});

const itemReceiptRejected = itemMessage<{ reason: string }>({
  kind: 'item.receipt_rejected',
  label: 'Place or purchase: receipt not accepted',
  both: true,
  on: {
    'item.receipt_rejected': ({ receipt_id, reason }) => ({
      key: `rejected:${receipt_id}`,
      details: { reason },
      by_club: true,
    }),
  },
  withdrawIf: (payer) => (payer.balance <= 0 ? 'the payment came' : null),
  chat: {
    text: 'We could not accept your receipt for {{1}}. The reason: {{2}} To pay: {{3}}. Please send us another receipt or call us.',
    examples: [TITLE, 'The amount can’t be read.', 'PKR 2,500 by 6 PM'],
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

/** What happens to places in events and to purchases. */
export const ITEM_MESSAGES = [
  itemTaken,
  itemOffered,
  itemPaid,
  itemPaymentDue,
  itemChanged,
  itemMakeUpChanged,
  itemLeft,
  itemRefunded,
  itemRefundAccount,
  itemRefundUndone,
  itemUnmatched,
  clubItemUnmatched,
  itemEnding,
  itemReceiptReceived,
  clubItemReceipt,
  itemReceiptRejected,
];
