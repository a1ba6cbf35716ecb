import { EXTRAS_INTACT, stressExtras } from './add-on-and-promo-code-stress.ts';
import { stressMoney } from './money-stress.ts';
import { stressDeadlines } from './payment-deadline-stress.ts';
import { NO_PROBLEMS, stressSelfService } from './self-service-stress.ts';
import { stressWaitlist, WAITLIST_INTACT } from './waitlist-stress.ts';

interface StormResult {
  /** What the storm did, to be printed. */
  done: string;
  problems: object;
}

/** Requests that race while the server is killed: each is acknowledged and kept, or has never happened. */
export const KILL_STORMS: [
  name: string,
  /** How many kills `npm run test:long` makes. */
  longKills: number,
  intact: object,
  run: (kills: number) => Promise<StormResult>,
][] = [
  [
    'random money on 50 bookings over 64 connections',
    20,
    { lost: [], unexpected: [], wrongBalances: [], faults: [] },
    async (kills) => {
      const { answers, acknowledged, entries, ...problems } = await stressMoney({ kills, killEveryMs: 2000 });
      return { done: `${answers} answers, ${acknowledged} acknowledged of ${entries} entries`, problems };
    },
  ],
  [
    'customers, the desk, the clock and the bank race for the same bookings',
    200,
    NO_PROBLEMS,
    async (kills) => {
      const { requests, done, ...problems } = await stressSelfService(kills);
      return { done: `${done} of ${requests} requests`, problems };
    },
  ],
  [
    'receipts and money in the second of the release',
    200,
    {
      ...{ unexpected: [], lostReceipts: [], lostFiles: [], lostPayments: [], bookFaults: [] },
      ...{ releasedWithReceipt: [], releasedWithMoney: [], wrongClaims: [], forgotten: [], untold: [] },
    },
    async (kills) => {
      const { uploaded, paid, released, ...problems } = await stressDeadlines(kills);
      return { done: `${uploaded} receipts, ${paid} payments, ${released} released`, problems };
    },
  ],
  [
    'offers made, accepted and ended in the second of the kill',
    200,
    WAITLIST_INTACT,
    async (kills) => {
      const { booked, offers, ...problems } = await stressWaitlist(kills);
      return { done: `${booked} booked, ${JSON.stringify(offers)}`, problems };
    },
  ],
  [
    'the last use of a code and the last rackets',
    70,
    EXTRAS_INTACT,
    async (kills) => {
      const { requests, done, ...problems } = await stressExtras(kills);
      return { done: `${done} of ${requests} requests`, problems };
    },
  ],
];
