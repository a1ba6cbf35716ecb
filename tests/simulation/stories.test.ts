import { expect, test } from 'bun:test';
import { dueOf } from './model/money.ts';
import type { Step } from './step.ts';
import { replay } from './story.ts';

const ORDER = { place: { court: 1, date: '2026-11-22', slots: [36, 37] }, rackets: 0, code: false };

const at = (slots: number[], court = 1) => ({ ...ORDER, place: { ...ORDER.place, court, slots } });
const NEAR = { court: 2, date: '2026-11-20', slots: [42, 43] };
const GUESTS = ['usman.raza', 'sana.malik', 'farid.qureshi'];
/** Four bookings on two courts, at 5 PM and at 8 PM. */
const FOUR: Step[] = [at([34, 35]), at([40, 41]), at([34, 35], 2), at([40, 41], 2)].map((order, index) => ({
  id: index + 1,
  at: index,
  do: 'book',
  input: { ...order, person: GUESTS[index % 3], method: 'cash' },
}));
const walkIn = (slots: number[]) => ({
  do: 'sell at the desk',
  input: { place: at(slots).place, paid: null },
});
const visit = (slots: number[], person = 'sana.malik') => ({
  do: 'book',
  input: { ...at(slots), person, method: 'cash' },
});
const move = (booking: string, slots: number[], court = 1) => ({
  do: 'move at the desk',
  input: { booking, place: at(slots, court).place },
});
const close = (slots: number[]) => ({ do: 'close a court', input: { place: at(slots).place } });
const moveOwn = (booking: string, slots: number[], court = 1) => ({
  do: 'move by the customer',
  input: { booking, place: at(slots, court).place, slip: 0 },
});
const TRANSFER = { ...ORDER, person: 'bilal.ahmed', method: 'bank_transfer' };
const pay = { do: 'mark paid', input: { booking: 'b1' } };
const cancel = { do: 'cancel at the desk', input: { booking: 'b1', by: 'customer' } };
/** A paid booking that same evening. */
const SOON: Step[] = [
  { id: 1, at: 0, do: 'book', input: { ...ORDER, place: NEAR, person: 'bilal.ahmed', method: 'cash' } },
  { id: 2, at: 1, do: 'mark paid', input: { booking: 'b1', method: 'cash' } },
];
type Doing = Pick<Step, 'do' | 'input'>;
const atOnce = (id: number, one: Doing, other: Doing): Step => ({ ...one, id, at: id, beside: other });
const inOrder = (...story: Doing[]): Step[] =>
  story.map((one, index) => ({ ...one, id: index + 1, at: index }));
const payShare = (payer: string, person: string, method = 'cash', slip = 0): Doing => ({
  do: 'pay a share',
  input: { payer, person, method, slip },
});
const giveBack = (payer: string): Doing => ({
  do: 'give a place back',
  input: { payer, toCredit: false, slip: 0 },
});
const join = (person: string): Doing => ({
  do: 'join a match',
  input: { booking: 'b1', person, wait: true },
});
const change = (without: number | null, sum: number | null): Doing => ({
  do: 'change the shares',
  input: { booking: 'b1', without, more: 0, sum },
});
const HOST = { booking: 'b1', slip: 0 };
const payAll = { do: 'pay with credit', input: { ...HOST, share: false } };
const cardMoney = { do: 'card money arrives', input: { tracker: 'track_1', how: 'reported' } };
const owed = { do: 'look at what is owed', input: {} };
/** A price split into four shares, whose host has credit. */
const SPLIT: Step[] = inOrder(
  { do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'cash' } },
  { do: 'top up credit', input: { person: 'bilal.ahmed', paid: 10_000, bonus: 0, method: 'cash' } },
  { do: 'split the price', input: { booking: 'b1', payers: [{}, {}, {}], rest: 'host' } },
);
/** The fourth share waits for its card. */
const CARD: Step[] = [...SPLIT, { id: 4, at: 4, ...payShare('p3', 'hina.aslam', 'card') }];
/** Two people have a match's two places, and two wait; the first offer goes to Farid. */
const MATCH: Step[] = inOrder(
  { do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'cash' } },
  { do: 'open a match', input: { booking: 'b1', places: 2, isPublic: true } },
  ...['usman.raza', 'sana.malik', 'farid.qureshi', 'hina.aslam'].map(join),
  payShare('p3', 'usman.raza'),
  payShare('p4', 'sana.malik'),
  giveBack('p3'),
);

