/** Returns the path of a program, and installs its Debian package when it is missing. */
export async function ensureSystemPackage(program: string, debianPackage = program): Promise<string> {
  const found = Bun.which(program);
  if (found) return found;
  if (Bun.which('apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', debianPackage]]) {
      const child = Bun.spawn([...sudo, 'apt-get', ...args], {
        stdout: 'ignore',
        stderr: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      await child.exited;
    }
  }
  const installed = Bun.which(program);
  if (!installed) throw new Error(`The program ${program} is missing. Install it and try again.`);
  return installed;
}
