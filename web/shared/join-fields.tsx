import type { ReactNode } from 'react';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { fitsLevel, LEVEL_LABELS, type Level, levelLabel } from '../../src/domain/match.ts';
import { offeredPaymentMethods, PAYMENT_METHOD_LABELS } from '../../src/domain/payment-instructions.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import type { Form } from '../lib/use-form.ts';
import { Options, SelectField } from '../ui/field.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';
import { EmailField } from './email-field.tsx';
import { NameField, PhoneField } from './name-phone-fields.tsx';
import { usePageData } from './page-data.tsx';
import { UpdatesChoice } from './updates-choice.tsx';

/** Who takes a place: the part of the form that matches and events share. */
export interface JoinerValues {
  name: string;
  email: string;
  phone: string;
  updates_by: string[];
  level: Level | '';
  method: PaymentMethod | '';
}

export const JOINER_LABELS = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  level: 'Level',
  method: 'Payment',
};

export function emptyJoiner(
  user: { name: string; email: string; phone: string | null } | null | undefined,
  methods: readonly PaymentMethod[],
): JoinerValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    updates_by: [],
    level: '',
    // One of several is the player's choice.
    method: methods.length === 1 ? (methods[0] ?? '') : '',
  };
}

export function joinerBody({ name, email, phone, updates_by, level }: JoinerValues) {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(phone.trim() ? { phone: phone.trim(), ...(updates_by.length > 0 ? { updates_by } : {}) } : {}),
    ...(level ? { level } : {}),
  };
}

/** Where a message will reach the player; before an email is typed, as if it were. */
export const joinerReach = (
  { email, phone, updates_by }: JoinerValues,
  user: { id: number } | null | undefined,
) => ({
  email: email || '-',
  user_id: user?.id ?? null,
  updates_by: phone.trim() ? updates_by : [],
});

/** How a place can be paid; with credit only if it covers `price`, in PKR. */
export function usePlaceMethods(
  { prepaid }: { prepaid: boolean },
  price: number,
  user: object | null | undefined,
): readonly PaymentMethod[] {
  const { payment_methods, club } = usePageData();
  const credit = useQuery('GET /api/auth/credit', { skip: !user }).data?.credit ?? 0;
  const withCredit = credit >= price ? (['credit'] as const) : [];
  return offeredPaymentMethods([...payment_methods, ...withCredit], club).filter(
    (method) => !(method === 'cash' && prepaid),
  );
}

type Named = 'name' | 'email' | 'phone' | 'level' | 'method';

/** Contact, level and payment; `children` stand between the contact and the level. */
export function JoinerFields({
  form: { values, errors, fieldProps, set },
  isForChild = false,
  wanted,
  methods,
  held,
  children,
}: {
  form: Pick<Form<JoinerValues>, 'values' | 'errors' | 'set'> & {
    fieldProps: (name: Named) => ReturnType<Form<JoinerValues>['fieldProps']>;
  };
  /** The contact is a guardian's, who has to be reached by phone. */
  isForChild?: boolean;
  /** The levels that are asked for. */
  wanted: Parameters<typeof levelLabel>[0];
  /** Empty if there is nothing to pay now. */
  methods: readonly PaymentMethod[];
  /** What waits for the money, and how long. */
  held: string;
  children?: ReactNode;
}) {
  const { phone, level, method } = values;
  const isOther = level !== '' && !fitsLevel(wanted, level);
  const labels = Object.fromEntries(methods.map((name) => [name, PAYMENT_METHOD_LABELS[name].label]));
  return (
    <>
      <NameField {...fieldProps('name')} label={isForChild ? 'Your name' : JOINER_LABELS.name} />
      <EmailField
        label="Email"
        hint="Your own link goes there. Nobody else sees it."
        {...fieldProps('email')}
        onCorrect={(email) => set('email', email)}
      />
      <PhoneField {...fieldProps('phone')} label={isForChild ? 'Your phone' : 'Phone (optional)'} />
      {phone.trim() && (
        <UpdatesChoice
          about="place"
          chosen={values.updates_by}
          onChange={(channels) => set('updates_by', channels)}
        />
      )}
      {children}
      <SelectField label="Level (optional)" {...fieldProps('level')}>
        <Options of={[['', 'I don’t know'], ...Object.entries(LEVEL_LABELS)]} />
      </SelectField>
      <div role="status" className={isOther ? 'alert warning' : ''}>
        {isOther && `This is for another level: ${levelLabel(wanted).toLowerCase()}. You can still join.`}
      </div>
      {methods.length > 0 && (
        <>
          <RadioChoice
            legend="How do you want to pay?"
            name="method"
            labels={labels as Record<PaymentMethod, string>}
            value={method}
            error={errors.method}
            onChange={(chosen) => set('method', chosen)}
          />
          {method !== 'cash' && <p className="hint">{held}</p>}
        </>
      )}
    </>
  );
}

/**
 * Says how a place that is held already gets paid; returns the payment page of a card. After an error, the player's own
 * page asks again.
 */
export async function payForPlace(id: number, method: PaymentMethod, amount: number): Promise<string | null> {
  try {
    const { payment_url } = await callApi('POST /api/payers/:id/pay', {
      params: { id },
      keyOf: `p${id}`,
      body: { method, amount },
    });
    return payment_url ?? null;
  } catch {
    return null;
  }
}
