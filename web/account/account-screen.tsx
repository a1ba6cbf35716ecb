/** The member's account. */
export default function AccountScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>My Account</h1>
    </main>
  );
}
