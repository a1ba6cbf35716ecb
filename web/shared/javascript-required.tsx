import { phoneLink } from '../ui/contact-links.ts';
import { usePageData } from './page-data.tsx';

/** Replaces a feature when there is no JavaScript; the class `requires-javascript` hides the feature itself. */
export function JavaScriptRequired({ feature }: { feature: string }) {
  const { club } = usePageData();
  return (
    <noscript>
      <p className="alert">
        {feature} needs JavaScript. You can also call us:{' '}
        <a href={phoneLink(club.phone)} className="no-wrap">
          {club.phone}
        </a>
        .
      </p>
    </noscript>
  );
}
