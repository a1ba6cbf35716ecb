import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findEmbeddedPackages, readPackage } from './third-party-notices.ts';

const root = resolve(import.meta.dir, '..');

/**
 * The packages inside the executable, and its runtime, as a CycloneDX 1.6 bill of materials. Contains no time or
 * serial number, so that one commit always gives the same bytes. Needs `dist/client` from a build.
 */
export async function listParts(version: string) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const parts = (await findEmbeddedPackages()).map(readPackage);
  const runtime = { name: 'bun', version: devDependencies.bun ?? '', license: 'MIT' };
  // A package may be in several folders.
  const components = [
    ...new Map([runtime, ...parts].map(componentOf).map((part) => [part.purl, part])).values(),
  ];
  const club = `pkg:generic/padel-club@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': club,
        name: 'padel-club',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [{ ref: club, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

function componentOf({ name, version, license }: { name: string; version: string; license: string }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: license } }] };
}
