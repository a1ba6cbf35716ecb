import * as v from 'valibot';
import {
  buyPlanSchema,
  endPurchaseSchema,
  extendPurchaseSchema,
  friendsSchema,
  pausePurchaseSchema,
  planSchema,
  sellPlanSchema,
  sellToContactSchema,
} from '../plan-schemas.ts';
import {
  adminPlanSchema,
  heldPlanSchema,
  planFiguresSchema,
  planHolderSchema,
  planOfferSchema,
  purchaseSchema,
} from './plan-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

const plan = data(v.strictObject({ plan: adminPlanSchema }));
const purchase = data(v.strictObject({ purchase: purchaseSchema }));

/** Plans and packages of hours: what the club sells, and what members bought. */
export const PLAN_ROUTES = {
  'GET /api/auth/plans': {
    summary: 'List the plans for sale, what the member bought, and what applies to bookings now',
    access: 'member',
    answer: v.strictObject({
      plans: v.array(planOfferSchema),
      purchases: v.array(purchaseSchema),
      held: v.array(heldPlanSchema),
    }),
  },
  'POST /api/auth/purchases': {
    summary: 'Buy a plan or a package; it begins when it is paid',
    access: 'member',
    body: buyPlanSchema,
    answer: v.strictObject({
      purchase: purchaseSchema,
      /** The page to pay it on. */
      pay_url: v.string(),
    }),
    status: 201,
  },
  'PUT /api/auth/purchases/:id/friends': {
    summary: 'Share a package with friends, who book with its hours when they are logged in',
    access: 'member',
    body: friendsSchema,
    answer: v.strictObject({ purchase: purchaseSchema }),
  },
  'GET /api/admin/plans': {
    summary: 'List all plans and packages with their holders',
    access: 'staff',
    answer: data(v.strictObject({ plans: v.array(adminPlanSchema) })),
  },
  'POST /api/admin/plans': {
    summary: 'Add a plan or a package',
    access: 'owner',
    reauthenticate: true,
    body: planSchema,
    answer: plan,
    status: 201,
  },
  'PUT /api/admin/plans/:id': {
    summary: 'Change a plan for those who buy it from now on, or end its sale',
    access: 'owner',
    reauthenticate: true,
    body: planSchema,
    answer: plan,
  },
  'GET /api/admin/plans/:id/holders': {
    summary: 'List who has a plan now or will',
    access: 'staff',
    answer: data(v.strictObject({ holders: v.array(planHolderSchema) })),
  },
  'GET /api/admin/plan-figures': {
    summary: 'What each plan earned and gave, and what its holders have not used yet',
    access: 'owner',
    query: ['startDate', 'endDate'],
    answer: data(v.strictObject({ plans: v.array(planFiguresSchema) })),
  },
  'GET /api/admin/users/:id/purchases': {
    summary: 'List what a member bought',
    access: 'staff',
    answer: data(v.strictObject({ purchases: v.array(purchaseSchema) })),
  },
  'POST /api/admin/users/:id/purchases': {
    summary: 'Sell a plan or a package to a member',
    access: 'staff',
    body: sellPlanSchema,
    answer: purchase,
    status: 201,
  },
  'GET /api/admin/purchases': {
    summary: 'List what was sold to a phone or an email that has no account',
    access: 'staff',
    query: ['email', 'phone'],
    answer: data(v.strictObject({ purchases: v.array(purchaseSchema) })),
  },
  'POST /api/admin/purchases': {
    summary: 'Sell a plan or a package to anybody with a phone or an email',
    access: 'staff',
    body: sellToContactSchema,
    answer: purchase,
    status: 201,
  },
  'PUT /api/admin/purchases/:id/pause': {
    summary: 'Pause a plan, or end its pause; the days are added at its end',
    access: 'staff',
    body: pausePurchaseSchema,
    answer: purchase,
  },
  'PUT /api/admin/purchases/:id/extend': {
    summary: 'Add days to what a member bought',
    access: 'owner',
    body: extendPurchaseSchema,
    answer: purchase,
  },
  'PUT /api/admin/purchases/:id/end': {
    summary: 'End what a member bought; the rest of its price is to be refunded',
    access: 'staff',
    body: endPurchaseSchema,
    answer: purchase,
  },
} as const satisfies Record<string, RouteContract>;
