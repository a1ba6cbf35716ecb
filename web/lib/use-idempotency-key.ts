import { useRef } from 'react';

/** The header for a change that may have to be repeated after a lost answer: the same key for the same body. */
export function useIdempotencyKey(): (body: object) => { 'idempotency-key': string } {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      last.current = { text, key };
    }
    return { 'idempotency-key': last.current.key };
  };
}