const series = (date: string, slots: number[]) => ({
  do: 'book a series',
  input: { person: 'hina.aslam', place: { court: 1, date, slots }, count: 1, method: 'credit', rackets: 0 },
});
const topUp = (paid: number) => ({
  do: 'top up credit',
  input: { person: 'hina.aslam', paid, bonus: 0, method: 'cash' },
});
const openPage = { do: 'open a payment page', input: { ...HOST, share: false } };

/** What random days seldom encounter. */
const RARE: [name: string, story: Step[]][] = [
  [
    'nobody is reminded twice of the deadline that an undone payment opens again',
    [
      { id: 1, at: 1821, ...series('2026-11-22', [42, 43, 44]) },
      { id: 2, at: 2466, do: 'mark paid', input: { booking: 'b1', method: 'cash' } },
      { id: 3, at: 2698, do: 'undo an entry', input: { entry: 1 } },
      { id: 4, at: 2904, ...owed },
    ],
  ],
  [
    'a member hears at night that a court at half past seven in the morning is no longer held',
    [
      {
        id: 1,
        at: 4156,
        do: 'book',
        input: {
          ...ORDER,
          place: { court: 2, date: '2026-11-24', slots: [15, 16] },
          person: 'ayesha.khan',
          method: 'bank_transfer',
        },
      },
      { id: 2, at: 5200, ...owed },
    ],
  ],
  ...['bilal.ahmed', 'usman.raza'].map((person): [string, Step[]] => [
    `${person} corrects the booking’s address and joins the own match`,
    inOrder(
      { do: 'book', input: { ...ORDER, person, method: 'cash' } },
      { do: 'correct the email', input: { booking: 'b1' } },
      { do: 'open a match', input: { booking: 'b1', places: 2, isPublic: true } },
      join(person),
      payShare('p3', person),
    ),
  ]),
  [
    'a restored booking keeps what was kept of who left before',
    [
      ...SPLIT,
      { id: 4, at: 4, ...payShare('p3', 'hina.aslam') },
      {
        id: 5,
        at: 5,
        do: 'record a payment',
        input: { booking: 'b1', payer: 'p3', amount: 1125, method: 'cash' },
      },
      // 22 hours before play, half of it is kept.
      { id: 6, at: 1730, ...giveBack('p3') },
      { id: 7, at: 1740, do: 'cancel at the desk', input: { booking: 'b1', by: 'medical' } },
      { id: 8, at: 1750, do: 'mark paid', input: { booking: 'b1' } },
      { id: 9, at: 1760, ...owed },
    ],
  ],
  [
    'credit pays a date whose reminder passed while the clock was in doubt',
    inOrder(series('2026-11-22', [43, 44]), topUp(6000), {
      do: 'the clock jumps',
      input: { hours: 30, comesBack: false },
    }),
  ],
  [
    'dates on credit are paid in their order',
    inOrder(series('2026-11-21', [34, 35]), series('2026-11-22', [28, 29]), topUp(6000)),
  ],
  [
    'nothing is offered half an hour before play',
    [
      ...SOON.slice(0, 1),
      {
        id: 2,
        at: 1,
        do: 'wait for a time',
        input: { person: 'hina.aslam', date: NEAR.date, court: NEAR.court, window: NEAR.slots, length: 2 },
      },
      { ...cancel, id: 3, at: 320 },
    ],
  ],
  [
    'a payment page has the sum of now',
    inOrder(
      { do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'bank_transfer' } },
      openPage,
      { do: 'change the rackets', input: { booking: 'b1', rackets: 2 } },
      openPage,
    ),
  ],
  [
    'a reminder by text that a receipt took back from a busy gateway comes again',
    [
      { id: 1, at: 0, do: 'book', input: { ...TRANSFER, place: NEAR } },
      { id: 2, at: 1, do: 'a provider changes', input: { provider: 'sms', fault: 'later' } },
      { id: 3, at: 120, do: 'upload a receipt', input: { booking: 'b1' } },
      { id: 4, at: 130, do: 'reject a receipt', input: { booking: 'b1' } },
      { id: 5, at: 190, do: 'the club is copied and restored', input: {} },
    ],
  ],
  [
    'a text that the gateway did not take by day waits for the morning',
    [
      { id: 1, at: 0, do: 'a provider changes', input: { provider: 'sms', fault: 'down' } },
      { id: 2, at: 1, do: 'book', input: { ...TRANSFER, place: { ...NEAR, date: '2026-11-21' } } },
      { id: 3, at: 440, do: 'the club is copied and restored', input: {} },
    ],
  ],
];

