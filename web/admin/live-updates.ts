import { useEffect, useState } from 'react';
import type { AdminEvent } from '../../src/domain/admin-api.ts';
import { invalidateQueries } from '../lib/query.ts';

const SOUND_KEY = 'desk-sound';
/** Events within this time cause one reload. */
const DEBOUNCE_MS = 250;
/** The events that play a sound. */
const SOUND_EVENT_KINDS = new Set(['booking.created', 'receipt.received', 'contact.received']);

/** Reloads the dashboard's data at every event; returns whether the event stream is connected. */
export function useLiveUpdates(onEvent: (event: AdminEvent) => void): boolean {
  const [connected, setConnected] = useState(false);
  const [listener] = useState(() => ({ tell: onEvent }));
  useEffect(() => {
    listener.tell = onEvent;
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
      listener.tell(JSON.parse(String(message.data)) as AdminEvent);
      refresh();
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [listener]);
  return connected;
}

/** The sound switch, stored in this browser; off by default. */
export function useSoundAlerts(): { enabled: boolean; toggle(): void; play(event: AdminEvent): void } {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(SOUND_KEY) === 'on');
  return {
    enabled,
    toggle() {
      localStorage.setItem(SOUND_KEY, enabled ? 'off' : 'on');
      setEnabled(!enabled);
      if (!enabled) playChime();
    },
    play(event) {
      if (enabled && SOUND_EVENT_KINDS.has(event.kind)) playChime();
    },
  };
}

/** Plays two soft notes. */
function playChime(): void {
  const audio = new AudioContext();
  for (const [index, frequencyHz] of [660, 880].entries()) {
    const oscillator = audio.createOscillator();
    const gainNode = audio.createGain();
    const start = audio.currentTime + index * 0.14;
    oscillator.frequency.value = frequencyHz;
    gainNode.gain.setValueAtTime(0, start);
    gainNode.gain.linearRampToValueAtTime(0.06, start + 0.02);
    gainNode.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    oscillator.connect(gainNode).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + 0.4);
  }
  setTimeout(() => void audio.close(), 1000);
}
