import { type ChosenAddOn, MAX_QUANTITY } from '../../../src/domain/add-on.ts';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { UNIT_LABELS } from '../../../src/domain/booking-price-lines.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { startTimeOf } from '../../../src/domain/slot.ts';
import { useQuery } from '../../lib/query.ts';
import { NumberStepper } from '../../ui/number-stepper.tsx';
import { usePageData } from '../page-data.tsx';

type LeftAddOn = ApiAnswer<'GET /api/add-ons'>[number];

/** The club's add-ons with how many are left at a time; empty while loading or if there are none. */
export function useAddOns(date: string, slotIndexes: readonly number[]): LeftAddOn[] {
  const { extras } = usePageData();
  const skip = !extras?.add_ons.length || !date || slotIndexes.length === 0;
  const slots = slotIndexes.map(startTimeOf).join(',');
  return useQuery('GET /api/add-ons', { query: { date, slots }, skip }).data ?? [];
}

/** Why the chosen add-ons aren't available; null if they are. */
export function addOnError(addOns: readonly LeftAddOn[], chosen: readonly ChosenAddOn[]): string | null {
  for (const { id, quantity } of chosen) {
    const addOn = addOns.find((each) => each.id === id);
    if (!addOn || addOn.left === null || quantity <= addOn.left) continue;
    return addOn.left === 0
      ? `${addOn.name}: none left at your time. Please remove it.`
      : `${addOn.name}: only ${addOn.left} left at your time. Please choose fewer.`;
  }
  return null;
}

/** One line per add-on: its price, how many are left, and how many are chosen. */
export function AddOnChoice({
  addOns,
  chosen,
  onChange,
}: {
  addOns: readonly LeftAddOn[];
  chosen: readonly ChosenAddOn[];
  onChange: (chosen: ChosenAddOn[]) => void;
}) {
  const quantityOf = (id: number) => chosen.find((each) => each.id === id)?.quantity ?? 0;
  const setQuantity = (id: number, quantity: number) => {
    const next = addOns.map((addOn) => ({
      id: addOn.id,
      quantity: addOn.id === id ? quantity : quantityOf(addOn.id),
    }));
    onChange(next.filter((each) => each.quantity > 0));
  };
  return (
    <ul className="add-ons">
      {addOns.map(({ id, name, price, unit, left }) => (
        <li key={id}>
          <span className="add-on-name">
            <strong>{name}</strong>
            <small>
              {price === 0 ? 'Free' : `${formatPkr(price)} ${UNIT_LABELS[unit]}`}
              {left !== null && ` · ${left === 0 ? 'none left' : `${left} left`}`}
            </small>
          </span>
          <NumberStepper
            label={name}
            value={quantityOf(id)}
            max={Math.min(left ?? MAX_QUANTITY, MAX_QUANTITY)}
            onChange={(quantity) => setQuantity(id, quantity)}
          />
        </li>
      ))}
    </ul>
  );
}
