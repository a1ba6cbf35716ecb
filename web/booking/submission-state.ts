import { create } from 'zustand';

interface Submission {
  busy: boolean;
  /** Why the last submission failed, as a sentence; empty when it did not fail. */
  failure: string;
  failureCount: number;
  /** The server refused the price that the page showed; both in PKR. Null otherwise. */
  priceChange: { shown: number; now: number } | null;
}

export const useSubmission = create<Submission>()(() => ({
  busy: false,
  failure: '',
  failureCount: 0,
  priceChange: null,
}));

/** Removes the last submission's error. */
export function clearFailure(): void {
  useSubmission.setState({ failure: '', priceChange: null });
}
