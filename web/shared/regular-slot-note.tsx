import { phoneLink } from '../ui/contact-links.ts';
import { usePageData } from './page-data.tsx';

/** Where to ask for the same court and time every week. */
export function RegularSlotNote() {
  const { club } = usePageData();
  return (
    <p className="small muted">
      Want to play every week? Ask for a regular slot in <a href="/account?tab=bookings">your account</a> once
      you have a booking, or call{' '}
      <a href={phoneLink(club.phone)} className="no-wrap" translate="no">
        {club.phone}
      </a>
      .
    </p>
  );
}
