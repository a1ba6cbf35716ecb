import { useState } from 'react';
import * as v from 'valibot';
import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import { hoursInWords } from '../../../src/domain/booking-statement.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../../src/domain/ledger.ts';
import {
  BUSINESS_DAY_SLOTS,
  MINIMUM_SLOTS,
  positionOf,
  SLOT_MINUTES,
  startInstantOf,
  startTimeOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { emailSchema, PHONE_PLACEHOLDER, phoneSchema } from '../../../src/domain/text-schemas.ts';
import { walkInSchema } from '../../../src/domain/walk-in.ts';
import { callApi, errorMessage } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { CustomerNameField } from '../customer-fields.tsx';
import { dayLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import type { FreeSlot } from '../day/day-grid.tsx';
import { consecutiveFreeHours, freeStarts, type OfferHolder } from '../day/free-slots.ts';
import { DialogForm } from '../dialog-form.tsx';
import { useUrlParams } from '../url-params.ts';
import { ARRIVAL_MS } from './attendance-buttons.tsx';
import { PriceLines } from './booking-money.tsx';
import { useQuote } from './use-quote.ts';

/** After typing. */
const QUOTE_DELAY_MS = 200;

const PAID_NOW_LABELS: Record<MoneyMethod | '', string> = {
  '': 'Not yet',
  ...MONEY_METHOD_LABELS,
  bank_transfer: 'Transfer',
};

interface Values {
  /** May be empty for a customer who is here. */
  name: string;
  phone: string;
  /** A member's email ties the booking to the account. */
  email: string;
  code: string;
  /** The number of slots; a select returns it as text. */
  slots: number | string;
  /** Empty if the customer pays later. */
  method: MoneyMethod | '';
  /** Empty for the whole price. */
  amount: string;
}

/**
 * The one sheet for booking a court, for a customer who is here or on the phone, even where another customer has an
 * offer.
 */
export function NewBookingDialog({
  day,
  freeSlot: firstSlot,
  offer,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  /** The suggested slot. */
  freeSlot: FreeSlot;
  /** Its slots count as free, because this customer gets them. */
  offer?: OfferHolder | undefined;
  now: number;
  onClose: () => void;
}) {
  const plan = useDayPlan(day.date);
  const { navigate } = useUrlParams();
  // If only half an hour is left here but the half-hour before is free, the booking starts half an hour earlier.
  const freeFrom = ({ court, slotIndex }: FreeSlot) =>
    consecutiveFreeHours(day, plan, court.id, slotIndex, now, offer);
  const [freeSlot, setFreeSlot] = useState(() => {
    const slotIndex = BUSINESS_DAY_SLOTS[positionOf(firstSlot.slotIndex) - 1] ?? firstSlot.slotIndex;
    const earlier = { ...firstSlot, slotIndex };
    const isShort = freeFrom(firstSlot).length < MINIMUM_SLOTS;
    return isShort && freeFrom(earlier).length >= MINIMUM_SLOTS ? earlier : firstSlot;
  });
  const freeHours = freeFrom(freeSlot);
  /** Half an hour only if the gap has no room for an hour. */
  const shortest = Math.min(MINIMUM_SLOTS, freeHours.length);
  const firstSlots = (count: number) => freeHours.slice(0, count).map(startTimeOf);
  const [addOns, setAddOns] = useState<ChosenAddOn[]>([]);
  const [chosenArrived, setArrived] = useState<boolean | null>(null);
  const isToday = day.date === day.today;
  const startsSoon = startInstantOf(day.date, freeSlot.slotIndex) - now <= ARRIVAL_MS;
  const arrived = isToday && (chosenArrived ?? startsSoon);
  const { extras, club } = usePageData();
  const toBody = (values: Values) => {
    const slots = firstSlots(Number(values.slots));
    const takesOffer = offer?.slots.some((slot) => slots.includes(slot));
    return {
      court_id: freeSlot.court.id,
      date: day.date,
      slots,
      add_ons: addOns,
      name: values.name,
      arrived,
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
  const form = useForm<Values>({
    isStaff: true,
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
      showToast(
        'success',
        'Booked',
        `${data.booking.name}: ${isToday ? '' : `${dayLabel(data.booking)}, `}${freeSlot.court.name}, ${timesLabel(firstSlots(Number(values.slots)))}`,
        {
          action:
            data.booking.received === 0
              ? { label: 'Undo', onClick: () => void undo(data.booking) }
              : { label: 'Open', onClick: () => navigate({ booking: String(data.booking.id) }) },
        },
      );
      onClose();
    },
    failure: 'The court could not be booked. Please try again.',
  });
  const { slots, method, email, phone, code } = form.values;
  // The server counts wrong codes, and a half-typed code is wrong.
  const [typedCode, setTypedCode] = useState('');
  const { quote, fields, isCurrent } = useQuote(
    {
      court_id: freeSlot.court.id,
      date: day.date,
      slots: firstSlots(Number(slots)),
      add_ons: addOns,
      // A half-typed address or number is not a contact yet.
      email: v.is(emailSchema, email) ? email : '',
      phone: v.is(phoneSchema, phone) ? phone : '',
      ...(typedCode.trim() === '' ? {} : { code: typedCode }),
    },
    async (body, signal) => (await callApi('POST /api/admin/bookings/quote', { body, signal })).data,
    QUOTE_DELAY_MS,
  );
  const offered = useAddOns(day.date, freeHours.slice(0, Number(slots)));

  // An error must not stay hidden in a folded section.
  const hasHiddenError = ['phone', 'email', 'code', 'add_ons'].some(
    (name) => form.errors[name] || fields[name],
  );
  const [showsMore, setShowsMore] = useState(false);

  return (
    <Dialog title="New booking" onClose={onClose}>
      <p>{dayLabel({ date: day.date, start_time: startTimeOf(freeSlot.slotIndex) })}</p>
      <PlaceFields
        day={day}
        chosen={freeSlot}
        onChoose={(slot) => {
          setFreeSlot(slot);
          form.set('slots', MINIMUM_SLOTS);
        }}
        now={now}
        offer={offer}
      />
      {offer && (
        <p className="alert warning">
          {`This time is held for ${offer.name} until ${offerEnd(offer)}. If you book it, ${offer.name} loses it, but stays on the waiting list${club.no_mail ? '' : ' and gets a message'}.`}
        </p>
      )}
      {freeHours.length === 0 ? (
        <p className="alert warning">This time has just been taken. Please choose another one.</p>
      ) : (
        <DialogForm
          form={form}
          submitLabel="Book"
          onClose={onClose}
          summary={
            <p className="admin-foot-total" aria-live="polite" aria-busy={!isCurrent}>
              Total <strong translate="no">{quote ? formatPkr(quote.total) : '…'}</strong>
            </p>
          }
        >
          <SelectField label="Length" {...form.fieldProps('slots')}>
            {freeHours.slice(shortest - 1).map((_, index) => {
              const count = index + shortest;
              return (
                <option key={count} value={count}>
                  {timesLabel(firstSlots(count))} ({hoursInWords(count * SLOT_MINUTES)})
                </option>
              );
            })}
          </SelectField>
          <CustomerNameField form={form} label={arrived ? 'Name (optional)' : 'Name'} />
          <RadioChoice
            legend="Paid now"
            name="method"
            wraps
            labels={PAID_NOW_LABELS}
            value={method}
            onChange={(value) => form.set('method', value)}
            error={form.fieldProps('method').error}
          />
          {method && (
            <InputField
              label="Amount in PKR"
              inputMode="numeric"
              autoComplete="off"
              placeholder={quote ? String(quote.total) : ''}
              {...form.fieldProps('amount')}
            />
          )}
          {isToday && (
            <label className="admin-checkbox">
              <input
                type="checkbox"
                checked={arrived}
                onChange={({ target }) => setArrived(target.checked)}
              />
              The customer is here
            </label>
          )}
          <details
            open={showsMore || hasHiddenError || method === 'credit'}
            onToggle={({ currentTarget }) => setShowsMore(currentTarget.open)}
          >
            <summary>More</summary>
            <div className="field-row">
              <InputField
                label="Phone (optional)"
                inputMode="tel"
                autoComplete="off"
                placeholder={PHONE_PLACEHOLDER}
                {...form.fieldProps('phone')}
              />
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
            {offered.length > 0 && <AddOnChoice addOns={offered} chosen={addOns} onChange={setAddOns} />}
          </details>
          {quote && quote.lines.length > 1 && <PriceLines lines={quote.lines} />}
        </DialogForm>
      )}
    </Dialog>
  );
}

/** The courts with a free hour, and where one can begin. */
function PlaceFields({
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
  const places = day.courts
    .map(({ court }) => ({ court, starts: freeStarts(day, plan, court, now, offer) }))
    .filter(({ court, starts }) => starts.length > 0 || court.id === chosen.court.id);
  const free = places.find(({ court }) => court.id === chosen.court.id)?.starts ?? [];
  // What is left of a gap may be half an hour, or may have gone while the dialog was open.
  const starts = free.includes(chosen.slotIndex) ? free : [chosen.slotIndex, ...free];
  const isNow = (slotIndex: number) => startInstantOf(day.date, slotIndex) <= now;
  const chooseCourt = (id: number) => {
    const place = places.find(({ court }) => court.id === id);
    const slotIndex =
      place?.starts.find((start) => positionOf(start) >= positionOf(chosen.slotIndex)) ?? place?.starts[0];
    if (place && slotIndex !== undefined) onChoose({ court: place.court, slotIndex });
  };
  return (
    <div className="new-booking-row">
      <SelectField
        label="Court"
        name="court"
        value={chosen.court.id}
        onChange={({ target }) => chooseCourt(Number(target.value))}
      >
        <Options of={places.map(({ court }) => [court.id, shortCourtName(court.name)])} />
      </SelectField>
      <SelectField
        label={isNow(chosen.slotIndex) ? 'Start (now)' : 'Start'}
        name="start"
        value={chosen.slotIndex}
        onChange={({ target }) => onChoose({ court: chosen.court, slotIndex: Number(target.value) })}
      >
        <Options of={starts.map((slotIndex) => [slotIndex, timeLabel(slotIndex)])} />
      </SelectField>
    </div>
  );
}

function emailHint(isMember: boolean, method: string): string {
  if (isMember) return 'A member: the booking will appear in their account.';
  return method === 'credit'
    ? 'The account whose credit is used'
    : 'With a member’s email, the members’ price applies.';
}

/** A booking that was entered by mistake and for which no money was taken. */
async function undo({ id, version }: { id: number; version: number }): Promise<void> {
  try {
    const body = { status: 'cancelled', cancelled_by: 'mistake', version } as const;
    await callApi('PUT /api/admin/bookings/:id/status', { params: { id }, body });
    showToast('success', 'Undone', `Booking ${id} is cancelled.`);
  } catch (error) {
    showToast('error', 'Not undone', errorMessage(error, 'Please cancel the booking in its panel.'));
  } finally {
    void invalidateQueries('GET /api/admin/*');
  }
}
