/** The landing page. */
export default function LandingScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Sport. Sip. Social.</h1>
    </main>
  );
}
