import * as v from 'valibot';
import { healthSchema } from './answer-schemas.ts';
import type { RouteContract } from './route-contract.ts';

/** What monitoring and other programs ask. */
export const HEALTH_ROUTES = {
  'GET /api/health': { summary: 'Whether the site serves', access: 'anyone', answer: healthSchema },
  'GET /api/health/ready': {
    summary: 'Whether the site serves, for load balancers',
    access: 'anyone',
    answer: healthSchema,
  },
  'GET /api/health/live': {
    summary: 'Whether the process answers',
    access: 'anyone',
    answer: v.strictObject({ live: v.boolean() }),
  },
  'GET /api/metrics': {
    summary: 'Prometheus metrics, for this machine, owners and staff',
    access: 'anyone',
    answer: 'text/plain',
  },
  'GET /api/openapi.json': {
    summary: 'This document',
    access: 'anyone',
    answer: v.record(v.string(), v.unknown()),
  },
} as const satisfies Record<string, RouteContract>;
