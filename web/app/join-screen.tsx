import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { storedLinkToken } from '../lib/use-link-token.ts';
import ShareScreen from '../players/share-screen.tsx';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';

const InvitationScreen = lazy(() => import('../account/accept-invitation-screen.tsx'));

/** `/join#12.KEY` is a player's share, `/join#token=…` an invitation to run the club: both stand in emails. */
export default function JoinScreen() {
  const [isShare, setIsShare] = useState<boolean>();
  useLayoutEffect(() => {
    setIsShare(shareToken() !== null);
    // A second link that is opened in this tab changes the fragment alone.
    const openLink = () => {
      if (/^#(\d+\.|token=)/.test(location.hash)) location.reload();
    };
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, []);
  if (isShare) return <ShareScreen />;
  const drawn = (
    <main id="main" className="container waiting-layout" tabIndex={-1}>
      <JavaScriptRequired feature="Joining" />
      <p className="card requires-javascript" aria-busy="true">
        One moment …
      </p>
    </main>
  );
  if (isShare === undefined) return drawn;
  return (
    <Suspense fallback={drawn}>
      <InvitationScreen />
    </Suspense>
  );
}

/** The token of the share in the address or in this tab; null for an invitation. */
function shareToken(): string | null {
  const hash = location.hash.slice(1);
  if (hash) return /^\d+\./.test(hash) ? hash : null;
  return storedLinkToken('join') === null ? storedLinkToken('share') : null;
}
