import type { AdminClubEvent } from '../../../src/domain/api/event-routes.ts';
import type { ApiBody } from '../../../src/domain/api.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import {
  EVENT_KIND_RULES,
  type EventAudience,
  type EventKind,
  JOIN_HOURS,
  weeklyDates,
} from '../../../src/domain/event.ts';
import type { Level } from '../../../src/domain/match.ts';
import { parseNumberField } from '../parse-number-field.ts';

/** The fields of a new event as its form holds them. */
export interface EventDraft {
  kind: EventKind;
  title: string;
  text: string;
  coach_id: string;
  level_from: Level | '';
  level_to: Level | '';
  for: EventAudience;
  least: string;
  most: string;
  price: string;
  join_hours: string;
  leave_hours: string;
  make_ups: boolean;
  public: boolean;
  first: string;
  /** How many weeks it takes place. */
  weeks: string;
  start_time: string;
  duration: string;
  court_ids: number[];
}
export type TextDraft = Omit<EventDraft, 'first' | 'weeks' | 'start_time' | 'duration' | 'court_ids'>;

export function emptyDraft(kind: EventKind, first: string): EventDraft {
  const { start } = EVENT_KIND_RULES[kind];
  return {
    kind,
    title: '',
    text: '',
    coach_id: '',
    level_from: '',
    level_to: '',
    for: 'everyone',
    least: String(start.least),
    most: String(start.most),
    price: '',
    join_hours: String(JOIN_HOURS),
    leave_hours: '24',
    make_ups: false,
    public: true,
    first,
    weeks: '1',
    start_time: '19:00',
    duration: String(start.duration),
    court_ids: [],
  };
}

export function textDraftOf(event: AdminClubEvent): TextDraft {
  return {
    kind: event.kind,
    title: event.title,
    text: event.text,
    coach_id: event.coach_id === null ? '' : String(event.coach_id),
    level_from: event.level_from ?? '',
    level_to: event.level_to ?? '',
    for: event.for,
    least: String(event.least),
    most: String(event.most),
    price: String(event.price),
    join_hours: String(event.join_hours),
    leave_hours: String(event.leave_hours),
    make_ups: event.make_ups,
    public: event.public,
  };
}

/** The same again, on the same weekday after its last date and not before `today`. */
export function copyOf(event: AdminClubEvent, today: string): EventDraft {
  const last = event.sessions.at(-1);
  const first = event.sessions[0] ?? last;
  let date = addDays(last?.date ?? today, 7);
  while (date <= today) date = addDays(date, 7);
  return {
    ...textDraftOf(event),
    first: date,
    weeks: String(event.sessions.length),
    start_time: first?.start_time ?? '19:00',
    duration: String(first?.duration ?? 60),
    court_ids: first?.courts.map(({ id }) => id) ?? [],
  };
}

export function textBodyOf(draft: TextDraft) {
  return {
    title: draft.title,
    text: draft.text,
    coach_id: EVENT_KIND_RULES[draft.kind].hasCoach && draft.coach_id ? Number(draft.coach_id) : null,
    level_from: draft.level_from || null,
    level_to: draft.level_to || null,
    for: draft.for,
    least: parseNumberField(draft.least) ?? Number.NaN,
    most: parseNumberField(draft.most) ?? Number.NaN,
    price: parseNumberField(draft.price) ?? Number.NaN,
    join_hours: parseNumberField(draft.join_hours) ?? Number.NaN,
    leave_hours: parseNumberField(draft.leave_hours) ?? Number.NaN,
    make_ups: EVENT_KIND_RULES[draft.kind].hasMakeUps && draft.make_ups,
    public: draft.public,
  };
}

export function bodyOf(draft: EventDraft, publish: boolean): ApiBody<'POST /api/admin/events'> {
  const { kind, first, start_time, court_ids } = draft;
  const weeks = EVENT_KIND_RULES[kind].maxDates === 1 ? 1 : (parseNumberField(draft.weeks) ?? 1);
  const dates = first ? weeklyDates(first, Math.min(60, Math.max(1, weeks))) : [''];
  const sessions = dates.map((date) => ({
    date,
    start_time,
    duration: Number(draft.duration),
    court_ids,
  }));
  return { kind, ...textBodyOf(draft), sessions, publish };
}
