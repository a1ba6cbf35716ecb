import { useState } from 'react';
import type { AdminEvent } from '../../../src/domain/admin-inputs.ts';

/** Kept from before a rename, because browsers have stored it. */
const SOUND_KEY = 'desk-sound';
/** Events that play a sound. */
const SOUND_EVENT_KINDS = new Set(['booking.created', 'receipt.received', 'contact.received']);

/** Plays a sound for an event that the reception acts on, if turned on in this browser. */
export function playSoundFor({ kind }: AdminEvent): void {
  if (isSoundOn() && SOUND_EVENT_KINDS.has(kind)) playChime();
}

/** Turns the sound on, stored in this browser; off by default. */
export function SoundSwitch() {
  const [isOn, setIsOn] = useState(isSoundOn);
  const toggle = () => {
    localStorage.setItem(SOUND_KEY, isOn ? 'off' : 'on');
    setIsOn(!isOn);
    if (!isOn) playChime();
  };
  return (
    <label className="admin-checkbox">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      Sound for new bookings, receipts and messages
    </label>
  );
}

function isSoundOn(): boolean {
  return localStorage.getItem(SOUND_KEY) === 'on';
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
