import { importPKCS8, SignJWT } from 'jose';
import { SignInError } from './provider.ts';

/** Apple takes no fixed secret but a token we sign, good for a while; this one for five minutes. */
export function createAppleClientSecretSigner(options: {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PEM of the key from Apple, PKCS #8. */
  privateKey: string;
  issuer: string;
  now: () => number;
}): () => Promise<string> {
  return async () => {
    const nowSeconds = Math.floor(options.now() / 1000);
    try {
      return await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: options.keyId })
        .setIssuer(options.teamId)
        .setSubject(options.clientId)
        .setAudience(options.issuer)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + 300)
        .sign(await importPKCS8(options.privateKey, 'ES256'));
    } catch (error) {
      throw new SignInError('busy', error);
    }
  };
}
