import type { Match } from '../../../src/domain/api/match-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { levelLabel, placesLabel } from '../../../src/domain/match.ts';
import { formatPlayDate, playTimes } from '../../../src/domain/play-time.ts';
import { whatsappLink } from '../../ui/contact-links.ts';
import { CopyButton } from '../booking-view/copy-button.tsx';
import { usePageData } from '../page-data.tsx';

/** Shares a match's address. */
export function ShareMatch({ match }: { match: Match }) {
  const { club } = usePageData();
  const times = playTimes(match).map(({ timeRange }) => timeRange);
  const text = [
    `Padel at ${club.name}: ${match.court_name}, ${formatPlayDate(match)}, ${times.join(' and ')}.`,
    `${placesLabel(match.places_left)}, ${levelLabel(match).toLowerCase()}, ${formatPkr(match.price)} each.`,
    `Join here: ${match.share}`,
  ].join(' ');
  return (
    <div className="cluster requires-javascript">
      <a className="button ghost" href={whatsappLink('', text)} target="_blank" rel="noopener noreferrer">
        Send by WhatsApp
      </a>
      <CopyButton value={match.share} noun="link" label="to the match" />
    </div>
  );
}
