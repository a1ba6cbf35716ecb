import { type ComponentProps, useState } from 'react';

/** The club has no earlier dates, but a year takes three other values while it is being typed. */
const EARLIEST = '2000-01-01';

/**
 * A field that always has a day. Typed text stays in it, because React would restore the last complete date after
 * each key; `onDate` only gets complete dates.
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
