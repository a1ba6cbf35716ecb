/** Service policy. */
export default function ServiceScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Service Policy</h1>
    </main>
  );
}
