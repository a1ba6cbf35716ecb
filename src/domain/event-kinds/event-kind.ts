/** What is particular to one kind of event; everything else all kinds share. */
export interface EventKindRules {
  /** `Class` */
  label: string;
  /** One word for many, as in the tab of the list. */
  plural: string;
  /** How many dates one place covers at most. */
  maxDates: number;
  /** How many courts a date has at most. */
  maxCourts: number;
  /** How many players it can have. */
  players: { least: number; most: number };
  hasCoach: boolean;
  /** A missed date may be made up in another event of this kind. */
  hasMakeUps: boolean;
  /** What the form of a new event begins with. */
  start: { title: string; duration: number; least: number; most: number };
}
