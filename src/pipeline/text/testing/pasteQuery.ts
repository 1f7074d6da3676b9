import { JsonSyntaxError, stringifyJson } from '#lib/json/json.ts';
import { compileDraft } from '#pipeline/draft/compileDraft.ts';
import { EMPTY_DRAFT } from '#pipeline/draft/queryDraft.ts';
import type { TimeUnit } from '#pipeline/draft/valueDraft.ts';
import { applyPastedQuery } from '#pipeline/text/parsePastedQuery.ts';
import { convertParsedMongoQuery, parsePastedText } from '#pipeline/text/shell/parsePastedText.ts';

const UNITS: Readonly<Record<string, TimeUnit>> = { time: 'ms', seconds: 's', at: 'iso' };

export function convertPastedText(text: string, chosen?: ReadonlyMap<string, TimeUnit>) {
  const written = parsePastedText(text);
  if (written instanceof JsonSyntaxError) throw written;
  return convertParsedMongoQuery(written, (field) => UNITS[field], chosen);
}

/** Pastes a query in shell syntax: what is sent then, and what the preview lists. */
export function pasteQuery(text: string, chosen?: ReadonlyMap<string, TimeUnit>) {
  const found = convertPastedText(text, chosen);
  const draft = applyPastedQuery({ ...EMPTY_DRAFT, collection: 'before' }, found);
  const compiled = compileDraft(draft);
  if (!('query' in compiled)) throw new Error('The pasted query cannot be run.');
  const notes = (wanted: string) => found.notes.filter(({ status }) => status === wanted);
  return {
    collection: compiled.query.collection,
    title: found.title,
    kept: notes('kept').map(({ from, to }) => `${from} → ${to}`),
    changed: notes('changed').map(({ from, to }) => `${from} → ${to}`),
    lost: notes('not understood').map(({ from }) => from),
    asked: found.fieldsWithoutUnit,
    sent: stringifyJson(compiled.query.pipeline),
    off: draft.stages.flatMap((stage) =>
      stage.kind === 'raw' && !stage.enabled ? [stage.text.replaceAll(/\s+/g, '')] : [],
    ),
  };
}

export function pasteFilter(filter: string): string {
  return pasteQuery(`db.logs.find(${filter})`).sent.replace(/^\[{"type":"match","filter":|}\]$/g, '');
}
