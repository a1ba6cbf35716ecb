import { useState } from 'react';
import { toast } from 'sonner';
import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import { type AdminDaySchedule, walkInSchema } from '../../../src/domain/admin-api.ts';
import { type Court, hourlyRateOn } from '../../../src/domain/court.ts';
import { type DayPlan, isOpen } from '../../../src/domain/day-plan.ts';
import { MONEY_METHOD_LABELS, MONEY_METHODS, type MoneyMethod } from '../../../src/domain/ledger.ts';
import { formatPkr } from '../../../src/domain/money.ts';
import { PHONE_PLACEHOLDER } from '../../../src/domain/phone.ts';
import { priceOf } from '../../../src/domain/price.ts';
import {
  BUSINESS_DAY_SLOTS,
  endInstantOf,
  MINIMUM_SLOTS,
  positionOf,
  SLOT_MINUTES,
  startTimeOf,
} from '../../../src/domain/slot.ts';
import { hoursInWords } from '../../../src/domain/statement.ts';
import { callApi } from '../../lib/api.ts';
import { useDayPlan } from '../../shared/calendar.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { usePriceItems } from '../../shared/extras/use-price-items.ts';
import { InputField, SelectField } from '../../ui/field.tsx';
import type { FreeSlot } from '../day/day-grid.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogForm, useDialogForm } from '../dialog-form.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from '../format.ts';
import { useUrlParams } from '../url-params.ts';

const LABELS = {
  slots: 'Time',
  name: 'Name',
  phone: 'Phone',
  email: 'Member’s email',
  court_id: 'Court',
  date: 'Date',
  amount: 'Amount in PKR',
};

/** The longest walk-in: four hours. */
const MAX_WALK_IN_SLOTS = 8;

interface WalkInFormValues {
  name: string;
  phone: string;
  /** Of the member whose credit pays. */
  email: string;
  /** The number of slots; a select returns it as text. */
  slots: number | string;
  /** Empty when the customer pays later. */
  method: MoneyMethod | '';
  /** Empty for the whole price. */
  amount: string;
}

