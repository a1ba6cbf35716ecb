/**
 * Which booking a bank line pays, or which transfer it confirms. Pure: takes lines and candidates, returns proposals
 * with their reasons in words.
 */
import type { BankPart, StatementLine } from '../domain/bank.ts';
import { addDays, clubInstant, clubTimestamp } from '../domain/business-day.ts';
import { formatPkr } from '../domain/format-money.ts';
import { itemReference } from '../domain/payment-instructions.ts';

export type MatchLine = Pick<StatementLine, 'date' | 'minute' | 'paisa' | 'text'> & {
  id: number;
  /** When its file was read, in epoch milliseconds; it can't have paid for anything booked later. */
  read_at: number;
};

/** Money that the club is waiting for, or recorded without confirmation from the bank. */
export interface Candidate {
  /** Null for a place in an event or a purchase. */
  booking_id: number | null;
  payer_id: number;
  /** The recorded transfer; null for an open balance. */
  entry_id: number | null;
  name: string;
  /** The same for all bookings of one customer: the member, or the email and phone. */
  customer: string;
  /** PKR. */
  amount: number;
  booked_at: number;
  /** When the newest receipt arrived; null without one. */
  receipt_at: number | null;
  /** When the reception recorded the transfer; null for an open balance. */
  entered_at: number | null;
}

export interface Proposal {
  parts: BankPart[];
  /** The customer or the player. */
  name: string;
  /** The entry that the line confirms; null if it pays. */
  entry_id: number | null;
  /** `PKR 5,000, booking 4711 named, 12 minutes before the receipt` */
  reason: string;
}

