import * as v from 'valibot';
import type { User } from '../../src/domain/api/account-answers.ts';
import type { ClubEventView } from '../../src/domain/api/event-routes.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { mailboxOf } from '../../src/domain/canonical-mailbox.ts';
import { GUARDIAN_PHONE_MESSAGE, hasGuardianPhone, joinEventEntries } from '../../src/domain/event.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { PLACE_HOLD_MINUTES } from '../../src/domain/match.ts';
import { OFFER_HOLD } from '../../src/domain/offer.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { createValidator } from '../lib/form-validation.ts';
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
import { InputField } from '../ui/field.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';
import { eventAddress } from './event-address.ts';
import { useOwnDiscount } from './use-own-discount.ts';

const WHO = { alone: 'Me', friend: 'Me and a friend', child: 'My child' };
type Who = keyof typeof WHO;

interface Values extends JoinerValues {
  who: Who;
  child: string;
  friend_name: string;
  friend_email: string;
}

const { level, method, ...contact } = JOINER_LABELS;
/** In the order of the page. */
const LABELS = {
  child: 'Child’s name',
  ...contact,
  friend_name: 'Friend’s name',
  friend_email: 'Friend’s email',
  level,
  method,
};

const methodSchema = v.pipe(v.string(), v.nonEmpty('Please select a payment method.'));
const fieldErrors = createValidator(
  v.strictObject({ ...joinEventEntries, method: v.optional(methodSchema) }),
);

