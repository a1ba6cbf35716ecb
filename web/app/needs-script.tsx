import { usePageData } from '../lib/page-data.tsx';
import { phoneLink } from '../ui/contact-links.ts';

/**
 * What stands in the place of something that cannot work without JavaScript; that itself carries the class
 * `needs-script`, which hides it there.
 */
export function NeedsScript({ what }: { what: string }) {
  const { club } = usePageData();
  return (
    <noscript>
      <p className="notice">
        {what} needs JavaScript. Or call us: <a href={phoneLink(club.phone)}>{club.phone}</a>.
      </p>
    </noscript>
  );
}
