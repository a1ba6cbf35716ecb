/** An email address that wraps before its `@` rather than inside a word. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split('@');
  return domain === undefined ? (
    address
  ) : (
    <span>
      {name}
      <wbr />@{domain}
    </span>
  );
}
