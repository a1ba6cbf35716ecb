import { useEffect, useState } from 'react';
import { type AdminEvent, HEARTBEAT_EVENT, HEARTBEAT_MS } from '../../src/domain/admin-inputs.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { serverNow } from '../lib/server-time.ts';

/** Events within this time cause a single reload. */
const DEBOUNCE_MS = 250;
/** A shorter interruption, such as a server restart, isn't shown as lost. */
const LOST_AFTER_MS = 5000;
/** After a proxy's error status the browser gives up, so the dashboard tries again. */
const RETRY_MS = 5000;
/** A connection can die without an end: a tunnel whose other side lost its power, a phone that changed its network. */
const SILENCE_MS = 2.5 * HEARTBEAT_MS;

export interface Connection {
  isOpen: boolean;
  /** Since when it has been lost; null while it is open or only interrupted. */
  lostAt: number | null;
}

/**
 * The server also closes the stream of somebody who may no longer use the dashboard. Only its own answer counts: while
 * it is down, everybody keeps what they see.
 */
async function refreshUser(): Promise<void> {
  const isAnswered = await callApi('GET /api/auth/user').then(
    () => true,
    (error) => error instanceof ApiError && error.status === 401,
  );
  if (isAnswered) await invalidateQueries('GET /api/auth/user');
}

/** Reloads the dashboard's data at every event; returns whether the event stream is connected. */
export function useLiveUpdates(onEvent: (event: AdminEvent) => void): Connection {
  const [connection, setConnection] = useState<Connection>({ isOpen: false, lostAt: null });
  const [listener] = useState(() => ({ notify: onEvent }));
  useEffect(() => {
    listener.notify = onEvent;
  }, [listener, onEvent]);

  useEffect(() => {
    let source: EventSource;
    let [reload, lost, retry, silence]: (ReturnType<typeof setTimeout> | undefined)[] = [];
    let lostAt: number | null = null;
    const refresh = () => {
      clearTimeout(reload);
      reload = setTimeout(() => void invalidateQueries('GET /api/admin/*'), DEBOUNCE_MS);
    };
    const onSignOfLife = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        source.close();
        onLost();
      }, SILENCE_MS);
    };
    const onLost = () => {
      if (lostAt === null) {
        const since = serverNow();
        lostAt = since;
        lost = setTimeout(() => setConnection({ isOpen: false, lostAt: since }), LOST_AFTER_MS);
      }
      setConnection((shown) => ({ ...shown, isOpen: false }));
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(silence);
        void refreshUser();
        clearTimeout(retry);
        retry = setTimeout(connect, RETRY_MS);
      }
    };
    const connect = () => {
      source = new EventSource('/api/admin/event-stream');
      // A proxy may take the request and never answer.
      onSignOfLife();
      source.addEventListener(HEARTBEAT_EVENT, onSignOfLife);
      source.onopen = () => {
        onSignOfLife();
        clearTimeout(lost);
        setConnection({ isOpen: true, lostAt: null });
        // Events during the interruption were missed.
        if (lostAt !== null) refresh();
        lostAt = null;
      };
      source.onerror = onLost;
      source.onmessage = (message) => {
        onSignOfLife();
        listener.notify(JSON.parse(String(message.data)) as AdminEvent);
        refresh();
      };
    };
    connect();
    addEventListener('offline', onLost);
    return () => {
      for (const timer of [reload, lost, retry, silence]) clearTimeout(timer);
      removeEventListener('offline', onLost);
      source.close();
    };
  }, [listener]);
  return connection;
}
