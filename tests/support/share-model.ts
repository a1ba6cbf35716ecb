/** The money of one player, in PKR. */
interface ModelPlayer {
  id: number;
  isHost: boolean;
  plays: boolean;
  /** The share while the booking stands. */
  price: number;
  charge: number;
  received: number;
}

/** How much of a price goes back, by the hours left and who cancels. */
export type Policy = 100 | 50 | 0;

/**
 * The shares of one booking, written for reading: every player has an own sum, the host's too, and each step says whose
 * sums it changes. The server computes the host's as the rest.
 */
export class ShareModel {
  players: ModelPlayer[];
  price: number;
  isCancelled = false;

  constructor(price: number, ids: readonly number[]) {
    const share = Math.floor(price / ids.length);
    this.price = price;
    this.players = ids.map((id, index) => ({
      id,
      isHost: index === 0,
      plays: true,
      price: share,
      charge: share,
      received: 0,
    }));
    this.host.price += price - share * ids.length;
    this.host.charge = this.host.price;
  }

  get host(): ModelPlayer {
    return this.players[0] as ModelPlayer;
  }

  get others(): ModelPlayer[] {
    return this.players.slice(1);
  }

  of(id: number | null): ModelPlayer {
    return this.players.find((player) => player.id === id) ?? this.host;
  }

  balance({ charge, received }: ModelPlayer): number {
    return charge - received;
  }

  /** What is to be paid for all open shares; below 0 the host can have it back. */
  get due(): number {
    const open = this.others.map((player) => Math.max(0, this.balance(player)));
    return open.reduce((sum, balance) => sum + balance, this.balance(this.host));
  }

  refundable(player: ModelPlayer): number {
    return Math.max(0, -(player.isHost ? this.due : this.balance(player)));
  }

  /** What the host pays beyond the own share pays for the open ones. */
  pay(player: ModelPlayer, amount: number): void {
    player.received += amount;
    if (!player.isHost) return;
    let rest = Math.min(amount, Math.max(0, -this.balance(player)));
    for (const other of this.others) {
      const part = Math.min(rest, Math.max(0, this.balance(other)));
      this.#toHost(other, part);
      rest -= part;
    }
  }

  refund(player: ModelPlayer, amount: number): void {
    player.received -= amount;
  }

  undo(player: ModelPlayer, amount: number): void {
    player.received -= amount;
    if (amount < 0) return;
    const kept = Math.min(player.charge, Math.max(0, player.received));
    if (this.isCancelled) {
      for (const each of this.players) each.charge = Math.min(each.charge, Math.max(0, each.received));
    } else if (!player.plays) {
      this.#charge(this.host, player.charge - kept);
      player.charge = kept;
    }
  }

  move(price: number): void {
    const before = this.price;
    this.price = price;
    if (price < before) {
      for (const other of this.others) {
        other.price = Math.floor((other.price * price) / before);
        other.charge = Math.floor((other.charge * price) / before);
      }
    }
    const others = this.others.reduce((sum, { charge }) => sum + charge, 0);
    this.host.charge = price - others;
    this.host.price = this.host.charge;
  }

  leave(player: ModelPlayer, policy: Policy, takenOff: boolean): void {
    const keep = takenOff ? 0 : this.keptOf(player, policy);
    this.#charge(this.host, player.charge - keep);
    player.charge = keep;
    player.plays = false;
  }

  /** A new player takes over a part of the host's share, and the place of the one who left first. */
  add(id: number, price: number): void {
    this.#charge(this.host, -price);
    this.players.push({ id, isHost: false, plays: true, price, charge: price, received: 0 });
    const replaced = this.others.find(({ plays, charge }) => !plays && charge > 0);
    if (!replaced) return;
    this.#charge(this.host, replaced.charge);
    replaced.charge = 0;
    replaced.price = 0;
  }

  keptOf({ price, charge, received }: ModelPlayer, policy: Policy): number {
    const kept = price - Math.round((price * policy) / 100);
    return Math.min(kept, charge, Math.max(0, received));
  }

  cancel(policy: Policy): void {
    this.isCancelled = true;
    for (const player of this.players) player.charge = this.keptOf(player, policy);
  }

  restore(): void {
    this.isCancelled = false;
    for (const player of this.others) if (player.plays) player.charge = player.price;
    this.host.charge = this.price - this.others.reduce((sum, { charge }) => sum + charge, 0);
    this.host.price = this.host.charge;
  }

  #charge(player: ModelPlayer, amount: number): void {
    player.charge += amount;
    player.price += amount;
  }

  #toHost(player: ModelPlayer, amount: number): void {
    this.#charge(player, -amount);
    this.#charge(this.host, amount);
  }
}