/** A transfer whose receipt arrived. */
const RECEIPT: Step[] = inOrder(
  { do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'bank_transfer' } },
  { do: 'upload a receipt', input: { booking: 'b1' } },
);
const NEXT_DAY: Step[] = [1060, 1080].map((at, index) => ({ id: 20 + index, at, ...owed }));
/** Stories that revealed a mistake in the club, as `npm run simulate` printed them. */
const STORIES: [name: string, story: Step[]][] = [
  [
    'nobody can wait for a time that is over',
    [
      {
        id: 42,
        at: 180,
        do: 'wait for a time',
        input: { person: 'usman.raza', date: '2026-11-20', court: null, window: [22, 23, 24], length: 2 },
      },
    ],
  ],
  [
    'a host sees no more than the first name of a stranger who joins',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'open a match', input: { booking: 'b1', places: 1, isPublic: true } },
      { id: 3, at: 2, do: 'join a match', input: { booking: 'b1', person: 'sana.malik', wait: false } },
      { id: 4, at: 3, do: 'cancel by the customer', input: { booking: 'b1', slip: 0 } },
    ],
  ],
  [
    'a player who waits for a place can stop waiting, and the host hears nothing of it',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'open a match', input: { booking: 'b1', places: 1, isPublic: true } },
      { id: 3, at: 2, do: 'join a match', input: { booking: 'b1', person: 'sana.malik', wait: false } },
      { id: 4, at: 3, do: 'join a match', input: { booking: 'b1', person: 'hina.aslam', wait: true } },
      { id: 5, at: 4, do: 'give a place back', input: { payer: 'p4', toCredit: false, slip: 0 } },
    ],
  ],
  [
    'a member who cancels chooses credit for no player',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'cash' } },
      { id: 2, at: 1, do: 'split the price', input: { booking: 'b1', payers: [{}], rest: 'host' } },
      {
        id: 3,
        at: 2,
        do: 'pay a share',
        input: { payer: 'p2', person: 'hina.aslam', method: 'cash', slip: 0 },
      },
      {
        id: 4,
        at: 3,
        do: 'record a payment',
        input: { booking: 'b1', payer: 'p2', amount: 2000, method: 'cash' },
      },
      { id: 5, at: 4, do: 'cancel by the customer', input: { booking: 'b1', slip: 0 } },
    ],
  ],
  [
    'a share that is paid by card after its host cancelled goes back to its player',
    [
      ...CARD,
      { id: 5, at: 5, do: 'cancel by the customer', input: HOST },
      { id: 6, at: 6, ...cardMoney },
      { id: 7, at: 7, ...owed },
    ],
  ],
  [
    'a share that is paid by card after its host paid for all goes back to its player',
    [...CARD, { id: 5, at: 5, ...payAll }, { id: 6, at: 6, ...cardMoney }, { id: 7, at: 7, ...owed }],
  ],
  [
    'a host reads no more than the first name of who has paid, also when a share cannot change',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'split the price', input: { booking: 'b1', payers: [{}], rest: 'host' } },
      {
        id: 3,
        at: 2,
        do: 'pay a share',
        input: { payer: 'p2', person: 'sana.malik', method: 'cash', slip: 0 },
      },
      {
        id: 4,
        at: 3,
        do: 'record a payment',
        input: { booking: 'b1', payer: 'p2', amount: 2500, method: 'cash' },
      },
      { id: 5, at: 4, do: 'change the shares', input: { booking: 'b1', without: null, more: 0, sum: 700 } },
    ],
  ],
  [
    'a host who has paid for open shares cancels by the policy',
    [
      ...SOON,
      { id: 3, at: 2, do: 'split the price', input: { booking: 'b1', payers: [{ charge: 2500 }] } },
      { id: 4, at: 3, do: 'cancel by the customer', input: { booking: 'b1', slip: 0 } },
    ],
  ],
  [
    'who leaves gets everything back once a newcomer has paid, and not by a promise or by who was invited before',
    [
      ...SOON.slice(0, 1),
      { id: 2, at: 1, do: 'split the price', input: { booking: 'b1', payers: [{}, {}], rest: 'host' } },
      ...['p2', 'p2.1'].map((payer, index) => ({
        id: 3 + index,
        at: 2 + index,
        do: 'pay a share',
        input: { payer, person: ['sana.malik', 'hina.aslam'][index], method: 'cash', slip: 0 },
      })),
      {
        id: 5,
        at: 4,
        do: 'record a payment',
        input: { booking: 'b1', payer: 'p2', amount: 2000, method: 'cash' },
      },
      { id: 6, at: 5, do: 'give a place back', input: { payer: 'p2', toCredit: false, slip: 0 } },
      { id: 7, at: 6, do: 'change the shares', input: { booking: 'b1', without: null, more: 1, sum: null } },
      {
        id: 8,
        at: 7,
        do: 'pay a share',
        input: { payer: 'p7', person: 'farid.qureshi', method: 'cash', slip: 0 },
      },
      ...['p2.1', 'p7'].map((payer, index) => ({
        id: 9 + index,
        at: 8 + index,
        do: 'record a payment',
        input: { booking: 'b1', payer, amount: 2000, method: 'cash' },
      })),
      // Too late for the host to remove a player who has paid.
      { id: 11, at: 10, do: 'take a player off', input: { payer: 'p2.1' } },
      { id: 12, at: 11, do: 'take a player off', input: { payer: 'p7' } },
    ],
  ],
  [
    'a card booking that the reception brought back unpaid is not cancelled without an email',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'card' } },
      { id: 2, at: 10, do: 'mark paid', input: { booking: 'b1' } },
      { id: 3, at: 20, do: 'cancel at the desk', input: { booking: 'b1', by: 'customer', to: 'money' } },
    ],
  ],
  [
    'who has paid a part of a card booking is reminded of play by text',
    [
      { id: 1, at: 0, do: 'book', input: { ...at([44, 45]), person: 'bilal.ahmed', method: 'card' } },
      { id: 2, at: 1, do: 'record a payment', input: { booking: 'b1', amount: 701, method: 'card' } },
      { id: 3, at: 2, do: 'move at the desk', input: { booking: 'b1', place: NEAR } },
    ],
  ],
  [
    'an email about the release that waits for the mail server is withdrawn once the late receipt has been decided',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'bank_transfer' } },
      { id: 2, at: 1, do: 'a provider changes', input: { provider: 'mail', fault: 'down' } },
      { id: 3, at: 1080, do: 'upload a receipt', input: { booking: 'b1' } },
      { id: 4, at: 1090, do: 'decide on a late receipt', input: { booking: 'b1', decision: 'credit' } },
      { id: 5, at: 1100, do: 'the club is copied and restored', input: {} },
    ],
  ],
  [
    'a court is not released while the reception has not looked at a receipt, also after it undid a payment',
    [
      ...RECEIPT,
      { id: 3, at: 3, do: 'record a payment', input: { booking: 'b1', amount: 1000, method: 'cash' } },
      { id: 4, at: 4, do: 'undo an entry', input: { entry: 1 } },
      ...NEXT_DAY,
    ],
  ],
  [
    'whose accepted receipt is undone waits for the reception again, and can pay online',
    [
      ...RECEIPT,
      { id: 3, at: 3, ...pay },
      { id: 4, at: 4, do: 'undo an entry', input: { entry: 1 } },
      { id: 5, at: 5, ...openPage },
      ...NEXT_DAY,
    ],
  ],
  [
    'whose player leaves after a receipt was accepted is reminded, and can pay online',
    [
      ...RECEIPT,
      { id: 3, at: 3, ...pay },
      { id: 4, at: 4, do: 'split the price', input: { booking: 'b1', payers: [{ charge: 4999 }] } },
      { id: 5, at: 5, ...payShare('p4', 'sana.malik') },
      {
        id: 6,
        at: 6,
        do: 'record a payment',
        input: { booking: 'b1', payer: 'p4', amount: 4999, method: 'cash' },
      },
      { id: 7, at: 7, do: 'record a refund', input: { booking: 'b1', amount: 4999, method: 'cash' } },
      { id: 8, at: 8, ...giveBack('p4') },
      { id: 9, at: 9, ...openPage },
      ...NEXT_DAY,
    ],
  ],
  [
    'a court is not held by the receipt of a player who has left',
    [
      ...RECEIPT.slice(0, 1),
      { id: 2, at: 2, do: 'split the price', input: { booking: 'b1', payers: [{ charge: 4999 }] } },
      { id: 3, at: 3, ...payShare('p2', 'sana.malik', 'bank_transfer') },
      { id: 4, at: 4, do: 'send the receipt of a share', input: { payer: 'p2' } },
      { id: 5, at: 1090, ...giveBack('p2') },
      { id: 6, at: 2800, ...owed },
    ],
  ],
  [
    'a booking that the reception brought back unpaid is not released because of a racket',
    [
      ...RECEIPT.slice(0, 1),
      { id: 2, at: 2, ...cancel },
      { id: 3, at: 3, ...pay },
      { id: 4, at: 4, do: 'change the rackets', input: { booking: 'b1', rackets: 1 } },
      ...NEXT_DAY,
    ],
  ],
  [
    'a host whose receipt was accepted for the own part can pay what the others left',
    [
      ...RECEIPT.slice(0, 1),
      { id: 2, at: 2, do: 'split the price', input: { booking: 'b1', payers: [{}] } },
      { id: 3, at: 3, do: 'upload a receipt', input: { booking: 'b1' } },
      { id: 4, at: 4, do: 'record a payment', input: { booking: 'b1', amount: 2500, method: 'cash' } },
      { id: 5, at: 1090, ...openPage },
    ],
  ],
];

