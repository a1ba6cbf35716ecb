import { useEffect } from 'react';
import { errorMessage } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';

/** Shows a toast when a request has failed. */
export function useFailureToast(failed: boolean, title: string, error: Error | null): void {
  useEffect(() => {
    if (failed) {
      showToast('error', title, errorMessage(error, 'Please check your connection.'), { id: title });
    }
  }, [failed, title, error]);
}
