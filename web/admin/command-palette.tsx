import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { FoundPerson } from '../../src/domain/api/customer-routes.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { shortCourtName } from '../../src/domain/court.ts';
import { todayOf } from '../../src/domain/day-plan.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { serverNow } from '../lib/server-time.ts';
import { useCalendar } from '../shared/use-calendar.ts';
import { Dialog } from '../ui/dialog.tsx';
import { dayLabel, timesLabel } from './date-time-labels.ts';
import { parseTypedDate } from './day/parse-typed-date.ts';
import { addressOf, hasNoBooking } from './people/no-booking.ts';
import type { Place } from './places.ts';
import { QueryError } from './query-error.tsx';
import { type UrlParams, useUrlParams } from './url-params.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

interface Command {
  id: string;
  label: string;
  detail: string;
  /** Where it leads. */
  to: UrlParams;
}

const MAX_BOOKINGS = 6;

/** Finds a booking, a customer or a day, and starts a walk-in, a closure or a weekly booking, all by keyboard. */
export function CommandPalette({ places, onClose }: { places: readonly Place[]; onClose: () => void }) {
  const { open, params } = useUrlParams();
  const [query, setQuery] = useState('');
  const [text, setText] = useDebouncedInput(query, setQuery);
  const [active, setActive] = useState(0);
  const listId = useId();
  const today = todayOf(useCalendar(), serverNow());
  const { data: day } = useAdminQuery('GET /api/admin/day', { query: { date: today } });
  const {
    data: found,
    loading,
    error,
  } = useAdminQuery('GET /api/admin/bookings', {
    query: { q: query, limit: String(MAX_BOOKINGS) },
    skip: query.trim() === '',
  });
  const isQuery = query.trim() !== '';
  const people = useAdminQuery('GET /api/admin/people', { query: { q: query }, skip: !isQuery }).data?.people;
  const others = isQuery ? (people ?? []).filter(hasNoBooking) : [];
  const isSearching = text.trim() !== query.trim() || (isQuery && (loading || !people));
  const courts = day?.courts.map(({ court }) => court).filter(({ active: isActive }) => isActive) ?? [];
  const actions: Command[] = [
    ...courts.map(({ id, name }) => ({
      id: `walk-in-${id}`,
      label: `Walk-in on ${shortCourtName(name)}`,
      detail: 'Start',
      to: { tab: 'desk', start: `booking-${id}` },
    })),
    { id: 'closure', label: 'Block time', detail: 'Start', to: { tab: 'desk', start: 'closure' } },
    { id: 'series', label: 'New weekly booking', detail: 'Start', to: { tab: 'series', series: 'new' } },
    ...places
      .flatMap(({ views }) => views)
      .map(({ id, label }) => ({ id: `view-${id}`, label, detail: 'Open', to: { tab: id } })),
  ];
  const bookings = query.trim() ? (found?.bookings ?? []) : [];
  const isCut = bookings.length > 0 && (found?.total ?? 0) > bookings.length;
  const commands =
    text.trim() === ''
      ? actions
      : [
          ...matches(text, today, actions, bookings, others),
          ...(isCut
            ? [
                {
                  id: 'all',
                  label: `All bookings that match “${query}”`,
                  detail: 'Bookings',
                  to: { tab: 'bookings', q: query },
                },
              ]
            : []),
        ];
  const current = commands[Math.min(active, commands.length - 1)];

  useEffect(() => {
    document.getElementById(`${listId}-${current?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current?.id]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // A booking or customer opens over the current view.
    open({ tab: params.tab, ...command.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    } else if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, commands.length - 1) + step + commands.length) % commands.length);
    }
  };
  return (
    <Dialog title="Find or start" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label="Find a booking, a customer, a day or an action"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Name, phone, number, fri, 24 nov, walk-in …"
        value={text}
        onChange={(event) => {
          setActive(0);
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div id={listId} role="listbox" aria-label="Results" className="admin-palette" tabIndex={-1}>
        {commands.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, and names the active option
          <div
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={command === current}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            <span className="muted small">{command.detail}</span>
          </div>
        ))}
      </div>
      <QueryError error={query.trim() ? error : null} />
      <p role="status" className="muted">
        {text.trim() !== '' &&
          !error &&
          (isSearching ? 'Searching …' : commands.length === 0 && `Nothing matches “${text}”.`)}
      </p>
    </Dialog>
  );
}

/** Days first, then bookings and their customers, then actions whose words begin with the typed ones. */
function matches(
  text: string,
  today: string,
  actions: readonly Command[],
  bookings: readonly Booking[],
  others: readonly FoundPerson[],
): Command[] {
  const date = parseTypedDate(text, today);
  const words = text.trim().toLowerCase().split(/\s+/);
  const named = actions.filter(({ label }) =>
    words.every((word) =>
      label
        .toLowerCase()
        .split(/\W+/)
        .some((part) => part.startsWith(word)),
    ),
  );
  const customers = new Map(
    bookings.map((booking) => [booking.phone || booking.email || `#${booking.id}`, booking]),
  );
  return [
    ...(date ? [{ id: 'day', label: longDate(date), detail: 'Day', to: { tab: 'desk', date } }] : []),
    ...named.filter(({ detail }) => detail === 'Start'),
    ...bookings.map((booking) => ({
      id: `booking-${booking.id}`,
      label: `#${booking.id} ${booking.name}`,
      detail: `${dayLabel(booking)}, ${timesLabel(booking.slots)}`,
      to: { booking: String(booking.id) },
    })),
    ...[...customers].map(([contact, { id, name }]) => ({
      id: `customer-${id}`,
      label: name,
      detail: `Customer, ${contact}`,
      to: { customer: String(id) },
    })),
    ...others.map(({ user_id, name, phone, email, known_by }) => ({
      id: `person-${email}-${phone}`,
      label: name,
      detail: `${user_id === null ? 'Customer' : 'Member'}, ${phone || email}`,
      // Without any, the list has what there is: how to reach the member, and a plan to sell.
      to: known_by ? addressOf(known_by) : { tab: 'customers', q: email },
    })),
    ...named.filter(({ detail }) => detail === 'Open'),
  ];
}
