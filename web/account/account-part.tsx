import { type ReactNode, useEffect, useRef } from 'react';

/** A rarely opened part of the profile, with a line that sums it up. A link to its id opens it. */
export function AccountPart({
  id,
  title,
  state = '',
  children,
}: {
  id: string;
  title: string;
  state?: ReactNode;
  children: ReactNode;
}) {
  const part = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!part.current || location.hash !== `#${id}`) return;
    part.current.open = true;
    part.current.scrollIntoView();
  }, [id]);
  return (
    <details ref={part} id={id} aria-labelledby={`${id}-title`}>
      <summary>
        <h2 id={`${id}-title`}>{title}</h2> <span className="muted">{state}</span>
      </summary>
      {children}
    </details>
  );
}
