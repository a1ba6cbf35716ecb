import { useEffect, useState } from 'react';
import type { Tonight } from '../../src/domain/page-data.ts';
import { callApi } from '../lib/api.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

const REFRESH_MS = 60_000;

/** Whether the club is open and what is free tonight: first as the server has drawn it, then kept up to date. */
export function TonightLine({ drawn }: { drawn: Tonight | undefined }) {
  const [tonight, setTonight] = useState(drawn);
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') callApi('GET /api/tonight').then(setTonight, () => {});
    };
    // A visitor who comes from another page of the site has no line yet, or an old one.
    if (!drawn || performance.now() > REFRESH_MS) refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [drawn]);
  return (
    <p className="hero-tonight">
      {tonight && (
        <>
          <span data-open={tonight.opening.startsWith('Open ') ? '' : undefined}>
            <NoWrap>{tonight.opening}</NoWrap>
          </span>
          {tonight.free && (
            <a href="/booking">
              <NoWrap>{tonight.free}</NoWrap>
            </a>
          )}
        </>
      )}
    </p>
  );
}
