import * as v from 'valibot';
import { count, instant } from './base-schemas.ts';
import { messageSchema } from './common-answers.ts';
import type { RouteContract } from './route-contract.ts';

export const healthSchema = v.strictObject({
  status: v.pipe(
    v.picklist(['ok', 'stopping', 'disk_full', 'broken']),
    v.description('`disk_full`: pages are served, and nothing can be saved'),
  ),
  live: v.pipe(v.literal(true), v.description('True whenever the process answers')),
  ready: v.pipe(
    v.boolean(),
    v.description('True when the database answers and saves, and the server is not stopping'),
  ),
  version: v.string(),
  schema: count,
  uptime_seconds: count,
  last_backup: v.nullable(instant),
  backup_overdue: v.pipe(
    v.boolean(),
    v.description(
      'True when backups are on and the last success, or the club without one, is older than a day and a half',
    ),
  ),
  last_copy: v.pipe(
    v.nullable(instant),
    v.description('The moment of the last copy in the bucket or folder; null without copies'),
  ),
  copy_overdue: v.pipe(
    v.boolean(),
    v.description('True when changes are not copied for three intervals and a quarter of an hour'),
  ),
  last_rehearsal: v.pipe(
    v.nullable(instant),
    v.description('When a copy was last restored into a temporary folder and compared'),
  ),
  rehearsal_overdue: v.pipe(
    v.boolean(),
    v.description('True when the last rehearsal failed, or is older than nine days'),
  ),
  mail: v.pipe(
    v.picklist(['smtp', 'files']),
    v.description('`files`: no mail server is set up, so the server saves emails as files'),
  ),
  warnings: v.exactOptional(
    v.pipe(
      v.array(
        v.picklist([
          'database_replaced',
          'database_damaged',
          'disk_full',
          'clock_unconfirmed',
          'future_instants',
          'untrusted_proxy',
          'address_unknown',
          'sending_limited',
          'whatsapp_unavailable',
        ]),
      ),
      v.description('For admins and requests from the server’s machine only'),
    ),
  ),
  opened_at: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('With the warning `address_unknown`: where visitors have opened the site, as they say'),
    ),
  ),
});

/** For monitoring and other programs. */
export const HEALTH_ROUTES = {
  'GET /api/health': { summary: 'Whether the site is up', access: 'anyone', answer: healthSchema },
  'GET /api/health/ready': {
    summary: 'Whether the site is up, for load balancers',
    access: 'anyone',
    answer: healthSchema,
  },
  'GET /api/health/live': {
    summary: 'Whether the process answers',
    access: 'anyone',
    answer: v.strictObject({ live: v.boolean() }),
  },
  'POST /api/admin/clock/confirm': {
    summary: 'Confirm the clock of the club’s computer after a jump',
    access: 'owner',
    answer: messageSchema,
  },
  'GET /api/metrics': {
    summary: 'Prometheus metrics, for owners, staff and holders of the METRICS_TOKEN',
    access: 'anyone',
    answer: 'text/plain',
  },
  'GET /api/openapi.json': {
    summary: 'This document',
    access: 'anyone',
    answer: v.record(v.string(), v.unknown()),
  },
} as const satisfies Record<string, RouteContract>;
