import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 250;

/**
 * What somebody types, told on to `onSettled` when they pause. It follows `value` when that changes by
 * another way than typing: Back, or a link.
 */
export function useTyped(value: string, onSettled: (typed: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const settle = useRef(onSettled);
  useEffect(() => {
    settle.current = onSettled;
  });
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(() => settle.current(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return [typed, setTyped] as const;
}
