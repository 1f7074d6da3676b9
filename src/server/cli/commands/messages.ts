import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';

export const COMMAND_MESSAGES = {
  actionMissing: (usage: string) => `An action is required.\n\n${usage}`,
  recordKindMissing: (usage: string) => `Specify devices or documents.\n\n${usage}`,
  exampleKindMissing: '--example: specify devices or documents.',
  tooManyArguments: (command: string, extra: readonly string[]) =>
    `${command}: unexpected ${extra.length === 1 ? 'argument' : 'arguments'} ${extra.join(', ')}.`,
  projectMissing: '--project is required.',
  collectionMissing: '--collection is required.',
  collectionNameMissing: 'The name of the collection to delete is required.',
  badProjectId: 'A project ID is required: 1 to 64 letters, digits, dots, - or _.',
  optionConflict: (one: string, other: string) => `${one} and ${other} cannot be combined.`,
  optionRequires: (option: string, required: string) => `${option} can only be used with ${required}.`,
  diskFull: (rest: string) => `The disk is full. ${rest}`,
  databaseFailed: (message: string, rest: string) => `Database error: ${message}. ${rest}`,
  unchanged: 'Nothing was changed.',
  notStored: 'Nothing was stored.',

  confirmDeleteProject: (id: string) =>
    `This deletes project ${id} with all its devices and documents. Confirm with --yes.`,
  projectDeleted: (id: string) => `Deleted project ${id}.`,
  projectExists: (id: string) => `Project ${id} already exists.`,
  projectCreated: (id: string) => `Created project ${id}.`,
  keyShownOnce: 'Save the key and the token now: they cannot be shown again, because only their hashes are stored.',
  createUncertain: (id: string) => `To check whether the project was created, run: fleetlens project show ${id}`,
  keyNotPrinted: (reason: string, rest: string) => `The key could not be printed (${reason}). ${rest}`,
  earlierKeysValid: 'Earlier keys are still valid.',
  rotationOvertaken:
    'This key is no longer valid: another rotation ended it. Use the key that the other rotation printed.',
  earlierKeysEnded: (count: number) => `Revoked ${formatCountWithNoun(count, 'earlier key')}.`,
  tooManyKeys: (id: string, count: number, keys: string, newest: number | undefined, rest: string) =>
    `Project ${id} already has the maximum of ${formatCountWithNoun(count, 'key')}. ${rest}\n${keys}\n` +
    `To revoke the earlier keys, sign in once with key ${newest}. To replace all keys, run: fleetlens project rotate ${id} --now`,
  keysLocked: (id: string, count: number) =>
    `Locked ${formatCountWithNoun(count, 'key')} of ${id}. To unlock, run: fleetlens project unlock ${id}\n` +
    `To create a new key, run: fleetlens project rotate ${id}`,
  keysUnlocked: (id: string, count: number) => `Unlocked ${formatCountWithNoun(count, 'key')} of ${id}.`,
  key: (number: number, fingerprint: string, created: string | undefined) =>
    `key ${number} (${fingerprint}, created ${created ?? 'before keys were numbered'})`,
  keyStillLocked: (key: string, newest: number) => `Still locked: ${key}. It ends at the first use of key ${newest}.`,
  keyRotatedMeanwhile: (key: string) => `Also valid: ${key}, created by another rotation at the same time.`,
  keyStillValid: (id: string, key: string, newest: number) =>
    `Still valid: ${key}, until the first use of key ${newest}. To revoke it now, run: fleetlens project rotate ${id} --now`,
  keyStates: {
    locked: (since: string) => `locked since ${since}`,
    superseded: 'valid until a newer key is used',
    unused: 'valid, not used yet',
    valid: 'valid',
  },

  confirmDeleteCollection: (name: string, documents: string) =>
    `This deletes collection ${name} with ${documents}. Confirm with --yes.`,
  collectionDeleted: (name: string, documents: string) => `Deleted collection ${name} with ${documents}.`,

  locationMissing: (option: string, usage: string) => `${option} is required.\n\n${usage}`,
  sameLocation: '--from and --to are the same database.',
  targetNotEmpty: (name: string) => `${name} already contains projects. Nothing was copied.`,
  copyDiffers: 'Verification failed: the copy differs from the source. Nothing was copied.',
  copied: (counts: string) => `Copied ${counts}. Counts and checksums match.`,

  exported: (records: string, file: string | undefined) =>
    `Exported ${records}${file === undefined ? '' : ` to ${file}`}.`,
  onlineFieldConflict: (field: string, record: string) =>
    `--online-field: ${field} already has a different value in ${record}. Choose another field.`,
  onlineFieldAmbiguous: (count: number) =>
    `The exported records do not contain the connectivity of ${formatCountWithNoun(count, 'device')}. To export it as field F, add --online-field F.`,
  fileNotWritable: (file: string, code: string) => `Cannot write ${file} (${code}).`,

  demoCreated: (counts: string, seed: number, end: string) =>
    `Created the demo project: ${counts}, seed ${seed}, data up to ${end}.`,

  fileNotFound: (file: string) => `File ${file} does not exist.`,
  fileNotReadable: (file: string, code: string) => `Cannot read ${file} (${code}).`,
  devicesHaveNoCollection: '--collection: devices do not belong to a collection.',
  collectionNameTooLong: (bytes: number) => `--collection: the name is longer than ${bytes} bytes.`,
  badMapping: (text: string) => `--map: expected HEADING=FIELD, not ${JSON.stringify(text)}.`,
  badDefault: (text: string) => `--default: expected FIELD=VALUE, not ${JSON.stringify(text)}.`,
  repeatedDefault: (field: string) => `--default: field ${field} has two values.`,
  badPercentage: (text: string | undefined) =>
    `--max-removed: expected a percentage from 0% to 100%, not ${JSON.stringify(text)}.`,
  createProject: (id: string) => ` To create it, run: fleetlens project create ${id}`,
  csvDialect: (dialect: string) => `CSV format: ${dialect}.`,
  badLine: (line: number, message: string) => `Line ${line}: ${message}`,
  badLineOf: (line: number, message: string, rest: string) => `Line ${line}: ${message}. ${rest}`,
  invalidLines: (count: number, isLimit: boolean) =>
    `${formatCountWithNoun(count, 'line')} ${count === 1 ? 'is' : 'are'} invalid${isLimit ? '; checking stopped there' : ''}. Nothing was stored.`,
  dryRunPassed: (summary: string) => `All lines are valid. ${summary}`,
  storedBefore: (count: number, noun: string) =>
    `${formatCountWithNoun(count, noun)} before this line ${count === 1 ? 'was' : 'were'} stored.`,
  stored: (records: string, isDryRun: boolean) => `${isDryRun ? 'Would store' : 'Stored'} ${records}`,
  replaced: (summary: string, before: number, removed: number) =>
    `${summary}, replacing ${formatCount(before)}.${removed > 0 ? ` ${formatCount(removed)} ${removed === 1 ? 'was' : 'were'} removed.` : ''}`,
  updated: (summary: string, count: number) => `${summary}, ${formatCount(count)} of them updated.`,
} as const;
