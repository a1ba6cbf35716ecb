import type { ReactNode } from 'react';

/** Shows why something failed; nothing while `text` is empty. */
export function ErrorAlert({ text }: { text: ReactNode }) {
  if (!text) return null;
  return (
    <p className="alert danger" role="alert">
      {text}
    </p>
  );
}
