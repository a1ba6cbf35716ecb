import { useLayoutEffect, useState } from 'react';

/**
 * The secret of a mailed link, from behind the `#`: undefined until the browser was asked, null without one.
 * It leaves the address at once, before anything on the page can tell the address to somebody else, and
 * stays in this tab until `forget`.
 */
export function useLinkToken(purpose: 'verify' | 'reset'): {
  token: string | null | undefined;
  clearToken: () => void;
} {
  const key = `link:${purpose}`;
  const [token, setToken] = useState<string | null>();
  useLayoutEffect(() => {
    const tokenFromHash = new URLSearchParams(location.hash.slice(1)).get('token');
    if (tokenFromHash) {
      sessionStorage.setItem(key, tokenFromHash);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    setToken(tokenFromHash ?? sessionStorage.getItem(key));
  }, [key]);
  return { token, clearToken: () => sessionStorage.removeItem(key) };
}
