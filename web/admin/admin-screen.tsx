/** The club desk. */
export default function AdminScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>Admin Dashboard</h1>
    </main>
  );
}
