/** The booking confirmation. */
export default function SuccessScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Booking confirmation</h1>
    </main>
  );
}
