/** What differs between kinds of events; they share everything else. */
export interface EventKindRules {
  /** Most dates that one place covers. */
  maxDates: number;
  /** Most courts per date. */
  maxCourts: number;
  /** How many players it can have. */
  players: { least: number; most: number };
  hasCoach: boolean;
  /** A missed date may be made up at another event of this kind. */
  hasMakeUps: boolean;
  /** Starting values of the form for a new event. */
  start: { title: string; duration: number; least: number; most: number };
}
