import { existsSync } from 'node:fs';

/** While it exists with this answer, Debian starts no service of a package that it installs. */
const POLICY = '/usr/sbin/policy-rc.d';

/** Returns the path of a program, and installs its Debian package, without starting its service, when it is missing. */
export async function ensureSystemPackage(program: string, debianPackage = program): Promise<string> {
  const found = Bun.which(program);
  if (found) return found;
  if (Bun.which('apt-get')) {
    const hasPolicy = existsSync(POLICY);
    if (!hasPolicy)
      await runAsRoot(['sh', '-c', `printf '#!/bin/sh\\nexit 101\\n' > ${POLICY}; chmod 755 ${POLICY}`]);
    await runAsRoot(['apt-get', 'update']);
    await runAsRoot(['apt-get', 'install', '-y', '--no-install-recommends', debianPackage]);
    if (!hasPolicy) await runAsRoot(['rm', '-f', POLICY]);
  }
  const installed = Bun.which(program);
  if (!installed) throw new Error(`The program ${program} is missing. Install it and try again.`);
  return installed;
}

async function runAsRoot(command: string[]): Promise<void> {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const child = Bun.spawn([...sudo, ...command], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  await child.exited;
}
