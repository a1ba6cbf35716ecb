/**
 * Installs the Debian package `$2` without starting its service, unless another process has installed the program
 * `$1` in the meantime. While policy-rc.d answers 101, Debian starts no services.
 */
const INSTALL = `
policy=/usr/sbin/policy-rc.d
command -v "$1" && exit
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod 755 $policy
fi
apt-get update && apt-get install -y --no-install-recommends "$2"
`;
/** Test files run in parallel but apt-get doesn't, so they take turns at this lock. */
const LOCK = '/tmp/padel-club-apt.lock';

/** The path of a program. If it is missing, installs its Debian package without starting its service. */
export async function ensureSystemPackage(program: string, debianPackage = program): Promise<string> {
  const found = Bun.which(program);
  if (found) return found;
  if (Bun.which('apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const child = Bun.spawn([...sudo, 'flock', LOCK, 'sh', '-c', INSTALL, 'sh', program, debianPackage], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    await child.exited;
  }
  const installed = Bun.which(program);
  if (!installed) throw new Error(`The program ${program} is missing. Install it and try again.`);
  return installed;
}
