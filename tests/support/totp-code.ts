import { base32 } from 'oslo/encoding';
import { generateHOTP } from 'oslo/otp';

/** The code that an authenticator app with this secret shows at `now`, in epoch milliseconds. */
export function totpCode(secret: string, now: number): Promise<string> {
  return generateHOTP(new Uint8Array(base32.decode(secret)), Math.floor(now / 30_000));
}
