import { useState } from 'react';
import { toast } from 'sonner';
import * as v from 'valibot';
import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import { hoursInWords } from '../../../src/domain/booking-statement.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, MONEY_METHODS, type MoneyMethod } from '../../../src/domain/ledger.ts';
import {
  BUSINESS_DAY_SLOTS,
  MINIMUM_SLOTS,
  positionOf,
  SLOT_MINUTES,
  startTimeOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { emailSchema, phoneSchema } from '../../../src/domain/text-schemas.ts';
import { walkInSchema } from '../../../src/domain/walk-in.ts';
import { callApi } from '../../lib/api.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { dayLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import type { FreeSlot } from '../day/day-grid.tsx';
import { consecutiveFreeHours, freeStarts, type OfferHolder } from '../day/free-slots.ts';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import { useUrlParams } from '../url-params.ts';
import { PriceLines } from './booking-money.tsx';
import { useQuote } from './use-quote.ts';

/** After typing. */
const QUOTE_DELAY_MS = 200;

interface WalkInFormValues {
  name: string;
  phone: string;
  /** A member's email puts the booking into the account. */
  email: string;
  code: string;
  /** The number of slots; a select returns it as text. */
  slots: number | string;
  /** Empty when the customer pays later. */
  method: MoneyMethod | '';
  /** Empty for the whole price. */
  amount: string;
}

/** Books a court for a customer at the reception or on the phone, also where another customer has an offer. */
export function WalkInDialog({
  day,
  freeSlot: firstSlot,
  isCall = day.date !== day.today,
  offer,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  /** What is proposed. */
  freeSlot: FreeSlot;
  /** The customer has called; one who books for another day always has. */
  isCall?: boolean | undefined;
  /** Its slots count as free: the customer at the reception gets them. */
  offer?: OfferHolder | undefined;
  now: number;
  onClose: () => void;
}) {
  const plan = useDayPlan(day.date);
  const { navigate } = useUrlParams();
  // When only half an hour is left here but an hour before it, the walk-in starts half an hour earlier.
  const freeFrom = ({ court, hour }: FreeSlot) => consecutiveFreeHours(day, plan, court.id, hour, now, offer);
  const [freeSlot, setFreeSlot] = useState(() => {
    const hour = BUSINESS_DAY_SLOTS[positionOf(firstSlot.hour) - 1] ?? firstSlot.hour;
    const earlier = { ...firstSlot, hour };
    const isShort = freeFrom(firstSlot).length < MINIMUM_SLOTS;
    return isShort && freeFrom(earlier).length >= MINIMUM_SLOTS ? earlier : firstSlot;
  });
  const freeHours = freeFrom(freeSlot);
  /** Half an hour only where the gap has no room for an hour. */
  const shortest = Math.min(MINIMUM_SLOTS, freeHours.length);
  const firstSlots = (count: number) => freeHours.slice(0, count).map(startTimeOf);
  const [addOns, setAddOns] = useState<ChosenAddOn[]>([]);
  const { extras } = usePageData();
  const toBody = (values: WalkInFormValues) => {
    const slots = firstSlots(Number(values.slots));
    const takesOffer = offer?.slots.some((slot) => slots.includes(slot));
    return {
      court_id: freeSlot.court.id,
      date: day.date,
      slots,
      add_ons: addOns,
      name: values.name,
      phone: values.phone,
      email: values.email,
      ...(values.code.trim() === '' ? {} : { code: values.code }),
      ...(takesOffer ? { ends_offers: [offer?.id ?? 0] } : {}),
      ...(values.method && {
        payment: {
          ...(values.amount.trim() === '' ? {} : { amount: Number(values.amount) }),
          method: values.method,
        },
      }),
    };
  };
  const form = useDialogForm<WalkInFormValues>({
    schema: walkInSchema,
    initialValues: {
      name: '',
      phone: '',
      email: '',
      code: '',
      slots: shortest,
      method: '',
      amount: '',
    },
    toBody,
    fieldForPath: (path) => path.replace('payment.', ''),
    onSubmit: async (values) => {
      const amount = isCurrent && values.code === typedCode ? quote?.total : undefined;
      const { data } = await callApi('POST /api/admin/bookings', { body: { ...toBody(values), amount } });
      toast.success(isCall ? 'Booked' : 'Walk-in booked', {
        description: `${values.name}: ${freeSlot.court.name}, ${timesLabel(firstSlots(Number(values.slots)))}`,
        action: {
          label: 'Repeat weekly',
          onClick: () => navigate({ repeat: String(data.booking.id) }),
        },
      });
      onClose();
    },
    fallbackMessage: 'The court could not be booked. Please try again.',
  });
  const { slots, method, email, phone, code } = form.form.values;
  // The server counts wrong codes, and a code that is half typed is wrong.
  const [typedCode, setTypedCode] = useState('');
  const { quote, fields, isCurrent } = useQuote(
    {
      court_id: freeSlot.court.id,
      date: day.date,
      slots: firstSlots(Number(slots)),
      add_ons: addOns,
      // An address or a number that is half typed is no contact yet.
      email: v.is(emailSchema, email) ? email : '',
      phone: v.is(phoneSchema, phone) ? phone : '',
      ...(typedCode.trim() === '' ? {} : { code: typedCode }),
    },
    async (body, signal) => (await callApi('POST /api/admin/bookings/quote', { body, signal })).data,
    QUOTE_DELAY_MS,
  );
  const offered = useAddOns(day.date, freeHours.slice(0, Number(slots)));

  return (
    <Dialog title={isCall ? 'New booking' : 'Walk-in'} onClose={onClose}>
      <p>{dayLabel({ date: day.date, start_time: startTimeOf(freeSlot.hour) })}</p>
      <StartField
        day={day}
        chosen={freeSlot}
        onChoose={(slot) => {
          setFreeSlot(slot);
          void form.form.setFieldValue('slots', MINIMUM_SLOTS);
        }}
        now={now}
        offer={offer}
      />
      {offer && (
        <p className="alert warning">
          {`This time is held for ${offer.name} until ${offerEnd(offer)}. If you book it, ${offer.name} loses it, stays on the waiting list and gets a message.`}
        </p>
      )}
      {freeHours.length === 0 ? (
        <p className="alert warning">This time is taken by now. Please choose another one.</p>
      ) : (
        <DialogForm form={form} submitLabel="Book" onClose={onClose}>
          <SelectField label="Time" {...form.fieldProps('slots')}>
            {freeHours.slice(shortest - 1).map((_, index) => {
              const count = index + shortest;
              return (
                <option key={count} value={count}>
                  {timesLabel(firstSlots(count))} ({hoursInWords(count * SLOT_MINUTES)})
                </option>
              );
            })}
          </SelectField>
          <CustomerFields fieldProps={form.fieldProps} />
          <div className="field-row">
            <SelectField label="Paid now" {...form.fieldProps('method')}>
              <option value="">Not yet</option>
              <Options of={MONEY_METHODS.map((value) => [value, MONEY_METHOD_LABELS[value]])} />
            </SelectField>
            {method && (
              <InputField
                label="Amount in PKR"
                inputMode="numeric"
                autoComplete="off"
                placeholder={quote ? String(quote.total) : ''}
                hint="Empty: the whole price"
                {...form.fieldProps('amount')}
              />
            )}
          </div>
          <div className="field-row">
            <InputField
              label="Email (optional)"
              type="email"
              autoComplete="off"
              hint={emailHint(quote?.is_member === true, method)}
              {...form.fieldProps('email')}
            />
            {extras?.codes && (
              <InputField
                label="Code (optional)"
                autoComplete="off"
                autoCapitalize="characters"
                {...form.fieldProps('code')}
                onBlur={() => setTypedCode(code)}
                error={form.fieldProps('code').error ?? fields.code}
              />
            )}
          </div>
          {offered.length > 0 && (
            <details>
              <summary>Add-ons</summary>
              <AddOnChoice addOns={offered} chosen={addOns} onChange={setAddOns} />
            </details>
          )}
          <WalkInPrice quote={quote} isCurrent={isCurrent} />
        </DialogForm>
      )}
    </Dialog>
  );
}

/** The free starts of every court. */
function StartField({
  day,
  chosen,
  onChoose,
  now,
  offer,
}: {
  day: AdminDaySchedule;
  chosen: FreeSlot;
  onChoose: (slot: FreeSlot) => void;
  now: number;
  offer: OfferHolder | undefined;
}) {
  const plan = useDayPlan(day.date);
  const starts = day.courts.flatMap(({ court }) =>
    freeStarts(day, plan, court, now, offer).map((hour) => ({ court, hour })),
  );
  const isChosen = ({ court, hour }: FreeSlot) => court.id === chosen.court.id && hour === chosen.hour;
  // What is left of a gap may be half an hour, or have gone while the dialog is open.
  const listed = starts.some(isChosen) ? starts : [chosen, ...starts];
  return (
    <SelectField
      label="Court and start"
      name="start"
      value={listed.findIndex(isChosen)}
      onChange={({ target }) => onChoose(listed[Number(target.value)] ?? chosen)}
    >
      <Options
        of={listed.map(({ court, hour }, at) => [at, `${shortCourtName(court.name)}, ${timeLabel(hour)}`])}
      />
    </SelectField>
  );
}

function emailHint(isMember: boolean, method: string): string {
  if (isMember) return 'A member: the booking appears in the account.';
  return method === 'credit'
    ? 'The account whose credit is used'
    : 'With a member’s email the members’ price applies.';
}

/** The court and what was added or taken off; the total alone where it is the court alone. */
function WalkInPrice({
  quote,
  isCurrent,
}: {
  quote: { total: number; lines: { label: string; amount: number }[] } | null;
  isCurrent: boolean;
}) {
  return (
    <div aria-live="polite" aria-busy={!isCurrent}>
      {quote && quote.lines.length > 1 && <PriceLines lines={quote.lines} />}
      <p className="admin-total">
        Total <strong>{quote ? formatPkr(quote.total) : '…'}</strong>
      </p>
    </div>
  );
}
