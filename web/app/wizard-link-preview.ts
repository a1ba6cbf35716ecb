import { shortCourtName } from '../../src/domain/court.ts';
import { buildDaySlots, dayPlanOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { blockLabel, bookableBlocks } from '../../src/domain/slot.ts';

/** What a shared link to the wizard shows: the evening, its court and what is free; nothing about any customer. */
interface WizardLinkPreview {
  /** `Court 1, Fri, Nov 20` */
  title: string;
  description: string;
  /** The link's query, which the page's canonical address lacks. */
  search: string;
}

/** Null for an address that names neither a court nor a date this week. */
export function wizardLinkPreview({
  day,
  courts,
  calendar = DEFAULT_CALENDAR,
}: PageData): WizardLinkPreview | null {
  if (!day?.linked) return null;
  const plan = dayPlanOf(calendar, day.date);
  const named = courts.find(({ id }) => id === day.court_id);
  const lines = (named ? [named] : courts).map(({ id, name }) => {
    const taken = new Set(day.courts.find((court) => court.id === id)?.taken);
    const free = buildDaySlots(plan, taken, day.at).filter(({ available }) => available);
    const times = bookableBlocks(free.map(({ hour }) => hour)).map(blockLabel);
    return `${shortCourtName(name)}: ${times.length > 0 ? `${times.join(', ')} free` : 'nothing free'}.`;
  });
  const search = new URLSearchParams({ ...(named ? { court: String(named.id) } : {}), date: day.date });
  return {
    title: `${named ? `${shortCourtName(named.name)}, ` : 'Play padel, '}${shortDate(day.date)}`,
    description: lines.join(' '),
    search: `?${search}`,
  };
}
