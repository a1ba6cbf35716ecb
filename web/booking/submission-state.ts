import { create } from 'zustand';

interface Submission {
  busy: boolean;
  /** Why the last submission failed, as a sentence; empty if it did not. */
  failure: string;
  failureCount: number;
  /** The server refused the price that the page showed; both in PKR. Otherwise null. */
  priceChange: { shown: number; now: number } | null;
}

export const useSubmission = create<Submission>()(() => ({
  busy: false,
  failure: '',
  failureCount: 0,
  priceChange: null,
}));

export function clearFailure(): void {
  useSubmission.setState({ failure: '', priceChange: null });
}
