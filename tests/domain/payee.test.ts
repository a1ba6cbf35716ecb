import { describe, expect, test } from 'bun:test';
import type { AuditEntry } from '../../src/domain/audit-log.ts';
import {
  changesFor,
  payeeChanges,
  payeeHeldUntil,
  payeeHoldError,
  payerIban,
} from '../../src/domain/payee.ts';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(Date.parse('2026-11-20T10:00:00+05:00') + hour * HOUR).toISOString();
const instant = (hour: number) => Date.parse(at(hour));
let number = 0;
const entry = (action: string, hour: number, details: object = {}, actor = 'admin') =>
  ({
    ...{ id: ++number, action, at: at(hour), actor, actor_name: 'Sana Butt', details },
  }) as unknown as AuditEntry;
const byCustomer = { by_customer: true };
/** What of a history is listed, by whom, with what doubt, and how long it holds the money. */
const listed = (history: AuditEntry[], firstMoney: number | null, now: number) =>
  payeeChanges(history, firstMoney === null ? null : instant(firstMoney), instant(now)).map((change) => [
    change.what,
    change.by_club ? change.by : 'customer',
    change.doubt,
    change.held_until && (Date.parse(change.held_until) - instant(0)) / HOUR,
  ]);

describe('a change of where money goes back to', () => {
  const own = entry('email_corrected', 1, byCustomer, 'guest');
  const clubs = entry('email_corrected', 1);
  test.each<
    [string, AuditEntry[], firstMoney: number | null, now: number, expected: (string | number | null)[][]]
  >([
    ['by the club holds it for three days', [clubs], null, 2, [['email', 'Sana Butt', null, 73]]],
    ['by the club holds it until then', [clubs], null, 73, [['email', 'Sana Butt', null, null]]],
    ['by the customer counts once money came', [own], 1, 2, [['email', 'customer', null, null]]],
    ['by the customer before money came is none', [own], 2, 3, []],
    ['by the customer without money is none', [own], null, 3, []],
    [
      'by the customer of a walk-in is doubtful',
      [entry('walk_in', 0), own],
      0,
      2,
      [['email', 'customer', 'club_email', 73]],
    ],
    [
      'with a link that the reception handed over is doubtful',
      [entry('link_handed', 0), own],
      0,
      2,
      [['email', 'customer', 'handed_link', 73]],
    ],
    [
      'is doubtful by what came first',
      [entry('walk_in', 0), entry('link_handed', 0), own],
      0,
      2,
      [['email', 'customer', 'club_email', 73]],
    ],
    [
      'after an email of the club is doubtful',
      [clubs, entry('email_corrected', 2, byCustomer, 'member')],
      0,
      3,
      [
        ['email', 'Sana Butt', null, 73],
        ['email', 'customer', 'club_email', 74],
      ],
    ],
    [
      'of an account holds it where it is doubtful',
      [entry('refund_account', 1, { payer: 7, doubt: 'handed_link' }, 'guest')],
      null,
      2,
      [['account', 'customer', 'handed_link', 73]],
    ],
    [
      'of an account by its payer holds nothing',
      [entry('refund_account', 1, { payer: 7 }, 'member')],
      null,
      2,
      [['account', 'customer', null, null]],
    ],
    [
      'of an account by the club holds it',
      [entry('refund_account', 1, { payer: 7 })],
      null,
      2,
      [['account', 'Sana Butt', null, 73]],
    ],
    ['is not what else happened', [entry('status', 1)], 0, 2, []],
  ])('%s', (_, history, firstMoney, now, expected) => {
    expect(listed(history, firstMoney, now)).toEqual(expected);
  });

  test('of an account concerns its payer, of the email everyone, and the last one says how long', () => {
    const account = (payer: number, hour: number) => entry('refund_account', hour, { payer });
    const history = [account(7, 1), entry('email_corrected', 2), account(8, 3)];
    const changes = payeeChanges(history, null, instant(4));
    expect([7, 8, 9].map((id) => changesFor(changes, id).map(({ what }) => what))).toEqual([
      ['account', 'email'],
      ['email', 'account'],
      ['email'],
    ]);
    const error = (payer: number) => payeeHoldError(changesFor(changes, payer));
    expect(error(7)).toMatch(
      /^The email of this booking was changed on Fri, Nov 20, 12 PM. Until Mon, Nov 23, 12 PM/,
    );
    expect(error(8)).toMatch(
      /^The account for this refund was changed on Fri, Nov 20, 1 PM. Until Mon, Nov 23, 1 PM/,
    );
    const later = payeeChanges(history, null, instant(90));
    expect([payeeHeldUntil(later), payeeHoldError(later), payeeHoldError([])]).toEqual([null, null, null]);
  });
});

test('the account that paid is the first Pakistani one in a line that is not the club’s', () => {
  const [own, other] = ['PK36SCBL0000001123456702', 'PK24SCBL0000001171495101'];
  expect(payerIban(`To ${own} from ${other.toLowerCase()}`, own)).toBe(other);
  expect([
    payerIban(`To ${own}`, own),
    payerIban('PK00SCBL0000001171495101', own),
    payerIban('', own),
  ]).toEqual([null, null, null]);
});