/** Two browsers at the same moment: each slot is sold once, and the answers are those of one order. */
const RACES: [name: string, story: Step[]][] = [
  [
    'a closure and a visitor',
    [atOnce(1, close([36, 37]), visit([37, 38])), atOnce(2, visit([40, 41]), close([41]))],
  ],
  [
    'a walk-in and a visitor',
    [atOnce(1, walkIn([36, 37]), visit([37, 38])), atOnce(2, visit([40, 41]), walkIn([41, 42]))],
  ],
  [
    'a restored booking and a visitor',
    [...FOUR, { ...cancel, id: 5, at: 5 }, atOnce(6, pay, visit([35, 36]))],
  ],
  [
    'a visitor and a restored booking',
    [...FOUR, { ...cancel, id: 5, at: 5 }, atOnce(6, visit([35, 36]), pay)],
  ],
  ['two clicks on Mark paid', [...FOUR, atOnce(5, pay, pay)]],
  ['two bookings that move to one time', [...FOUR, atOnce(5, move('b1', [44, 45]), move('b4', [45, 46]))]],
  [
    'the host pays for all, and a player by card',
    [...CARD, atOnce(5, payAll, cardMoney), { id: 6, at: 6, ...owed }],
  ],
  [
    'the host changes a share whose page is open',
    [
      ...SPLIT,
      atOnce(4, change(null, 700), payShare('p3', 'hina.aslam')),
      { id: 5, at: 5, ...payShare('p3', 'hina.aslam', 'cash', 100) },
      { id: 6, at: 6, ...payShare('p3', 'hina.aslam') },
      { id: 7, at: 7, ...change(0, null) },
    ],
  ],
  [
    'a player leaves a match, and another takes the offered place',
    [
      ...MATCH,
      atOnce(10, payShare('p5', 'farid.qureshi'), giveBack('p4')),
      { id: 11, at: 11, ...payShare('p6', 'hina.aslam') },
      { id: 12, at: 80, do: 'look at the matches', input: { person: 'sana.malik' } },
    ],
  ],
  [
    'who waits leaves a match, and the offered place goes on',
    [
      ...MATCH,
      atOnce(10, giveBack('p5'), giveBack('p4')),
      { id: 11, at: 80, do: 'look at the matches', input: { person: 'sana.malik' } },
    ],
  ],
  [
    'two customers who move to one time',
    [...FOUR, atOnce(5, moveOwn('b1', [44, 45]), moveOwn('b4', [44, 45]))],
  ],
  ['a customer who moves twice', [...FOUR, atOnce(5, moveOwn('b1', [37, 38]), moveOwn('b1', [44, 45]))]],
  ...[true, false].map((isFirst): [string, Step[]] => {
    const takeCash = { do: 'record a payment', input: { booking: 'b1', amount: 2000, method: 'cash' } };
    const leave = { do: 'cancel by the customer', input: HOST };
    const [one, other] = isFirst ? [takeCash, leave] : [leave, takeCash];
    return [`${one.do} and ${other.do}`, [...FOUR, atOnce(5, one, other)]];
  }),
  ...[true, false].map((isFirst): [string, Step[]] => {
    const accept = { do: 'book an offer', input: { waiting: 'w5', method: 'cash', rackets: 0, code: false } };
    const sell = { do: 'sell an offered time', input: { waiting: 'w5', endsOffer: true } };
    const [one, other] = isFirst ? [accept, sell] : [sell, accept];
    const wanted = { person: 'hina.aslam', date: ORDER.place.date, court: 1, window: [34, 35], length: 2 };
    const story = [
      ...FOUR,
      { id: 5, at: 5, do: 'wait for a time', input: wanted },
      { ...cancel, id: 6, at: 6 },
    ];
    return [`${one.do} and ${other.do}`, [...story, atOnce(7, one, other)]];
  }),
  [
    'a card page of a share and the cancellation of its booking',
    [
      ...SPLIT,
      atOnce(4, payShare('p3', 'hina.aslam', 'card'), {
        do: 'cancel by the customer',
        input: { booking: 'b1', slip: 0 },
      }),
    ],
  ],
  ['two bookings that swap their times', [...FOUR, atOnce(5, move('b1', [40, 41]), move('b2', [34, 35]))]],
];

