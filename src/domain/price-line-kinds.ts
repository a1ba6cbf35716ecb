export const LINE_KINDS = ['plan', 'member', 'code', 'add_on'] as const;

/** What the price of an add-on counts for. */
export const ADD_ON_UNITS = ['booking', 'half_hour', 'hour'] as const;
export type AddOnUnit = (typeof ADD_ON_UNITS)[number];
