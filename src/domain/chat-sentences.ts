/**
 * Sentences the reception sends from its own WhatsApp: which ones fit, and their text. They never contain a link with
 * a key.
 */
import * as v from 'valibot';
import type { AdminWaitlistEntry } from './api/waitlist-routes.ts';
import type { Booking } from './booking.ts';
import { cleanName } from './clean-words.ts';
import type { Bank } from './club.ts';
import { shortDate } from './format-date.ts';
import { formatPkr } from './format-money.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import { formatIban } from './iban.ts';
import { joinWords } from './join-words.ts';
import { isReleased } from './late-receipt.ts';
import type { PaymentMethod } from './money-labels.ts';
import type { MoneyPart } from './money-ways.ts';
import { awaitsCardPayment, transferReference } from './payment-instructions.ts';
import { endOfPlay, playTimes, shortPlayDate, startOfPlay } from './play-time.ts';
import { refundTexts } from './refund.ts';
import { customerAlone } from './share.ts';

/**
 * For each sentence: its label in the menu, the default wording, the placeholders it fills, and those that the club's
 * own wording must keep.
 */
export const CHAT_SENTENCES = {
  pay: {
    label: 'Ask for payment',
    wording: 'Salam {name}, please pay {amount} {deadline} for your {booking} on {date}, {time}: {how}.',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court', 'amount', 'deadline', 'how'],
    needs: ['amount', 'deadline', 'how'],
  },
  place: {
    label: 'A place is held',
    wording:
      'Salam {name}, we hold your place on {date}, {time}, {court}. Please pay {amount} {deadline}: {how}.',
    fills: ['name', 'club', 'date', 'time', 'court', 'amount', 'deadline', 'how'],
    needs: ['amount', 'deadline', 'how'],
  },
  confirmed: {
    label: 'Confirmed',
    wording: 'Salam {name}, your {booking} is confirmed: {date}, {time}, {court}. See you on court.',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court'],
    needs: ['date', 'time'],
  },
  moved: {
    label: 'The time now',
    wording: 'Salam {name}, your {booking} is now on {date}, {time}, {court}.',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court'],
    needs: ['date', 'time'],
  },
  cancelled: {
    label: 'Cancelled',
    wording: 'Salam {name}, your {booking} on {date}, {time} is cancelled. {refund}',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court', 'refund'],
    needs: ['refund'],
  },
  refund: {
    label: 'Money comes back',
    wording: 'Salam {name}, about your {booking} on {date}, {time}: {refund}',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court', 'refund'],
    needs: ['refund'],
  },
  offer: {
    label: 'A court is offered',
    wording:
      'Salam {name}, {court} is free for you on {date}, {time}. We hold it {deadline}. Reply here to take it, or use the link if we sent you one.',
    fills: ['name', 'club', 'date', 'time', 'court', 'deadline'],
    needs: ['date', 'time', 'deadline'],
  },
  about: {
    label: 'Ask something',
    wording: 'Salam {name}, about your {booking} on {date}, {time}:',
    fills: ['name', 'club', 'booking', 'date', 'time', 'court'],
    needs: [],
  },
  hello: {
    label: 'Greeting',
    wording: 'Salam {name}, this is {club}.',
    fills: ['name', 'club'],
    needs: [],
  },
} as const satisfies Record<
  string,
  { label: string; wording: string; fills: readonly string[]; needs: readonly string[] }
>;
export type ChatKind = keyof typeof CHAT_SENTENCES;
export const CHAT_KINDS = Object.keys(CHAT_SENTENCES) as ChatKind[];

export type ChatWording = Record<ChatKind, string>;

export interface ChatClub {
  name: string;
  phone: string;
  bank: Pick<Bank, 'account_title' | 'bank_name' | 'iban'>;
  wording: ChatWording;
}

const PLACEHOLDER = /( ?)\{(\w*)\}/g;

/** The club's wording of one sentence. Messages complete "Please enter …". */
export function chatWording(kind: ChatKind) {
  const { fills, needs } = CHAT_SENTENCES[kind];
  const known: readonly string[] = fills;
  const used = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, , name = '']) => name);
  return v.pipe(
    v.string('text'),
    v.trim(),
    v.nonEmpty('a text that is not empty'),
    v.maxLength(500, 'at most 500 characters'),
    v.check((text) => !/\/manage\b/i.test(text), 'a text without the link of a booking'),
    v.check(
      (text) => used(text).every((name) => known.includes(name)),
      `a text with no other braces than ${listed(fills)}`,
    ),
    v.check((text) => needs.every((name) => used(text).includes(name)), `a text with ${listed(needs)}`),
  );
}

