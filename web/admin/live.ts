import { useEffect, useState } from 'react';
import type { AdminEvent } from '../../src/domain/admin-api.ts';
import { invalidate } from '../lib/query.ts';

const SOUND_KEY = 'desk-sound';
/** Several events of one moment are one look at the server. */
const TOGETHER_MS = 250;
/** What somebody at the desk wants to hear. */
const AUDIBLE = new Set(['booking.created', 'receipt.received', 'contact.received']);

/** Keeps what is on the screen up to date. True while the line to the server is open. */
export function useLive(onNews: (event: AdminEvent) => void): boolean {
  const [open, setOpen] = useState(false);
  const [news] = useState(() => ({ tell: onNews }));
  useEffect(() => {
    news.tell = onNews;
  }, [news, onNews]);

  useEffect(() => {
    const source = new EventSource('/api/admin/events');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let missed = false;
    const refresh = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void invalidate('/api/admin'), TOGETHER_MS);
    };
    source.onopen = () => {
      setOpen(true);
      // Whatever happened while the line was down was not heard.
      if (missed) refresh();
      missed = false;
    };
    source.onerror = () => {
      setOpen(false);
      missed = true;
    };
    source.onmessage = (message) => {
      news.tell(JSON.parse(String(message.data)) as AdminEvent);
      refresh();
    };
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [news]);
  return open;
}

/** The sound switch, remembered on this computer; off until somebody wants it. */
export function useSound(): { on: boolean; toggle(): void; play(event: AdminEvent): void } {
  const [on, setOn] = useState(() => localStorage.getItem(SOUND_KEY) === 'on');
  return {
    on,
    toggle() {
      localStorage.setItem(SOUND_KEY, on ? 'off' : 'on');
      setOn(!on);
      if (!on) chime();
    },
    play(event) {
      if (on && AUDIBLE.has(event.kind)) chime();
    },
  };
}

/** Two soft notes. */
function chime(): void {
  const audio = new AudioContext();
  for (const [at, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.14;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.06, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
  setTimeout(() => void audio.close(), 1000);
}