/** A price of 5,000 in two parts; the other payer has all but one rupee of it. */
const ONE_RUPEE: Step[] = inOrder(
  { do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'bank_transfer' } },
  { do: 'split the price', input: { booking: 'b1', payers: [{ charge: 4999 }], rest: 'host' } },
  payShare('p2', 'sana.malik'),
  { do: 'record a payment', input: { booking: 'b1', payer: 'p2', amount: 4999, method: 'cash' } },
  { do: 'record a payment', input: { booking: 'b1', amount: 1, method: 'cash' } },
);

test('a court is not held for one rupee: once the other payer has left, it is released like an unpaid one', async () => {
  const paid = await replay(ONE_RUPEE);
  expect([paid.faults, paid.state.bookings[0]?.status]).toEqual([null, 'paid']);
  const left = await replay([...ONE_RUPEE, { id: 6, at: 6, ...giveBack('p2') }]);
  const payBy = Date.parse('2026-11-21T09:00:00+05:00');
  expect([left.faults, left.state.bookings[0]?.status, left.state.bookings[0]?.payBy]).toEqual([
    null,
    'pending',
    payBy,
  ]);
  const later = await replay([
    ...ONE_RUPEE,
    { id: 6, at: 6, ...giveBack('p2') },
    { id: 7, at: 1080, ...owed },
  ]);
  expect([later.faults, later.state.bookings[0]?.isReleased]).toEqual([null, true]);
});

