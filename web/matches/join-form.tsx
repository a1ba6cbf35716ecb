import * as v from 'valibot';
import type { User } from '../../src/domain/api/account-answers.ts';
import type { Match } from '../../src/domain/api/match-routes.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import {
  fitsLevel,
  joinMatchSchema,
  LEVEL_LABELS,
  type Level,
  levelLabel,
  PLACE_HOLD_MINUTES,
} from '../../src/domain/match.ts';
import { offeredPaymentMethods, PAYMENT_METHOD_LABELS } from '../../src/domain/payment-instructions.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { managePath, storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useForm } from '../lib/use-form.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { EmailField } from '../shared/email-field.tsx';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useTellYou } from '../shared/use-tell-you.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Options, SelectField } from '../ui/field.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';
import { matchAddress } from './match-address.ts';

interface Values {
  name: string;
  email: string;
  phone: string;
  level: Level | '';
  method: PaymentMethod | '';
}

const LABELS = { name: 'Full Name', email: 'Email', phone: 'Phone', level: 'Level', method: 'Payment' };

const methodSchema = v.pipe(v.string(), v.nonEmpty('Please select a payment method.'));

/**
 * Takes a place and says how it will be paid, or joins the waiting list if the match is full; then the player's own
 * page opens.
 */
export function JoinForm({
  match,
  user,
  onRefused,
}: {
  match: Match;
  user: User | null | undefined;
  /** The server refused the place: the match may have become full. */
  onRefused: () => void;
}) {
  const { payment_methods, club } = usePageData();
  const tell = useTellYou();
  const retryHeader = useIdempotencyKey();
  const isFull = match.state === 'full';
  const credit = useQuery('GET /api/auth/credit', { skip: !user }).data?.credit ?? 0;
  const withCredit = credit >= match.price ? (['credit'] as const) : [];
  const methods = offeredPaymentMethods([...payment_methods, ...withCredit], club).filter(
    (method) => !(method === 'cash' && match.prepaid),
  );
  const toBody = ({ name, email, phone, level }: Values) => ({
    name: name.trim(),
    email: email.trim(),
    ...(phone.trim() ? { phone: phone.trim() } : {}),
    ...(level ? { level } : {}),
    ...(isFull ? { wait: true } : {}),
  });
  const { formProps, values, set, problem, errors, failedAttempts, busy, fieldProps } = useForm<Values>({
    schema: isFull ? joinMatchSchema : v.strictObject({ ...joinMatchSchema.entries, method: methodSchema }),
    initialValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      level: '',
      // If there are several, the player chooses.
      method: methods.length === 1 ? (methods[0] ?? '') : '',
    },
    toBody: (values) => ({ ...toBody(values), ...(isFull ? {} : { method: values.method }) }),
    failure: 'The connection was lost. Please try again.',
    onError: (error) => {
      if (error instanceof ApiError && error.failure?.reason === 'wrong_state') onRefused();
    },
    onSubmit: async (values) => {
      const body = toBody(values);
      const joined = await callApi('POST /api/matches/:id/players', {
        ...matchAddress(match),
        body,
        headers: retryHeader(body),
      });
      const { payer, join_url } = joined;
      storeManageUrl(join_url);
      const paymentUrl =
        payer.state === 'joined' && values.method ? await sayHowToPay(payer, values.method) : null;
      location.assign(paymentUrl ?? managePath(`p${payer.id}`));
    },
  });
  const { level, method } = values;
  const isOther = level !== '' && !fitsLevel(match, level);
  return (
    <form
      id="join"
      className="card requires-javascript"
      method="post"
      aria-labelledby="join-title"
      tabIndex={-1}
      {...formProps}
    >
      <h2 id="join-title">{isFull ? 'Wait for a place' : `Join for ${formatPkr(match.price)}`}</h2>
      {isFull && <p>All places are taken. If one becomes free, we’ll {tell(values)} and hold it for you.</p>}
      {match.for === 'women' && <p>This match is for women. The host and the reception make sure of it.</p>}
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={LABELS} />
      <ErrorAlert text={problem} />
      <NameField {...fieldProps('name')} />
      <EmailField
        label="Email"
        hint="We’ll send your own link there. Nobody else sees it."
        {...fieldProps('email')}
        onCorrect={(email) => set('email', email)}
      />
      <PhoneField {...fieldProps('phone')} />
      <SelectField label="Your level (optional)" {...fieldProps('level')}>
        <Options of={[['', 'I don’t know'], ...Object.entries(LEVEL_LABELS)]} />
      </SelectField>
      <div role="status" className={isOther ? 'alert warning' : ''}>
        {isOther &&
          `The host is looking for a different level: ${levelLabel(match).toLowerCase()}. Join anyway?`}
      </div>
      {!isFull && (
        <>
          <RadioChoice
            legend="How do you want to pay?"
            name="method"
            labels={methodLabels(methods)}
            value={method}
            error={errors.method}
            onChange={(value) => set('method', value)}
          />
          {method !== 'cash' && (
            <p className="hint">We’ll hold your place for {PLACE_HOLD_MINUTES} minutes while you pay.</p>
          )}
        </>
      )}
      <button type="submit" className="large wide" disabled={busy} aria-busy={busy}>
        {isFull ? 'Wait for a place' : isOther ? 'Join anyway' : 'Take a place'}
      </button>
    </form>
  );
}

function methodLabels(methods: readonly PaymentMethod[]): Record<PaymentMethod, string> {
  const labels = methods.map((name) => [name, PAYMENT_METHOD_LABELS[name].label]);
  return Object.fromEntries(labels);
}

/** Opens a card payment's page. The place is already held, so after an error the player's own page asks again. */
async function sayHowToPay(
  { id, charge }: { id: number; charge: number },
  method: PaymentMethod,
): Promise<string | null> {
  try {
    const { payment_url } = await callApi('POST /api/payers/:id/pay', {
      params: { id },
      keyOf: `p${id}`,
      body: { method, amount: charge },
    });
    return payment_url ?? null;
  } catch {
    return null;
  }
}
