import type { AdminDaySchedule, DaySession } from '../../../src/domain/api/day-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { startOfPlay } from '../../../src/domain/play-time.ts';
import { bookingDue } from '../../../src/domain/share.ts';
import { blockLabel, endInstantOf, startInstantOf, timeLabel } from '../../../src/domain/slot.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { AttendanceButtons, isDue, offeredAttendances } from '../bookings/attendance-buttons.tsx';
import { NoShowBadge } from '../bookings/status-badge.tsx';
import { hoursOfSlots, offerEnd, timesLabel } from '../date-time-labels.ts';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { useUrlParams } from '../url-params.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { eventVisitsOf, visitsOf } from './day-columns.ts';
import type { DayDialog } from './day-grid.tsx';
import { bookableHours, firstFreeSlot, freeBlocks, nextTakenSlot } from './free-slots.ts';

const MINUTE_MS = 60_000;
const NEXT_MS = 3 * 60 * MINUTE_MS;

type Visit = ReturnType<typeof visitsOf>[number];

/** The current evening at a glance: what each court is doing now, and the next customers. */
export function TonightOverview({
  day,
  now,
  onOpen,
}: {
  day: AdminDaySchedule;
  now: number;
  onOpen: (dialog: DayDialog) => void;
}) {
  const visits = visitsOf(day);
  const offers = day.courts
    .flatMap(({ court, offers: held }) => held.map((offer) => ({ court, offer, start: startOfPlay(offer) })))
    .filter(({ start }) => start > now && start <= now + NEXT_MS);
  const events = eventVisitsOf(day).filter(({ start }) => start > now && start <= now + NEXT_MS);
  const coming = visits.filter(({ start }) => start > now && start <= now + NEXT_MS);
  return (
    <div className="admin-tonight">
      <section aria-labelledby="playing-now">
        <h3 id="playing-now">Now</h3>
        <ul className="admin-tonight-courts">
          {day.courts
            .filter(({ court }) => court.active)
            .map(({ court }) => (
              <li key={court.id} className="card">
                <strong className="admin-tonight-court">{shortCourtName(court.name)}</strong>
                <CourtNow day={day} court={court} visits={visits} now={now} onOpen={onOpen} />
                <FreeTimes day={day} court={court} now={now} onOpen={onOpen} />
              </li>
            ))}
        </ul>
      </section>
      <section aria-labelledby="coming-next">
        <h3 id="coming-next">Next</h3>
        {coming.length + offers.length + events.length === 0 ? (
          <p className="muted">Nothing starts in the next three hours.</p>
        ) : (
          <ul className="admin-tonight-next">
            {coming.map((visit) => (
              <li key={`${visit.booking.id} ${visit.start}`} data-soon={isDue(visit.booking, now)}>
                <VisitLine visit={visit} day={day} now={now} isNext />
              </li>
            ))}
            {events.map(({ courts, session, timeRange }) => (
              <li key={`event ${session.id}`}>
                <SessionNow session={session} />
                <p className="muted small">
                  {timeRange}, {courts.map(({ name }) => shortCourtName(name)).join(', ')}
                </p>
              </li>
            ))}
            {offers.map(({ court, offer }) => (
              <li key={`offer ${offer.id}`}>
                <p>
                  <strong>Offered until {offerEnd(offer)}</strong>
                  <span className="muted small">
                    {' '}
                    {timesLabel(offer.slots)}, {shortCourtName(court.name)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface CourtProps {
  day: AdminDaySchedule;
  court: Court;
  now: number;
  onOpen: (dialog: DayDialog) => void;
}

/** A court's remaining free times tonight of an hour or longer; a press books one. */
function FreeTimes({ day, court, now, onOpen }: CourtProps) {
  const blocks = freeBlocks(day, useDayPlan(day.date), court.id, now);
  if (blocks.length === 0) return <p className="muted small">No free hours left tonight.</p>;
  return (
    <ul className="admin-free-times cluster" aria-label={`Free on ${shortCourtName(court.name)}`}>
      {blocks.map((block) => (
        <li key={block.first}>
          <button
            type="button"
            className="quiet"
            aria-label={`${shortCourtName(court.name)}, ${blockLabel(block)}: book`}
            onClick={() => onOpen({ book: { court, slotIndex: block.first } })}
          >
            + {blockLabel(block)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The booking playing on a court now, its closure, or the free time with a button for a walk-in. */
function CourtNow({ day, court, visits, now, onOpen }: CourtProps & { visits: readonly Visit[] }) {
  const plan = useDayPlan(day.date);
  const openSlots = openSlotIndexesOf(plan);
  const own = visits.filter((visit) => visit.court.id === court.id);
  const playing = own.find(({ start, end }) => start <= now && now < end);
  if (playing) return <VisitLine visit={playing} day={day} now={now} />;
  // The current slot, or the one at which the club opens next.
  const slotIndex = openSlots.find((slot) => now < endInstantOf(day.date, slot));
  if (slotIndex === undefined) return <p className="muted">Closed</p>;
  if (now < startInstantOf(day.date, slotIndex))
    return <p className="muted">Opens at {timeLabel(slotIndex)}</p>;
  const schedule = day.courts.find((at) => at.court.id === court.id);
  const closure = schedule?.closures.find(({ slots }) => hoursOfSlots(slots).includes(slotIndex));
  if (closure) return <p>Closed: {closure.reason}</p>;
  const session = schedule?.sessions.find(({ slots }) => hoursOfSlots(slots).includes(slotIndex));
  if (session) return <SessionNow session={session} />;
  const next = nextTakenSlot(day, court.id, slotIndex);
  const walkIn = firstFreeSlot(day, plan, [court], now);
  // The rest of a half-hour before the next booking doesn't count as free.
  const isFree = bookableHours(day, plan, court.id, now).has(slotIndex);
  return (
    <div className="admin-visit cluster">
      <p>{next === undefined ? 'Free' : `${isFree ? 'Free' : 'Empty'} until ${timeLabel(next)}`}</p>
      {isFree && walkIn && (
        <button
          type="button"
          aria-label={`Walk-in on ${shortCourtName(court.name)}`}
          onClick={() => onOpen({ book: walkIn })}
        >
          Walk-in
        </button>
      )}
    </div>
  );
}

function SessionNow({ session }: { session: DaySession }) {
  const { href } = useUrlParams();
  const { event_id, title, joined, most } = session;
  return (
    <p>
      <a href={href({ event: String(event_id) })} translate="no">
        {title}
      </a>
      , {joined} of {most}
    </p>
  );
}

function VisitLine({
  visit: { court, booking, timeRange, start },
  day,
  now,
  isNext = false,
}: {
  visit: Visit;
  day: AdminDaySchedule;
  now: number;
  /** Names the court, and how soon the customer arrives. */
  isNext?: boolean;
}) {
  const { href } = useUrlParams();
  const minutes = Math.ceil((start - now) / MINUTE_MS);
  return (
    <div className="admin-visit cluster">
      <a href={href({ booking: String(booking.id) })}>
        <strong>{booking.name}</strong>
        <span className="muted small">
          {timeRange}
          {isNext && `, ${shortCourtName(court.name)}`}
          {booking.series_id !== null && ', weekly'}
        </span>
        {isNext && isDue(booking, now) && <strong className="small">in {minutes} min</strong>}
        <DueMark booking={booking} />
        {day.after_no_show.includes(booking.id) && <NoShowBadge />}
      </a>
      <div className="admin-visit-actions cluster">
        <AttendanceButtons
          booking={booking}
          offered={offeredAttendances(booking, now)}
          isDue={isDue(booking, now)}
        />
        <PaymentButton booking={booking} className="quiet" />
        <WhatsAppMenu phone={booking.phone} name={booking.name} about={{ booking }} />
      </div>
    </div>
  );
}

function DueMark({ booking }: { booking: Booking }) {
  const due = bookingDue(booking);
  if (due === 0) return <span className="badge success">✓ Paid</span>;
  return <span className="badge warning">◷ {formatPkr(due)} to collect</span>;
}
