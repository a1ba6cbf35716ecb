import { useState } from 'react';
import { longDate } from '../../src/domain/format-date.ts';
import { fitsLevel, LEVEL_LABELS, type Level } from '../../src/domain/match.ts';
import type { MatchStart } from '../../src/domain/page-data.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { MatchList } from '../shared/matches/match-list.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { Options, SelectField } from '../ui/field.tsx';

/** Upcoming public matches by day, and where a visitor could open one. */
export default function MatchesScreen() {
  const { matches = [], match_starts: starts = [] } = usePageData();
  const [level, setLevel] = useState<Level | ''>('');
  const shown = matches.filter((match) => level === '' || fitsLevel(match, level));
  const dates = [...new Set(shown.map(({ date }) => date))];
  const withLevels = matches.filter(({ level_from, level_to }) => level_from || level_to);
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Padel is for four</p>
        <h1>Open matches</h1>
        <p className="lead">Take a free place and pay your share. No account needed.</p>
      </header>
      {withLevels.length > 0 && matches.length > 1 && (
        <form className="requires-javascript matches-level" onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label="Your level"
            name="level"
            value={level}
            onChange={({ target }) => setLevel(target.value as Level | '')}
          >
            <Options of={[['', 'All levels'], ...Object.entries(LEVEL_LABELS)]} />
          </SelectField>
        </form>
      )}
      <div aria-live="polite">
        {dates.map((date) => (
          <section key={date} className="matches-day" aria-labelledby={`day-${date}`}>
            <h2 id={`day-${date}`}>{dayLabel(date)}</h2>
            <MatchList matches={shown.filter((match) => match.date === date)} label={dayLabel(date)} />
          </section>
        ))}
        {shown.length === 0 && (
          <p className="alert">
            {matches.length === 0
              ? 'There are no open matches right now.'
              : 'There are no open matches at this level.'}
            {starts.length > 0 && ' Open your own: book a court, and others take the free places.'}
          </p>
        )}
      </div>
      <OpenYourOwn starts={starts.filter(({ date }) => !dates.includes(date))} />
    </main>
  );
}

/** Days without a match, each with a free hour. */
function OpenYourOwn({ starts }: { starts: readonly MatchStart[] }) {
  if (starts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="open-your-own">
      <h2 id="open-your-own">Open your own</h2>
      <ul className="matches-starts">
        {starts.map(({ court_id, date, time }) => (
          <li key={date}>
            <a href={`/booking?court=${court_id}&date=${date}&time=${time}&step=2`}>
              None on {longDate(date).split(',')[0]}:{' '}
              <strong>open one at {timeLabel(slotIndexOf(time) ?? 0)}</strong>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Friday, November 27` */
function dayLabel(date: string): string {
  return longDate(date).split(', ').slice(0, 2).join(', ');
}
