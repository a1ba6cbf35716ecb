import { itemIn, payItem } from './items.ts';
import { balanceOf, lateDueOf } from './money.ts';
import { payerIn } from './payers.ts';
import { pay } from './payments.ts';
import { plusDays } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  DAY,
  type Entry,
  type Expected,
  HOUR,
  type Payer,
  type State,
  type Transfer,
} from './state.ts';

/** How long after its receipt a bank may list a transfer. */
const SLOW_BANK = 12 * HOUR;
/** Without a receipt, a person looks at a later line. */
const LONGEST_WAIT = 4 * DAY;

/** The calendar date and minute in the club's country. */
export const dateOf = (at: number): string => new Date(at + 5 * HOUR).toISOString().slice(0, 10);
export const clockOf = (at: number): string => new Date(at + 5 * HOUR).toISOString().slice(11, 16);

/** The bank's own truth: a transfer to the club. */
export function send(state: State, transfer: Omit<Transfer, 'isListed' | 'isUsed'>): void {
  state.transfers.push({ ...transfer, isListed: false, isUsed: false });
}

/** A statement from a day on: each line is new once, and the statements extend to its last day. */
export function listTransfers(state: State, from: string, now: number): { lines: Transfer[]; fresh: number } {
  const lines = state.transfers.filter(({ at }) => dateOf(at) >= from && at <= now);
  const fresh = lines.filter(({ isListed }) => !isListed).length;
  for (const line of lines) line.isListed = true;
  const dates = lines.map(({ at }) => dateOf(at)).sort();
  const [first] = dates;
  const last = dates.at(-1);
  if (first && last) {
    const { covered } = state;
    state.covered = {
      from: covered && covered.from < first ? covered.from : first,
      until: covered && covered.until > last ? covered.until : last,
    };
  }
  return { lines, fresh };
}

export interface Part {
  booking_id: number | null;
  payer_id: number;
  amount: number;
}

/** A line is used once: it pays, or it shows that an entered transfer arrived. */
export function matchLine(
  state: State,
  line: Transfer,
  parts: readonly Part[],
  entry: number | null,
): Expected {
  if (line.isUsed) return CONFLICT;
  if (entry !== null) {
    const confirmed = state.entries[entry - 1];
    if (!confirmed || confirmed.isProven || confirmed.state !== 'counted') return CONFLICT;
    confirmed.isProven = true;
    confirmed.line = state.transfers.indexOf(line);
  }
  for (const { booking_id, payer_id, amount } of entry === null ? parts : []) {
    const booking = state.bookings.find(({ id }) => id === booking_id);
    const before = state.entries.length;
    if (booking) pay(state, booking, { amount, method: 'bank_transfer', payer: payer_id });
    else payItem(state, itemIn(state, payer_id), amount, 'bank_transfer');
    Object.assign(state.entries[before] ?? {}, { isProven: true, line: state.transfers.indexOf(line) });
  }
  line.isUsed = true;
  return CREATED;
}

/** What the bank is asked for; money for a released booking, or for a waiting receipt, may arrive late. */
export function openSum(state: State, booking: Booking | null, payer: Payer): number {
  const owed = balanceOf(state, payer);
  if (owed > 0) return owed;
  return payer.receiptWaits || booking?.isReleased ? lateDueOf(state, payer) : 0;
}

function bankingDays(from: string, until: string): number {
  let days = 0;
  for (let day = plusDays(from, 1); day <= until; day = plusDays(day, 1))
    if (![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) days += 1;
  return days;
}

/** Receipts and entered transfers that the bank doesn't show one banking day later. */
export function listMissing(state: State): string[] {
  const { covered } = state;
  if (!covered) return [];
  const found: { of: number; amount: number; at: number }[] = [];
  for (const [booking, payer] of listPayers(state)) {
    const amount = openSum(state, booking, payer);
    const { id, receiptAt } = payer;
    if (payer.receiptWaits && amount > 0) found.push({ of: id, amount, at: receiptAt ?? 0 });
    for (const { at, ...entry } of listUnshown(state, payer))
      found.push({ of: id, amount: entry.amount, at: Math.min(at, receiptAt ?? at) });
  }
  return found
    .filter(({ at }) => dateOf(at) >= covered.from && bankingDays(dateOf(at), covered.until) >= 1)
    .map(({ of, amount }) => `${of} ${amount}`)
    .sort();
}

/** Who owes, with the booking if it is for one. */
const listPayers = ({ bookings, items }: State): [Booking | null, Payer][] => [
  ...bookings.flatMap((booking) => booking.payers.map((payer): [Booking, Payer] => [booking, payer])),
  ...items.map((item): [null, Payer] => [null, item]),
];

/** A payer's transfers that were entered and that no line shows. */
const listUnshown = (state: State, { id }: Payer): Entry[] =>
  state.entries.filter(
    ({ payer, kind, method, isProven, ...entry }) =>
      payer === id &&
      kind === 'payment' &&
      method === 'bank_transfer' &&
      !isProven &&
      entry.state === 'counted',
  );

/** A line that the reception shouldn't have to think about: amount, number and name fit only one open amount. */
export function isClear(state: State, line: Transfer, now: number): boolean {
  if (line.how !== 'honest' || line.isUsed || !line.isListed || now - line.at > DAY) return false;
  const booking = state.bookings.find(({ id }) => id === line.booking) ?? null;
  const item = state.items.find(({ id }) => id === line.payer);
  const payer = booking ? payerIn(booking, line.payer) : item;
  if (!payer || booking?.status === 'cancelled') return false;
  const { receiptAt } = payer;
  const since = booking?.createdAt ?? item?.createdAt ?? 0;
  const last = receiptAt === null ? since + LONGEST_WAIT : receiptAt + SLOW_BANK;
  if (line.at > last) return false;
  if (openSum(state, booking, payer) !== line.amount) return false;
  // The booking's number doesn't tell which of its equal amounts the line pays.
  const sums = (booking?.payers ?? [payer]).flatMap((one) => [
    openSum(state, booking, one),
    ...listUnshown(state, one).map(({ amount }) => amount),
  ]);
  if (sums.filter((sum) => sum === line.amount).length > 1) return false;
  const others = state.transfers.filter((other) => other !== line && other.isListed && !other.isUsed);
  const isSame = ({ booking: id, payer: of }: Transfer) =>
    booking ? id === booking.id : id === null && of === payer.id;
  return !others.some((other) => isSame(other) || other.amount === line.amount);
}
