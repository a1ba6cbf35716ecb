import { useState } from 'react';
import type { EventKind } from '../../src/domain/event.ts';
import { EVENT_KIND_LABELS } from '../../src/domain/event-kinds/labels.ts';
import { EventList } from '../shared/events/event-list.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { Options, SelectField } from '../ui/field.tsx';

/** The coming public events. */
export default function EventsScreen() {
  const { events = [] } = usePageData();
  const [kind, setKind] = useState<EventKind | ''>('');
  const shown = events.filter((event) => kind === '' || event.kind === kind);
  const [open, closed] = [true, false].map((isOpen) =>
    shown.filter(({ stage }) => (stage === 'open' || stage === 'full') === isOpen),
  ) as [typeof shown, typeof shown];
  const kinds = Object.entries(EVENT_KIND_LABELS).filter(([name]) =>
    events.some((event) => event.kind === name),
  );
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Play with others</p>
        <h1>Events</h1>
        <p className="lead">Join one, alone or with a friend. You don’t need an account.</p>
      </header>
      {kinds.length > 1 && (
        <form className="requires-javascript matches-level" onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label="Show"
            name="kind"
            value={kind}
            onChange={({ target }) => setKind(target.value as EventKind | '')}
          >
            <Options of={[['', 'Everything'], ...kinds]} />
          </SelectField>
        </form>
      )}
      <div aria-live="polite">
        {open.length > 0 ? (
          <EventList events={open} label="Events" />
        ) : (
          <p className="alert">
            {shown.length > 0
              ? 'Nothing is open to join right now. Please look again soon.'
              : 'Nothing is planned right now. Please look again soon.'}
          </p>
        )}
        {closed.length > 0 && (
          <>
            <h2>Joining has closed</h2>
            <EventList events={closed} label="Joining has closed" />
          </>
        )}
      </div>
    </main>
  );
}
