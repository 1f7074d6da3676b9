import type { CallExpression, Expression, SpreadElement } from 'acorn';
import type { OrderedJsonValue } from '#lib/json/json.ts';
import type { ConversionNote, ParsedQuery } from '#pipeline/text/parsePastedQuery.ts';
import { PositionedObject, toExtendedJson } from './toExtendedJson.ts';

export type MethodCall = { method: string; args: CallExpression['arguments']; start: number };

export type CallArgument = { value: OrderedJsonValue; start: number };

export type ConvertedCall = Pick<ParsedQuery, 'title' | 'stages' | 'notes' | 'names'>;

export function parseArguments(given: readonly (Expression | SpreadElement)[], text: string) {
  const values: CallArgument[] = [];
  const named = new Map<string, CallArgument>();
  for (const argument of given) {
    const { start } = argument;
    if (argument.type === 'AssignmentExpression' && argument.left.type === 'Identifier') {
      named.set(argument.left.name, { value: toExtendedJson(argument.right, text), start });
    } else values.push({ value: toExtendedJson(argument, text), start });
  }
  return { values, named };
}

export function toNamedArguments(value: OrderedJsonValue | undefined): Map<string, CallArgument> {
  if (!(value instanceof PositionedObject)) return new Map();
  return new Map(
    value.entries.map(([name, member], index) => [name, { value: member, start: value.starts[index] ?? 0 }]),
  );
}

export function createIgnoredOptionNote(from: string, at: number): ConversionNote {
  return { from, to: 'ignored: this option is not supported', status: 'not understood', at };
}
