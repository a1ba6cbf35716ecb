import { useLayoutEffect, useState } from 'react';

type LinkPurpose = 'verify' | 'reset' | 'join' | 'share' | 'my-data' | 'setup' | 'waiting-list';

/** The token of such a link that this tab has opened. */
export function storedLinkToken(purpose: LinkPurpose): string | null {
  return sessionStorage.getItem(`link:${purpose}`);
}

/** A newer token takes the place of the one in this tab. */
export function keepLinkToken(purpose: LinkPurpose, token: string): void {
  sessionStorage.setItem(`link:${purpose}`, token);
}

/**
 * The token of an emailed link, from the URL's fragment: undefined until it is read, null without one. It is
 * removed from the URL before other code can send the URL elsewhere, and stays in this tab until `clearToken`.
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
    const isShort = purpose === 'setup' || purpose === 'waiting-list' || purpose === 'share';
    const tokenFromHash = isShort ? hash : new URLSearchParams(hash).get('token');
    if (tokenFromHash) {
      sessionStorage.setItem(key, tokenFromHash);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    setToken(tokenFromHash || storedLinkToken(purpose));
  }, [key, purpose]);
  return { token, clearToken: () => sessionStorage.removeItem(key) };
}