/** Books a court for a customer at the reception. */
export function WalkInDialog({
  day,
  freeSlot,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  freeSlot: FreeSlot;
  now: number;
  onClose: () => void;
}) {
  const plan = useDayPlan(day.date);
  const { navigate } = useUrlParams();
  // When only half an hour is left here but an hour before it, the walk-in starts half an hour earlier.
  const hoursFromHere = consecutiveFreeHours(day, plan, freeSlot.court.id, freeSlot.hour, now);
  const previousHour = BUSINESS_DAY_SLOTS[positionOf(freeSlot.hour) - 1];
  const hoursFromPrevious =
    previousHour === undefined ? [] : consecutiveFreeHours(day, plan, freeSlot.court.id, previousHour, now);
  const freeHours =
    hoursFromHere.length < MINIMUM_SLOTS && hoursFromPrevious.length >= MINIMUM_SLOTS
      ? hoursFromPrevious
      : hoursFromHere;
  /** Half an hour only where the gap has no room for an hour. */
  const shortest = Math.min(MINIMUM_SLOTS, freeHours.length);
  const firstSlots = (count: number) => freeHours.slice(0, count).map(startTimeOf);
  const [addOns, setAddOns] = useState<ChosenAddOn[]>([]);
  const guestItems = usePriceItems(addOns, false);
  const memberItems = usePriceItems(addOns, true);
  const priceFor = ({ slots, method }: Pick<WalkInFormValues, 'slots' | 'method'>) =>
    priceOf(
      freeHours.slice(0, Number(slots)),
      hourlyRateOn(freeSlot.court, day.date),
      plan,
      method === 'credit' ? memberItems : guestItems,
    ).total;
  const toBody = (values: WalkInFormValues) => ({
    court_id: freeSlot.court.id,
    date: day.date,
    slots: firstSlots(Number(values.slots)),
    name: values.name,
    phone: values.phone,
    ...(values.method === 'credit' && { email: values.email }),
    ...(addOns.length > 0 ? { add_ons: addOns } : {}),
    ...(values.method && {
      payment: {
        amount: values.amount.trim() === '' ? priceFor(values) : Number(values.amount),
        method: values.method,
      },
    }),
  });
  const form = useDialogForm<WalkInFormValues>({
    schema: walkInSchema,
    initialValues: {
      name: '',
      phone: '',
      email: '',
      slots: shortest,
      method: '',
      amount: '',
    },
    toBody,
    fieldForPath: (path) => path.replace('payment.', ''),
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/bookings', { body: toBody(values) });
      toast.success('Walk-in booked', {
        description: `${values.name}: ${freeSlot.court.name}, ${timesLabel(firstSlots(Number(values.slots)))}`,
        action: {
          label: 'And again next week',
          onClick: () => navigate({ repeat: String(data.booking.id) }),
        },
      });
      onClose();
    },
    fallbackMessage: 'The walk-in could not be booked. Please try again.',
  });
  const { slots, method } = form.form.values;
  const total = priceFor({ slots, method });
  const offered = useAddOns(day.date, freeHours.slice(0, Number(slots)));

  return (
    <Dialog title="Walk-in" onClose={onClose}>
      <p>
        <strong>{freeSlot.court.name}</strong>
        <br />
        {dayLabel({ date: day.date, start_time: startTimeOf(freeSlot.hour) })}
      </p>
      {freeHours.length === 0 ? (
        <p className="alert warning">This time is taken by now. Please choose another one.</p>
      ) : (
        <DialogForm form={form} labels={LABELS} submitLabel="Book" onClose={onClose}>
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
          <div className="field-row">
            <InputField label="Name" autoComplete="off" {...form.fieldProps('name')} data-autofocus />
            <InputField
              label="Phone (optional)"
              inputMode="tel"
              autoComplete="off"
              placeholder={PHONE_PLACEHOLDER}
              {...form.fieldProps('phone')}
            />
          </div>
          <div className="field-row">
            <SelectField label="Paid now" {...form.fieldProps('method')}>
              <option value="">Not yet</option>
              {MONEY_METHODS.map((value) => (
                <option key={value} value={value}>
                  {MONEY_METHOD_LABELS[value]}
                </option>
              ))}
            </SelectField>
            {method && (
              <InputField
                label="Amount in PKR"
                inputMode="numeric"
                autoComplete="off"
                placeholder={String(total)}
                hint="Empty: the whole price"
                {...form.fieldProps('amount')}
              />
            )}
          </div>
          {method === 'credit' && (
            <InputField
              label="Member’s email"
              type="email"
              autoComplete="off"
              hint="The account whose credit pays"
              {...form.fieldProps('email')}
            />
          )}
          {offered.length > 0 && (
            <details>
              <summary>Add-ons</summary>
              <AddOnChoice addOns={offered} chosen={addOns} onChange={setAddOns} />
            </details>
          )}
          <p className="admin-total">
            Total <strong>{formatPkr(total)}</strong>
          </p>
        </DialogForm>
      )}
    </Dialog>
  );
}

/** The first slot from now on that is free on one of the courts; null when the day has none. */
export function firstFreeSlot(
  day: AdminDaySchedule,
  plan: DayPlan,
  courts: readonly Court[],
  now: number,
): FreeSlot | null {
  const free = courts.map((court) => ({ court, taken: takenHours(day, court.id) }));
  for (const hour of BUSINESS_DAY_SLOTS) {
    if (!isOpen(plan, hour) || endInstantOf(day.date, hour) <= now) continue;
    const at = free.find(({ taken }) => !taken.has(hour));
    if (at) return { court: at.court, hour };
  }
  return null;
}

/** The slots that bookings, closures and offers take on a court of the day. */
function takenHours(day: AdminDaySchedule, courtId: number): Set<number> {
  const court = day.courts.find((at) => at.court.id === courtId);
  const occupants = [...(court?.bookings ?? []), ...(court?.closures ?? []), ...(court?.offers ?? [])];
  return new Set(occupants.flatMap((holder) => hoursOfSlots(holder.slots)));
}

/** The free slots from `hour` up to the first one that is taken. */
function consecutiveFreeHours(
  day: AdminDaySchedule,
  plan: DayPlan,
  courtId: number,
  hour: number,
  now: number,
): number[] {
  const taken = takenHours(day, courtId);
  const freeHours: number[] = [];
  for (const next of BUSINESS_DAY_SLOTS.slice(positionOf(hour))) {
    const isFree = isOpen(plan, next) && !taken.has(next) && endInstantOf(day.date, next) > now;
    if (!isFree || freeHours.length === MAX_WALK_IN_SLOTS) break;
    freeHours.push(next);
  }
  return freeHours;
}
