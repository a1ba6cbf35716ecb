import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** A software passkey: it answers the server's options like a browser with a phone would. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #userHandle = '';
  #counter = 0;

  constructor(origin = 'http://localhost') {
    this.#origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // A COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** Answers the options of `POST /api/auth/passkeys/options`. */
  create(options: unknown) {
    const { challenge, user } = options as CreationOptions;
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#coseKey]);
    const authData = this.#authenticatorData(0x45, attested);
    const length = Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]);
    // {"fmt": "none", "attStmt": {}, "authData": …}
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      length,
      authData,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the options of a login or a reauthentication. */
  get(options: unknown) {
    const { challenge } = options as CreationOptions;
    this.#counter += 1;
    const authData = this.#authenticatorData(0x05);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response, clientExtensionResults: {} };
  }

  #authenticatorData(flags: number, attested = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(this.#counter, 1);
    const rpIdHash = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([rpIdHash, head, attested]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}
