import { phoneLink } from '../ui/contact-links.ts';
import { usePageData } from './page-data.tsx';

/**
 * What stands in the place of something that cannot work without JavaScript; that itself carries the class
 * `needs-script`, which hides it there.
 */
export function JavaScriptRequired({ feature }: { feature: string }) {
  const { club } = usePageData();
  return (
    <noscript>
      <p className="alert">
        {feature} needs JavaScript. Or call us: <a href={phoneLink(club.phone)}>{club.phone}</a>.
      </p>
    </noscript>
  );
}
