import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import * as v from 'valibot';
import { localPath, PROVIDERS, type ProviderName } from '../domain/sign-in.ts';

/** A sign-in that takes longer has to begin again. */
export const TRIP_SECONDS = 600;

const tripSchema = v.strictObject({
  provider: v.picklist(PROVIDERS),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  next: v.nullable(v.string()),
  /** Epoch milliseconds. */
  began: v.number(),
});

/** A visitor on the way to a provider and back, as the signed cookie of their browser keeps it. */
export type Trip = v.InferOutput<typeof tripSchema>;

/** `next` is where to go afterwards; whatever leads away from the site is forgotten. */
export function beginTrip(provider: ProviderName, next: string | undefined, now: number): Trip {
  return {
    provider,
    state: generateState(),
    nonce: generateState(),
    verifier: generateCodeVerifier(),
    next: localPath(next),
    began: now,
  };
}

export function writeTrip(trip: Trip): string {
  return JSON.stringify(trip);
}

/** The trip in a cookie whose signature fits; null when it is another one or took too long. */
export function readTrip(text: string, provider: string, state: unknown, now: number): Trip | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = v.safeParse(tripSchema, json);
  if (!parsed.success) return null;
  const trip = parsed.output;
  const age = now - trip.began;
  if (trip.provider !== provider || trip.state !== state || age < 0 || age > TRIP_SECONDS * 1000) return null;
  return trip;
}
