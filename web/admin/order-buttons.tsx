/** Moves a list item up or down by a place; nothing for a list of one. */
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
  const moves = [
    { places: -1, word: 'up', symbol: '↑' },
    { places: 1, word: 'down', symbol: '↓' },
  ];
  return (
    <span className="admin-order">
      {moves.map(({ places, word, symbol }) => (
        <button
          key={word}
          type="button"
          className="quiet"
          aria-label={`Move ${name} ${word}`}
          disabled={at + places < 0 || at + places === count}
          onClick={() => onMove(places)}
        >
          <span aria-hidden="true">{symbol}</span>
        </button>
      ))}
    </span>
  );
}

/** A list's ids in their order after moving `item` by `places`. */
export function movedIds<Item extends { id: number }>(
  items: readonly Item[],
  item: Item,
  places: number,
): number[] {
  const ids = items.map(({ id }) => id).filter((id) => id !== item.id);
  ids.splice(items.indexOf(item) + places, 0, item.id);
  return ids;
}
