import type { ShownTournament } from '../../../src/domain/api/tournament-routes.ts';
import { TIE_RULE_LABELS } from '../../../src/domain/tournament/standings.ts';
import { TableRegion } from '../../ui/table-region.tsx';
import { namesOf } from './player-names.ts';

const COLUMNS = [['#'], ['Player'], ['Points', 'amount'], ['Won', 'amount']] as const;

/** The ranking; says how ties were broken. */
export function StandingsTable({
  tournament,
  mine = [],
}: {
  tournament: Pick<ShownTournament, 'standings' | 'players'>;
  /** These players' rows are highlighted. */
  mine?: readonly number[];
}) {
  return (
    <TableRegion label="Standings" className="standings" columns={COLUMNS}>
      {tournament.standings.map(({ rank, players, points, won, decided_by }) => (
        <tr key={players.join()} aria-current={players.some((id) => mine.includes(id)) || undefined}>
          <td className="number">{rank}</td>
          <th scope="row">
            <span translate="no">{namesOf(tournament, players)}</span>
            {decided_by && decided_by !== 'points' && (
              <small className="muted tournament-tie">Decided by: {TIE_RULE_LABELS[decided_by]}</small>
            )}
          </th>
          <td className="amount">{points}</td>
          <td className="amount">{won}</td>
        </tr>
      ))}
    </TableRegion>
  );
}
