/** Refund policy. */
export default function RefundScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Return &amp; Refund Policy</h1>
    </main>
  );
}
