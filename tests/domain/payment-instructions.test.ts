import { expect, test } from 'bun:test';
import {
  awaitsCardPayment,
  itemInstructions,
  offeredPaymentMethods,
  paymentInstructions,
  paymentMethodLabel,
  restSentence,
} from '../../src/domain/payment-instructions.ts';

const bank = {
  account_title: 'Padel Club',
  bank_name: 'Meezan',
  iban: 'PK58MEZN0099880012345678',
  qr_picture: '',
  raast: 'off' as const,
};
const club = { bank, phone: '+92 300 0000000' };
const METHODS = ['bank_transfer', 'cash', 'card', 'credit'] as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const linesOf = (instructions: { title: string; lines: string[] }) =>
  [instructions.title, ...instructions.lines].map(plain);

test('each method says what to pay, where, and what to name', () => {
  const [transfer, ...others] = METHODS.map((method) =>
    linesOf(paymentInstructions(method, { id: 7, amount: 5000 }, club)),
  );
  expect(transfer).toEqual([
    'Pay by bank transfer',
    'Amount: PKR 5,000',
    'Account title: Padel Club',
    'Bank: Meezan',
    'IBAN: PK58 MEZN 0099 8800 1234 5678',
    'Reference: booking 7',
    'Upload a picture of the receipt here. We’ll confirm your booking after checking it.',
  ]);
  expect(others.map(([title, line]) => [title, line])).toEqual([
    ['Pay at the club reception', 'Please pay PKR 5,000 in cash at the reception.'],
    ['Pay online', 'Amount: PKR 5,000'],
    ['Pay at the club reception', 'Please pay PKR 5,000 at the reception, with your credit or in cash.'],
  ]);
  expect(linesOf(paymentInstructions('card', { id: 7, amount: 0 }, club))[0]).toBe('Nothing to pay');
  const share = paymentInstructions('bank_transfer', { id: 7, share: 2, amount: 1, status: 'paid' }, club);
  expect(linesOf(share)).toContain('Reference: booking 7 share 2');
  expect(share.notes).toEqual(['We’ll confirm the payment when it arrives.']);
  const noBank = { ...club, bank: { ...bank, iban: '' } };
  const call = paymentInstructions('bank_transfer', { id: 7, amount: 1 }, noBank);
  expect(call.notes[0]).toBe('Please call +92 300 0000000 for our bank account details.');
  expect(call.details.map(({ label }) => label)).toEqual(['Amount', 'Reference']);
});

test('from the first rupee to the last, the rest is asked for', () => {
  const after = (received: number, method: (typeof METHODS)[number] = 'cash') =>
    linesOf(paymentInstructions(method, { id: 7, amount: 5000, received }, club));
  expect(after(0)[0]).toBe('Pay at the club reception');
  expect(after(1)).toEqual([
    'Part of the price is still to be paid',
    'Price now: PKR 5,000',
    'Paid: PKR 1',
    'Still to pay: PKR 4,999',
    'Pay the rest at the reception, with your booking number 7.',
  ]);
  expect(after(4999, 'bank_transfer')).toEqual(
    expect.arrayContaining(['Still to pay: PKR 1', 'Reference: booking 7']),
  );
  expect([5000, 5001].map((received) => after(received)[0])).toEqual(
    Array(2).fill('Your payment has arrived'),
  );
  const rest = { id: 7, balance: 1 };
  expect(plain(restSentence({ ...rest, payment_method: 'cash' }))).toBe('Please pay PKR 1 at the reception.');
  expect(plain(restSentence({ ...rest, payment_method: 'bank_transfer' }))).toBe(
    'Please send PKR 1 by bank transfer, with booking 7 as the reference.',
  );
});

test('a place or a purchase asks for what is left of its price', () => {
  const of = (method: (typeof METHODS)[number]) =>
    itemInstructions(method, { id: 9, amount: 3000, received: 1000 }, club);
  expect(linesOf(of('bank_transfer'))).toEqual(
    expect.arrayContaining([
      'Amount: PKR 2,000',
      'Reference: payment 9',
      'Upload a picture of the receipt here. We’ll confirm it after checking it.',
    ]),
  );
  expect(of('bank_transfer').details[0]?.copy).toBe('2000');
  expect(linesOf(of('card'))[1]).toBe('Amount: PKR 2,000');
  expect(linesOf(of('cash'))[1]).toBe('Please pay PKR 2,000 at the reception.');
});

test('a club without an account offers no transfer, and only an untouched card booking waits for its card', () => {
  expect(offeredPaymentMethods(METHODS, club)).toEqual(METHODS);
  expect(offeredPaymentMethods(METHODS, { bank: { ...bank, iban: '' } })).toEqual(['cash', 'card', 'credit']);
  expect([paymentMethodLabel('card'), paymentMethodLabel('toString')]).toEqual([
    'Card or Wallet',
    'toString',
  ]);
  const card = { payment_method: 'card', status: 'pending', received: 0 } as const;
  const waits = (over: object) => awaitsCardPayment({ ...card, ...over });
  expect([
    waits({}),
    waits({ received: 1 }),
    waits({ status: 'paid' }),
    waits({ payment_method: 'cash' }),
  ]).toEqual([true, false, false, false]);
});
