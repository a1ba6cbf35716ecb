import { expect, test } from 'bun:test';
import { ownerStep, stepAfter, stepsOf } from '../../web/setup/steps.ts';

test.each([
  [true, ['account', 'passkey', 'club', 'courts', 'bank', 'mail', 'done']],
  [false, ['account', 'address', 'passkey', 'club', 'courts', 'bank', 'mail', 'done']],
] as const)(
  'a site that knows its address (%p) neither counts that step nor stops there',
  (hasAddress, ids) => {
    expect(stepsOf(hasAddress).map(({ id }) => id)).toEqual([...ids]);
    for (const [at, id] of ids.entries()) expect(stepAfter(id, hasAddress)).toBe(ids[at + 1] ?? 'done');
    expect(ownerStep('address', hasAddress)).toBe(hasAddress ? 'passkey' : 'address');
    expect(['account', 'elsewhere', undefined].map((asked) => ownerStep(asked, hasAddress))).toEqual([
      'club',
      'club',
      'club',
    ]);
  },
);
