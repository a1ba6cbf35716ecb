import { MAX_COURTS, MAX_PLAYERS, MIN_PLAYERS } from '../tournament/tournament.ts';
import type { EventKindRules } from './event-kind.ts';

/** One evening with rounds and a ranking. */
export const TOURNAMENT: EventKindRules = {
  maxDates: 1,
  maxCourts: MAX_COURTS,
  players: { least: MIN_PLAYERS, most: MAX_PLAYERS },
  hasCoach: false,
  hasMakeUps: false,
  start: { title: 'Americano', duration: 180, least: 8, most: 16 },
};
