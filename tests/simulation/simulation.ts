import { compareBooks, compareMessages, compareReminders, compareTexts, Difference } from './compare.ts';
import { KINDS } from './kinds.ts';
import { passTime } from './model/clock.ts';
import { nextDue } from './model/deadlines.ts';
import { priceOf } from './model/extras.ts';
import { DAY_SLOTS, dayOf, instantOf, isTaken } from './model/slots.ts';
import { type Expected, type Extras, MINUTE, newState, type Place, type State } from './model/state.ts';
import { listDueTexts, textFaults } from './model/texts.ts';
import { type GameRow, judgePlans, type SeatRow } from './model/tournaments.ts';
import { judgeOffers, type OfferRow } from './model/waitlist.ts';
import { CHATTERS, CUSTOMERS, EVERYBODY, emailOf, findPerson, type Person, strangersIn } from './people.ts';
import type { Action, Step } from './step.ts';
import { type Answer, World } from './world.ts';

/** A Friday afternoon. */
export const BEGIN = Date.parse('2026-11-20T15:10:00+05:00');
/** Where the club's own messages go. */
const CLUB_EMAIL = 'hello@padelclub.example';
/** How often the club checks the time if nothing is due. */
const GRID = 30 * MINUTE;

/** What a story has been through. */
const NOTHING = {
  steps: 0,
  requests: 0,
  comparisons: 0,
  messages: 0,
  /** Those by WhatsApp, and those that another channel brought in its place. */
  chats: 0,
  passedOn: 0,
  /** Power cuts at a person's write, and at one that the club makes on its own. */
  crashes: 0,
  cutJobs: 0,
  restarts: 0,
  retries: 0,
  races: 0,
  fullDisks: 0,
  jumps: 0,
  providerFaults: 0,
  copies: 0,
  bucketFaults: 0,
};
export type Figures = typeof NOTHING;

/** One story: the real club, the model, and what everybody knows. */
export class Simulation {
  readonly world: World;
  state: State = newState(BEGIN);
  readonly log: string[] = [];
  readonly figures: Figures = { ...NOTHING };
  /** How often each kind of step was done, and how often the club did what it asked. */
  readonly done = new Map<string, { asked: number; done: number }>();
  /** What the steps made: `b12` and its booking's id. */
  readonly made = new Map<string, number>();
  /** The keys that customers have read, by booking. */
  readonly keys = new Map<number, { manage: string; contact: string }>();
  /** The newest keys of payers other than the customer, and the replaced ones, with their address. */
  readonly payerKeys = new Map<number, string>();
  readonly oldKeys = new Map<string, string>();
  /** The keys of matches that can only be found by their link. */
  readonly matchKeys = new Map<number, string>();
  /** A message may arrive twice after a power cut, or from a provider that doesn't confirm. */
  mayRepeat = false;
  /**
   * Since when a provider has been failing, until when, and whether one did so long enough for messages to be given
   * up.
   */
  brokenSince = Number.POSITIVE_INFINITY;
  repairedAt = Number.NEGATIVE_INFINITY;
  mayGiveUp = false;
  #checkedTold = 0;
  #checkedMaybe = 0;
  #lastMessage = 0;
  #readMessages = 0;

  private constructor(world: World) {
    this.world = world;
  }

  static async open(): Promise<Simulation> {
    return new Simulation(await World.open(BEGIN));
  }

  get now(): number {
    return this.world.clock.now;
  }

  get today(): string {
    return dayOf(this.now);
  }

  async run(step: Step): Promise<void> {
    this.figures.steps += 1;
    await this.passUntil(BEGIN + Math.round(step.at * MINUTE));
    const name = JSON.stringify({ ...step, id: undefined, at: undefined });
    const statuses = await this.#perform(step);
    const count = this.done.get(step.do) ?? { asked: 0, done: 0 };
    const isDone = (statuses[0] ?? 200) < 400;
    this.done.set(step.do, { asked: count.asked + 1, done: count.done + (isDone ? 1 : 0) });
    await this.world.deliver();
    this.readMessages();
    this.log.push(`${new Date(this.now).toISOString()} ${step.id} ${name} ${statuses.join(' ')}`);
  }

