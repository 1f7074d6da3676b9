/**
 * Creates the package's bill of materials (CycloneDX): its dependencies, and the packages in the license notices of the
 * console. Reproducible from the lockfile, because npm's timestamp, folder and serial number are removed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const DEVELOPMENT = 'cdx:npm:package:development';

export function createBillOfMaterials(notices) {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const said = execFileSync('npm', asked, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  const { serialNumber: _, metadata, components, dependencies, ...bill } = JSON.parse(said);
  const { timestamp: __, component, ...about } = metadata;
  const builtIn = new Set([...notices.matchAll(/^## (\S+) - \S+/gm)].map(([, found]) => found));
  const isDevelopment = ({ properties }) => properties.some(({ name }) => name === DEVELOPMENT);
  const kept = components.filter((one) => !isDevelopment(one) || builtIn.has(one.name));
  const refs = new Set([component['bom-ref'], ...kept.map((one) => one['bom-ref'])]);
  return {
    ...bill,
    metadata: { ...about, component: { ...component, name } },
    components: kept.map((one) => ({
      ...one,
      scope: one.scope === 'optional' && builtIn.has(one.name) ? 'required' : one.scope,
      properties: one.properties.filter(({ name }) => name !== DEVELOPMENT),
    })),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}
