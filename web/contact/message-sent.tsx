import { useEffect, useRef } from 'react';
import { MESSAGE_SENT } from '../../src/domain/contact.ts';

/** What stands in the form's place once the message is away. */
export function MessageSent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="message-sent">
      <h2 ref={heading} tabIndex={-1}>
        {MESSAGE_SENT.title}
      </h2>
      <p className="lead">{MESSAGE_SENT.text}</p>
      <p className="cluster">
        <button type="button" onClick={onAgain}>
          Send Another Message
        </button>
        <a href="/booking" className="button ghost">
          Book a Court
        </a>
      </p>
    </div>
  );
}
