import { availableParallelism } from 'node:os';
import { invalidField } from '../domain/failure.ts';
import { Turns } from './turns.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const ARGON = { algorithm: 'argon2id', memoryCost: 19456, timeCost: 2 } as const;
/** The hash of a password nobody has, for the work that an unknown email must cost too. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$Lv8DuX96NSmF7+FJTZEflhdNRGuuGAH2WGsk+HQy158$FWYyr2C/weCfvFlgtezxE/AyijcH1y2blJqXQVQsLDQ';

/** Hashing takes a processor for 50 ms; the site keeps at least one for everybody else. */
const turns = new Turns({
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  breath: 40,
  mostWaiting: 200,
  usual: 50,
});

/** One password typed on two keyboards is one password. */
const spelled = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return turns.run(() => Bun.password.hash(spelled(password), ARGON));
}

/** Whether the password fits. Without a hash (no such email, no password set) it costs the same and does not. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const fits = await turns.run(() => Bun.password.verify(spelled(password), hash ?? NOBODY));
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
  throw invalidField(field, 'This password is too easy to guess. Please choose another one.');
}

/** `aaaaaaaa`, `abcabcabc`, `12345678`: no list holds them all. */
function isRepetition(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text)) return true;
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