  /** The club and the model do everything due until then. */
  async passUntil(to: number): Promise<void> {
    const { clock } = this.world;
    while (clock.now < to) {
      const due = nextDue(this.state, clock.now);
      // A second before it is due, nothing may happen yet.
      const before = due - 1000 > clock.now ? due - 1000 : due;
      const grid = (Math.floor(clock.now / GRID) + 1) * GRID;
      clock.now = Math.min(to, before, grid);
      await this.tick();
    }
  }

  /** While the clock is in doubt, nothing ends. */
  async tick(isInDoubt = false): Promise<void> {
    if (!isInDoubt) passTime(this.state, this.now);
    await this.world.tick();
    if (isInDoubt) this.expectEqual('the books', compareBooks(this.world, this.state), []);
    else this.settle();
    await this.world.deliver();
    this.readMessages();
  }

  settle(): void {
    this.figures.comparisons += 1;
    const { world, state } = this;
    const rows = world.rows<OfferRow>("SELECT * FROM offer WHERE state = 'open' ORDER BY id");
    const known = new Set(state.offers.map(({ id }) => id));
    const faults = judgeOffers(state, rows, this.now);
    for (const { id } of state.offers) if (!known.has(id)) state.told.push({ kind: 'offer.made', about: 0 });
    const games = world.rows<GameRow>('SELECT * FROM tournament_game ORDER BY event_id, round, court_id');
    const seats = world.rows<SeatRow>(
      'SELECT * FROM tournament_seat ORDER BY event_id, round, court_id, seat',
    );
    faults.push(...judgePlans(state, games, seats));
    faults.push(...compareBooks(world, state));
    const messages = compareMessages(
      world,
      this.#lastMessage,
      state.told.slice(this.#checkedTold),
      state.maybeTold.slice(this.#checkedMaybe),
    );
    this.#lastMessage = messages.last;
    this.#checkedTold = state.told.length;
    this.#checkedMaybe = state.maybeTold.length;
    faults.push(...messages.faults);
    faults.push(...compareTexts(world, listDueTexts(state, this.now)));
    faults.push(...compareReminders(world, state, this.now));
    const errors = world.errors.filter((line) => !this.#isExpected(line));
    world.errors = [];
    faults.push(...errors.map((line) => `the server logged ${line.slice(0, 400)}`));
    if (faults.length > 0) throw new Difference(faults);
  }

  /** A failing provider, a full disk, a power cut and a clock jump are logged. */
  #isExpected(line: string): boolean {
    return /message not sent|whatsapp not available|message not recorded|createTracker|TimeoutError|clock jumped|power|unavailable|SQLITE_FULL|found no room/.test(
      line,
    );
  }

  /** Everybody reads what has arrived; a message names nobody else. */
  readMessages(): void {
    const { messages } = this.world.providers;
    for (const { id, to, text, channel } of messages.slice(this.#readMessages)) {
      this.figures.messages += 1;
      if (channel === 'whatsapp') {
        this.figures.chats += 1;
        this.#expectConsent(id, to);
      }
      const reader = EVERYBODY.find(({ id, phone }) => to.startsWith(id) || to === phone);
      if (!reader && to === CLUB_EMAIL) continue;
      if (!reader) throw new Difference([`${channel} goes to ${to}, whom nobody knows`]);
      const strangers = strangersIn(text, reader.id);
      if (strangers.length > 0)
        throw new Difference([`${channel} to ${reader.id} shows ${strangers.join()}: ${text.slice(0, 300)}`]);
      const wrong = channel === 'sms' ? textFaults(this.state, reader.id, text, this.now) : [];
      if (wrong.length > 0) throw new Difference(wrong.map((fault) => `a text ${fault}: ${text}`));
      this.learn(text);
    }
    this.#readMessages = messages.length;
  }

  /** Only whoever ticked the box, and hasn't written STOP since, reads of it by WhatsApp. */
  #expectConsent(id: string, to: string): void {
    const [row] = this.world.rows<{ kind: string; about: number | null; payer: number | null }>(
      `SELECT kind, booking_id AS about, payer_id AS payer FROM outbox WHERE message_id = '${id}'`,
    );
    if (row?.kind.startsWith('conversation')) return;
    const booking = this.state.bookings.find((one) => one.id === row?.about);
    const reader = CHATTERS.find(({ phone }) => phone === to);
    const payer = booking?.payers.find((one) => one.id === row?.payer) ?? booking?.payers[0];
    const agreedAt = payer?.position === 1 ? booking?.createdAt : payer?.enteredAt;
    const hasAgreed = reader && payer?.person === reader.id && booking?.series === null;
    const hasStopped = (this.state.stopped[reader?.id ?? ''] ?? 0) > (agreedAt ?? 0);
    if (!hasAgreed || hasStopped)
      throw new Difference([
        `${row?.kind} about ${row?.about} comes by WhatsApp to ${to}, who has not agreed`,
      ]);
  }

  /** Every link that a person reads. */
  learn(text: string): void {
    for (const [, id = '', key = ''] of text.matchAll(/\/manage#(\d+)\.([\w-]+)/g)) {
      const known = this.keys.get(Number(id));
      if (known && known.manage !== key) this.oldKeys.set(known.manage, `booking/${id}`);
      this.keys.set(Number(id), { manage: key, contact: known?.contact ?? '' });
    }
    for (const [, id = '', key = ''] of text.matchAll(/\/manage#p(\d+)\.([\w-]+)/g)) {
      const known = this.payerKeys.get(Number(id));
      if (known && known !== key) this.oldKeys.set(known, `payers/${id}`);
      this.payerKeys.set(Number(id), key);
    }
    for (const [, id = '', key = ''] of text.matchAll(/\/matches\/(\d+)\?key=([\w-]+)/g))
      this.matchKeys.set(Number(id), key);
  }

  /** What a booking's answer told its browser. */
  learnFrom(answer: Answer): void {
    this.learn(answer.text);
    const { booking, contact_key } = answer.json ?? {};
    const known = booking && this.keys.get(booking.id);
    if (known && contact_key) known.contact = contact_key;
  }

  /** The newest link in a person's emails, such as `booking#offer=`. */
  linkIn(person: string, pattern: RegExp): string | undefined {
    const { phone } = findPerson(person);
    const own = this.world.providers.messages.filter(({ to }) => to === emailOf(person) || to === phone);
    for (const { text } of own.toReversed()) {
      const found = pattern.exec(text);
      if (found) return found[1];
    }
    return undefined;
  }

  async send(person: Person | null, ...request: RequestOf): Promise<Answer> {
    this.figures.requests += 1;
    const answer = await this.world.send(person, ...request);
    if (person && (person.role === 'guest' || person.role === 'member')) {
      const own = this.state.purchases.filter((purchase) => purchase.person === person.id);
      const entered = CUSTOMERS.filter(({ id }) => JSON.stringify(request[2] ?? '').includes(`${id}@`));
      const friends = [...own.flatMap((purchase) => purchase.friends), ...entered.map(({ id }) => id)];
      const strangers = strangersIn(answer.text, person.id, friends);
      if (strangers.length > 0)
        throw new Difference([`the answer to ${request[0]} ${request[1]} shows ${strangers.join()}`]);
    }
    return answer;
  }

  /** Compares what an answer shows with what the model says. */
  expectEqual(what: string, found: unknown, expected: unknown): void {
    if (Bun.deepEquals(found, expected)) return;
    throw new Difference([`${what} is ${JSON.stringify(found)}, must be ${JSON.stringify(expected)}`]);
  }

  /** A visitor sees every slot that nobody has and that hasn't begun. */
  expectSlots(court: number, date: string, { json }: Answer): void {
    const taken = isTaken(this.state, court, date);
    const free = DAY_SLOTS.filter((slot) => !taken.has(slot) && instantOf(date, slot) > this.now);
    const shown = (json as { hour: number; available: boolean }[]).filter(({ available }) => available);
    this.expectEqual(
      `what is free on court ${court} on ${date}`,
      shown.map(({ hour }) => hour),
      free,
    );
  }

  priceOf(place: Place, extras: Extras): number {
    return priceOf(place, extras);
  }

  person(id: string): Person {
    return findPerson(id);
  }

  async #perform(step: Step): Promise<number[]> {
    const action = await this.#actionOf(step, step.do, step.input);
    if (!action) return [];
    const { beside } = step;
    const besideStep = { ...step, id: step.id + 0.5 };
    const other = beside ? await this.#actionOf(besideStep, beside.do, beside.input) : null;
    if (other) return this.#race(step, action, other);
    const before = this.state;
    const after = structuredClone(before);
    const expected = action.model(after, this.now);
    if (step.full) this.world.disk.fill();
    this.world.disk.cutPower(step.cut ?? null);
    const answer = await action.send(this);
    this.world.disk.cutPower(null);
    if (step.full) this.world.disk.empty();
    if (!step.cut) await this.world.sweep();
    if (step.cut) return this.#crash(step, action, before, after, expected, answer);
    if (step.full && answer.status === 503) {
      this.figures.fullDisks += 1;
      this.#adopt(step, before);
      return [503];
    }
    this.#compareAnswer(step.do, expected, answer);
    this.#adopt(step, after);
    if (answer.status < 300) action.read?.(answer);
    return step.again ? [answer.status, await this.#repeat(step, action, expected)] : [answer.status];
  }

  /** The browser sends it again with the same key: anything `done` gets the same answer and isn't done again. */
  async #repeat(step: Step, action: Action, done: Expected | null): Promise<number> {
    this.figures.retries += 1;
    const isDone = done !== null && done.status < 300;
    const state = isDone ? this.state : structuredClone(this.state);
    const expected = isDone ? done : action.model(state, this.now);
    const answer = await action.send(this);
    await this.world.sweep();
    this.#compareAnswer(`${step.do} again`, expected, answer);
    this.#adopt(step, state);
    if (answer.status < 300) action.read?.(answer);
    return answer.status;
  }

  /** Whether a step involves the card provider. */
  isCardStep({ do: name, input, beside }: Step): boolean {
    const isCard = (kind: string, { method }: { method?: string }) =>
      kind === 'open a payment page' ||
      (['book', 'pay a share', 'pay an item'].includes(kind) && method === 'card');
    return isCard(name, input) || (beside !== undefined && isCard(beside.do, beside.input));
  }

  async #actionOf(step: Step, name: string, input: unknown): Promise<Action | null> {
    const kind = KINDS.find((one) => one.name === name);
    if (!kind) throw new Error(`nobody knows how to ${name}`);
    return kind.act(this, input, step);
  }

  /** Two browsers at once: the answers are those of one order or the other. */
  async #race(step: Step, one: Action, other: Action): Promise<number[]> {
    this.figures.races += 1;
    const [first, second] = await Promise.all([one.send(this), other.send(this)]);
    await this.world.sweep();
    const before = this.state;
    const tries = [false, true].map((isReversed) => {
      const state = structuredClone(before);
      const predict = (action: Action) => action.model(state, this.now);
      let expected: Expected[];
      if (isReversed) {
        const last = predict(other);
        expected = [predict(one), last];
      } else expected = [predict(one), predict(other)];
      const agrees = [first, second].every((answer, at) => this.#agrees(expected[at] as Expected, answer));
      return { state, agrees, expected };
    });
    const agreeing = tries.filter(({ agrees }) => agrees);
    if (agreeing.length === 0) {
      const orders = tries.map(({ expected }) => expected.map(({ status }) => status).join(' and '));
      const answers = `${first.status} and ${second.status}`;
      throw new Difference([
        `${step.do} beside ${step.beside?.do} answer ${answers}, must be ${orders.join(' or ')}`,
      ]);
    }
    this.#adoptOne(
      step,
      agreeing.map(({ state }) => state),
    );
    if (first.status < 300) one.read?.(first);
    if (second.status < 300) other.read?.(second);
    return [first.status, second.status];
  }

  /** After a power cut the step either happened or it didn't; if it was answered, it happened. */
  async #crash(
    step: Step,
    action: Action,
    before: State,
    after: State,
    expected: Expected,
    answer: Answer,
  ): Promise<number[]> {
    this.figures.crashes += 1;
    this.mayRepeat = true;
    const isAnswered = answer.status !== 0;
    if (isAnswered) this.#compareAnswer(step.do, expected, answer);
    this.world.errors = [];
    const known = { bookings: new Map(this.keys), payers: new Map(this.payerKeys) };
    await this.world.restart();
    await this.world.sweep();
    if (isAnswered) this.#adopt(step, after);
    else {
      this.#adoptOne(step, [before, after]);
      this.#forgetUsedLinks(before, known);
    }
    if (!step.again) return [answer.status];
    return [answer.status, await this.#repeat(step, action, this.state === after ? expected : null)];
  }

  /** A new address ends the earlier link; the new link was in the lost answer, and arrives by email. */
  #forgetUsedLinks(
    before: State,
    known: { bookings: ReadonlyMap<number, object>; payers: ReadonlyMap<number, string> },
  ): void {
    const emails = new Map(
      before.bookings.flatMap(({ payers }) => payers.map(({ id, email }) => [id, email])),
    );
    for (const { id: bookingId, payers } of this.state.bookings)
      for (const { id, email, position } of payers) {
        if (!emails.has(id) || emails.get(id) === email) continue;
        if (position === 1 && this.keys.get(bookingId) === known.bookings.get(bookingId))
          this.keys.delete(bookingId);
        if (position > 1 && this.payerKeys.get(id) === known.payers.get(id)) this.payerKeys.delete(id);
      }
  }

