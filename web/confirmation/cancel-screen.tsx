/** The page after an interrupted payment. */
export default function CancelScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Booking Cancelled</h1>
    </main>
  );
}
