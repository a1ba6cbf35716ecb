/** Login. */
export default function LoginScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Login</h1>
    </main>
  );
}
