import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import InvitationScreen from '../account/accept-invitation-screen.tsx';
import { hasLinkToken } from '../lib/use-link-token.ts';

const ShareScreen = lazy(() => import('../players/share-screen.tsx'));

/** `/join#12.KEY` is a player's share, `/join#token=…` an invitation to run the club: both stand in emails. */
export default function JoinScreen() {
  const [isShare, setIsShare] = useState(false);
  useLayoutEffect(() => {
    const { hash } = location;
    setIsShare(/^#\d+\./.test(hash) || (hash === '' && hasLinkToken('share') && !hasLinkToken('join')));
    // A second link that is opened in this tab changes the fragment alone.
    const openLink = () => {
      if (/^#(\d+\.|token=)/.test(location.hash)) location.reload();
    };
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, []);
  if (!isShare) return <InvitationScreen />;
  return (
    <Suspense fallback={<main id="main" aria-busy="true" tabIndex={-1} />}>
      <ShareScreen />
    </Suspense>
  );
}
