import { useRef } from 'react';

/** The header for a change that may have to be repeated after a lost answer: the same key for the same body. */
export function useIdempotencyKey(): (body: object) => { 'idempotency-key': string } {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) {
      last.current = { text, key: newIdempotencyKey() };
    }
    return { 'idempotency-key': last.current.key };
  };
}

/** Not `crypto.randomUUID`, which a page without https does not have. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
