import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Calendar } from '../domain/calendar.ts';
import { type DayPlan, dayPlanOf, todayOf } from '../domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../domain/default-calendar.ts';
import { Failure } from '../domain/failure.ts';
import { SLOT_MINUTES } from '../domain/slot.ts';

/** The audit log has one subject for the calendar. */
export const CALENDAR_SUBJECT = ['calendar', 0] as const;

/** When the club is open and what it charges; all earlier calendars are kept. */
export class ClubCalendar {
  readonly #selectVersion;
  readonly #calendarQuery;
  readonly #now: () => number;
  #version = 0;
  #calendar: Calendar = DEFAULT_CALENDAR;

  constructor(club: ClubDb, now: () => number) {
    const { db } = club;
    this.#now = now;
    this.#selectVersion = db.prepare<{ version: number | null }, []>(
      'SELECT max(version) AS version FROM calendar_version',
    );
    this.#calendarQuery = db.prepare<{ calendar: string }, [number]>(
      'SELECT calendar FROM calendar_version WHERE version = ?',
    );
  }

  /** 0 until an owner changes the calendar. */
  version(): number {
    return this.#selectVersion.get()?.version ?? 0;
  }

  /** The same object until the calendar changes; another process may change it at any time. */
  current(): Calendar {
    try {
      const version = this.version();
      if (version !== this.#version) {
        const row = this.#calendarQuery.get(version);
        this.#calendar = row ? (JSON.parse(row.calendar) as Calendar) : DEFAULT_CALENDAR;
        this.#version = version;
      }
    } catch {
      // While the database file can't be read, pages keep using what was last read.
    }
    return this.#calendar;
  }

  /** The business day being sold now. */
  today(): string {
    return todayOf(this.current(), this.#now());
  }

  planOf(date: string): DayPlan {
    return dayPlanOf(this.current(), date);
  }

  /** Changes every half-hour, when slots become past and days begin. */
  halfHour(): number {
    return Math.floor(this.#now() / (SLOT_MINUTES * 60_000));
  }

  /** Saves a checked calendar as the next version. Throws `changed_meanwhile` if `seenVersion` is not the latest. */
  save(tx: Transaction, calendar: Calendar, seenVersion: number, actor: Actor): void {
    const version = this.version();
    if (version !== seenVersion) {
      throw new Failure(
        'changed_meanwhile',
        'The calendar was changed in the meantime. Reload the page and try again.',
      );
    }
    tx.db
      .query('INSERT INTO calendar_version (version, calendar, created_at, created_by) VALUES (?, ?, ?, ?)')
      .run(version + 1, JSON.stringify(calendar), tx.now, actor.user_id);
    recordAuditEntry(tx, actor, 'edited', ...CALENDAR_SUBJECT, {
      version: { from: version, to: version + 1 },
    });
    tx.emit({ kind: 'calendar.changed', version: version + 1 });
  }
}
