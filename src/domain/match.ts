import * as v from 'valibot';
import { hasContactDetails } from './clean-words.ts';
import { updatesBySchema } from './consent.ts';
import { integerSchema } from './field-schemas.ts';
import { startOfPlay } from './play-time.ts';
import {
  emailSchema,
  NO_CONTACT_DETAILS_MESSAGE,
  nameSchema,
  phoneSchema,
  sharedRemarkSchema,
} from './text-schemas.ts';

export const LEVELS = ['beginner', 'improver', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];
export const AUDIENCES = ['everyone', 'women'] as const;
export const MATCH_STATES = ['open', 'full', 'over'] as const;

/** How long a place is held for a player who has not paid. */
export const PLACE_HOLD_MINUTES = 30;
/** How long before the decision the host of a match that is not full is asked. */
export const ASK_HOURS = 12;
/** Each place costs a quarter of the price, because padel is played by four. */
export const PLACES_OF_A_MATCH = 4;

const PLACES_MESSAGE = 'Please choose 1, 2 or 3 places.';
const levelSchema = v.picklist(LEVELS, 'Please choose beginner, improver, intermediate or advanced.');

const MINUTE_MS = 60_000;

/** How long a place in the match waits for its money. A full minute, because players read minutes. */
export function placeHeldUntil(booking: { date: string; slots: readonly string[] }, now: number): number {
  const end = Math.ceil((now + PLACE_HOLD_MINUTES * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return Math.min(end, startOfPlay(booking));
}

export const openMatchSchema = v.pipe(
  v.strictObject({
    places: integerSchema(PLACES_MESSAGE, 1, 3),
    level_from: v.optional(levelSchema),
    level_to: v.optional(levelSchema),
    for: v.optional(v.picklist(AUDIENCES, 'Please choose everyone or women.'), 'everyone'),
    text: v.optional(sharedRemarkSchema, ''),
    /** Listed at `/matches`; otherwise only its link leads to it. */
    public: v.optional(v.boolean('Public must be yes or no.'), true),
  }),
  v.forward(
    v.check(
      ({ level_from, level_to }) =>
        !level_from || !level_to || LEVELS.indexOf(level_from) <= LEVELS.indexOf(level_to),
      'The lowest level must come before the highest.',
    ),
    ['level_from'],
  ),
);
export type OpenMatch = v.InferOutput<typeof openMatchSchema>;

/** What is wrong with the message to players, said before the server refuses it. */
export function matchTextError(text: string): string | undefined {
  return hasContactDetails(text) ? NO_CONTACT_DETAILS_MESSAGE : undefined;
}

/** `keep`: the host keeps a match that is not full and owes the rest. `close`: nobody else can join. */
export const matchDecisionSchema = v.strictObject({
  decision: v.picklist(['keep', 'close'], 'Please choose keep or close.'),
});

export const joinMatchSchema = v.strictObject({
  name: nameSchema,
  email: emailSchema,
  phone: v.optional(phoneSchema),
  /** The channels, to that number, by which the player wants messages. */
  updates_by: updatesBySchema,
  level: v.optional(levelSchema),
  /** Joins the waiting list if the match is full. */
  wait: v.optional(v.boolean('Waiting must be yes or no.'), false),
});
export type JoinMatch = v.InferOutput<typeof joinMatchSchema>;

export const LEVEL_LABELS: Record<Level, string> = {
  beginner: 'Beginner',
  improver: 'Improver',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
};

interface LevelRange {
  level_from: Level | null;
  level_to: Level | null;
}

/** `Improver to advanced`, `Improver and up`, `Up to improver`, `All levels` */
export function levelLabel({ level_from, level_to }: LevelRange): string {
  if (!level_from) return level_to ? `Up to ${level_to}` : 'All levels';
  if (!level_to) return `${LEVEL_LABELS[level_from]} and up`;
  return level_from === level_to ? LEVEL_LABELS[level_from] : `${LEVEL_LABELS[level_from]} to ${level_to}`;
}

/** The matches mentioned on the landing page: the next ones with free places. */
export function nextOpenMatches<M extends { state: (typeof MATCH_STATES)[number] }>(
  matches: readonly M[],
): M[] {
  return matches.filter(({ state }) => state === 'open').slice(0, 3);
}

/** True when the host is looking for players of this level. */
export function fitsLevel({ level_from, level_to }: LevelRange, level: Level): boolean {
  const at = LEVELS.indexOf(level);
  const first = level_from ? LEVELS.indexOf(level_from) : 0;
  const last = level_to ? LEVELS.indexOf(level_to) : LEVELS.length;
  return first <= at && at <= last;
}

/** `2 places free`, `Full` */
export function placesLabel(places: number): string {
  if (places === 0) return 'Full';
  return `${places} ${places === 1 ? 'place' : 'places'} free`;
}
