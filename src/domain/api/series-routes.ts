import * as v from 'valibot';
import {
  seriesCancelSchema,
  seriesChangePreviewSchema,
  seriesChangeSchema,
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesRequestSchema,
  seriesSchema,
} from '../series-input.ts';
import { id } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';
import {
  seriesAnswerSchema,
  seriesDetailSchema,
  seriesPreviewAnswerSchema,
  seriesRequestAnswerSchema,
} from './series-answer-schemas.ts';

/** Regular bookings of one court at one time. */
export const SERIES_ROUTES = {
  'GET /api/admin/series': {
    summary: 'List series, the next to play first',
    access: 'staff',
    answer: data(v.strictObject({ series: v.array(seriesAnswerSchema) })),
  },
  'GET /api/admin/series/:id': {
    summary: 'Read a series with its bookings',
    access: 'staff',
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/preview': {
    summary: 'Price every date of a series and name what is in the way',
    access: 'staff',
    body: seriesPreviewSchema,
    answer: data(seriesPreviewAnswerSchema),
  },
  'POST /api/admin/series': {
    summary: 'Book all dates of a series, or none',
    access: 'staff',
    body: seriesSchema,
    answer: data(seriesDetailSchema),
    status: 201,
  },
  'POST /api/admin/series/:id/change/preview': {
    summary: 'Price the coming dates of a series at another time and name what is in the way',
    access: 'staff',
    body: seriesChangePreviewSchema,
    answer: data(seriesPreviewAnswerSchema),
  },
  'POST /api/admin/series/:id/change': {
    summary: 'Move the coming dates of a series to another weekday, time, length or court, or none',
    access: 'staff',
    body: seriesChangeSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/cancel': {
    summary: 'Cancel one date of a series, those of a span, or all that are to come',
    access: 'staff',
    body: seriesCancelSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/payments': {
    summary: 'Record several dates of a series as paid',
    access: 'staff',
    body: seriesPaymentSchema,
    answer: data(seriesDetailSchema),
  },
  'POST /api/admin/series/:id/let-end': {
    summary: 'Take a series that ends soon out of the inbox',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
  'POST /api/admin/series-requests/:id/decline': {
    summary: 'Decline what a member asked for; an email says why',
    access: 'staff',
    body: seriesDeclineSchema,
    answer: data(v.strictObject({ id })),
  },
  'GET /api/series-requests': {
    summary: 'The series that the member has asked for and that wait for an answer',
    access: 'member',
    answer: v.strictObject({ requests: v.array(seriesRequestAnswerSchema) }),
  },
  'POST /api/series-requests': {
    summary: 'Ask the reception for a series',
    access: 'member',
    body: seriesRequestSchema,
    answer: v.strictObject({ request: seriesRequestAnswerSchema }),
    status: 201,
  },
  'DELETE /api/series-requests/:id': {
    summary: 'Take a request for a series back',
    access: 'member',
    answer: v.strictObject({ id }),
  },
} as const satisfies Record<string, RouteContract>;
