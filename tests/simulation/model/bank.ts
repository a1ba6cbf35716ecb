import { balanceOf, lateDueOf, lateShareOf, playersOf } from './money.ts';
import { pay } from './payments.ts';
import { plusDays } from './slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  DAY,
  type Expected,
  HOUR,
  type Player,
  type State,
  type Transfer,
} from './state.ts';

/** How long after its receipt a bank may write a transfer down. */
const SLOW_BANK = 12 * HOUR;
/** Without a receipt a later line is looked at by a person. */
const LONGEST_WAIT = 4 * DAY;

/** The calendar date and the minute of the club's country. */
export const dateOf = (at: number): string => new Date(at + 5 * HOUR).toISOString().slice(0, 10);
export const clockOf = (at: number): string => new Date(at + 5 * HOUR).toISOString().slice(11, 16);

/** The bank's own truth: a transfer to the club. */
export function send(state: State, transfer: Omit<Transfer, 'isListed' | 'isUsed'>): void {
  state.transfers.push({ ...transfer, isListed: false, isUsed: false });
}

/** A statement from a day on: each line is new once, and the statements reach to its last day. */
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
  booking_id: number;
  player_id?: number;
  amount: number;
}

/** A line is used once: it pays, or it shows that an entered transfer came. */
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
  for (const { booking_id, player_id, amount } of entry === null ? parts : []) {
    const booking = state.bookings.find(({ id }) => id === booking_id);
    if (!booking) return CONFLICT;
    const before = state.entries.length;
    pay(state, booking, { amount, method: 'bank_transfer', player: player_id });
    Object.assign(state.entries[before] ?? {}, { isProven: true, line: state.transfers.indexOf(line) });
  }
  line.isUsed = true;
  return CREATED;
}

/** What the bank is asked for: the host's part of a booking, and each share. */
export function openSum(state: State, booking: Booking, player: Player | null): number {
  if (player) {
    const owed = balanceOf(state, booking, player);
    return owed <= 0 && player.hasReceipt ? lateShareOf(state, booking, player) : owed;
  }
  if (booking.status === 'cancelled') return lateDueOf(state, booking);
  return balanceOf(state, booking, playersOf(booking)[0]);
}

function bankingDays(from: string, until: string): number {
  let days = 0;
  for (let day = plusDays(from, 1); day <= until; day = plusDays(day, 1))
    if (![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) days += 1;
  return days;
}

/** Receipts and entered transfers that the bank does not show a banking day after them. */
export function listMissing(state: State): string[] {
  const { covered } = state;
  if (!covered) return [];
  const found: { of: string; amount: number; at: number }[] = [];
  for (const booking of state.bookings) {
    // The reception has decided on what it brought back unpaid, and collects it.
    const isWaiting =
      booking.status === 'pending' || (booking.status === 'cancelled' && booking.payBy !== null);
    const amount = openSum(state, booking, null);
    if (booking.hasReceipt && isWaiting && amount > 0)
      found.push({ of: `${booking.id} host`, amount, at: booking.receiptAt ?? booking.createdAt });
    for (const player of playersOf(booking).slice(1)) {
      const owed = openSum(state, booking, player);
      if (player.hasReceipt && owed > 0)
        found.push({ of: `${booking.id} ${player.id}`, amount: owed, at: player.receiptAt ?? 0 });
    }
  }
  for (const entry of state.entries) {
    const { booking: id, player: playerId, amount, kind, method, isProven, at } = entry;
    const booking = state.bookings.find((one) => one.id === id);
    if (!booking || kind !== 'payment' || method !== 'bank_transfer' || isProven || entry.state !== 'counted')
      continue;
    const player = playersOf(booking).find((one) => one.id === playerId);
    const receiptAt = (player ?? booking).receiptAt ?? at;
    found.push({ of: `${booking.id} ${playerId ?? 'host'}`, amount, at: Math.min(at, receiptAt) });
  }
  return found
    .filter(({ at }) => dateOf(at) >= covered.from && bankingDays(dateOf(at), covered.until) >= 1)
    .map(({ of, amount }) => `${of} ${amount}`)
    .sort();
}

/** A line that the reception must not have to think about: the sum, the number and the name fit one open sum alone. */
export function isClear(state: State, line: Transfer, now: number): boolean {
  if (line.how !== 'honest' || line.isUsed || !line.isListed || now - line.at > DAY) return false;
  const booking = state.bookings.find(({ id }) => id === line.booking);
  if (!booking || booking.status === 'cancelled') return false;
  const player = playersOf(booking).find(({ id }) => id === line.player) ?? null;
  const { receiptAt } = player ?? booking;
  const last = receiptAt === null ? booking.createdAt + LONGEST_WAIT : receiptAt + SLOW_BANK;
  if (line.at > last) return false;
  if (openSum(state, booking, player) !== line.amount) return false;
  // The number of the booking does not say which of its equal sums the line pays.
  if (sumsOf(state, booking).filter((sum) => sum === line.amount).length > 1) return false;
  const others = state.transfers.filter((other) => other !== line && other.isListed && !other.isUsed);
  return !others.some(({ booking: id, amount }) => id === line.booking || amount === line.amount);
}

/** What a line that names the booking may be for: its open sums, and transfers that were entered and not shown yet. */
function sumsOf(state: State, booking: Booking): number[] {
  const [, ...others] = playersOf(booking);
  const entered = state.entries.filter(
    (entry) =>
      entry.booking === booking.id &&
      entry.kind === 'payment' &&
      entry.method === 'bank_transfer' &&
      !entry.isProven &&
      entry.state === 'counted',
  );
  return [
    openSum(state, booking, null),
    ...others.map((player) => openSum(state, booking, player)),
    ...entered.map(({ amount }) => amount),
  ];
}
