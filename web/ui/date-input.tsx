import { type ComponentProps, useState } from 'react';

/** No date of the club is earlier, but a year has three other values while it is typed. */
const EARLIEST = '2000-01-01';

/**
 * A field that always has a day. Typed text stays in it, because React would put the last whole date back after
 * each key; `onDate` gets whole dates only.
 */
export function DateInput({
  date,
  onDate,
  ...rest
}: { date: string; onDate: (date: string) => void } & Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'onChange' | 'onBlur'
>) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...rest}
      type="date"
      min={EARLIEST}
      value={typed ?? date}
      onChange={({ target: { value, validity } }) => {
        setTyped(value);
        if (value && validity.valid) onDate(value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
