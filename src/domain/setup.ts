import * as v from 'valibot';
import { newPasswordSchema } from './account.ts';
import { DEFAULT_SETTINGS, type OwnerSettings } from './owner-settings.ts';
import { emailSchema, nameSchema } from './text-schemas.ts';

const token = v.pipe(v.string('The set-up link is missing.'), v.maxLength(100, 'This is not a set-up link.'));

export const setupTokenSchema = v.strictObject({ token });

export const setupOwnerSchema = v.strictObject({
  token,
  name: nameSchema,
  email: emailSchema,
  password: newPasswordSchema,
});
export type SetupOwner = v.InferOutput<typeof setupOwnerSchema>;

/** What a club needs before customers can rely on it, in set-up order. */
export const SETUP_STEPS = ['club', 'bank', 'courts', 'map', 'mail', 'address', 'backup'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What is still to do; `machine` comes from `club.toml` and the environment. */
export function openSetupSteps(
  { club, bank }: Pick<OwnerSettings, 'club' | 'bank'>,
  machine: { mail: 'smtp' | 'files'; has_public_url: boolean; backup_elsewhere: boolean },
  courtsChecked: boolean,
): SetupStep[] {
  const isDone: Record<SetupStep, boolean> = {
    club: club.phone !== DEFAULT_SETTINGS.club.phone && club.email !== DEFAULT_SETTINGS.club.email,
    bank: bank.iban !== '',
    courts: courtsChecked,
    map: Boolean(club.map_url || club.instagram_url || club.facebook_url),
    mail: machine.mail === 'smtp',
    address: machine.has_public_url,
    backup: machine.backup_elsewhere,
  };
  return SETUP_STEPS.filter((step) => !isDone[step]);
}
