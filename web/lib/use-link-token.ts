import { useLayoutEffect, useState } from 'react';

type LinkPurpose = 'verify' | 'reset' | 'join' | 'my-data' | 'setup' | 'waiting-list' | 'coach';

/**
 * The token of an emailed link, from the URL's fragment: undefined until read, null if there is none. It is removed
 * from the URL before other code can send the URL elsewhere, and stays in this tab until `clearToken`.
 */
export function useLinkToken(purpose: LinkPurpose): {
  token: string | null | undefined;
  clearToken: () => void;
} {
  const key = `link:${purpose}`;
  const [token, setToken] = useState<string | null>();
  useLayoutEffect(() => {
    const hash = location.hash.slice(1);
    // These links are short, because people type or text them: the whole fragment is the token.
    const isShort = ['setup', 'waiting-list', 'coach'].includes(purpose);
    const tokenFromHash = isShort ? hash : new URLSearchParams(hash).get('token');
    if (tokenFromHash) {
      sessionStorage.setItem(key, tokenFromHash);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    setToken(tokenFromHash || sessionStorage.getItem(key));
  }, [key, purpose]);
  return { token, clearToken: () => sessionStorage.removeItem(key) };
}
