import { creditOf, playersOf, received, receivedOf } from './model/money.ts';
import { slotOf } from './model/slots.ts';
import type { State, Told } from './model/state.ts';
import { CUSTOMERS } from './people.ts';
import type { World } from './world.ts';

/** The club and the model do not agree; `faults` says where, one sentence each. */
export class Difference extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.slice(0, 12).join('\n'));
    this.name = 'Difference';
    this.faults = faults;
  }
}

type Table = Map<string, string>;

/** Rows by what they are about; a row is one text, so that a difference names it whole. */
function differences(of: string, real: Table, model: Table): string[] {
  const faults: string[] = [];
  for (const [key, expected] of model) {
    const found = real.get(key);
    if (found !== expected) faults.push(`${of} ${key} is ${found ?? 'missing'}, must be ${expected}`);
  }
  for (const [key, found] of real) if (!model.has(key)) faults.push(`${of} ${key} is ${found}, must not be`);
  return faults;
}

interface BookingRow {
  id: number;
  court_id: number;
  date: string;
  slots: string;
  status: string;
  email: string;
  user_id: number | null;
  price: number;
  charge: number;
  received: number;
  pay_by: number | null;
  remind_at: number | null;
  receipt: number;
  series_id: number | null;
  attendance: string | null;
  activity_id: number | null;
}

interface PlayerRow {
  id: number;
  activity_id: number;
  state: string;
  email: string;
  name: string;
  user_id: number | null;
  charge: number;
  received: number;
  payment_method: string | null;
  receipt: number;
  taken_off: number;
  remind_at: number | null;
  hold_until: number | null;
}

/** Every share, place and deadline of the players; the host's share is what the others leave of the booking. */
function comparePlayers(world: World, state: State, numberOf: (person: string | null) => number | null) {
  const rows = world.rows<PlayerRow>(
    `SELECT player.id, player.activity_id, state, iif(is_host, '', player.email) AS email,
       iif(is_host, '', player.name) AS name, player.user_id,
       iif(is_host, booking.charge - (SELECT ifnull(sum(charge), 0) FROM player AS other
         WHERE other.activity_id = player.activity_id AND is_host = 0), player.charge) AS charge,
       iif(is_host, booking.received - (SELECT ifnull(sum(received), 0) FROM player AS other
         WHERE other.activity_id = player.activity_id AND is_host = 0), player.received) AS received,
       player.payment_method, player.payment_receipt IS NOT NULL AS receipt, taken_off, player.remind_at, hold_until
     FROM player JOIN booking USING (activity_id)`,
  );
  const matches = world.rows<{ id: number; line: string }>(
    `SELECT id, kind || ' ' || rest || ' closed ' || (closed_at IS NOT NULL) || ' decided ' || ifnull(decide_at, 'not')
       || iif(kind = 'private', '', ' for ' || capacity || ' public ' || is_public || ' asked '
       || (asked_at IS NOT NULL) || ' full ' || (full_at IS NOT NULL)) AS line FROM activity`,
  );
  const split = state.bookings.filter(({ activity }) => activity !== null);
  return [
    ...differences(
      'player',
      new Map(rows.map(({ id, ...row }) => [String(id), JSON.stringify(row)])),
      new Map(
        split.flatMap((booking) =>
          playersOf(booking).map((player) => [
            String(player.id),
            JSON.stringify({
              activity_id: booking.activity?.id ?? 0,
              state: player.state,
              email: player.email,
              name: player.name,
              user_id: player.isMembers ? numberOf(player.person) : null,
              charge: player.charge,
              received: receivedOf(state, booking, player),
              payment_method: player.method,
              receipt: player.hasReceipt ? 1 : 0,
              taken_off: player.isTakenOff ? 1 : 0,
              remind_at: player.remindAt,
              hold_until: player.holdUntil,
            } satisfies Omit<PlayerRow, 'id'>),
          ]),
        ),
      ),
    ),
    ...differences(
      'activity',
      new Map(matches.map(({ id, line }) => [String(id), line])),
      new Map(
        split.flatMap(({ activity }) => {
          if (!activity) return [];
          const { id, rest, isClosed, isMatch, capacity, isPublic, decideAt, isAsked, isFull } = activity;
          const match = ` for ${capacity} public ${+isPublic} asked ${+isAsked} full ${+isFull}`;
          const kind = isMatch ? 'open_match' : 'private';
          const line = `${kind} ${rest} closed ${+isClosed} decided ${decideAt ?? 'not'}${isMatch ? match : ''}`;
          return [[String(id), line] as const];
        }),
      ),
    ),
  ];
}

