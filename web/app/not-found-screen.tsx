/** Any address without a screen. */
export default function NotFoundScreen() {
  return (
    <main id="main" className="container" tabIndex={-1}>
      <h1>404 Page Not Found</h1>
    </main>
  );
}
