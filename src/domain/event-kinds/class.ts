import type { EventKindRules } from './event-kind.ts';

/** A coach and players, once or as a course of several dates. */
export const CLASS: EventKindRules = {
  maxDates: 20,
  maxCourts: 4,
  players: { least: 1, most: 40 },
  hasCoach: true,
  hasMakeUps: true,
  start: { title: 'Beginners’ class', duration: 60, least: 2, most: 4 },
};
