/** The kinds of events as pages name them. */
export const EVENT_KIND_LABELS = {
  class: 'Class',
  social: 'Social',
  tournament: 'Tournament',
} as const;
