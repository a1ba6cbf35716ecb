import { useState } from 'react';
import type { AdminEvent } from '../../../src/domain/admin-api.ts';

/** The key of before a rename, which browsers have stored. */
const SOUND_KEY = 'desk-sound';
/** The events that play a sound. */
const SOUND_EVENT_KINDS = new Set(['booking.created', 'receipt.received', 'contact.received']);

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
