/** The contact page. */
export default function ContactScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Contact</h1>
    </main>
  );
}
