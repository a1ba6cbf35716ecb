import { type FormEvent, useState } from 'react';
import type { TournamentDesk } from '../../../src/domain/api/tournament-routes.ts';
import type { NewPlayer } from '../../../src/domain/tournament/inputs.ts';
import { roundMinutes, suggestedRounds } from '../../../src/domain/tournament/round-time.ts';
import {
  GAME_POINTS,
  MEXICANO_PAIRINGS,
  type MexicanoPairing,
  MIN_PLAYERS,
  TOURNAMENT_KINDS,
  TOURNAMENT_LABELS,
  type TournamentKind,
} from '../../../src/domain/tournament/tournament.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { OrderButtons } from '../order-buttons.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { useChange } from '../use-change.ts';
import { CourtChoice } from './court-choice.tsx';

const PAIRING_LABELS: Record<MexicanoPairing, string> = {
  '1_4': '1 and 4 against 2 and 3',
  '1_3': '1 and 3 against 2 and 4',
};
const HINTS: Record<TournamentKind, string> = {
  americano: 'Everybody plays with somebody else each round, and for themselves.',
  mexicano: 'After each round those who are level in points meet. The order below makes up the first round.',
  round_robin: 'Pairs stay together and meet every other pair.',
};

interface Row {
  key: string;
  name: string;
  player: NewPlayer;
}

/** Everybody with a place plays, and the rest is chosen already: one press starts an Americano. */
export function StartForm({ eventId, desk }: { eventId: number; desk: TournamentDesk }) {
  const [format, setFormat] = useState<TournamentKind>('americano');
  const [pairing, setPairing] = useState<MexicanoPairing>('1_4');
  const [points, setPoints] = useState<(typeof GAME_POINTS)[number]>(24);
  const [typedRounds, setTypedRounds] = useState<string | null>(null);
  const [courtIds, setCourtIds] = useState<number[] | null>(null);
  const [guests, setGuests] = useState<string[]>([]);
  const [guest, setGuest] = useState('');
  const [absent, setAbsent] = useState<readonly string[]>([]);
  const [order, setOrder] = useState<readonly string[]>([]);
  const { busy, error, run } = useChange('The tournament could not be started. Please try again.');

  const everybody: Row[] = [
    ...desk.places.map(({ payer_id, name }) => ({ key: `p${payer_id}`, name, player: { payer_id } })),
    ...guests.map((name, index) => ({ key: `g${index}`, name, player: { name } })),
  ];
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const rows = everybody.toSorted((a, b) => rank(a.key) - rank(b.key));
  const playing = rows.filter(({ key }) => !absent.includes(key));
  const courts = courtIds ?? desk.courts.map(({ id }) => id);
  const suggested = suggestedRounds(format, {
    players: playing.length,
    courts: courts.length,
    points,
    minutes: desk.minutes,
  });
  const rounds = typedRounds ?? String(suggested);

  const start = (event: FormEvent) => {
    event.preventDefault();
    void run(() =>
      callApi('POST /api/admin/tournaments/:id', {
        params: { id: eventId },
        body: {
          format,
          pairing,
          points,
          rounds: parseNumberField(rounds) ?? Number.NaN,
          court_ids: courts,
          players: playing.map(({ player }) => player),
        },
      }),
    );
  };
  const addGuest = () => {
    const name = guest.trim();
    if (name === '') return;
    setGuests([...guests, name]);
    setGuest('');
  };
  const move = (at: number, places: number) => {
    const keys = rows.map(({ key }) => key);
    const [key = ''] = keys.splice(at, 1);
    keys.splice(at + places, 0, key);
    setOrder(keys);
  };
  return (
    <form noValidate aria-busy={busy} onSubmit={start}>
      <div className="field-row">
        <SelectField
          label="Format"
          name="format"
          value={format}
          onChange={({ target }) => setFormat(target.value as TournamentKind)}
          hint={HINTS[format]}
        >
          <Options of={TOURNAMENT_KINDS.map((kind) => [kind, TOURNAMENT_LABELS[kind]])} />
        </SelectField>
        {format === 'mexicano' && (
          <SelectField
            label="On each court"
            name="pairing"
            value={pairing}
            onChange={({ target }) => setPairing(target.value as MexicanoPairing)}
          >
            <Options of={MEXICANO_PAIRINGS.map((value) => [value, PAIRING_LABELS[value]])} />
          </SelectField>
        )}
      </div>
      <div className="field-row">
        <SelectField
          label="Points a game"
          name="points"
          value={points}
          onChange={({ target }) => setPoints(Number(target.value) as typeof points)}
          hint={`A round takes about ${roundMinutes(points)} minutes.`}
        >
          <Options of={GAME_POINTS.map((value) => [value, value])} />
        </SelectField>
        <InputField
          label="Rounds"
          name="rounds"
          inputMode="numeric"
          value={rounds}
          onChange={({ target }) => setTypedRounds(target.value)}
          hint={`${desk.minutes} minutes are booked.`}
        />
      </div>
      <CourtChoice courts={desk.courts} chosen={courts} onChange={setCourtIds} />
      <fieldset>
        <legend>
          {playing.length === 1 ? '1 player' : `${playing.length} players`}
          {format === 'round_robin' && ', each two a pair'}
        </legend>
        <ol className="tournament-players">
          {rows.map(({ key, name }, at) => (
            <li key={key}>
              <label className="admin-checkbox">
                <input
                  type="checkbox"
                  checked={!absent.includes(key)}
                  onChange={({ target }) =>
                    setAbsent(target.checked ? absent.filter((other) => other !== key) : [...absent, key])
                  }
                />
                <span translate="no">{name}</span>
                {format === 'round_robin' && !absent.includes(key) && (
                  <small className="muted">
                    pair {Math.floor(playing.findIndex((row) => row.key === key) / 2) + 1}
                  </small>
                )}
              </label>
              {format !== 'americano' && (
                <OrderButtons name={name} at={at} count={rows.length} onMove={(places) => move(at, places)} />
              )}
            </li>
          ))}
        </ol>
        <div className="tournament-guest">
          <InputField
            label="Somebody without a place"
            name="guest"
            autoComplete="off"
            value={guest}
            onChange={({ target }) => setGuest(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              addGuest();
            }}
          />
          <button type="button" className="quiet" onClick={addGuest}>
            Add the name
          </button>
        </div>
      </fieldset>
      <ErrorAlert text={error} />
      <button type="submit" className="wide" disabled={playing.length < MIN_PLAYERS} aria-busy={busy}>
        Start the tournament
      </button>
    </form>
  );
}