test('credit does not become cash: each part goes back as it came', async () => {
  const { faults, state } = await replay(
    inOrder(
      { do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'cash' } },
      { do: 'top up credit', input: { person: 'bilal.ahmed', paid: 4000, bonus: 1000, method: 'cash' } },
      { do: 'record a payment', input: { booking: 'b1', amount: 4499, method: 'credit' } },
      { do: 'record a payment', input: { booking: 'b1', amount: 1, method: 'cash' } },
      { do: 'cancel by the customer', input: HOST },
      owed,
    ),
  );
  expect(faults).toBeNull();
  const [booking] = state.bookings;
  expect(state.entries.slice(3).map(({ kind, method, amount }) => [kind, method, amount])).toEqual([
    ['refund', 'credit', -4499],
  ]);
  expect(booking && [booking.status, dueOf(state, booking)]).toEqual(['cancelled', -1]);
});

for (const [name, story] of RACES) {
  test(`at once: ${name}`, async () => {
    const { faults, figures } = await replay(story);
    expect(faults).toBeNull();
    expect(figures.races).toBeGreaterThan(0);
  });
}

for (const [name, story] of [...STORIES, ...RARE]) {
  test(name, async () => {
    const { faults } = await replay(story);
    expect(faults).toBeNull();
  });
}
