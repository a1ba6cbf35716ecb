import * as v from 'valibot';
import { adminUserSchema } from './account-answers.ts';
import { money } from './base-schemas.ts';
import { auditEntrySchema } from './common-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const userDetailSchema = v.strictObject({
  user: adminUserSchema,
  history: v.array(auditEntrySchema),
  /** The remaining credit. */
  credit: money,
});
export type AdminUserDetail = v.InferOutput<typeof userDetailSchema>;

export const USER_ROUTES = {
  'GET /api/admin/users': {
    summary: 'List members, newest first; `admins=1` lists owners and staff only',
    access: 'owner',
    query: ['q', 'limit', 'cursor', 'admins'],
    answer: data(
      v.strictObject({
        users: v.array(adminUserSchema),
        total: v.number(),
        next_cursor: v.nullable(v.string()),
      }),
    ),
  },
  'GET /api/admin/users/:id': {
    summary: 'Read a member with their history',
    access: 'owner',
    answer: data(userDetailSchema),
  },
} as const satisfies Record<string, RouteContract>;
