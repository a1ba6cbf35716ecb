import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from '../lib/router.ts';
import { useAuth } from '../shared/session.tsx';
import { loadLaterSteps } from './lazy-step.tsx';
import { useOfferLinkState } from './offer-link-state.ts';

/** Also shown while offline, when the code that opens an offer can't be loaded. */
const NOT_OPENED_TEXT = 'Your offer could not be opened. Please check your connection.';

/** Opens the offer of `/booking#offer=12.KEY`: the wizard's last step with its slots. */
export function useOfferLink(): void {
  const { path, route } = useLocation();
  const { user } = useAuth();
  const link = useOfferLinkState((opening) => opening.link);

  useLayoutEffect(() => {
    const readLink = () => {
      const found = /^#offer=([\w.-]+)$/.exec(location.hash)?.[1];
      if (!found) return;
      // Before other code can send the address elsewhere.
      history.replaceState(history.state, '', location.pathname + location.search);
      useOfferLinkState.setState({ link: found, problem: '' });
    };
    readLink();
    addEventListener('hashchange', readLink);
    return () => {
      removeEventListener('hashchange', readLink);
      useOfferLinkState.setState({ link: '', problem: '' });
    };
  }, []);

  // The account's own contact counts, so the visitor must be known first.
  const isKnown = user !== undefined;
  useEffect(() => {
    if (!link || !isKnown) return;
    let mounted = true;
    const finish = (problem: string) => {
      if (!mounted) return;
      useOfferLinkState.setState({ link: '', problem });
      if (!problem) route(`${path}?step=3`, true);
    };
    loadLaterSteps().then(
      ({ putOfferInDraft }) => putOfferInDraft(link, NOT_OPENED_TEXT).then(finish),
      () => finish(NOT_OPENED_TEXT),
    );
    return () => {
      mounted = false;
    };
  }, [link, isKnown, path, route]);
}
