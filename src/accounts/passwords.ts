import { availableParallelism } from 'node:os';
import { invalidField } from '../domain/failure.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const;
/** The hash of a password nobody has, for the work that an unknown email must cost too. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Lv8DuX96NSmF7+FJTZEflhdNRGuuGAH2WGsk+HQy158$FWYyr2C/weCfvFlgtezxE/AyijcH1y2blJqXQVQsLDQ';

/** Hashing takes a processor for 50 ms; the site keeps at least one for everybody else. */
const hashLimiter = new ConcurrencyLimiter({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  delayMs: 40,
  maxQueued: 200,
  expectedDurationMs: 50,
});

/** One password typed on two keyboards is one password. */
const normalizePassword = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hashLimiter.run(() => Bun.password.hash(normalizePassword(password), ARGON2_OPTIONS));
}

/** Whether the password fits. Without a hash (no such email, no password set) it costs the same and does not. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await hashLimiter.run(() =>
    Bun.password.verify(normalizePassword(password), hash ?? DUMMY_HASH),
  );
  return matches && hash !== null;
}

let commonPasswords: Promise<Set<string>> | null = null;

/** Throws `invalid` for a password that guessers try first, or that is the person's own name or email. */
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

/** `aaaaaaaa`, `abcabcabc`, `12345678`: no list holds them all. */
function isRepetitiveOrSequential(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const differences = [...text].slice(1).map((char, index) => char.charCodeAt(0) - text.charCodeAt(index));
  return (
    differences.every((difference) => difference === 1) ||
    differences.every((difference) => difference === -1)
  );
}