/** `{amount}, {deadline} and {how}` */
export function listed(names: readonly string[]): string {
  return joinWords(names.map((name) => `{${name}}`));
}

/** A payer's own part of a booking, as far as the page knows it. */
export interface ChatPayer {
  id: number;
  position: number;
  name: string;
  /** PKR: positive to pay, negative to give back. */
  balance: number;
  payment_method: PaymentMethod | null;
  hold_until: string | null;
  state: string;
  receipt_received: boolean;
}

/** Who a chat is with, and what about. */
export type ChatSubject =
  | { name: string }
  | { entry: AdminWaitlistEntry }
  /**
   * Without `payer`, the chat is with the customer; if the booking is shared, the page then does not know the
   * customer's own part. `way` is how money goes back.
   */
  | { booking: Booking; payer?: ChatPayer; ways?: readonly MoneyPart[] };

export interface ChatSentence {
  kind: ChatKind;
  label: string;
  text: string;
}

/** One to four sentences that fit the state, likeliest first. */
export function chatSentences(subject: ChatSubject, club: ChatClub, now: number): ChatSentence[] {
  const { kinds, values } =
    'booking' in subject ? aboutBooking(subject, club, now) : aboutPerson(subject, now);
  return kinds.map((kind) => ({
    kind,
    label: CHAT_SENTENCES[kind].label,
    text: fillSentence(club.wording[kind], { club: club.name, ...values }),
  }));
}

type Values = Record<string, string>;
interface Fitting {
  kinds: ChatKind[];
  values: Values;
}

/**
 * Fills all placeholders in one pass, so a name is never read as one; an empty value also removes the space before
 * it.
 */
function fillSentence(wording: string, values: Values): string {
  return wording.replace(PLACEHOLDER, (_, space: string, name: string) => {
    const value = values[name] ?? '';
    return value && `${space}${value}`;
  });
}

function aboutPerson(subject: Exclude<ChatSubject, { booking: Booking }>, now: number): Fitting {
  if (!('entry' in subject)) return { kinds: ['hello'], values: { name: cleanName(subject.name) } };
  const name = cleanName(subject.entry.name);
  const { offer } = subject.entry;
  if (offer?.state !== 'open' || Date.parse(offer.expires_at) <= now)
    return { kinds: ['hello'], values: { name } };
  const deadline = `until ${formatPayBy(offer.expires_at)}`;
  return { kinds: ['offer', 'hello'], values: { name, ...playValues(offer), deadline } };
}

function aboutBooking(
  { booking, payer, ways = [] }: Extract<ChatSubject, { booking: Booking }>,
  club: ChatClub,
  now: number,
): Fitting {
  const part = payer ?? (booking.is_shared ? null : customerAlone(booking));
  const isCustomer = !part || part.position === 1;
  const values: Values = {
    name: cleanName(part?.name ?? booking.name),
    // A player has not seen the number.
    booking: isCustomer ? `booking ${booking.id}` : 'place',
    ...playValues(booking),
  };
  const balance = part?.balance ?? 0;
  const isOver = endOfPlay(booking) <= now;
  const refund =
    balance < 0 ? `We will give you ${formatPkr(-balance)} back. ${refundTexts(ways)}`.trim() : '';
  if (booking.status === 'cancelled') {
    if (!part) return { kinds: ['about'], values };
    return {
      kinds: ['cancelled', 'about'],
      values: { ...values, refund: refund || settledText(booking, part) },
    };
  }
  const kinds: ChatKind[] = [];
  if (balance < 0) kinds.push('refund');
  const demand = part && demandOf(booking, part, club, now);
  if (demand) kinds.push(part.hold_until === null ? 'pay' : 'place');
  const plays = part === null || part.state === 'joined';
  if (plays && !isOver) {
    if (booking.status === 'paid' && (isCustomer || balance <= 0) && !part?.hold_until)
      kinds.push('confirmed');
    kinds.push('moved');
  }
  return { kinds: [...kinds, 'about'], values: { ...values, ...demand, refund } };
}

