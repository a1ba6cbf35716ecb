import type { EventKindRules } from './event-kind.ts';

/** An evening to meet and play, without a ranking. */
export const SOCIAL: EventKindRules = {
  maxDates: 20,
  maxCourts: 12,
  players: { least: 1, most: 96 },
  hasCoach: false,
  hasMakeUps: false,
  start: { title: 'Social evening', duration: 120, least: 4, most: 8 },
};
