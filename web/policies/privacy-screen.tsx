/** Privacy policy. */
export default function PrivacyScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Privacy Policy</h1>
    </main>
  );
}
