import { expect } from 'bun:test';
import { readSecret } from '../../src/db/stored-secret.ts';
import { PlayerKeys } from '../../src/players/player-keys.ts';
import { type Policy, ShareModel } from './share-model.ts';
import type { TestClub } from './test-club.ts';

const HOUR_MS = 60 * 60_000;
const DAYS = ['2026-11-28', '2026-11-29', '2026-11-30'];
const TIMES = [
  ['18:00', '18:30'],
  ['10:00', '10:30'],
  ['20:00', '20:30', '21:00', '21:30'],
  ['11:00', '11:30', '12:00'],
];
/** The names of the steps, as often as they are to come. */
const WEIGHTED = Object.entries({
  pay: 5,
  refund: 2,
  undo: 3,
  markPaid: 1,
  move: 2,
  wait: 2,
  leave: 3,
  add: 3,
  cancel: 1,
  restore: 4,
}).flatMap(([name, weight]) => Array<string>(weight).fill(name));
const METHODS = ['cash', 'bank_transfer', 'card'];

interface Entry {
  id: number;
  player_id: number | null;
  amount: number;
  reverses: number | null;
  reversed_by: number | null;
}

function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, pick: <T>(list: readonly T[]): T | undefined => list[below(list.length)] };
}

/**
 * One random life of a booking with players: split, pay, move, leave, add, cancel, restore, refund, undo. After each step
 * the server's shares and entries are those of the model. Returns the story for a failing seed.
 */
