import { type ReactNode, type Ref, useState } from 'react';

/** A part of a booking's page: one line that opens in place. */
export function Row({
  id,
  title,
  hint,
  startsOpen = false,
  isBusy = false,
  ref,
  onToggle,
  children,
}: {
  /** The heading's id, which a link's fragment may name. */
  id: string;
  title: string;
  /** Below the title, whether open or not: a one-line summary. */
  hint?: ReactNode;
  /** It shows something due, or is what the customer came for. Also opens if this becomes true later. */
  startsOpen?: boolean;
  isBusy?: boolean;
  ref?: Ref<HTMLDetailsElement>;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [hasStartedOpen, setHasStartedOpen] = useState(startsOpen);
  if (startsOpen !== hasStartedOpen) {
    setHasStartedOpen(startsOpen);
    if (startsOpen) setIsOpen(true);
  }
  return (
    <details
      className="card row"
      ref={ref}
      open={isOpen}
      aria-busy={isBusy}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary>
        <h2 id={id}>{title}</h2>
        {hint && <small>{hint}</small>}
      </summary>
      {children}
    </details>
  );
}

/** A card, which a booking's page folds into a row. */
export function CardOrRow({
  folds,
  id,
  title,
  className = 'card',
  startsOpen,
  isBusy,
  children,
}: {
  folds: boolean;
  id: string;
  title: string;
  /** For the card. */
  className?: string;
  startsOpen?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}) {
  if (folds) {
    return (
      <Row id={id} title={title} startsOpen={startsOpen ?? false} isBusy={isBusy ?? false}>
        {children}
      </Row>
    );
  }
  return (
    <section className={className} aria-labelledby={id} aria-busy={isBusy}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
