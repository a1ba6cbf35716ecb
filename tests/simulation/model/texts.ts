import { balanceOf, isUnpaidCard } from './money.ts';
import { endOf, plusDays, startOf, timeOf } from './slots.ts';
import { type Booking, HOUR, type State } from './state.ts';

const BEFORE_PLAY = 24 * HOUR;

/** A member who books asks for text messages; the reception never does. */
const isTexted = ({ payers, series }: Booking): boolean => payers[0].isMembers && series === null;

/**
 * No phone rings from 10 PM to 8 AM, unless about a booking this night that isn't over, or one that begins before 9 AM.
 */
export function textAt(booking: Booking, now: number): number {
  const local = new Date(now + 5 * HOUR);
  const hour = local.getUTCHours();
  if (hour >= 8 && hour < 22) return now;
  const evening = new Date(now - 3 * HOUR).toISOString().slice(0, 10);
  if (evening === booking.date && now < endOf(booking)) return now;
  const today = local.toISOString().slice(0, 10);
  const morning = Date.parse(`${hour < 8 ? today : plusDays(today, 1)}T08:00:00+05:00`);
  return now < endOf(booking) && startOf(booking) - morning < HOUR ? now : morning;
}

/** The texts due for play in the next 24 hours, by key: one for each time that a booking has had. */
export function listDueTexts(state: State, now: number): { key: string; person: string }[] {
  return state.bookings.flatMap((booking) => {
    const { id, status, court, date, slots, payBy } = booking;
    const [{ person, method }] = booking.payers;
    const start = startOf(booking);
    const isSoon = start > now && start - now <= BEFORE_PLAY && textAt(booking, now) < start;
    if (!isSoon || !person || !isTexted(booking)) return [];
    const isOnCardPage = method === 'card' && status === 'pending' && payBy !== null;
    if (status === 'cancelled' || isOnCardPage || isUnpaidCard(state, booking)) return [];
    return { key: `${id}:short.play:${court}:${date}:${timeOf(slots[0] ?? 0)}`, person };
  });
}

/** The text along with an email about the deadline; one that would come too late isn't sent. */
export function tellText(state: State, kind: string, booking: Booking, latest: number, now: number): void {
  if (isTexted(booking) && textAt(booking, now) < latest)
    state.told.push({ kind: `text: ${kind}`, about: booking.id });
}

/** `Fri, Nov 20, 6:30 PM`, without the PM that a range writes only once. */
function timeText(at: number): string {
  const zone = { timeZone: 'Asia/Karachi' } as const;
  const date = new Date(at).toLocaleDateString('en-US', {
    ...zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const [hour = 0, minute = 0] = new Date(at)
    .toLocaleTimeString('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' })
    .split(':')
    .map(Number);
  return `${date}, ${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''}`;
}

/** `Fri night, Nov 20, 1:30`: play after midnight belongs to the night of its day. */
function playText(booking: Booking): string {
  const start = startOf(booking);
  const [first = 0] = booking.slots;
  if (first >= 12) return timeText(start);
  const evening = timeText(start - 24 * HOUR);
  return evening.replace(',', ' night,');
}

/** What a text message gets wrong about a booking or an offer. */
export function textFaults(state: State, reader: string, text: string, now: number): string[] {
  const offer = state.offers.find(({ id }) => id === Number(/offer=(\d+)/.exec(text)?.[1]));
  const booking = state.bookings.find(({ id }) => id === Number(/\bno\. (\d+)/i.exec(text)?.[1]));
  if (offer && offer.person !== reader) return ['offers what is held for another person'];
  if (!booking) return [];
  const { status, court, payBy, isReleased } = booking;
  const [customer] = booking.payers;
  const isDue = text.includes('please pay');
  const saysReleased = text.includes('no longer held');
  const by = payBy === null ? '' : `by ${timeText(payBy)}`;
  const sum = balanceOf(state, customer).toLocaleString('en-US');
  const money = balanceOf(state, customer) > 0 ? `PKR ${sum} to pay.` : 'Paid.';
  const paid = status === 'pending' && customer.receiptWaits ? 'Receipt being checked.' : money;
  const says: [string, boolean][] = [
    ['goes to another person', customer.person === reader],
    ['comes at night', textAt(booking, now) === now],
    ['was not asked for', isTexted(booking)],
    ['names another court', text.includes(`Court ${court}`)],
    ['names another time', text.includes(playText(booking))],
    ['asks for another sum', !isDue || text.includes(`please pay PKR ${sum} `)],
    ['names another deadline', !(isDue || saysReleased) || text.includes(by)],
    ['says that it is released', !saysReleased || isReleased],
    ['is about what is cancelled', saysReleased || status !== 'cancelled'],
    ['says another state', isDue || saysReleased || text.includes(paid)],
  ];
  return says.flatMap(([fault, isRight]) => (isRight ? [] : [fault]));
}
