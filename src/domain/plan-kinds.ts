export const PLAN_KINDS = ['plan', 'package'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** How long a period of a plan can be. */
export const PLAN_MONTHS = [1, 3, 6] as const;