function playValues(play: { court_name: string; date: string; slots: readonly string[] }): Values {
  const times = playTimes(play);
  const start = times[0]?.calendar_date ?? play.date;
  const calendarDate = start === play.date ? '' : ` (on ${shortDate(start)})`;
  return {
    court: play.court_name,
    date: `${shortPlayDate(play)}${calendarDate}`,
    time: times.map(({ timeRange }) => timeRange).join(', '),
  };
}

/** What to pay, by when and how; null when nothing is due or the club has to act first. */
function demandOf(
  booking: Booking,
  part: ChatPayer | ReturnType<typeof customerAlone>,
  club: ChatClub,
  now: number,
) {
  // A paid booking already counts the customer's receipt.
  const isChecking = part.receipt_received && (part.position > 1 || booking.status === 'pending');
  const mayPay = part.state !== 'waiting' && part.state !== 'left';
  if (part.balance <= 0 || isChecking || !mayPay || awaitsCardPayment(booking)) return null;
  const payBy = part.hold_until ?? (booking.status === 'pending' ? booking.pay_by : null);
  if (payBy !== null && Date.parse(payBy) <= now) return null;
  const without = startOfPlay(booking) > now ? 'before you play' : 'as soon as you can';
  return {
    amount: formatPkr(part.balance),
    deadline: payBy === null ? without : `by ${formatPayBy(payBy)}`,
    how: howToPay(booking, part, club),
  };
}

function howToPay(
  booking: Pick<Booking, 'id'>,
  { id, position, payment_method }: Pick<ChatPayer, 'id' | 'position' | 'payment_method'>,
  { bank, phone }: ChatClub,
): string {
  if (payment_method !== 'bank_transfer') return 'at the reception';
  const { account_title, bank_name, iban } = bank;
  const reference = transferReference(booking.id, position === 1 ? undefined : id);
  const account = iban
    ? `to ${account_title}, ${bank_name}, IBAN ${formatIban(iban)}`
    : `(call ${phone} for the account)`;
  return `by bank transfer ${account}, with the reference ${reference}`;
}

/** For a cancelled booking with nothing to refund, or nothing yet. */
function settledText(
  booking: Booking,
  { balance, position, receipt_received }: { balance: number; position: number; receipt_received: boolean },
): string {
  if (balance > 0) return `${formatPkr(balance)} is still to be paid.`;
  if (receipt_received && isReleased(booking)) return 'We are checking your receipt.';
  if (position === 1 && booking.charge > 0 && !booking.is_shared)
    return `Under our refund policy we keep ${formatPkr(booking.charge)}.`;
  return 'You owe nothing.';
}

/** A phone number in the form wa.me expects: digits with the country code; null if it isn't valid. */
export function chatNumber(phone: string): string | null {
  const plain = phone.replace(/[\s().-]/g, '').replace(/^00/, '+');
  // Stored before numbers were normalized, or typed by staff.
  const number = /^03\d{9}$/.test(plain) ? `92${plain.slice(1)}` : /^\+([1-9]\d{7,14})$/.exec(plain)?.[1];
  if (!number) return null;
  if (number.startsWith('92') && !/^92(3\d{9}|[24-9]\d{7,9})$/.test(number)) return null;
  return number;
}

/** One of each sentence, for the owner's preview. */
export function sampleSentences(club: ChatClub): ChatSentence[] {
  const play = { court_name: 'Court 1', date: '2026-11-21', slots: ['18:00', '18:30'] };
  const values = {
    club: club.name,
    name: 'Ayesha',
    booking: 'booking 1042',
    ...playValues(play),
    amount: formatPkr(5000),
    refund: `We will give you ${formatPkr(5000)} back.`,
    how: howToPay({ id: 1042 }, { id: 1, position: 1, payment_method: 'bank_transfer' }, club),
  };
  const payBy = formatPayBy('2026-11-21T12:00:00+05:00');
  return CHAT_KINDS.map((kind) => {
    const deadline = `${kind === 'offer' ? 'until' : 'by'} ${payBy}`;
    const text = fillSentence(club.wording[kind], { ...values, deadline });
    return { kind, label: CHAT_SENTENCES[kind].label, text };
  });
}
