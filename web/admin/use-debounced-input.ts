import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/**
 * A text input that calls `onSettled` after a pause in typing, and follows `value` when a link or Back changes it.
 */
export function useDebouncedInput(value: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const onSettledRef = useRef(onSettled);
  useEffect(() => {
    onSettledRef.current = onSettled;
  });
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    if (text.trim() === lastValue) return;
    const timer = setTimeout(() => onSettledRef.current(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, lastValue]);
  return [text, setText] as const;
}
