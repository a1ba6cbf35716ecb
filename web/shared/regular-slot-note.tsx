import { regularSlotPath } from '../../src/domain/regular-slot-path.ts';
import { phoneLink } from '../ui/contact-links.ts';
import { usePageData } from './page-data.tsx';

/** Where to ask for the same court and time every week. */
export function RegularSlotNote() {
  const { club } = usePageData();
  return (
    <p className="small muted">
      Want to play every week? Ask for a regular slot in <a href={regularSlotPath()}>your account</a>, or call{' '}
      <a href={phoneLink(club.phone)} className="no-wrap" translate="no">
        {club.phone}
      </a>
      .
    </p>
  );
}
