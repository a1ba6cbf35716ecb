import { availableParallelism } from 'node:os';
import { Failure } from '../domain/failure.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const ARGON = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const;
/** The hash of a password nobody has, for the work that an unknown email must cost too. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$Lv8DuX96NSmF7+FJTZEflhdNRGuuGAH2WGsk+HQy158$FWYyr2C/weCfvFlgtezxE/AyijcH1y2blJqXQVQsLDQ';

/** Hashing takes a processor for 50 ms; the site keeps at least one for everybody else. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Milliseconds between two hashes of a crowd, so that whoever books meanwhile finds a processor. */
const BREATH = 40;
/** About twenty seconds of work. Who comes later is asked to come back. */
const MOST_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) {
      throw new Failure(
        'unavailable',
        'Very many people are signing in right now. Please try again in a moment.',
        {
          retryAfter: 10,
        },
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) setTimeout(next, BREATH);
    else running -= 1;
  }
}

/** One password typed on two keyboards is one password. */
const spelled = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(spelled(password), ARGON));
}

/** Whether the password fits. Without a hash (no such email, no password set) it costs the same and does not. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const fits = await inTurn(() => Bun.password.verify(spelled(password), hash ?? NOBODY));
  return fits && hash !== null;
}

let common: Promise<Set<string>> | null = null;

/** Throws `invalid` for a password that guessers try first, or that is the person's own name or email. */
export async function refuseCommon(
  password: string,
  field: string,
  person: { email: string; name: string },
): Promise<void> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= 8)),
  );
  const plain = spelled(password).toLowerCase();
  const own = [person.email, person.email.split('@')[0] ?? '', person.name, person.name.replaceAll(' ', '')];
  const isOwn = own.some((word) => word.toLowerCase() === plain);
  if (!isOwn && !isRepetition(plain) && !(await common).has(plain)) return;
  const sentence = 'This password is too easy to guess. Please choose another one.';
  throw new Failure('invalid', sentence, { fields: { [field]: sentence } });
}

/** `aaaaaaaa`, `abcabcabc`, `12345678`: no list holds them all. */
function isRepetition(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
