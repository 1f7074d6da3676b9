import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

type Package = { license?: string; dev?: boolean };

/**
 * Licenses that are allowed for shipped packages. `TOOL_LICENSES` are allowed only for packages used for build and
 * test.
 */
const LICENSES = /^\(?((MIT|ISC|0BSD|BSD-3-Clause|Apache-2\.0|CC0-1\.0)( OR )?)+\)?$/;
const TOOL_LICENSES = /^(MPL-2\.0|BlueOak-1\.0\.0)$/;

const lockfile = join(dirname(dirname(fileURLToPath(import.meta.url))), 'package-lock.json');

test('every installed package has an allowed license', () => {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, Package> };
  const refused = Object.entries(packages).filter(
    ([, { license = 'none', dev }]) => !LICENSES.test(license) && !(dev && TOOL_LICENSES.test(license)),
  );
  expect(
    refused.map(([path, { license }]) => `${path}: ${license}`),
    'use another package, or add its license to LICENSES once its terms are met',
  ).toEqual([]);
});
