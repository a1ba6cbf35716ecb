/** Register. */
export default function RegisterScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Sign Up</h1>
    </main>
  );
}
