import type { MakeUpChange } from '../../db/club-event.ts';
import { capitalized, isOver, playerOf } from '../../domain/item-words.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { itemMessage } from '../item-message.ts';
import { EVENT_OVER, EXAMPLE_TITLE, greetedName, isGone, itemButton, itemDetails } from '../item-sections.ts';

const SAMPLE_MAKE_UP = {
  title: 'Improvers’ class',
  date: 'Sat, Nov 21, 6 PM – 7 PM, Court 1',
  ends: Number.MAX_SAFE_INTEGER,
};

export const itemChanged = itemMessage({
  kind: 'item.changed',
  label: 'Place: the event has changed',
  both: true,
  on: { 'item.changed': ({ at }) => ({ key: `changed:${at}` }) },
  withdrawIf: (payer, now) =>
    isGone(payer) ? 'it was given back' : isOver(payer.item, now) ? EVENT_OVER : null,
  chat: {
    text: 'The dates of {{1}} have changed. They are now: {{2}}. If they do not suit you, please open your page or call us.',
    examples: [EXAMPLE_TITLE, 'Sat, Nov 21, 6 PM – 7 PM, Court 1'],
    button: 'Open my place',
    atOnce: true,
    values: ({ payer }) => [payer.item.title, payer.item.details.join(', ')],
  },
  content: ({ payer, club }) => ({
    subject: `New dates: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Changed', tone: 'warning' },
    heading: 'The dates have changed',
    sections: [
      greetingSection(greetedName(payer), 'Please note the new dates below.'),
      itemDetails(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title }) => `the dates of ${title} have changed.`,
  samples: { moved: { item: {} } },
});

interface MakeUpChanged {
  change: MakeUpChange;
  title: string;
  date: string;
  before?: string;
  ends: number;
}

const MAKE_UP_CHATS: Record<MakeUpChange, string> = {
  chosen: 'we’ve entered it for you',
  moved: 'it has moved to this time',
  cancelled: 'it is cancelled, we are sorry',
  undone: 'it was taken back',
};

/** `your make-up date`, or `Ali’s make-up date` */
const makeUpText = (player: string | null) => `${player === null ? 'your' : `${player}’s`} make-up date`;

export const itemMakeUpChanged = itemMessage<MakeUpChanged>({
  kind: 'item.make_up_changed',
  label: 'Place: a make-up date was chosen or has changed',
  both: true,
  on: {
    'item.make_up_changed': ({ change, session_id, title, date, before, ends, at }) => ({
      key: `make-up:${session_id}:${at}`,
      details: { change, title, date, ends, ...(before ? { before } : {}) },
    }),
  },
  // The player's own event may be over by then, so only the date itself counts.
  withdrawIf: (payer, now, { ends }) =>
    isGone(payer) ? 'it was given back' : ends <= now ? 'the make-up date is over' : null,
  chat: {
    text: 'Your make-up date in {{1}}: {{2}}. {{3}}. Open your page to see all your dates, or call us if this doesn’t suit you.',
    examples: ['Improvers’ class', 'Sat, Nov 21, 6 PM – 7 PM, Court 1', 'It has moved to this time'],
    button: 'Open my place',
    atOnce: true,
    values: ({ details: { change, title, date } }) => [title, date, capitalized(MAKE_UP_CHATS[change])],
  },
  content: ({ payer, club, details: { change, title, date, before } }) => {
    const player = playerOf(payer);
    const makeUp = makeUpText(player);
    const texts: Record<MakeUpChange, [subject: string, heading: string, text: string]> = {
      chosen: ['Make-up date', makeUp, `We’ve entered ${title}, ${date}, to make up the missed date.`],
      moved: ['New make-up date', `${makeUp} has moved`, `${title} has moved from ${before} to ${date}.`],
      cancelled: [
        'Make-up date cancelled',
        `${makeUp} is cancelled`,
        `We’re sorry: ${title}, ${date}, won’t take place.`,
      ],
      undone: [
        'Make-up date taken back',
        `${makeUp} was taken back`,
        `${player === null ? 'You’re' : `${player} is`} no longer expected in ${title}, ${date}.`,
      ],
    };
    const [subject, heading, text] = texts[change];
    return {
      subject: `${subject}: ${title}`,
      preview: text,
      heading: capitalized(heading),
      sections: [
        greetingSection(
          greetedName(payer),
          `${text} If this doesn’t suit you, please open your page or call us.`,
        ),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, details: { change, title, date } }) => {
    const makeUp = makeUpText(playerOf(payer));
    return change === 'cancelled' || change === 'undone'
      ? `${makeUp} in ${title}, ${date}, ${change === 'undone' ? 'was taken back' : 'is cancelled, we’re sorry'}.`
      : `${makeUp} in ${title} is ${change === 'moved' ? 'now ' : ''}${date}.`;
  },
  samples: {
    chosen: { details: { ...SAMPLE_MAKE_UP, change: 'chosen' } },
    moved: { details: { ...SAMPLE_MAKE_UP, change: 'moved', before: 'Fri, Nov 20, 6 PM – 7 PM, Court 2' } },
    cancelled: { details: { ...SAMPLE_MAKE_UP, change: 'cancelled' } },
    undone: { details: { ...SAMPLE_MAKE_UP, change: 'undone' } },
  },
});
