import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/**
 * What somebody types, told on to `onSettled` when they pause. It follows `value` when that changes by
 * another way than typing: Back, or a link.
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
