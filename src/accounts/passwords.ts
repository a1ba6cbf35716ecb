import { availableParallelism } from 'node:os';
import { invalidField } from '../domain/failure.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** OWASP's argon2id parameters: 19 MiB of memory, two passes, one thread. */
const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const;
/** The hash that is checked for an unknown email, so that it takes the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Lv8DuX96NSmF7+FJTZEflhdNRGuuGAH2WGsk+HQy158$FWYyr2C/weCfvFlgtezxE/AyijcH1y2blJqXQVQsLDQ';

/** One hash takes a processor about 50 ms; at least one processor stays free for other requests. */
const hashLimiter = new ConcurrencyLimiter({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  delayMs: 40,
  maxQueued: 200,
  expectedDurationMs: 50,
});

/** Keyboards encode the same character differently. */
const normalizePassword = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hashLimiter.run(() => Bun.password.hash(normalizePassword(password), ARGON2_OPTIONS));
}

/** Checks a password; without a hash (unknown email, no password set) the result is false after the same time. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await hashLimiter.run(() =>
    Bun.password.verify(normalizePassword(password), hash ?? DUMMY_HASH),
  );
  return matches && hash !== null;
}

let commonPasswords: Promise<Set<string>> | null = null;

/** Throws `invalid` for a common password, a simple pattern and the user's own name or email. */
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
