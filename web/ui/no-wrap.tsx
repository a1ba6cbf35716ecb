const NO_WRAP_PATTERN =
  /((?:\(?[A-Z][a-z]{2}, )?[A-Z][a-z]{2,8} \d{1,4}(?![:\d])(?:, \d{4})?[,)]?|\d{1,2}(?::\d{2})? [AP]M|PKR [\d,]*\d)/;

/** A sentence whose times, dates, prices and numbers neither wrap nor change when a browser translates it. */
export function NoWrap({ children }: { children: string }) {
  return children.split(NO_WRAP_PATTERN).map((part, at) =>
    // Every second part matches the pattern.
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other key
      <span key={at} className="no-wrap" translate="no">
        {part}
      </span>
    ),
  );
}
