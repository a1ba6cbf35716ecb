import * as v from 'valibot';
import type { UnsettledBookings } from '../admin-answers-and-inputs.ts';
import type { Statement } from '../booking-statement.ts';
import { ENTRY_KINDS, type LedgerEntry, type LedgerPage, MONEY_METHODS, type Shift } from '../ledger.ts';
import { count, date, id, instant, money, nullableText, type SchemaOf } from './base-schemas.ts';
import { bookingSchema } from './booking-answer-schemas.ts';

const entryEntries = {
  id,
  at: instant,
  booking_id: v.nullable(id),
  user_id: v.nullable(id),
  kind: v.picklist(ENTRY_KINDS),
  method: v.picklist(MONEY_METHODS),
  amount: money,
  reference: nullableText,
  note: nullableText,
  actor: v.string(),
  actor_name: nullableText,
  shift_id: v.nullable(id),
  reverses: v.nullable(id),
  reversed_by: v.nullable(id),
};
export const ledgerEntrySchema: SchemaOf<LedgerEntry> = v.strictObject(entryEntries);

export const ledgerPageSchema: SchemaOf<LedgerPage> = v.strictObject({
  entries: v.array(
    v.strictObject({ ...entryEntries, booking_name: nullableText, play_date: v.nullable(date) }),
  ),
  totals: v.array(v.strictObject({ method: v.picklist(MONEY_METHODS), in: money, out: money })),
  cashiers: v.array(v.strictObject({ id: v.nullable(id), name: v.string(), in: money, out: money })),
  next_cursor: v.nullable(id),
});

export const shiftSchema: SchemaOf<Shift> = v.strictObject({
  id,
  opened_at: instant,
  opened_by: nullableText,
  float: money,
  expected: money,
  closed_at: v.nullable(instant),
  closed_by: nullableText,
  counted: v.nullable(money),
  note: nullableText,
});

export const statementSchema: SchemaOf<Statement> = v.strictObject({
  booking: bookingSchema,
  entries: v.array(
    v.strictObject({
      id,
      at: instant,
      kind: entryEntries.kind,
      method: entryEntries.method,
      amount: money,
      reference: nullableText,
      reverses: v.nullable(id),
      reversed_by: v.nullable(id),
    }),
  ),
  issuer: v.strictObject({
    name: v.string(),
    address: v.string(),
    phone: v.string(),
    email: v.string(),
    tax_number: v.string(),
  }),
});

export const balancesSchema: SchemaOf<UnsettledBookings> = v.strictObject({
  to_give_back: v.array(bookingSchema),
  to_collect: v.array(bookingSchema),
  overdue: v.array(bookingSchema),
  counts: v.strictObject({ to_give_back: count, to_collect: count, overdue: count }),
});
