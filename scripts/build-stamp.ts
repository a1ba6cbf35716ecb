/** Remembers from which sources the executable was built, so that `npm start` doesn't build the same one again. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything at the top of the repository that no build reads; anything else may change the executable. */
export const NOT_SOURCES = new Set([
  ...['.ci', '.dockerignore', '.git', '.gitattributes', '.gitignore', '.tools', 'dist', 'node_modules'],
  ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'README.md', 'Dockerfile'],
  // Clubs, tests, and what the linter and the type checker read and write.
  ...['biome.json', 'data', 'tests', 'tsconfig.tsbuildinfo'],
]);

/** A digest of every source, the versions of what builds them, and `extra`, which the build reads from elsewhere. */
export function digestOfSources(root: string, extra: string): string {
  const hash = new Bun.CryptoHasher('sha256');
  hash.update(JSON.stringify([Bun.version, process.platform, process.arch, extra]));
  for (const path of listSources(root)) {
    const bytes = readFileSync(path);
    hash.update(`\n${relative(root, path)} ${bytes.length}\n`);
    hash.update(bytes);
  }
  return hash.digest('hex');
}

function listSources(root: string): string[] {
  const top = readdirSync(root, { withFileTypes: true }).filter(({ name }) => !NOT_SOURCES.has(name));
  return top
    .flatMap((entry) => {
      const path = join(root, entry.name);
      if (entry.isFile()) return [path];
      if (!entry.isDirectory()) return [];
      return readdirSync(path, { withFileTypes: true, recursive: true })
        .filter((inner) => inner.isFile())
        .map((inner) => join(inner.parentPath, inner.name));
    })
    .sort();
}

/**
 * Builds the executable and notes its sources next to it. With `ifChanged` it first looks whether such a note still
 * fits both; then there is nothing to build, and the answer is false.
 */
export async function buildNoted(
  { executable, digest, ifChanged }: { executable: string; digest: string; ifChanged: boolean },
  build: () => Promise<void>,
): Promise<boolean> {
  const note = `${executable}.stamp`;
  if (ifChanged && existsSync(note) && readFileSync(note, 'utf8') === describe(executable, digest))
    return false;
  rmSync(note, { force: true });
  await build();
  const built = describe(executable, digest);
  if (built === null) throw new Error('the compiler wrote no executable');
  writeFileSync(note, built);
  return true;
}

/** Another time or size shows that the executable was replaced; null without one. */
function describe(executable: string, digest: string): string | null {
  const stat = statSync(executable, { throwIfNoEntry: false });
  return stat ? `${digest} ${stat.size} ${stat.mtimeMs}\n` : null;
}
