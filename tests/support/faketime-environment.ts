import { Glob } from 'bun';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';

/** Returns the environment in which a program sees the clock moved by `offset`, such as `+365d` or `+2h`. */
export async function fakeTimeEnv(offset: string): Promise<Record<string, string>> {
  await ensureSystemPackage('faketime');
  const [library] = new Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/');
  if (!library) throw new Error('libfaketimeMT.so.1 was not found');
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