export async function liveOnce(club: TestClub, owner: Record<string, string>, seed: number, steps: number) {
  const random = createRandom(seed);
  const story: string[] = [];
  const dateOf = random.pick(DAYS) as string;
  club.clock.now = Date.parse(`${dateOf}T18:00:00+05:00`) - (30 + random.below(20)) * HOUR_MS;
  const walkIn = { court_id: 1, date: dateOf, slots: TIMES[0], name: 'Ayesha Khan' };
  const booked = (await club.post('/api/admin/bookings', walkIn, owner)).json.data.booking;
  const id = booked.id as number;
  const url = `/api/admin/bookings/${id}`;
  const read = async () => (await club.get(url, owner)).json.data;
  const count = 1 + random.below(3);
  const split = await club.post(`/api/booking/${id}/players`, { players: Array(count).fill({}) }, owner);
  const ids = (split.json.players as { id: number }[]).map((player) => player.id);
  const model = new ShareModel(booked.computed_amount, ids);

  const hoursLeft = (booking: { date: string; start_time: string }) => {
    return (Date.parse(`${booking.date}T${booking.start_time}:00+05:00`) - club.clock.now) / HOUR_MS;
  };
  const policyOf = (booking: { date: string; start_time: string }): Policy => {
    const hours = hoursLeft(booking);
    return hours >= 24 ? 100 : hours >= 12 ? 50 : 0;
  };
  const idOf = (player: { id: number; isHost: boolean }) => (player.isHost ? {} : { player_id: player.id });

  const STEPS: Record<string, () => Promise<void>> = {
    pay: async () => {
      const player = random.pick(model.players);
      if (!player || model.isCancelled) return;
      const due = player.isHost ? model.due : model.balance(player);
      if (due <= 0) return;
      // Most players pay all of it.
      const amount = random.below(3) === 0 ? 1 + random.below(due) : due;
      story.push(`pay ${amount} for ${player.id}`);
      const input = { amount, method: random.pick(METHODS), ...idOf(player) };
      expect((await club.post(`${url}/payments`, input, owner)).status).toBe(201);
      model.pay(player, amount);
    },
    markPaid: async () => {
      const { booking } = await read();
      if (booking.status !== 'pending') return;
      story.push('mark paid');
      const { due } = model;
      expect((await club.put(`${url}/status`, { status: 'paid', method: 'cash' }, owner)).status).toBe(200);
      if (due > 0) model.pay(model.host, due);
    },
    refund: async () => {
      const player = random.pick(model.players.filter((one) => model.refundable(one) > 0));
      if (!player) return;
      const owed = model.refundable(player);
      const tooMuch = { amount: owed + 1, method: 'cash', ...idOf(player) };
      expect((await club.post(`${url}/refunds`, tooMuch, owner)).status).toBe(422);
      const amount = 1 + random.below(owed);
      story.push(`refund ${amount} to ${player.id}`);
      expect((await club.post(`${url}/refunds`, { ...tooMuch, amount }, owner)).status).toBe(201);
      model.refund(player, amount);
    },
    undo: async () => {
      const { entries } = (await read()) as { entries: Entry[] };
      const entry = random.pick(entries.filter((one) => one.reverses === null && one.reversed_by === null));
      if (!entry) return;
      const player = model.of(entry.player_id);
      const { status } = await club.post(
        `/api/admin/ledger/${entry.id}/reverse`,
        { reason: 'mistake' },
        owner,
      );
      const isRefused = player.received - entry.amount < 0;
      expect(status).toBe(isRefused ? 409 : 201);
      if (isRefused) return;
      story.push(`undo ${entry.amount} of ${player.id}`);
      model.undo(player, entry.amount);
    },
    move: async () => {
      const { booking } = await read();
      if (model.isCancelled) return;
      const target = { court_id: 1 + random.below(2), date: random.pick(DAYS), slots: random.pick(TIMES) };
      const { version } = booking;
      const { status, json } = await club.put(`${url}/slots`, { ...target, version }, owner);
      if (status !== 200) return;
      story.push(`move to ${json.data.booking.computed_amount}`);
      model.move(json.data.booking.computed_amount);
    },
    leave: async () => {
      const { booking } = await read();
      const player = random.pick(model.others.filter(({ plays }) => plays));
      if (!player || model.isCancelled || hoursLeft(booking) <= 0) return;
      const takenOff = random.below(2) === 0;
      const headers = takenOff ? owner : playerHeaderOf(club, player.id);
      story.push(`${player.id} ${takenOff ? 'is taken off' : 'leaves'}`);
      expect((await club.post(`/api/players/${player.id}/leave`, {}, headers)).status).toBe(200);
      model.leave(player, policyOf(booking), takenOff);
    },
    add: async () => {
      const { booking } = await read();
      const playing = model.others.filter(({ plays }) => plays);
      const most = model.host.charge - 1;
      const isPlayable = !model.isCancelled && hoursLeft(booking) > 0 && booking.charge > 0;
      if (!isPlayable || playing.length >= 3 || most < 1 || playing.some(({ charge }) => charge === 0))
        return;
      const price = 1 + random.below(most);
      const players = [...playing.map((one) => ({ id: one.id, charge: one.charge })), { charge: price }];
      const { status, json } = await club.put(`/api/booking/${id}/players`, { players }, owner);
      story.push(`add a player for ${price}`);
      expect(status).toBe(200);
      model.add(Math.max(...(json.players as { id: number }[]).map((one) => one.id)), price);
    },
    cancel: async () => {
      const { booking } = await read();
      if (model.isCancelled) return;
      const cancelled_by = random.pick(['customer', 'club', 'medical'] as const) ?? 'customer';
      story.push(`cancelled by ${cancelled_by}`);
      const input = { status: 'cancelled', cancelled_by, refund_to: 'money' };
      expect((await club.put(`${url}/status`, input, owner)).status).toBe(200);
      const ofCustomer = policyOf(booking);
      const medical: Policy = ofCustomer === 100 ? 100 : 50;
      model.cancel(cancelled_by === 'club' ? 100 : cancelled_by === 'medical' ? medical : ofCustomer);
    },
    restore: async () => {
      if (!model.isCancelled) return;
      const { status } = await club.put(`${url}/status`, { status: 'paid' }, owner);
      if (status !== 200) return;
      story.push('restored');
      model.restore();
    },
    wait: async () => {
      const { booking } = await read();
      const hours = random.below(12);
      if (hoursLeft(booking) > hours + 1) club.clock.now += hours * HOUR_MS;
    },
  };

  for (let step = 0; step < steps; step += 1) {
    await STEPS[random.pick(WEIGHTED) as string]?.();
    const { booking, players, entries } = await read();
    const shares = players.map((one: { id: number; charge: number; received: number }) => [
      one.id,
      one.charge,
      one.received,
    ]);
    const wanted = model.players.map(({ id: one, charge, received }) => [one, charge, received]);
    const context = { seed, story };
    expect({ ...context, shares }).toEqual({ ...context, shares: wanted });
    const sumOf = (column: 1 | 2) =>
      shares.reduce((sum: number, share: number[]) => sum + (share[column] ?? 0), 0);
    expect({ ...context, sums: [sumOf(1), sumOf(2)] }).toEqual({
      ...context,
      sums: [booking.charge, booking.received],
    });
    for (const player of model.players) {
      const own = (entries as Entry[]).filter((entry) => model.of(entry.player_id) === player);
      const sum = own.reduce((total, { amount }) => total + amount, 0);
      expect({ ...context, player: player.id, sum }).toEqual({
        ...context,
        player: player.id,
        sum: player.received,
      });
      expect(player.charge).toBeGreaterThanOrEqual(0);
    }
    const isSettled = model.due <= 0 && booking.received > 0 && !model.isCancelled;
    if (isSettled) expect({ ...context, status: booking.status }).toEqual({ ...context, status: 'paid' });
  }
  // The court is free for the next life.
  if (!model.isCancelled)
    await club.put(`${url}/status`, { status: 'cancelled', cancelled_by: 'club' }, owner);
}

function playerHeaderOf({ db }: TestClub, id: number) {
  const url = new PlayerKeys(readSecret(db, 'cookie'), '').joinUrl({ id, email: '' });
  return { 'x-player-key': url.split('.').at(-1) as string };
}
