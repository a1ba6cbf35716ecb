import { useState } from 'react';
import type { OwnMakeUps } from '../../src/domain/api/event-routes.ts';
import { sessionLabel } from '../../src/domain/event-labels.ts';
import { callApi } from '../lib/api.ts';
import { setQueryData, useQuery } from '../lib/query.ts';
import { reloadBooking } from '../lib/reload.ts';
import { useAction } from '../lib/use-action.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Options, SelectField } from '../ui/field.tsx';

const ROUTE = 'GET /api/payers/:id/make-ups';

/** Each date that the player missed, and the date of another event chosen instead. */
export default function MakeUpCard({ payerId }: { payerId: number }) {
  const { data } = useQuery(ROUTE, { params: { id: payerId }, keyOf: `p${payerId}` });
  if (!data || data.missed.length === 0) return null;
  return (
    <section className="card" aria-labelledby="make-up-title">
      <h2 id="make-up-title">Missed dates</h2>
      <p>You can make up a missed date in another class, at no charge.</p>
      <div className="stack">
        {data.missed.map((missed) => (
          <MissedDate key={missed.session_id} payerId={payerId} missed={missed} dates={data.dates} />
        ))}
      </div>
    </section>
  );
}

function MissedDate({
  payerId,
  missed,
  dates,
}: {
  payerId: number;
  missed: OwnMakeUps['missed'][number];
  dates: OwnMakeUps['dates'];
}) {
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const [chosen, setChosen] = useState('');
  const { session_id: missed_session_id, made_up } = missed;
  const choose = (session_id: number | null) =>
    run(async () => {
      const params = { id: payerId };
      const answer = await callApi('PUT /api/payers/:id/make-ups', {
        params,
        keyOf: `p${payerId}`,
        body: { missed_session_id, session_id },
      });
      setChosen('');
      setQueryData(ROUTE, answer, { params });
      await reloadBooking();
    });
  return (
    <div className="stack">
      <p>
        <strong translate="no">{sessionLabel(missed)}</strong>
        {made_up && (
          <>
            : {made_up.begun ? 'made up at' : 'you come to'}{' '}
            <span translate="no">
              {made_up.title}, {sessionLabel(made_up)}
            </span>
            {made_up.begun ? '.' : ' instead.'}
          </>
        )}
      </p>
      <ErrorAlert text={error} />
      {made_up && !made_up.begun && (
        <button type="button" className="ghost" disabled={busy} onClick={() => void choose(null)}>
          Choose another date
        </button>
      )}
      {!made_up && dates.length === 0 && (
        <p className="muted">No other class has room right now. Please look again later, or call us.</p>
      )}
      {!made_up && dates.length > 0 && (
        <>
          <SelectField
            label="Make it up on"
            name={`make-up-${missed_session_id}`}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <Options
              of={[
                ['', 'Choose a date'],
                ...dates.map((date) => [date.session_id, `${sessionLabel(date)}: ${date.title}`] as const),
              ]}
            />
          </SelectField>
          <button
            type="button"
            className="wide"
            disabled={busy || chosen === ''}
            onClick={() => void choose(Number(chosen))}
          >
            Take this date
          </button>
        </>
      )}
    </div>
  );
}
