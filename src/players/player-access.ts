import { Failure } from '../domain/failure.ts';
import { PLAYER_KEY_HEADER } from '../domain/player.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { Session } from '../http/session-guard.ts';
import type { PlayerKeys } from './player-keys.ts';
import type { PlayerStore } from './store.ts';

const HOUR_MS = 60 * 60_000;
const WRONG_KEYS_PER_NETWORK = { limit: 30, window: HOUR_MS };
const WRONG_KEYS_PER_PLAYER = { limit: 60, window: HOUR_MS };

type PlayerContext = RequestContext & { session: Session | null };
type KeyedPlayer = { id: number; email: string; user_id: number | null };

/** Decides whether a request comes from a player: a holder of the share's key, or its member. */
export class PlayerAccess {
  readonly #players: PlayerStore;
  readonly #keys: PlayerKeys;
  readonly #getClientIp: ClientIpResolver;
  readonly #wrongKeysPerNetwork;
  readonly #wrongKeysPerPlayer;

  constructor(players: PlayerStore, keys: PlayerKeys, getClientIp: ClientIpResolver, now: () => number) {
    this.#players = players;
    this.#keys = keys;
    this.#getClientIp = getClientIp;
    this.#wrongKeysPerNetwork = new RateLimiter(WRONG_KEYS_PER_NETWORK, now);
    this.#wrongKeysPerPlayer = new RateLimiter(WRONG_KEYS_PER_PLAYER, now);
  }

  /**
   * Throws `forbidden` for a wrong or missing key and `rate_limited` for too many wrong ones; both are the same for a
   * number that no player has. The right key always works. The host's row has no key: the booking's own counts. An erased
   * player has none either: without a contact the key would be that of the invitation, which others have.
   */
  require(id: number, context: PlayerContext): KeyedPlayer {
    const row = this.#players.findRow(id);
    const player = row?.is_host === 0 && row.erased === 0 ? row : null;
    const { request, session } = context;
    if (player && session !== null && player.user_id === session.user.id) return player;
    const key = request.headers.get(PLAYER_KEY_HEADER);
    if (key !== null) {
      if (this.#keys.matches(player ?? { id, email: '?' }, key) && player) return player;
      this.#wrongKeysPerNetwork.consume(this.#getClientIp(context));
      this.#wrongKeysPerPlayer.consume(String(id));
    }
    throw new Failure(
      'forbidden',
      'This link no longer works. Please use the link in our newest email, or ask the host for a new one.',
    );
  }
}
