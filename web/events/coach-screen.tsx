import { useEffect, useState } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import { sessionLabel } from '../../src/domain/event-labels.ts';
import { endOfPlay } from '../../src/domain/play-time.ts';
import { callApi } from '../lib/api.ts';
import { type KeyLink, parseKeyLink } from '../lib/key-link.ts';
import { serverNow } from '../lib/server-time.ts';
import { useAction } from '../lib/use-action.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { phoneLink } from '../ui/contact-links.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

type Classes = ApiAnswer<'GET /api/coach'>;

/** A coach's own classes and who comes to them. */
export default function CoachScreen() {
  const { token } = useLinkToken('coach');
  const link = token ? parseKeyLink(token) : null;
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <JavaScriptRequired feature="The list of classes" />
      <div className="requires-javascript">
        {token === undefined ? (
          <p aria-busy="true">One moment …</p>
        ) : link ? (
          <ClassList link={link} />
        ) : (
          <>
            <h1>Your classes</h1>
            <p>Please open the link that the club has sent to you.</p>
          </>
        )}
      </div>
    </main>
  );
}

function ClassList({ link: { id, key } }: { link: KeyLink }) {
  const [classes, setClasses] = useState<Classes | null>(null);
  const { error, run } = useAction('The connection was lost. Please try again.');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link alone decides what is read
  useEffect(
    () =>
      void run(async () =>
        setClasses(
          await callApi('GET /api/coach', { query: { id: String(id) }, headers: { 'x-coach-key': key } }),
        ),
      ),
    [id, key],
  );
  const coming = classes?.sessions.filter((session) => endOfPlay(session) > serverNow()) ?? [];
  const over = classes?.sessions.filter((session) => !coming.includes(session)) ?? [];
  return (
    <>
      <header className="page-head">
        {classes && (
          <p className="eyebrow" translate="no">
            {classes.name}
          </p>
        )}
        <h1>Your classes</h1>
      </header>
      <ErrorAlert text={error} />
      {!classes && !error && <p aria-busy="true">One moment …</p>}
      {classes && coming.length === 0 && <p className="alert">No class is planned.</p>}
      {coming.map((session) => (
        <ClassCard key={session.id} session={session} />
      ))}
      {over.length > 0 && (
        <details>
          <summary>{`Last week (${over.length})`}</summary>
          {over.map((session) => (
            <ClassCard key={session.id} session={session} />
          ))}
        </details>
      )}
    </>
  );
}

function ClassCard({ session }: { session: Classes['sessions'][number] }) {
  return (
    <section className="card" aria-label={sessionLabel(session)}>
      <h2 translate="no">{sessionLabel(session)}</h2>
      <p>
        <span translate="no">{session.title}</span>, {session.courts.map(({ name }) => name).join(', ')}
      </p>
      {session.players.length === 0 && (
        <p className="muted">
          {endOfPlay(session) > serverNow() ? 'Nobody has joined yet.' : 'Nobody joined.'}
        </p>
      )}
      <ul className="event-dates">
        {session.players.map(({ name, guardian, phone }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two players may have one name
          <li key={at}>
            <strong translate="no">{name}</strong>
            {guardian && `, with ${guardian}`}
            {phone && (
              <>
                {' '}
                <a href={phoneLink(phone)} translate="no">
                  {phone}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
