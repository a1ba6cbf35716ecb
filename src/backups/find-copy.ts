import { OperatorError } from '../db/operator-error.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import { type Copy, formatMoment, SNAPSHOT_PREFIX, toCopies } from './copy-name.ts';
import type { Store } from './store.ts';

export interface CopyChoice {
  /** The club's folder in the store; needed if the store holds several clubs. */
  club?: string | undefined;
  /** The newest copy up to this moment; epoch milliseconds. */
  at?: number | undefined;
  /** A specific copy. */
  name?: string | undefined;
}

/** Finds the copy to restore: the newest one, unless `choice` says otherwise. Throws `OperatorError`. */
export async function findCopy(
  store: Store,
  choice: CopyChoice,
  now: number,
): Promise<{ copy: Copy; older: Copy | null; warnings: string[] }> {
  const club = await findClubFolder(store, choice.club);
  const copies = toCopies(await store.list(`${club}/${SNAPSHOT_PREFIX}`));
  const found = chooseCopy(copies, choice, now);
  if (found) return found;
  throw new OperatorError(
    copies.length === 0
      ? `${store.location} holds no copy of ${club}.`
      : `${store.location} holds no such copy of ${club}. The oldest one is of ${formatMoment(copies[0]?.at ?? 0)}, the newest of ${formatMoment(copies.at(-1)?.at ?? 0)}.`,
  );
}

async function findClubFolder(store: Store, wanted: string | undefined): Promise<string> {
  const clubs = await store.listFolders('');
  if (clubs.length === 0) {
    throw new OperatorError(
      `${store.location} holds no copies. Check the folder, or the bucket and its prefix: copies are under copies/ in it.`,
    );
  }
  const matching = wanted === undefined ? clubs : clubs.filter((club) => club === wanted);
  const [club] = matching;
  if (club && matching.length === 1) return club;
  const list = clubs.map((name) => `\n  --club ${name}`).join('');
  throw new OperatorError(
    wanted === undefined
      ? `${store.location} holds the copies of ${clubs.length} clubs. Choose one:${list}`
      : `${store.location} holds no copies of ${wanted}. It holds:${list}`,
  );
}

/**
 * The copy named by `choice`, or the newest. Ignores copies dated in the future, which only a clock running ahead can
 * have made. If two data folders made copies at the same time, there are two versions of the truth, so a person has
 * to choose.
 */
export function chooseCopy(
  copies: readonly Copy[],
  choice: Omit<CopyChoice, 'club'>,
  now: number,
): { copy: Copy; older: Copy | null; warnings: string[] } | null {
  if (choice.name !== undefined) {
    const copy = copies.find(({ name }) => name.endsWith(choice.name ?? ''));
    return copy ? { copy, older: null, warnings: [] } : null;
  }
  const future = copies.filter(({ at }) => !isPlausibleInstant(at, now));
  const candidates = copies.filter(({ at }) => isPlausibleInstant(at, now) && at <= (choice.at ?? Infinity));
  const copy = candidates.at(-1);
  if (!copy) return null;
  const ownLine = candidates.filter(({ line }) => line === copy.line);
  const rival = candidates.findLast(({ line, at }) => line !== copy.line && at > (ownLine[0]?.at ?? 0));
  if (rival) {
    throw new OperatorError(
      `Two data folders have made copies of this club at the same time. Choose the one that customers used:
  --copy ${fileName(copy)}   of ${formatMoment(copy.at)}
  --copy ${fileName(rival)}   of ${formatMoment(rival.at)}`,
    );
  }
  const warnings = future.map(
    ({ at }) =>
      `A copy dated ${formatMoment(at)} is in the future, from a clock that ran ahead. It is ignored.`,
  );
  return { copy, older: candidates.at(-2) ?? null, warnings };
}

/** The last part of a copy's name, as `--copy` takes it. */
export function fileName({ name }: Pick<Copy, 'name'>): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
