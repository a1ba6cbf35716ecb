/** The booking wizard. */
export default function BookingScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Book a court</h1>
    </main>
  );
}