/** Takes places and says how they are paid, or waits when the event is full; then the player's own page opens. */
export function JoinEventForm({
  event,
  user,
  onRefused,
}: {
  event: ClubEventView;
  user: User | null | undefined;
  /** The server refused the place: the event may have become full. */
  onRefused: () => void;
}) {
  const tell = useTellYou();
  const retryHeader = useIdempotencyKey();
  const isForChildren = event.for === 'children';
  const isFull = event.stage === 'full';
  const discount = useOwnDiscount(event);
  /** The last place is for one of two. */
  const isSplit = (who: Who) => who === 'friend' && event.places_left === 1;
  /** How many places are paid here: a friend with an address of their own pays alone. */
  const placesOf = ({ who, friend_email }: Pick<Values, 'who' | 'friend_email'>) =>
    who === 'friend' && !isSplit(who) && !friend_email.trim() ? 2 : 1;
  /** The plan counts for its holder's own address, as the server sees it. */
  const ownPrice = (email: string) =>
    event.price - (user && mailboxOf(email.trim()) === mailboxOf(user.email) ? (discount?.amount ?? 0) : 0);
  const toPay = (values: Pick<Values, 'who' | 'email' | 'friend_email'>) =>
    ownPrice(values.email) + (placesOf(values) - 1) * event.price;
  const methods = usePlaceMethods(event, event.price - (discount?.amount ?? 0), user);
  const isPaid = (values: Pick<Values, 'who' | 'email' | 'friend_email'>) => !isFull && toPay(values) > 0;
  const toBody = (values: Values) => ({
    ...joinerBody(values),
    ...(values.who === 'child' ? { child: values.child.trim() } : {}),
    ...(values.who === 'friend'
      ? { friend: { name: values.friend_name.trim(), ...optional('email', values.friend_email) } }
      : {}),
    ...(isFull || isSplit(values.who) ? { wait: true } : {}),
    ...(isPaid(values) && (values.method === 'cash' || values.method === 'bank_transfer')
      ? { method: values.method }
      : {}),
    price: event.price,
    ...(discount ? { own_price: ownPrice(values.email) } : {}),
  });
  const form = useForm<Values>({
    schema: (body) => ({
      ...(hasGuardianPhone(body) ? {} : { phone: GUARDIAN_PHONE_MESSAGE }),
      ...fieldErrors(body),
    }),
    initialValues: {
      who: isForChildren ? 'child' : 'alone',
      ...emptyJoiner(user, methods),
      child: '',
      friend_name: '',
      friend_email: '',
    },
    toBody: (values) => ({ ...toBody(values), ...(isPaid(values) ? { method: values.method } : {}) }),
    fieldForPath: (path) => (path === 'payment_method' ? 'method' : path.replace('friend.', 'friend_')),
    failure: 'The connection was lost. Please try again.',
    onError: (error) => {
      const reason = error instanceof ApiError ? error.failure?.reason : undefined;
      if (reason === 'wrong_state' || reason === 'price_changed') onRefused();
    },
    onSubmit: async (values) => {
      const body = toBody(values);
      const { places } = await callApi('POST /api/events/:id/places', {
        ...eventAddress(event),
        body,
        headers: retryHeader(body),
      });
      for (const { join_url } of places) if (join_url) storeManageUrl(join_url);
      const [own, ...others] = places;
      if (!own) return;
      // A friend without an address of their own is paid for at the same time.
      const together = [own, ...others].filter(({ state, join_url }) => state === 'joined' && join_url);
      const amount = together.reduce((sum, { charge }) => sum + charge, 0);
      const isPaidNow = values.method === 'card' || values.method === 'credit';
      const isHeld = own.state === 'joined' && isPaid(values) && isPaidNow && amount > 0;
      const paymentUrl = isHeld ? await payForPlace(own.id, values.method as PaymentMethod, amount) : null;
      location.assign(paymentUrl ?? managePath(`p${own.id}`));
    },
  });
  const { values, errors, set, fieldProps, busy } = form;
  const { who } = values;
  const whose = isForChildren
    ? { child: WHO.child }
    : event.most === 1
      ? { alone: WHO.alone, child: WHO.child }
      : WHO;
  return (
    <form
      id="join"
      className="card requires-javascript"
      method="post"
      aria-labelledby="join-title"
      tabIndex={-1}
      {...form.formProps}
    >
      <h2 id="join-title">{isFull ? 'Wait for a place' : 'Join'}</h2>
      {isFull && (
        <p>
          All places are taken. If one becomes free, we’ll {tell(joinerReach(values, user))} and hold it for
          you alone {OFFER_HOLD}.
        </p>
      )}
      {event.for === 'women' && <p>This event is for women.</p>}
      <ErrorSummary errors={errors} failedAttempts={form.failedAttempts} labels={LABELS} />
      <ErrorAlert text={form.problem} />
      {!isForChildren && (
        <RadioChoice
          legend="Who comes?"
          name="who"
          labels={whose as Record<Who, string>}
          value={who}
          onChange={(value) => set('who', value)}
        />
      )}
      {who === 'child' && (
        <InputField label="Child’s name" autoComplete="off" maxLength={100} {...fieldProps('child')} />
      )}
      <JoinerFields
        form={form}
        isForChild={who === 'child'}
        wanted={event}
        methods={isPaid(values) ? methods : []}
        held={`We’ll hold ${who === 'friend' && !isSplit(who) ? 'both places' : 'your place'} for ${PLACE_HOLD_MINUTES} minutes while you pay.`}
      >
        {isSplit(who) && (
          <p className="alert warning">
            Only one place is left: it is yours, and your friend waits for the next one.
          </p>
        )}
        {who === 'friend' && (
          <>
            <InputField
              label="Friend’s name"
              autoComplete="off"
              maxLength={100}
              {...fieldProps('friend_name')}
            />
            <InputField
              label="Friend’s email (optional)"
              hint="Your friend then gets their own link and pays alone. Without it, you pay for both."
              type="email"
              autoComplete="off"
              {...fieldProps('friend_email')}
            />
          </>
        )}
      </JoinerFields>
      <button type="submit" className="large wide" disabled={busy} aria-busy={busy}>
        {isFull ? 'Wait for a place' : `Join${isPaid(values) ? ` for ${formatPkr(toPay(values))}` : ''}`}
      </button>
    </form>
  );
}

function optional<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text.trim() ? ({ [name]: text.trim() } as Record<Name, string>) : {};
}
