import { availableParallelism } from 'node:os';
import { invalidField } from '../domain/failure.ts';
import { networkKeys } from '../http/client-ip.ts';
import { FairQueue, type TurnKey } from '../images/fair-queue.ts';

/** OWASP's argon2id parameters: 19 MiB of memory, two passes, one thread. */
const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const;
/** Checked for an unknown email, so that it takes the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Lv8DuX96NSmF7+FJTZEflhdNRGuuGAH2WGsk+HQy158$FWYyr2C/weCfvFlgtezxE/AyijcH1y2blJqXQVQsLDQ';

/** One hash takes a processor about 50 ms; at least one processor stays free for other requests. */
const hashQueue = new FairQueue({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  pauseMs: 40,
  maxWaiting: 200,
  expectedMs: 50,
  fullMessage: 'Too many people are signing in right now. Please try again in a moment.',
});

/** Keyboards encode the same character differently. */
const normalizePassword = (password: string) => password.normalize('NFKC');

/** A visitor's place in the hash queue: networks share it fairly. */
export const visitorTurn = (clientIp: string): readonly TurnKey[] =>
  networkKeys(clientIp).map(({ key, factor }) => ({ key: `network ${key}`, factor }));

/** A signed-in user's place in the hash queue: visitors on the same network don't delay it. */
export const userTurn = (userId: number): readonly TurnKey[] => [{ key: `user ${userId}`, factor: 1 }];

export function hashPassword(password: string, turn: readonly TurnKey[]): Promise<string> {
  return hashQueue.run(turn, () => Bun.password.hash(normalizePassword(password), ARGON2_OPTIONS));
}

/** Checks a password; without a hash (unknown email, no password set), the result is false after the same time. */
export async function verifyPassword(
  password: string,
  hash: string | null,
  turn: readonly TurnKey[],
): Promise<boolean> {
  const matches = await hashQueue.run(turn, () =>
    Bun.password.verify(normalizePassword(password), hash ?? DUMMY_HASH),
  );
  return matches && hash !== null;
}

/** True for a hash made with other parameters than today's; the next login renews it. */
export function isOutdatedHash(hash: string): boolean {
  const { algorithm, memoryCost, timeCost } = ARGON2_OPTIONS;
  return !hash.startsWith(`$${algorithm}$v=19$m=${memoryCost},t=${timeCost},p=1$`);
}

let commonPasswords: Promise<Set<string>> | null = null;

/** Throws `invalid` for a common password, a simple pattern, and the user's own name or email. */
export async function assertStrongPassword(
  password: string,
  field: string,
  user: { email: string; name: string },
): Promise<void> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= 8)),
  );
  const normalized = normalizePassword(password).toLowerCase();
  const personalStrings = [
    user.email,
    user.email.split('@')[0] ?? '',
    user.name,
    user.name.replaceAll(' ', ''),
  ];
  const isPersonal = personalStrings.some((word) => word.toLowerCase() === normalized);
  if (!isPersonal && !isRepetitiveOrSequential(normalized) && !(await commonPasswords).has(normalized))
    return;
  throw invalidField(field, 'This password is too easy to guess. Please choose another one.');
}

/** Matches `aaaaaaaa`, `abcabcabc` and `12345678`. */
function isRepetitiveOrSequential(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const differences = [...text].slice(1).map((char, index) => char.charCodeAt(0) - text.charCodeAt(index));
  return (
    differences.every((difference) => difference === 1) ||
    differences.every((difference) => difference === -1)
  );
}
