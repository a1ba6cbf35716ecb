const STEPS = [
  { id: 'account', label: 'Your account' },
  { id: 'address', label: 'Address' },
  { id: 'passkey', label: 'Passkey' },
  { id: 'club', label: 'Your club' },
  { id: 'courts', label: 'Courts' },
  { id: 'bank', label: 'Bank account' },
  { id: 'mail', label: 'Email' },
  { id: 'done', label: 'Done' },
] as const;
export type StepId = (typeof STEPS)[number]['id'];
export type OwnerStepId = Exclude<StepId, 'account'>;

/** The steps in order; a site that knows its address doesn't ask for one. */
export function stepsOf(hasAddress: boolean): readonly { id: StepId; label: string }[] {
  return STEPS.filter(({ id }) => id !== 'address' || !hasAddress);
}

/** The step that an owner sees at `/setup?step=…`: the one asked for, or the next that there is. */
export function ownerStep(requested: string | undefined, hasAddress: boolean): OwnerStepId {
  const wanted = STEPS.find(({ id }) => id === requested)?.id ?? 'club';
  // An owner has an account.
  if (wanted === 'account') return 'club';
  return wanted === 'address' && hasAddress ? 'passkey' : wanted;
}

export function stepAfter(step: StepId, hasAddress: boolean): StepId {
  const steps = stepsOf(hasAddress);
  return steps[steps.findIndex(({ id }) => id === step) + 1]?.id ?? 'done';
}
