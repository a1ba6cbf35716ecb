import type { ComponentProps } from 'react';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { useChange } from './use-change.ts';

/** A button that changes something; the error appears next to it. */
export function ActionButton<T>({
  act,
  onDone,
  failure,
  className = 'quiet',
  ...rest
}: {
  act: () => Promise<T>;
  onDone?: (answer: T) => void;
  /** Shown if the server gave no reason. */
  failure: string;
} & ComponentProps<'button'>) {
  const { busy, error, run } = useChange(failure);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={busy}
        onClick={() => void run(act, onDone)}
        {...rest}
      />
      <ErrorAlert text={error} />
    </>
  );
}
