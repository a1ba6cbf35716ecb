import * as v from 'valibot';
import type { User } from '../../src/domain/api/account-answers.ts';
import type { Match } from '../../src/domain/api/match-routes.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { joinMatchSchema, PLACE_HOLD_MINUTES } from '../../src/domain/match.ts';
import { OFFER_HOLD } from '../../src/domain/offer.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { managePath, storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useForm } from '../lib/use-form.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import {
  emptyJoiner,
  JOINER_LABELS,
  JoinerFields,
  type JoinerValues,
  joinerBody,
  joinerReach,
  payForPlace,
  usePlaceMethods,
} from '../shared/join-fields.tsx';
import { useTellYou } from '../shared/use-tell-you.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { matchAddress } from './match-address.ts';

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
  const tell = useTellYou();
  const retryHeader = useIdempotencyKey();
  const isFull = match.state === 'full';
  const methods = usePlaceMethods(match, match.price, user);
  const toBody = (values: JoinerValues) => ({ ...joinerBody(values), ...(isFull ? { wait: true } : {}) });
  const form = useForm<JoinerValues>({
    schema: isFull ? joinMatchSchema : v.strictObject({ ...joinMatchSchema.entries, method: methodSchema }),
    initialValues: emptyJoiner(user, methods),
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
        payer.state === 'joined' && values.method
          ? await payForPlace(payer.id, values.method, payer.charge)
          : null;
      location.assign(paymentUrl ?? managePath(`p${payer.id}`));
    },
  });
  const { values, errors } = form;
  return (
    <form
      id="join"
      className="card requires-javascript"
      method="post"
      aria-labelledby="join-title"
      tabIndex={-1}
      {...form.formProps}
    >
      <h2 id="join-title">{isFull ? 'Wait for a place' : `Join for ${formatPkr(match.price)}`}</h2>
      {isFull && (
        <p>
          All places are taken. If one becomes free, we’ll {tell(joinerReach(values, user))} and hold it for
          you alone {OFFER_HOLD}.
        </p>
      )}
      {match.for === 'women' && <p>This match is for women. The host and the reception make sure of it.</p>}
      <ErrorSummary errors={errors} failedAttempts={form.failedAttempts} labels={JOINER_LABELS} />
      <ErrorAlert text={form.problem} />
      <JoinerFields
        form={form}
        wanted={match}
        methods={isFull ? [] : methods}
        held={`We’ll hold your place for ${PLACE_HOLD_MINUTES} minutes while you pay.`}
      />
      <button type="submit" className="large wide" disabled={form.busy} aria-busy={form.busy}>
        {isFull ? 'Wait for a place' : 'Take a place'}
      </button>
    </form>
  );
}
