import { expect, test } from 'bun:test';
import { itemHeading } from '../../web/manage/item-heading.ts';
import type { ItemDetails } from '../../web/shared/booking-view/use-booking-details.ts';

const heading = (payer: Partial<ItemDetails['payer']>, item: Partial<ItemDetails['item']> = {}) =>
  itemHeading({
    payer: {
      name: 'Sana',
      state: 'joined',
      balance: 6000,
      receipt_received: false,
      hold_until: null,
      ...payer,
    },
    item: { kind: 'event', cancelled: false, contact_name: null, ...item },
  } as unknown as ItemDetails);

test('a held place says until when to pay, and once its receipt is sent, until when it is held', () => {
  const hold_until = '2026-11-28T20:20:00+05:00';
  expect(heading({ hold_until })).toMatch(/^Pay by .*8:20 PM to keep your place$/);
  for (const place of [{ receipt_received: true }, { balance: 0 }])
    expect(heading({ hold_until, ...place })).toMatch(/^Held for you until .*8:20 PM$/);
  expect(heading({ hold_until }, { kind: 'purchase' } as object)).toMatch(/^Held for you until/);
  expect(heading({ hold_until }, { contact_name: 'Ali' })).toMatch(/ to keep Sana’s place$/);
  expect(heading({})).toBe('You have a place');
});
