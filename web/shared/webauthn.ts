import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Assertion, Attestation } from '../../src/domain/second-factor.ts';

// Loaded when a passkey is first used.
const library = () => import('@simplewebauthn/browser');

export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Asks the device for a passkey that signs the server's options. */
export async function askForPasskey(options: Record<string, unknown>): Promise<Assertion> {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as Assertion;
}

/** Asks the device to create a passkey. */
export async function createPasskey(options: Record<string, unknown>): Promise<Attestation> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as Attestation;
}

/** Explains an error from the browser's passkey dialog; null for other errors. */
export function passkeyErrorMessage(error: unknown): string | null {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'SecurityError') return `Passkeys don’t work at the address ${location.host}.`;
  if (name === 'NotSupportedError') return 'This device can’t store passkeys.';
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return 'No passkey was used: the request was closed or took too long. Please try again.';
  }
  return null;
}
