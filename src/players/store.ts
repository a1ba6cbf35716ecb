import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { PlayerState, RestRule } from '../domain/api/player-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import type { Level } from '../domain/match.ts';
import type { CancelledBy } from '../domain/refund.ts';
import { cheaperShare, dueOfShares, hostPart, keptOfShare, spreadKept } from '../domain/share.ts';

interface ActivityRow {
  id: number;
  kind: 'private' | 'open_match';
  rest: RestRule;
  /** When the open shares became the host's. */
  closed_at: number | null;
}

interface PlayerRow {
  id: number;
  activity_id: number;
  is_host: number;
  state: PlayerState;
  name: string;
  /** Empty until the player enters a contact. */
  email: string;
  phone: string;
  user_id: number | null;
  /** PKR; see `ShareMoney`. */
  price: number;
  charge: number;
  received: number;
  /** How the player said to pay; null before. */
  payment_method: string | null;
  /** The receipt that waits for the reception. */
  payment_receipt: string | null;
  receipts: number;
  /** 1: the host or the reception removed the player. */
  taken_off: number;
  remind_at: number | null;
  level: Level | null;
  /** Until when a place in an open match waits for money; null once it is taken. */
  hold_until: number | null;
  /** When such a place was taken; also after the match was closed. */
  confirmed_at: number | null;
  /** The player who left, and gets everything back once this one has taken the place. */
  replaces: number | null;
  /** 1: nobody has a link to the share any more. */
  erased: number;
  /** Where the player wants a refund by transfer: the account's number and its title. */
  refund_account: string | null;
  created_at: number;
}

/** A player with the figures of their share. The host has the words and the money that the others leave. */
export interface Player extends PlayerRow {
  balance: number;
}

/** What the shares need to know of their booking. */
export type SharedBooking = Pick<
  Booking,
  'activity_id' | 'charge' | 'received' | 'balance' | 'name' | 'email' | 'phone' | 'user_id'
>;

export interface NewPlayer {
  name: string;
  price: number;
  remind_at: number | null;
}

export interface Kept {
  player: Player;
  keep: number;
}

/** In SQL, the player of the activity `?1` who left first and whose place is given to nobody yet. */
export const FIRST_LEFT = `(SELECT min(gone.id) FROM player AS gone
  WHERE gone.activity_id = ?1 AND gone.state = 'left' AND gone.charge > 0 AND NOT EXISTS (
    SELECT 1 FROM player AS next WHERE next.activity_id = ?1 AND next.replaces = gone.id
      AND next.state IN ('invited', 'joined')))`;

/** Activities and their players. The sums hold by construction: no row stores the host's share. */
export class PlayerStore {
  readonly #selectActivity;
  readonly #selectByActivity;
  readonly #selectById;
  readonly #selectToRemind;