/** Every rupee, slot, deadline, credit and date of a series, as the tables hold them and as they must be. */
export function compareBooks(world: World, state: State): string[] {
  const numberOf = (person: string | null) => (person === null ? null : (world.userIds.get(person) ?? null));
  const bookings = world.rows<BookingRow>(
    `SELECT id, court_id, date, slots, status, email, user_id, computed_amount AS price, charge, received, pay_by,
       remind_at, payment_receipt IS NOT NULL AS receipt, series_id, attendance, activity_id FROM booking`,
  );
  const claims = world.rows<{ place: string; holder: string }>(
    `SELECT court_id || ' ' || date || ' ' || slot AS place,
       coalesce('booking ' || booking_id, 'closure ' || closure_id, 'offer ' || offer_id) AS holder FROM claim`,
  );
  const entries = world.rows<{ id: number; line: string }>(
    `SELECT id, coalesce(booking_id, 'top-up') || ' of ' || coalesce(player_id, 'host') || ' ' || kind || ' ' || method
       || ' ' || amount AS line FROM ledger_entry`,
  );
  const credit = world.rows<{ user_id: number; amount: number }>(
    'SELECT user_id, amount FROM credit_balance',
  );
  const expectedClaims: Table = new Map();
  const claim = (
    holder: string,
    { court, date, slots }: { court: number; date: string; slots: number[] },
  ) => {
    for (const slot of slots) expectedClaims.set(`${court} ${date} ${slot}`, holder);
  };
  for (const booking of state.bookings)
    if (booking.status !== 'cancelled') claim(`booking ${booking.id}`, booking);
  for (const closure of state.closures) claim(`closure ${closure.id}`, closure);
  for (const offer of state.offers) claim(`offer ${offer.id}`, offer);
  return [
    ...comparePlayers(world, state, numberOf),
    ...differences(
      'booking',
      new Map(
        bookings.map(({ id, slots, ...row }) => [
          String(id),
          JSON.stringify({ ...row, slots: (JSON.parse(slots) as string[]).map(slotOf) }),
        ]),
      ),
      new Map(
        state.bookings.map((booking) => [
          String(booking.id),
          JSON.stringify({
            court_id: booking.court,
            date: booking.date,
            status: booking.status,
            email: booking.email,
            user_id: booking.isMembers ? numberOf(booking.person) : null,
            price: booking.price,
            charge: booking.charge,
            received: received(state, booking.id),
            pay_by: booking.payBy,
            remind_at: booking.remindAt,
            receipt: booking.hasReceipt ? 1 : 0,
            series_id: booking.series,
            attendance: booking.attendance,
            activity_id: booking.activity?.id ?? null,
            slots: booking.slots,
          }),
        ]),
      ),
    ),
    ...differences('claim', new Map(claims.map(({ place, holder }) => [place, holder])), expectedClaims),
    ...differences(
      'ledger entry',
      new Map(entries.map(({ id, line }) => [String(id), line])),
      new Map(
        state.entries.map(({ booking, player, kind, method, amount }, index) => [
          String(index + 1),
          `${booking ?? 'top-up'} of ${player ?? 'host'} ${kind} ${method} ${amount}`,
        ]),
      ),
    ),
    ...differences(
      'waitlist entry',
      new Map(
        world
          .rows<{ id: number; is_open: number }>("SELECT id, state = 'open' AS is_open FROM waitlist_entry")
          .map(({ id, is_open }) => [String(id), is_open ? 'open' : 'over']),
      ),
      new Map(state.waiting.map(({ id, isOpen }) => [String(id), isOpen ? 'open' : 'over'])),
    ),
    ...differences(
      'shift',
      new Map(
        world
          .rows<{ id: number; is_open: number }>('SELECT id, closed_at IS NULL AS is_open FROM shift')
          .map(({ id, is_open }) => [String(id), is_open ? 'open' : 'counted']),
      ),
      new Map(
        Array.from({ length: state.shifts }, (_, at) => [
          String(at + 1),
          state.isDrawerOpen && at + 1 === state.shifts ? 'open' : 'counted',
        ]),
      ),
    ),
    ...differences(
      'credit',
      new Map(credit.map(({ user_id, amount }) => [String(user_id), String(amount)])),
      new Map(
        CUSTOMERS.filter(({ id }) =>
          state.entries.some((entry) => entry.person === id && entry.credit !== 0),
        ).map(({ id }) => [String(numberOf(id)), String(creditOf(state, id))]),
      ),
    ),
    ...differences(
      'the setting',
      new Map([
        ['transfer hours', '12'],
        ...world
          .rows<{ value: string }>("SELECT value FROM setting WHERE key = 'booking.transfer_hours'")
          .map(({ value }) => ['transfer hours', value] as const),
      ]),
      new Map([['transfer hours', String(state.rules.transferHours)]]),
    ),
  ];
}

interface OutboxRow {
  id: number;
  kind: string;
  about: number;
  recipient: string | null;
  audience: string;
}

/** Whoever plays soon has been told of each time that the booking had. */
export function compareTexts(world: World, due: readonly { key: string }[]): string[] {
  const keys = new Set(
    world.rows<{ key: string }>("SELECT key FROM outbox WHERE channel = 'sms'").map(({ key }) => key),
  );
  const missing = due.filter(({ key }) => !keys.has(key));
  return missing.map(({ key }) => `the text ${key} is missing`);
}

/** The emails, and the texts about a deadline, that were queued after `after`, and those that the model says were due. */
export function compareMessages(
  world: World,
  after: number,
  told: readonly Told[],
  maybeTold: readonly Told[],
): { faults: string[]; last: number } {
  const rows = world.rows<OutboxRow>(
    `SELECT id, kind, coalesce(booking_id, 0) AS about, recipient, audience FROM outbox
     WHERE id > ${after} AND audience <> 'account'
       AND (channel = 'email' OR kind IN ('sms.payment_due', 'sms.released')) ORDER BY id`,
  );
  const open = rows.map((row) => row);
  const take = ({ kind, about, to }: Told) => {
    const at = open.findIndex(
      (row) => row.kind === kind && row.about === about && (to === undefined || row.recipient === to),
    );
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  };
  const missing = told.filter((one) => !take(one));
  for (const one of maybeTold) take(one);
  return {
    faults: [
      ...missing.map(
        ({ kind, about, to }) => `message ${kind} about ${about} to ${to ?? 'its reader'} is missing`,
      ),
      ...open.map(
        ({ kind, about, recipient }) =>
          `message ${kind} about ${about} to ${recipient} is queued, must not be`,
      ),
    ],
    last: rows.at(-1)?.id ?? after,
  };
}
