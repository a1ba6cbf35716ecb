/** Moves an item of a list up or down by a place; nothing for a list of one. */
export function OrderButtons({
  name,
  at,
  count,
  onMove,
}: {
  name: string;
  at: number;
  count: number;
  onMove: (places: number) => void;
}) {
  if (count < 2) return null;
  return (
    <span className="admin-order">
      <OrderButton label={`Move ${name} up`} symbol="↑" disabled={at === 0} onMove={() => onMove(-1)} />
      <OrderButton
        label={`Move ${name} down`}
        symbol="↓"
        disabled={at === count - 1}
        onMove={() => onMove(1)}
      />
    </span>
  );
}

function OrderButton({
  label,
  symbol,
  disabled,
  onMove,
}: {
  label: string;
  symbol: string;
  disabled: boolean;
  onMove: () => void;
}) {
  return (
    <button type="button" className="quiet" aria-label={label} disabled={disabled} onClick={onMove}>
      <span aria-hidden="true">{symbol}</span>
    </button>
  );
}

/** The numbers of a list in the order that it has after `item` moved by `places`. */
export function movedIds<Item extends { id: number }>(
  items: readonly Item[],
  item: Item,
  places: number,
): number[] {
  const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
  ids.splice(items.indexOf(item) + places, 0, item.id);
  return ids;
}
