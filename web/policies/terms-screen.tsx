/** Terms and conditions. */
export default function TermsScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Terms &amp; Conditions</h1>
    </main>
  );
}
