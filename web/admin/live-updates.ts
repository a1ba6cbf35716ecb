import { useEffect, useState } from 'react';
import type { AdminEvent } from '../../src/domain/admin-inputs.ts';
import { invalidateQueries } from '../lib/query.ts';

/** Events within this time cause one reload. */
const DEBOUNCE_MS = 250;

/** Reloads the dashboard's data at every event; returns whether the event stream is connected. */
export function useLiveUpdates(onEvent: (event: AdminEvent) => void): boolean {
  const [connected, setConnected] = useState(false);
  const [listener] = useState(() => ({ notify: onEvent }));
  useEffect(() => {
    listener.notify = onEvent;
  }, [listener, onEvent]);

  useEffect(() => {
    const source = new EventSource('/api/admin/events');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasDisconnected = false;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void invalidateQueries('/api/admin'), DEBOUNCE_MS);
    };
    source.onopen = () => {
      setConnected(true);
      // Events during the interruption were missed.
      if (wasDisconnected) refresh();
      wasDisconnected = false;
    };
    source.onerror = () => {
      setConnected(false);
      wasDisconnected = true;
    };
    source.onmessage = (message) => {
      listener.notify(JSON.parse(String(message.data)) as AdminEvent);
      refresh();
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [listener]);
  return connected;
}
