import type { CallExpression, Expression, SpreadElement } from 'acorn';
import type { OrderedJson } from '#lib/json/json.ts';
import type { Note, Written } from '#pipeline/text/paste.ts';
import { PlacedObject, writtenValue } from './shellValue.ts';

/** A method call in a chain, such as `.sort({ time: -1 })`. */
export type Step = { method: string; given: CallExpression['arguments']; start: number };

export type Given = { value: OrderedJson; start: number };

export type Said = Pick<Written, 'title' | 'stages' | 'notes' | 'names'>;

export function parseArguments(given: readonly (Expression | SpreadElement)[], text: string) {
  const values: Given[] = [];
  const named = new Map<string, Given>();
  for (const argument of given) {
    const { start } = argument;
    if (argument.type === 'AssignmentExpression' && argument.left.type === 'Identifier') {
      named.set(argument.left.name, { value: writtenValue(argument.right, text), start });
    } else values.push({ value: writtenValue(argument, text), start });
  }
  return { values, named };
}

export function parseMembers(value: OrderedJson | undefined): Map<string, Given> {
  if (!(value instanceof PlacedObject)) return new Map();
  return new Map(
    value.entries.map(([name, member], index) => [name, { value: member, start: value.starts[index] ?? 0 }]),
  );
}

export function leftNote(from: string, at: number): Note {
  return { from, to: 'left out: a query here has no such option', fate: 'not understood', at };
}
