/** Waits until `check` returns something truthy, and returns it. */
export async function waitUntil<T>(check: () => T | Promise<T>, seconds = 30): Promise<NonNullable<T>> {
  const started = performance.now();
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() - started > seconds * 1000)
      throw new Error(`not within ${seconds} seconds: ${check}`);
    await Bun.sleep(20);
  }
}
