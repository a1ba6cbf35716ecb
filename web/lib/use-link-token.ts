import { useLayoutEffect, useState } from 'react';

/**
 * The token of an emailed link, from the URL's fragment: undefined until it is read, null without one. It is
 * removed from the URL before other code can send the URL elsewhere, and stays in this tab until `clearToken`.
 */
export function useLinkToken(purpose: 'verify' | 'reset' | 'join' | 'my-data' | 'setup'): {
  token: string | null | undefined;
  clearToken: () => void;
} {
  const key = `link:${purpose}`;
  const [token, setToken] = useState<string | null>();
  useLayoutEffect(() => {
    const hash = location.hash.slice(1);
    // The set-up link is short, because people type it: the whole fragment is the token.
    const tokenFromHash = purpose === 'setup' ? hash : new URLSearchParams(hash).get('token');
    if (tokenFromHash) {
      sessionStorage.setItem(key, tokenFromHash);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    setToken(tokenFromHash ?? sessionStorage.getItem(key));
  }, [key, purpose]);
  return { token, clearToken: () => sessionStorage.removeItem(key) };
}