  constructor(db: Database) {
    this.#selectActivity = db.prepare<ActivityRow, [number]>(
      'SELECT id, kind, rest, closed_at FROM activity WHERE id = ?',
    );
    this.#selectByActivity = db.prepare<PlayerRow, [number]>(
      'SELECT * FROM player WHERE activity_id = ? ORDER BY is_host DESC, id',
    );
    this.#selectById = db.prepare<PlayerRow, [number]>('SELECT * FROM player WHERE id = ?');
    this.#selectToRemind = db.prepare<PlayerRow, [number, number]>(
      'SELECT * FROM player WHERE remind_at <= ? ORDER BY remind_at LIMIT ?',
    );
  }

  findActivity(id: number): ActivityRow | null {
    return this.#selectActivity.get(id);
  }

  /** The stored row; the host's has no figures. */
  findRow(id: number): PlayerRow | null {
    return this.#selectById.get(id);
  }

  listToRemind(now: number, limit: number): PlayerRow[] {
    return this.#selectToRemind.all(now, limit);
  }

  /** The players of a booking with those who left, the host first; empty when it is not split. */
  listOf(booking: SharedBooking): Player[] {
    if (booking.activity_id === null) return [];
    const rows = this.#selectByActivity.all(booking.activity_id);
    const others = rows.filter(({ is_host }) => is_host === 0);
    const charge = booking.charge - sum(others, 'charge');
    const received = booking.received - sum(others, 'received');
    const { name, email, phone, user_id } = booking;
    return rows.map((row) =>
      row.is_host === 1
        ? { ...row, name, email, phone, user_id, price: charge, charge, received, balance: charge - received }
        : { ...row, balance: row.charge - row.received },
    );
  }

  /** Throws `not_found` for a player of another booking. */
  require(booking: SharedBooking, id: number): Player {
    const player = this.listOf(booking).find((row) => row.id === id);
    if (!player) throw new Failure('not_found', 'There is no player with this number.');
    return player;
  }

  /** What the customer has to pay, of a split booking for all open shares; below 0 what they can get back. */
  dueOf(booking: SharedBooking): number {
    return booking.activity_id === null ? booking.balance : dueOfShares(this.listOf(booking));
  }

  createActivity(tx: Transaction, rest: RestRule): number {
    const { lastInsertRowid } = tx.db
      .query("INSERT INTO activity (kind, rest, created_at) VALUES ('private', ?, ?)")
      .run(rest, tx.now);
    tx.db
      .query("INSERT INTO player (activity_id, is_host, state, created_at) VALUES (?, 1, 'joined', ?)")
      .run(Number(lastInsertRowid), tx.now);
    return Number(lastInsertRowid);
  }

  setRest(tx: Transaction, id: number, rest: RestRule): void {
    tx.db.query('UPDATE activity SET rest = ? WHERE id = ?').run(rest, id);
  }

  /** Adds an invited player, for the place of the one who left first. */
  add(tx: Transaction, activityId: number, { name, price, remind_at }: NewPlayer): void {
    tx.db
      .query(
        `INSERT INTO player (activity_id, state, name, price, charge, remind_at, created_at, replaces)
         VALUES (?1, 'invited', ?2, ?3, ?3, ?4, ?5, ${FIRST_LEFT})`,
      )
      .run(activityId, name, price, remind_at, tx.now);
  }

  /** Whose place the player has paid for: that one gets everything back. Null when the club would keep more than it got. */
  takePlace(tx: Transaction, { received, replaces }: Player): number | null {
    const { changes } = tx.db
      .query('UPDATE player SET price = 0, charge = 0 WHERE id = ? AND charge BETWEEN 1 AND ?')
      .run(replaces, received);
    return changes > 0 ? replaces : null;
  }

  /** Those who have not paid are reminded anew after a move. */
  resetReminders(tx: Transaction, activityId: number, remindAt: number | null): void {
    tx.db
      .query(
        `UPDATE player SET remind_at = ? WHERE activity_id = ? AND is_host = 0
           AND state IN ('invited', 'joined') AND charge > received`,
      )
      .run(remindAt, activityId);
  }

  /** Changes a share that nobody has paid. */
  setShare(tx: Transaction, id: number, { name, price }: { name: string; price: number }): void {
    tx.db.query('UPDATE player SET name = ?1, price = ?2, charge = ?2 WHERE id = ?3').run(name, price, id);
  }

  /** The player enters a contact, which makes another key, and says how to pay. */
  join(
    tx: Transaction,
    id: number,
    contact: { name: string; email: string; phone: string; user_id: number | null },
    paymentMethod: string,
  ): void {
    const { name, email, phone, user_id } = contact;
    tx.db
      .query(
        `UPDATE player SET state = 'joined', name = ?, email = ?, phone = ?, user_id = ?, payment_method = ?
         WHERE id = ?`,
      )
      .run(name, email, phone, user_id, paymentMethod, id);
  }

  /** The player plays no more; the club keeps `keep` of the share, and the host carries the rest. A receipt still waits. */
  leave(tx: Transaction, id: number, keep: number, takenOff: boolean): void {
    tx.db
      .query(
        `UPDATE player SET state = 'left', charge = ?, taken_off = ?, remind_at = NULL, hold_until = NULL
         WHERE id = ?`,
      )
      .run(keep, takenOff ? 1 : 0, id);
  }

  /** A share that has come is no longer waited for. */
  markPaid(tx: Transaction, id: number): void {
    tx.db
      .query(
        `UPDATE player SET state = iif(state = 'invited', 'joined', state), payment_receipt = NULL, remind_at = NULL
         WHERE id = ?`,
      )
      .run(id);
  }

  /** The place is the player's; false when it was before. */
  confirm(tx: Transaction, id: number): boolean {
    const { changes } = tx.db
      .query('UPDATE player SET hold_until = NULL, confirmed_at = ? WHERE id = ? AND hold_until IS NOT NULL')
      .run(tx.now, id);
    return changes > 0;
  }

  /** The place waits for money again, so a match that was full is not. */
  hold(tx: Transaction, { id, activity_id }: Player, until: number): void {
    tx.db
      .query('UPDATE player SET hold_until = ?, confirmed_at = NULL, remind_at = NULL WHERE id = ?')
      .run(until, id);
    tx.db.query('UPDATE activity SET full_at = NULL WHERE id = ?').run(activity_id);
  }

  setReceipt(tx: Transaction, id: number, path: string | null): void {
    tx.db
      .query(
        'UPDATE player SET payment_receipt = ?1, receipts = receipts + iif(?1 IS NULL, 0, 1) WHERE id = ?2',
      )
      .run(path, id);
  }

  setRefundAccount(tx: Transaction, id: number, account: string): void {
    tx.db.query('UPDATE player SET refund_account = ? WHERE id = ?').run(account, id);
  }

  setReminder(tx: Transaction, id: number, remindAt: number | null): void {
    tx.db.query('UPDATE player SET remind_at = ? WHERE id = ?').run(remindAt, id);
  }

  /**
   * The host pays `amount` beyond their own share: open shares become the host's, in the order in which the players
   * were invited. Returns the players whose shares changed.
   */
  takeOver(tx: Transaction, booking: SharedBooking, amount: number): Player[] {
    const [host, ...others] = this.listOf(booking);
    let rest = Math.min(amount, Math.max(0, -(host?.balance ?? 0)));
    return others.filter(({ id, balance }) => {
      const part = Math.min(rest, Math.max(0, balance));
      if (part === 0) return false;
      this.#lower(tx, id, part);
      rest -= part;
      return true;
    });
  }

  /**
   * At the deadline: what nobody has paid becomes the host's, but a share whose first receipt waits, and a place of an
   * open match that is still held or whose player has promised to pay at the club.
   */
  close(tx: Transaction, booking: SharedBooking): Player[] {
    tx.db.query('UPDATE activity SET closed_at = ? WHERE id = ?').run(tx.now, booking.activity_id);
    const open = this.listOf(booking).filter(
      (player) =>
        player.is_host === 0 &&
        player.balance > 0 &&
        player.hold_until === null &&
        !isReceiptWaiting(player) &&
        !isPromised(player),
    );
    for (const { id, balance } of open) this.#lower(tx, id, balance);
    return open;
  }

  /** The host takes over what one player owes. */
  takeOverShare(tx: Transaction, { id, balance }: Player): void {
    this.#lower(tx, id, Math.max(0, balance));
  }

  #lower(tx: Transaction, id: number, by: number): void {
    tx.db.query('UPDATE player SET price = price - ?1, charge = charge - ?1 WHERE id = ?2').run(by, id);
    if (by > 0) this.setReminder(tx, id, null);
  }

  /**
   * The price of a booking that stands went from `before` to the charge of `booking`. What is dearer is the host's, and
   * so is a change of add-ons that the host's own share can carry.
   */
  followPrice(tx: Transaction, booking: SharedBooking, before: number, isHostsOwn: boolean): void {
    const others = this.listOf(booking).filter(({ is_host }) => is_host === 0);
    const total = sum(
      others.filter(({ state }) => state !== 'left'),
      'charge',
    );
    const from = isHostsOwn ? Math.max(total, booking.charge) : before;
    const update = tx.db.query('UPDATE player SET price = ?, charge = ? WHERE id = ?');
    for (const { id, price, charge } of others) {
      update.run(cheaperShare(price, from, booking.charge), cheaperShare(charge, from, booking.charge), id);
    }
  }

  /** What the club would keep of each share if the booking were cancelled now; `keep` is an admin's own sum. */
  cancellationOf(
    booking: SharedBooking & { date: string; start_time: string },
    cancelledBy: CancelledBy,
    now: number,
    keep?: number,
  ): Kept[] {
    const players = this.listOf(booking);
    const host = hostPart(players);
    const moneyOf = (player: Player) =>
      player.is_host === 1 && host ? { ...host, price: host.charge } : player;
    const spread =
      keep === undefined
        ? null
        : spreadKept(
            players.map(({ received }) => received),
            keep,
          );
    return players.map((player, index) => ({
      player,
      keep: spread?.[index] ?? keptOfShare(moneyOf(player), booking, cancelledBy, now),
    }));
  }

  /** A cancelled booking keeps of each share what `kept` says, and nothing of the others. Receipts still wait. */
  cancel(tx: Transaction, activityId: number, kept: readonly Kept[]): void {
    tx.db
      .query('UPDATE player SET charge = 0, remind_at = NULL, hold_until = NULL WHERE activity_id = ?')
      .run(activityId);
    const update = tx.db.query('UPDATE player SET charge = ? WHERE id = ? AND is_host = 0');
    for (const { player, keep } of kept) update.run(keep, player.id);
  }

  /** A restored booking has the shares that it had. */
  restore(tx: Transaction, activityId: number): void {
    tx.db
      .query("UPDATE player SET charge = price WHERE activity_id = ? AND state IN ('invited', 'joined')")
      .run(activityId);
  }

  /** After a payment was undone: a share that was cancelled or left keeps no more than what came. Returns the kept sum. */
  keepReceived(tx: Transaction, booking: SharedBooking): number {
    const players = this.listOf(booking);
    const keptOf = ({ charge, received }: Player) => Math.min(charge, Math.max(0, received));
    const update = tx.db.query('UPDATE player SET charge = ? WHERE id = ? AND is_host = 0');
    for (const player of players) update.run(keptOf(player), player.id);
    return players.reduce((total, player) => total + keptOf(player), 0);
  }

  /** The same for one player who left a booking that stands. */
  keepReceivedOf(tx: Transaction, { id, charge, received }: Player): void {
    tx.db
      .query("UPDATE player SET charge = ? WHERE id = ? AND state = 'left'")
      .run(Math.min(charge, Math.max(0, received)), id);
  }
}

/** What a receipt that came for a share which is owed no more stands for; 0 when its money is here. */
export function lateDueOf({ price, received }: Player): number {
  return Math.max(0, price - Math.max(0, received));
}

/** A player of an open match pays at the club, also after the match was closed. */
export function isPromised({ payment_method, confirmed_at }: Player): boolean {
  return payment_method === 'cash' && confirmed_at !== null;
}

/** The first receipt of a share stands for its money until the reception decides. */
export function isReceiptWaiting({ payment_receipt, receipts }: Player): boolean {
  return payment_receipt !== null && receipts === 1;
}

function sum(rows: readonly PlayerRow[], column: 'charge' | 'received'): number {
  return rows.reduce((total, row) => total + row[column], 0);
}
