import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Module-level state, each with the reason why it does not belong to one console. At most 15 items. */
const MODULE_STATE: Readonly<Record<string, string>> = {
  'fleet/read/fleet.worker.ts': 'a worker is a process of its own with one list',
  'fleet/text/foldBytes.ts': 'cache of a pure function',
  'fleet/text/utf8.ts': 'scratch buffer of one synchronous call',
  'lib/json/json.ts': 'flag of one synchronous call, which toJSON cannot receive otherwise',
  'lib/lazyModule.ts': 'code is loaded once per process',
  'lib/setting.ts': 'stands in for storage that the browser blocks; tabs share settings as well',
  'lib/tasks/announce.ts': 'a document has one live region',
  'lib/tasks/firstPaint.ts': 'a document is painted first once',
  'lib/time/intlFormats.ts': 'cache of formatters',
  'lib/time/serviceClock.ts': 'measured offset of the clock, which all formatting of times uses',
  'lib/timeSlicer.ts': 'all work shares one main thread',
  'pipeline/draft/queryDraft.ts': 'cache of a pure function',
  'ui/grid/columns/measureTextWidth.ts': 'cache of text widths',
  'ui/grid/columns/positionColumns.ts': 'cache of a pure function',
  'ui/notices/toast.ts': 'a document has one area for messages',
};

/** Classes whose instances never change, or hold loaded code. */
const CONSTANT_CLASSES = 'RegExp|TextDecoder|TextEncoder|Uint8Array|Float64Array|Uint32Array|LazyModule|FleetStore';

/** Matches module-level variables, empty collections, and instances of other classes. */
const STATE = new RegExp(
  [
    '^(?:export )?let ',
    '^(?:export )?const (?!.*\\bReadonly)[^=\\n]*= new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\\(\\)',
    `^(?:export )?const (?!.*\\bReadonly)[^=\\n]*= new (?!(?:Map|Set|WeakMap|WeakSet|${CONSTANT_CLASSES})\\b)`,
    '^(?:export )?const \\w+: (?!readonly|Readonly).*\\[\\] = \\[\\];',
    '^const \\w+ = \\{ .*new Emitter',
    '^const \\w+ = createSafeStorage\\(',
  ].join('|'),
  'm',
);

test('modules hold no state of a console', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^server\/|\.test\.|\/testing\/|^(main|prefetch)\./.test(file),
  );
  const found = files.filter((file) => STATE.test(readFileSync(join(root, file), 'utf8')));
  expect(Object.keys(MODULE_STATE).length).toBeLessThanOrEqual(15);
  expect(found.toSorted()).toEqual(Object.keys(MODULE_STATE).toSorted());
});

test('modules start no subscriptions', () => {
  const CALL = /^(?:\w+\.)?(?:subscribe|addEventListener|setInterval|setTimeout)\w*\(/m;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^server\/|\.test\.|\/testing\/|worker\.ts$/.test(file),
  );
  expect(files.filter((file) => CALL.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
