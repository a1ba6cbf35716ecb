import { useState } from 'react';
import type { ShownRound } from '../../../src/domain/api/tournament-routes.ts';
import { currentRound } from '../../../src/domain/tournament/progress.ts';
import { callApi } from '../../lib/api.ts';
import { nameOf } from '../../shared/tournament/player-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { DialogAction } from '../dialog-actions.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { CourtChoice } from './court-choice.tsx';
import type { Running } from './running-tournament.tsx';

type DialogProps = Running & { onClose: () => void };

/** Two players of a round change places; one of them may rest. */
export function SwapDialog({ eventId, tournament, round, onClose }: DialogProps & { round: ShownRound }) {
  const name = nameOf(tournament);
  const present = [
    ...round.games.filter(({ score }) => score === null).flatMap(({ sides }) => sides.flat()),
    ...round.byes,
  ];
  const [chosen, setChosen] = useState<[number, number]>([present[0] ?? 0, present.at(-1) ?? 0]);
  const options = present.map((id) => [id, name(id)] as const);
  return (
    <Dialog title={`Swap two in round ${round.number}`} onClose={onClose}>
      <p>They change places in this round. Later rounds are planned anew.</p>
      <div className="field-row">
        {([0, 1] as const).map((at) => (
          <SelectField
            key={at}
            label={at === 0 ? 'Player' : 'and'}
            name={`swap-${at}`}
            value={chosen[at]}
            onChange={({ target }) => {
              const id = Number(target.value);
              setChosen(at === 0 ? [id, chosen[1]] : [chosen[0], id]);
            }}
          >
            <Options of={options} />
          </SelectField>
        ))}
      </div>
      <DialogAction
        label="Swap"
        failure="They could not be swapped. Please try again."
        onClose={onClose}
        onDone={onClose}
        disabled={chosen[0] === chosen[1]}
        act={() =>
          callApi('POST /api/admin/tournaments/:id/swap', {
            params: { id: eventId },
            body: { round: round.number, players: chosen, version: tournament.version },
          })
        }
      />
    </Dialog>
  );
}

/** Late arrivals: those with a place, or a name; two where pairs stay together. */
export function AddPlayersDialog({ eventId, desk, tournament, onClose }: DialogProps) {
  const count = tournament.format === 'round_robin' ? 2 : 1;
  const [chosen, setChosen] = useState(() =>
    Array.from({ length: count }, (_, at) => ({ place: desk.places[at]?.payer_id ?? 0, name: '' })),
  );
  const change = (at: number, part: Partial<(typeof chosen)[number]>) =>
    setChosen(chosen.map((other, index) => (index === at ? { ...other, ...part } : other)));
  return (
    <Dialog title={count === 1 ? 'Add a player' : 'Add a pair'} onClose={onClose}>
      {chosen.map(({ place, name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity
        <div key={at} className="field-row">
          <SelectField
            label="Who"
            name={`place-${at}`}
            value={place}
            onChange={({ target }) => change(at, { place: Number(target.value) })}
          >
            <Options
              of={[...desk.places.map((one) => [one.payer_id, one.name] as const), [0, 'Another name']]}
            />
          </SelectField>
          {place === 0 && (
            <InputField
              label="Name"
              name={`name-${at}`}
              autoComplete="off"
              value={name}
              onChange={({ target }) => change(at, { name: target.value })}
            />
          )}
        </div>
      ))}
      <DialogAction
        label="Add"
        failure="The player could not be added. Please try again."
        onClose={onClose}
        onDone={onClose}
        act={() =>
          callApi('POST /api/admin/tournaments/:id/players', {
            params: { id: eventId },
            body: {
              players: chosen.map(({ place, name }) => (place === 0 ? { name } : { payer_id: place })),
              version: tournament.version,
            },
          })
        }
      />
    </Dialog>
  );
}

type PlayerChange = 'leave_now' | 'leave' | 'back' | 'name';

/** A player leaves, comes back, or somebody else plays. */
export function PlayerDialog({ eventId, tournament, playerId, onClose }: DialogProps & { playerId: number }) {
  const player = tournament.players.find(({ id }) => id === playerId);
  const now = currentRound(tournament.schedule);
  // In a round with a score nobody is sent to another court.
  const mayLeaveNow = now?.games.every(({ score }) => score === null) === true;
  const isPair = tournament.format === 'round_robin';
  const labels: Partial<Record<PlayerChange, string>> = player?.plays
    ? {
        leave: isPair ? 'The pair leaves after the round on court' : 'Leaves after the round on court',
        ...(mayLeaveNow ? { leave_now: `Is not here: round ${now?.number} is planned anew` } : {}),
        name: 'Somebody else plays in this place',
      }
    : { back: 'Comes back', name: 'Somebody else plays in this place' };
  const [choice, setChoice] = useState<PlayerChange>(player?.plays ? 'leave' : 'back');
  const [name, setName] = useState('');
  const leavesFrom = choice === 'leave_now' ? now?.number : (now?.number ?? tournament.schedule.length) + 1;
  const body = {
    name: { name },
    back: { plays: true },
    leave: { plays: false, from_round: leavesFrom },
    leave_now: { plays: false, from_round: leavesFrom },
  }[choice];
  return (
    <Dialog title={<span translate="no">{player?.name}</span>} onClose={onClose}>
      <RadioChoice
        legend="What happens?"
        name="player-change"
        labels={labels as Record<PlayerChange, string>}
        value={choice}
        onChange={setChoice}
      />
      {choice === 'name' && (
        <InputField
          label="Name"
          name="name"
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <DialogAction
        label="Save"
        failure="The change could not be saved. Please try again."
        onClose={onClose}
        onDone={onClose}
        act={() =>
          callApi('PUT /api/admin/tournaments/:id/players/:playerId', {
            params: { id: eventId, playerId },
            body: { ...body, version: tournament.version },
          })
        }
      />
    </Dialog>
  );
}

/** Fewer rounds, more rounds, another court. */
export function PlanDialog({ eventId, desk, tournament, onClose }: DialogProps) {
  const used = new Set(tournament.schedule.at(-1)?.games.map(({ court }) => court));
  const [rounds, setRounds] = useState(String(tournament.rounds));
  const [courtIds, setCourtIds] = useState(
    desk.courts.map(({ id }) => id).filter((id) => used.size === 0 || used.has(id)),
  );
  return (
    <Dialog title="Change rounds or courts" onClose={onClose}>
      <p>Rounds without a score are planned anew.</p>
      <InputField
        label="Rounds"
        name="rounds"
        inputMode="numeric"
        value={rounds}
        onChange={({ target }) => setRounds(target.value)}
      />
      <CourtChoice courts={desk.courts} chosen={courtIds} onChange={setCourtIds} />
      <DialogAction
        label="Plan"
        failure="The rounds could not be planned. Please try again."
        onClose={onClose}
        onDone={onClose}
        act={() =>
          callApi('PUT /api/admin/tournaments/:id/plan', {
            params: { id: eventId },
            body: {
              rounds: parseNumberField(rounds) ?? Number.NaN,
              court_ids: courtIds,
              version: tournament.version,
            },
          })
        }
      />
    </Dialog>
  );
}
