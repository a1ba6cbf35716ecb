import { expect, test } from 'bun:test';
import type { Step } from './step.ts';
import { replay } from './story.ts';

const ORDER = { place: { court: 1, date: '2026-11-22', slots: [36, 37] }, rackets: 0, code: false };

/** Stories that showed a mistake of the club, as `npm run simulate` printed them. */
const STORIES: [name: string, story: Step[]][] = [
  [
    'nobody can wait for a time that is over',
    [
      {
        id: 42,
        at: 180,
        do: 'wait for a time',
        input: { person: 'usman.raza', date: '2026-11-20', court: null, window: [22, 23, 24], length: 2 },
      },
    ],
  ],
  [
    'a host sees no more than the first name of a stranger who joins',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'open a match', input: { booking: 'b1', places: 1, isPublic: true } },
      { id: 3, at: 2, do: 'join a match', input: { booking: 'b1', person: 'sana.malik', wait: false } },
      { id: 4, at: 3, do: 'cancel by the customer', input: { booking: 'b1', slip: 0 } },
    ],
  ],
  [
    'a player who waits for a place can stop waiting, and the host hears nothing of it',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'open a match', input: { booking: 'b1', places: 1, isPublic: true } },
      { id: 3, at: 2, do: 'join a match', input: { booking: 'b1', person: 'sana.malik', wait: false } },
      { id: 4, at: 3, do: 'join a match', input: { booking: 'b1', person: 'hina.aslam', wait: true } },
      { id: 5, at: 4, do: 'give a place back', input: { player: 'p4', toCredit: false, slip: 0 } },
    ],
  ],
  [
    'a member who cancels chooses credit for no player',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'bilal.ahmed', method: 'cash' } },
      { id: 2, at: 1, do: 'split the price', input: { booking: 'b1', players: [{}], rest: 'host' } },
      {
        id: 3,
        at: 2,
        do: 'pay a share',
        input: { player: 'p2.1', person: 'hina.aslam', method: 'cash', slip: 0 },
      },
      {
        id: 4,
        at: 3,
        do: 'record a payment',
        input: { booking: 'b1', player: 'p2.1', amount: 2000, method: 'cash' },
      },
      { id: 5, at: 4, do: 'cancel by the customer', input: { booking: 'b1', slip: 0 } },
    ],
  ],
  [
    'a host reads no more than the first name of who has paid, also when a share cannot change',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'cash' } },
      { id: 2, at: 1, do: 'split the price', input: { booking: 'b1', players: [{}], rest: 'host' } },
      {
        id: 3,
        at: 2,
        do: 'pay a share',
        input: { player: 'p2.1', person: 'sana.malik', method: 'cash', slip: 0 },
      },
      {
        id: 4,
        at: 3,
        do: 'record a payment',
        input: { booking: 'b1', player: 'p2.1', amount: 2500, method: 'cash' },
      },
      { id: 5, at: 4, do: 'change the shares', input: { booking: 'b1', without: null, more: 0, sum: 700 } },
    ],
  ],
  [
    'a card booking that the reception brought back unpaid is not cancelled without an email',
    [
      { id: 1, at: 0, do: 'book', input: { ...ORDER, person: 'usman.raza', method: 'card' } },
      { id: 2, at: 10, do: 'mark paid', input: { booking: 'b1' } },
      { id: 3, at: 20, do: 'cancel at the desk', input: { booking: 'b1', by: 'customer', to: 'money' } },
    ],
  ],
];

for (const [name, story] of STORIES) {
  test(name, async () => {
    const { faults } = await replay(story);
    expect(faults).toBeNull();
  });
}