export interface LineProposals {
  line_id: number;
  isSure: boolean;
  /** Best first. */
  proposals: Proposal[];
  /** Who the line's text or time points to, apart from the amount. */
  signed: Pick<Candidate, 'payer_id'>[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Customers photograph the screen soon after sending the money. */
const RECEIPT_MINUTES = 45;
/** How long after its receipt a bank may date a transfer. */
const BANK_LAG_MS = 12 * HOUR_MS;
/** How long the club waits for a transfer without a receipt; a person looks at later ones. */
const WAIT_MS = 4 * 24 * HOUR_MS;
const SHOWN = 4;

/** How strongly each sign suggests that line and candidate belong together. */
const WEIGHTS = { number: 4, name: 3, initial: 1, time: 2, day: 0 };

interface Fit {
  line: MatchLine;
  candidates: Candidate[];
  /** Rupees by which the line exceeds the candidates' total; negative if it falls short. */
  difference: number;
  score: number;
  signs: string[];
  /** The text names the booking. */
  hasNumber: boolean;
  /** The text names someone other than the customer. */
  isByOther: boolean;
  /** It names the booking but came too late for it, so a person decides. */
  isLate: boolean;
  /** Others that the line may be for, by amount or name, whose receipts came soon after it. */
  rivals: Candidate[];
}

/** Possible matches for lines, found on demand: each day's lines are searched among that day's candidates. */
export class Matching {
  readonly #lines: Map<string, MatchLine[]>;
  readonly #dates: string[];
  readonly #byPaisa: Map<number, MatchLine[]>;
  readonly #days = new Map<string, Candidate[]>();
  readonly #searches = new Map<string, CandidateSearch>();
  readonly #byId = new Map<string, Candidate[]>();
  readonly #byCustomer = new Map<string, Candidate[]>();
  readonly #fits = new Map<number, { fits: Fit[]; certain: Fit | null }>();
  readonly #users = new Map<Candidate, number>();
  readonly #namedAt: ReadonlyMap<number, number>;

  /** `namedAt`: when bookings named by the lines were made; numbers without a booking are left out. */
  constructor(lines: readonly MatchLine[], namedAt: ReadonlyMap<number, number>) {
    this.#namedAt = namedAt;
    this.#lines = Map.groupBy(lines, ({ date }) => date);
    this.#dates = [...this.#lines.keys()].toSorted();
    this.#byPaisa = Map.groupBy(lines, ({ paisa }) => paisa);
  }

  /** All of a booking's candidates must come in one call, and all bookings before the first proposal. */
  add(candidates: readonly Candidate[]): void {
    for (const candidate of candidates) {
      addTo(this.#byId, numberOf(candidate), candidate);
      addTo(this.#byCustomer, candidate.customer, candidate);
      const { first, last } = datesOf(candidate);
      for (let at = firstIndex(this.#dates, first); at < this.#dates.length; at++) {
        const date = this.#dates[at] as string;
        if (date > last) break;
        addTo(this.#days, date, candidate);
      }
    }
  }

  propose(line: MatchLine): LineProposals {
    const { fits, certain } = this.#find(line);
    const isSure = certain !== null && this.#isAlone(certain);
    return {
      line_id: line.id,
      isSure,
      // A certain match comes first: it is what one press confirms.
      proposals: shownOf(isSure ? [certain, ...fits.filter((fit) => fit !== certain)] : fits).map(toProposal),
      signed: fits.filter(({ score }) => score > 0).flatMap(({ candidates }) => candidates),
    };
  }

  #find(line: MatchLine): { fits: Fit[]; certain: Fit | null } {
    const known = this.#fits.get(line.id);
    if (known) return known;
    let search = this.#searches.get(line.date);
    if (!search) {
      search = new CandidateSearch(this.#days.get(line.date) ?? [], this.#byId, this.#byPaisa);
      this.#searches.set(line.date, search);
    }
    const fits = search.find(line);
    const { until } = readLine(line);
    const isNamed = namedBookings(line.text).some((id) => (this.#namedAt.get(id) ?? until) < until);
    const found = { fits, certain: findCertain(fits, isNamed) };
    this.#fits.set(line.id, found);
    return found;
  }

  #isAlone(fit: Fit): boolean {
    // Two payments of the same amount for one booking are never certain.
    if (fit.candidates.some((candidate) => this.#usersOf(candidate) > 1)) return false;
    // A friend may have the same name as another customer, in which case an unexplained receipt came just after the
    // line.
    return fit.hasNumber || fit.rivals.every((rival) => this.#usersOf(rival) > 0);
  }

  /** How many lines certainly belong to the candidate. */
  #usersOf(candidate: Candidate): number {
    let users = this.#users.get(candidate);
    if (users === undefined) {
      users = 0;
      const sums = this.#sumsOf(candidate);
      const { first, last } = datesOf(candidate);
      for (let date = first; date <= last; date = addDays(date, 1)) {
        for (const line of this.#lines.get(date) ?? []) {
          if (sums.has(line.paisa) && this.#find(line).certain?.candidates.includes(candidate)) users += 1;
        }
      }
      this.#users.set(candidate, users);
    }
    return users;
  }

  /** In paisa: the candidate's amount, and totals with the customer's other bookings. */
  #sumsOf(candidate: Candidate): Set<number> {
    const others = this.#byCustomer.get(candidate.customer) ?? [];
    return new Set(
      [0, ...others.map(({ amount }) => amount)].map((other) => (candidate.amount + other) * 100),
    );
  }
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The first index in a sorted list with this text or a later one. */
function firstIndex(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bank days on which a transfer for the candidate may appear. */
function datesOf(candidate: Candidate): { first: string; last: string } {
  return {
    first: clubTimestamp(candidate.booked_at).slice(0, 10),
    last: clubTimestamp(lastInstant(candidate)).slice(0, 10),
  };
}

/** The amount alone says little, so such fits only show if there is nothing better. */
function shownOf(fits: readonly Fit[]): readonly Fit[] {
  const isUnsigned = fits.every(({ score, isLate }) => score === 0 || isLate);
  return (isUnsigned ? fits : fits.filter(({ score }) => score > 0)).slice(0, SHOWN);
}

/**
 * The only fit with the amount and a second sign; null if none or several have them, or a sign speaks against it.
 * `isNamed`: the text gives a booking's number, be it one of the fits or one that owes nothing.
 */
function findCertain(fits: readonly Fit[], isNamed: boolean): Fit | null {
  const exact = fits.filter(({ difference, isLate }) => difference === 0 && !isLate);
  const [fit, ...others] = exact.filter(({ score }) => score > 0);
  if (!fit || fit.score <= WEIGHTS.initial) return null;
  // The text names a different booking, whatever that one still owes.
  if (!fit.hasNumber && (isNamed || fits.some(({ hasNumber }) => hasNumber))) return null;
  // The booking number decides between bookings under the same name.
  const isNumberDecisive = fit.hasNumber && fit.score >= WEIGHTS.number + WEIGHTS.name;
  if (others.some(({ hasNumber }) => hasNumber || !isNumberDecisive)) return null;
  // Somebody else's account is a friend's, or the booking number has a typo.
  if (fit.isByOther && fit.score < WEIGHTS.number + WEIGHTS.time) return null;
  return fit.score === WEIGHTS.time && exact.length > 1 ? null : fit;
}

/** The candidates of one bank day. */
class CandidateSearch {
  readonly #byAmount: Map<number, Candidate[]>;
  readonly #byId: Map<string, Candidate[]>;
  readonly #names: Map<Candidate, NameWord[]>;
  readonly #byWord = new Map<string, Candidate[]>();
  /** Pairs of one customer's open bookings, by their total. */
  readonly #pairs: Map<number, [Candidate, Candidate][]>;

  readonly #linesByPaisa: Map<number, MatchLine[]>;

  constructor(
    candidates: readonly Candidate[],
    byId: Map<string, Candidate[]>,
    linesByPaisa: Map<number, MatchLine[]>,
  ) {
    this.#linesByPaisa = linesByPaisa;
    this.#byAmount = Map.groupBy(candidates, ({ amount }) => amount);
    this.#byId = byId;
    this.#names = new Map(candidates.map((candidate) => [candidate, nameWords(candidate.name)]));
    for (const [candidate, words] of this.#names) {
      for (const { sound } of words) addTo(this.#byWord, sound, candidate);
    }
    const open = candidates.filter(({ entry_id }) => entry_id === null);
    const pairs = [...Map.groupBy(open, ({ customer }) => customer).values()].flatMap(pairsOf);
    this.#pairs = Map.groupBy(pairs, ([first, second]) => first.amount + second.amount);
  }

  /** What the line may belong to, best first. */
  find(line: MatchLine): Fit[] {
    const rupees = line.paisa / 100;
    const read = readLine(line);
    const mayPay = (candidate: Candidate) => isPossible(read, candidate);
    // A different amount is only considered if the text names the booking or the customer.
    const named = read.numbers
      .flatMap((number) => this.#byId.get(number) ?? [])
      .filter(({ booked_at }) => read.until > booked_at);
    const like = read.words.flatMap(({ sound }) =>
      sound === MUHAMMAD_SOUND ? [] : (this.#byWord.get(sound) ?? []),
    );
    const isCalled = (candidate: Candidate) =>
      mayPay(candidate) && this.#nameWeight(candidate, read.words) > 0;
    const called = like.filter((candidate) => isNear(candidate.amount, rupees) && isCalled(candidate));
    const halved = like.filter(
      (candidate) =>
        this.#linesByPaisa.has(candidate.amount * 100 - line.paisa) &&
        isCalled(candidate) &&
        this.#hasRest(read, candidate),
    );
    const exact = (this.#byAmount.get(rupees) ?? []).filter(mayPay);
    const singles = new Set([...exact, ...named, ...called, ...halved]);
    const timely = [...exact, ...called].filter((candidate) => timeSign(line, candidate)?.kind === 'time');
    const pairs = (this.#pairs.get(rupees) ?? []).filter((pair) => pair.every(mayPay));
    return [
      ...[...singles].map((candidate) => this.#fit(read, [candidate], timely)),
      ...pairs.map((pair) => this.#fit(read, pair, timely)).filter(({ score }) => score > 0),
    ].sort((a, b) => rank(b) - rank(a) || idOf(a) - idOf(b));
  }

  /** True if another line has the rest of the candidate's amount and names it too. */
  #hasRest({ line }: ReadLine, candidate: Candidate): boolean {
    const others = this.#linesByPaisa.get(candidate.amount * 100 - line.paisa) ?? [];
    return others.some((other) => {
      if (other === line) return false;
      const read = readLine(other);
      const isNamed = read.numbers.includes(numberOf(candidate));
      return isPossible(read, candidate) && (isNamed || this.#nameWeight(candidate, read.words) > 0);
    });
  }

  #nameWeight(candidate: Candidate, words: readonly NameWord[]): number {
    const fit = fitName(this.#names.get(candidate) ?? [], words);
    return fit === null ? 0 : WEIGHTS[fit];
  }

  #fit(read: ReadLine, candidates: Candidate[], timely: readonly Candidate[]): Fit {
    const { line, words, numbers } = read;
    const [first] = candidates as [Candidate, ...Candidate[]];
    const sum = candidates.reduce((total, { amount }) => total + amount, 0);
    const named = candidates.filter((candidate) => numbers.includes(numberOf(candidate)));
    const signs: string[] = [];
    let score = 0;
    if (named.length > 0) {
      score += WEIGHTS.number;
      signs.push(`${named.map(referenceOf).join(' and ').replaceAll(' and booking', ' and')} named`);
    }
    const nameWeight = this.#nameWeight(first, words);
    if (nameWeight > 0) {
      score += nameWeight;
      signs.push(`name ${first.name}`);
    }
    const isByOther = nameWeight === 0 && words.filter(({ written }) => written.length > 1).length > 1;
    // On an evening full of receipts, the time alone says nothing about somebody else's transfer.
    const time = isByOther && named.length === 0 ? null : timeSign(line, first);
    if (time) {
      score += WEIGHTS[time.kind];
      signs.push(time.words);
    }
    if (candidates.length === 1 && score > 0 && this.#hasRest(read, first))
      signs.push('another line has the rest');
    return {
      line,
      candidates,
      difference: line.paisa / 100 - sum,
      score,
      signs,
      hasNumber: named.length > 0,
      isByOther,
      isLate: !candidates.every((candidate) => isPossible(read, candidate)),
      rivals: timely.filter((candidate) => !candidates.includes(candidate)),
    };
  }
}

function pairsOf(own: readonly Candidate[]): [Candidate, Candidate][] {
  if (own.length > 20) return [];
  return own.flatMap((first, index) =>
    own.slice(index + 1).map((second): [Candidate, Candidate] => [first, second]),
  );
}

const idOf = ({ candidates }: Fit) => candidates[0]?.booking_id ?? candidates[0]?.payer_id ?? 0;

const rank = ({ difference, score, candidates, isLate }: Fit) =>
  (difference === 0 && !isLate ? 100 : 0) +
  score * 10 -
  candidates.length -
  Math.min(9, Math.abs(difference) / 1000);

/** A line's words and numbers, and when it may have been sent. */
interface ReadLine {
  line: MatchLine;
  words: NameWord[];
  numbers: string[];
  from: number;
  until: number;
}

function readLine(line: MatchLine): ReadLine {
  const { date, minute, text, read_at } = line;
  return {
    line,
    words: nameWords(text),
    numbers: bookingNumbers(text),
    from: clubInstant(date, minute ?? 0),
    until: Math.min(read_at + 1, clubInstant(date, minute === null ? 24 * 60 : minute + 1)),
  };
}

/** A transfer comes after the booking and before the picture of it, unless the bank is slow to post it. */
function isPossible({ from, until }: ReadLine, candidate: Candidate): boolean {
  return until > candidate.booked_at && from <= lastInstant(candidate);
}

function lastInstant({ booked_at, receipt_at, entered_at }: Candidate): number {
  const seen = receipt_at ?? entered_at;
  return seen === null ? booked_at + WAIT_MS : seen + BANK_LAG_MS;
}

/** A forgotten rupee, or up to a fifth more or less. */
function isNear(amount: number, rupees: number): boolean {
  return Math.abs(amount - rupees) <= Math.max(1, amount / 5) || rupees === 2 * amount;
}

function timeSign(
  line: MatchLine,
  { receipt_at }: Candidate,
): { kind: 'time' | 'day'; words: string } | null {
  if (receipt_at === null) return null;
  if (line.minute === null) {
    const isDay = receipt_at >= clubInstant(line.date, 0) && receipt_at < clubInstant(line.date, 24 * 60);
    return isDay ? { kind: 'day', words: 'on the day of the receipt' } : null;
  }
  const minutes = Math.round((receipt_at - clubInstant(line.date, line.minute)) / MINUTE_MS);
  if (minutes < -2 || minutes > RECEIPT_MINUTES) return null;
  return {
    kind: 'time',
    words: minutes <= 0 ? 'at the time of the receipt' : `${minutes} min before the receipt`,
  };
}

function toProposal({ line, candidates, difference, signs }: Fit): Proposal {
  const rupees = line.paisa / 100;
  const sum = candidates.reduce((total, { amount }) => total + amount, 0);
  const amounts =
    difference === 0
      ? formatPkr(sum)
      : `${formatPkr(Math.abs(Math.round(difference)))} ${difference > 0 ? 'more' : 'less'} than ${formatPkr(sum)}`;
  const [first] = candidates as [Candidate, ...Candidate[]];
  const partOf = ({ booking_id, payer_id }: Candidate, amount: number): BankPart => ({
    booking_id,
    payer_id,
    amount,
  });
  return {
    parts:
      candidates.length > 1
        ? candidates.map((candidate) => partOf(candidate, candidate.amount))
        : [partOf(first, Math.floor(rupees))],
    name: first.name,
    entry_id: first.entry_id,
    reason: [
      amounts,
      ...(candidates.length > 1 ? [`${candidates.length} bookings of ${first.name}`] : []),
      ...signs,
    ].join(', '),
  };
}

/** The number by which a text names this candidate's debt: a booking's, or a payment's such as `p12`. */
const numberOf = ({ booking_id, payer_id }: Candidate): string =>
  booking_id === null ? `p${payer_id}` : String(booking_id);
const referenceOf = ({ booking_id, payer_id }: Candidate): string =>
  booking_id === null ? itemReference(payer_id) : `booking ${booking_id}`;

/** Bookings that a text explicitly names as such; other numbers of three or more digits are mostly the bank's own. */
export function namedBookings(text: string): number[] {
  return [...text.matchAll(/\b(?:booking|bkng|bk)[\s.:#-]*0*(\d{1,9})\b/gi)].map(([, number]) =>
    Number(number),
  );
}

/**
 * Numbers in a text that may be bookings: three or more digits, or following a word for a booking. A number after the
 * word `payment` is that of a place or purchase, such as `p12`.
 */
export function bookingNumbers(text: string): string[] {
  const named = [
    ...text.matchAll(/\b(?:booking|bkng|bk|ref(?:erence)?|court|no|id)[\s.:#-]*0*(\d{1,9})\b/gi),
  ];
  const free = [...text.matchAll(/(?<![\d*#.,/-]|\bpayment[\s.:#-]*)0*([1-9]\d{2,6})(?![\d*.,/-])/gi)];
  const payments = [...text.matchAll(/\bpayment[\s.:#-]*0*(\d{1,9})\b/gi)].map(([, number]) => `p${number}`);
  return [...new Set([...[...named, ...free].map(([, number = '']) => number), ...payments])];
}

/** Words in statements that appear next to names. */
const NOISE = new Set(
  'mr mrs ms miss dr syed sayed from to transfer received payment raast ibft ift fund funds credit via bank ltd limited mobile app account ac pk pkr booking court padel club fee ref the and for by of'.split(
    ' ',
  ),
);

/** A word of a name, as written and as it sounds. */
export interface NameWord {
  written: string;
  sound: string;
}

/** A text's words, without those found in every statement; `Hussain` and `Husein` sound the same. */
export function nameWords(text: string): NameWord[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !NOISE.has(word))
    .map((written) => ({ written, sound: soundOf(written) }));
}

/** Short words sound alike too easily: `Saad` and `Saeed` are two people. */
function isSameWord(a: NameWord, b: NameWord): boolean {
  if (a.written === b.written) return true;
  if (a.sound !== b.sound || a.written.length === 1 || b.written.length === 1) return false;
  const length = Math.min(a.written.length, b.written.length);
  return a.sound.length > 2 || editDistance(a.written, b.written) <= (length >= 5 ? 2 : 1);
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (char === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const MUHAMMAD = /^m[uo]?h?a?m+[ae]?d$|^m[ou]hd$|^md$/;
const MUHAMMAD_SOUND = 'mhmd';

function soundOf(word: string): string {
  if (MUHAMMAD.test(word)) return MUHAMMAD_SOUND;
  const first = word[0] ?? '';
  const rest = word
    .slice(1)
    .replace(/ph/g, 'f')
    .replace(/ee|ie|ea|y|i/g, 'i')
    .replace(/oo|ou|u|o/g, 'u')
    .replace(/[aeiuh]/g, '')
    .replace(/[qk]/g, 'k')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1');
  const start = { q: 'k', w: 'v', z: 's', y: 'i', u: 'o', e: 'a' }[first] ?? first;
  return word.length === 1 ? word : start + rest;
}

/**
 * How a statement's words name the customer: by two words of the name in any order, or one plus an initial. A
 * single-word name says too little, as does a family name alone.
 */
export function fitName(name: readonly NameWord[], words: readonly NameWord[]): 'name' | 'initial' | null {
  if (name.length < 2) return null;
  const left = [...words];
  const take = (fits: (word: NameWord) => boolean) => {
    const index = left.findIndex(fits);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  const whole = name.filter((part) => part.written.length > 1 && take((word) => isSameWord(word, part)));
  if (whole.every(({ sound }) => sound === MUHAMMAD_SOUND)) return null;
  if (whole.length >= 2) return 'name';
  const isInitial = (part: NameWord, word: NameWord) =>
    Math.min(part.written.length, word.written.length) === 1 && part.written[0] === word.written[0];
  return name.some((part) => !whole.includes(part) && take((word) => isInitial(part, word)))
    ? 'initial'
    : null;
}
