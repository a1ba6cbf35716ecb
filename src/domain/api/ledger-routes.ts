import * as v from 'valibot';
import {
  closeShiftSchema,
  entryRequestSchema,
  grantsSeenSchema,
  openShiftSchema,
  reverseSchema,
  topUpSchema,
} from '../ledger.ts';
import { money } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { balancesSchema, ledgerEntrySchema, ledgerPageSchema, shiftSchema } from './ledger-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const moneyChange = data(v.strictObject({ entry: ledgerEntrySchema, booking: bookingSchema }));
const shift = data(v.strictObject({ shift: shiftSchema }));
const ledgerQuery = ['from', 'to', 'method', 'cashier', 'cursor'] as const;

export const LEDGER_ROUTES = {
  'POST /api/admin/bookings/:id/payments': {
    summary: 'Record a payment; a repeated `Idempotency-Key` gets the first answer again',
    access: 'staff',
    headers: ['Idempotency-Key'],
    body: entryRequestSchema,
    answer: moneyChange,
    status: 201,
  },
  'POST /api/admin/bookings/:id/refunds': {
    summary: 'Record money given back; a repeated `Idempotency-Key` gets the first answer again',
    access: 'staff',
    headers: ['Idempotency-Key'],
    body: entryRequestSchema,
    answer: moneyChange,
    status: 201,
  },
  'GET /api/admin/balances': {
    summary: 'List the bookings with money to give back or to collect',
    access: 'staff',
    answer: data(balancesSchema),
  },
  'POST /api/admin/ledger/:id/reverse': {
    summary: 'Undo an entry that was recorded by mistake',
    access: 'staff',
    body: reverseSchema,
    answer: data(v.strictObject({ entry: ledgerEntrySchema, booking: v.nullable(bookingSchema) })),
    status: 201,
  },
  'GET /api/admin/ledger': {
    summary: 'List money by day of receipt, with totals by method and cashier',
    access: 'owner',
    query: ledgerQuery,
    answer: data(ledgerPageSchema),
  },
  'GET /api/admin/ledger.csv': {
    summary: 'Export the ledger entries that match a filter',
    access: 'owner',
    reauthenticate: true,
    query: ledgerQuery,
    answer: 'text/csv',
  },
  'GET /api/admin/shifts': {
    summary: 'List cash shifts, newest first',
    access: 'staff',
    answer: data(v.strictObject({ shifts: v.array(shiftSchema) })),
  },
  'GET /api/admin/shifts/:id': {
    summary: 'Read a cash shift with its entries',
    access: 'staff',
    answer: data(v.strictObject({ shift: shiftSchema, entries: v.array(ledgerEntrySchema) })),
  },
  'POST /api/admin/shifts': {
    summary: 'Open a cash shift',
    access: 'staff',
    body: openShiftSchema,
    answer: shift,
    status: 201,
  },
  'PUT /api/admin/shifts/:id/close': {
    summary: 'Close a cash shift with the counted sum',
    access: 'staff',
    body: closeShiftSchema,
    answer: shift,
  },
  'PUT /api/admin/staff-grants/seen': {
    summary: 'Clear what a staff member gave away from the inbox',
    access: 'owner',
    body: grantsSeenSchema,
    answer: data(grantsSeenSchema),
  },
  'POST /api/admin/users/:id/credit': {
    summary: 'Sell prepaid credit to a member',
    access: 'owner',
    reauthenticate: true,
    body: topUpSchema,
    answer: data(v.strictObject({ entry: ledgerEntrySchema, credit: money })),
    status: 201,
  },
} as const satisfies Record<string, RouteContract>;
