import type { TournamentDesk } from '../../../src/domain/api/tournament-routes.ts';

/** Which courts a tournament is played on; the chosen ones keep the order of the club's. */
export function CourtChoice({
  courts,
  chosen,
  onChange,
}: {
  courts: TournamentDesk['courts'];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  return (
    <fieldset className="tournament-courts">
      <legend>Courts</legend>
      {courts.map(({ id, name }) => (
        <label key={id} className="admin-checkbox">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(
                courts
                  .map((court) => court.id)
                  .filter((court) => (court === id ? target.checked : chosen.includes(court))),
              )
            }
          />
          <span translate="no">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
