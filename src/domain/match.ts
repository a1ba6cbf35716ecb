/** Open matches: a host looks for players. */
import * as v from 'valibot';
import { emailSchema, nameSchema, phoneSchema, singleLineText } from './text-schemas.ts';

export const LEVELS = ['beginner', 'improver', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];
export const AUDIENCES = ['everyone', 'women'] as const;
export const MATCH_STATES = ['open', 'full', 'over'] as const;

/** A place is held so long for a player who has not paid. */
export const PLACE_HOLD_MINUTES = 30;
/** The host of a match that is not full is asked so long before it is decided. */
export const ASK_HOURS = 12;
/** Each place is a quarter of the price, because padel is played by four. */
export const PLACES_OF_A_MATCH = 4;

const PLACES_MESSAGE = 'Please choose 1, 2 or 3 places.';
const levelSchema = v.picklist(LEVELS, 'Please choose beginner, improver, intermediate or advanced.');

export const openMatchSchema = v.pipe(
  v.strictObject({
    places: v.pipe(
      v.number(PLACES_MESSAGE),
      v.integer(PLACES_MESSAGE),
      v.minValue(1, PLACES_MESSAGE),
      v.maxValue(3, PLACES_MESSAGE),
    ),
    level_from: v.optional(levelSchema),
    level_to: v.optional(levelSchema),
    for: v.optional(v.picklist(AUDIENCES, 'Please choose everyone or women.'), 'everyone'),
    text: v.optional(
      v.pipe(
        singleLineText('Please use one line of text.'),
        v.maxLength(200, 'Please use at most 200 characters.'),
      ),
      '',
    ),
    /** Listed at `/matches`; else only its link leads to it. */
    public: v.optional(v.boolean('Public is yes or no.'), true),
  }),
  v.forward(
    v.check(
      ({ level_from, level_to }) =>
        !level_from || !level_to || LEVELS.indexOf(level_from) <= LEVELS.indexOf(level_to),
      'The lowest level stands before the highest.',
    ),
    ['level_from'],
  ),
);
export type OpenMatch = v.InferOutput<typeof openMatchSchema>;

/** `keep`: the host keeps a match that is not full and owes the rest. `close`: nobody joins any more. */
export const matchDecisionSchema = v.strictObject({
  decision: v.picklist(['keep', 'close'], 'Please choose keep or close.'),
});

export const joinMatchSchema = v.strictObject({
  name: nameSchema,
  email: emailSchema,
  phone: v.optional(phoneSchema),
  level: v.optional(levelSchema),
  /** Wait for a place when the match is full. */
  wait: v.optional(v.boolean('Waiting is yes or no.'), false),
});
export type JoinMatch = v.InferOutput<typeof joinMatchSchema>;