  /** The status, and what a conflict names. */
  #agrees({ status, slots, amount }: Expected, { status: answered, json }: Answer): boolean {
    const isSame = slots === undefined || Bun.deepEquals(json?.slots, slots);
    return answered === status && isSame && (amount === undefined || json?.amount === amount);
  }

  #compareAnswer(name: string, expected: Expected, answer: Answer): void {
    if (this.#agrees(expected, answer)) return;
    const { slots, amount } = expected;
    throw new Difference([
      `${name} answers ${answer.status}, must answer ${expected.status} ${slots ?? amount ?? ''}: ${answer.text.slice(0, 400)} ${this.world.errors.join(' ').slice(0, 600)}`,
    ]);
  }

  /** The first of the states that the club agrees with. */
  #adoptOne(step: Step, states: readonly State[]): void {
    const faults: string[] = [];
    const last = this.#lastMessage;
    for (const state of states) {
      try {
        this.#adopt(step, structuredClone(state));
        // Later steps identify it by object identity.
        this.state = Object.assign(state, this.state);
        return;
      } catch (error) {
        if (!(error instanceof Difference)) throw error;
        faults.push(...error.faults, '— or —');
        this.#lastMessage = last;
      }
    }
    throw new Difference(faults.slice(0, -1));
  }

  #adopt(step: Step, state: State): void {
    const checked = [this.#checkedTold, this.#checkedMaybe];
    const previous = this.state;
    this.state = state;
    // Anything due now is done at once: credit that came in pays the dates waiting for it, and a late match is asked
    // about.
    passTime(state, this.now);
    try {
      this.settle();
    } catch (error) {
      this.state = previous;
      [this.#checkedTold = 0, this.#checkedMaybe = 0] = checked;
      throw error;
    }
    this.#name(step, 'b', previous.nextBooking, state.nextBooking);
    this.#name(step, 'c', previous.nextClosure, state.nextClosure);
    this.#name(step, 'w', previous.nextWaiting, state.nextWaiting);
    this.#name(step, 's', previous.nextSeries, state.nextSeries);
    this.#name(step, 'e', previous.nextEvent, state.nextEvent);
    this.#name(step, 'p', previous.nextPayer, state.nextPayer);
  }

  #name(step: Step, letter: string, from: number, until: number): void {
    for (let id = from; id < until; id += 1) {
      const label = `${letter}${step.id}`;
      // A step's second and third are named by their order, so that a shorter story knows them too.
      const isFirst = id === from && !this.made.has(label);
      this.made.set(isFirst ? label : `${label}.${id - from}`, id);
    }
  }

  close(): void {
    this.world.close();
  }
}

type RequestOf = Parameters<World['send']> extends [unknown, ...infer Rest] ? Rest : never;
