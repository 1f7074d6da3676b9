import type { CallExpression, Expression, NewExpression, Property, SpreadElement } from 'acorn';
import {
  ExactNumber,
  JsonSyntaxError,
  type OrderedJsonEntry,
  OrderedJsonObject,
  type OrderedJsonValue,
} from '#lib/json/json.ts';
import { parseOrderedJson } from '#lib/json/parseJson.ts';
import {
  convertCallToExtendedJson,
  createDurationValue,
  createExtendedJsonValue,
  createRegexValue,
} from './convertCallToExtendedJson.ts';

export class PositionedObject extends OrderedJsonObject {
  readonly starts: readonly number[];

  constructor(members: readonly (readonly [...OrderedJsonEntry, start: number])[]) {
    super(members.map(([name, value]) => [name, value]));
    this.starts = members.map(([, , start]) => start);
  }
}

const DEPTH_MAX = 200;

/**
 * Converts a JavaScript or Python expression to Extended JSON: times as `$date`, typed numbers as `$numberLong` and
 * similar types, other code as `$expression` with its source. Never executes code.
 * @throws JsonSyntaxError if the nesting is too deep
 */
export function toExtendedJson(node: Expression | SpreadElement, text: string, depth = 0): OrderedJsonValue {
  if (depth > DEPTH_MAX) throw new JsonSyntaxError(`nested deeper than ${DEPTH_MAX} levels`, text, node.start);
  const value = toPlainValue(node, text, depth);
  return value === undefined ? createExtendedJsonValue('$expression', text.slice(node.start, node.end)) : value;
}

/**
 * Parses a number exactly.
 * @returns undefined for NaN and infinity
 */
export function parseExactNumber(text: string): number | ExactNumber | undefined {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
    const number = parseOrderedJson(text);
    return typeof number === 'number' || number instanceof ExactNumber ? number : undefined;
  }
  if (/^0[xob][\da-f]+$/i.test(text)) return parseExactNumber(String(BigInt(text)));
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const PYTHON_LITERALS: Readonly<Record<string, OrderedJsonValue>> = { None: null, True: true, False: false };

function toPlainValue(node: Expression | SpreadElement, text: string, depth: number): OrderedJsonValue | undefined {
  const inner = (item: Expression | SpreadElement) => toExtendedJson(item, text, depth + 1);
  switch (node.type) {
    case 'Literal':
      if (node.regex) return createRegexValue(node.regex.pattern, node.regex.flags);
      if (typeof node.value === 'number') return parseExactNumber((node.raw ?? '').replaceAll('_', ''));
      if (typeof node.value === 'bigint') return parseExactNumber(String(node.value));
      // Python raw string, whose prefix was replaced by a space
      if (/[rR]/.test(text.charAt(node.start - 1))) return text.slice(node.start + 1, node.end - 1);
      return node.value instanceof RegExp ? undefined : node.value;
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? undefined : (node.quasis[0]?.value.cooked ?? undefined);
    case 'Identifier':
      return Object.hasOwn(PYTHON_LITERALS, node.name) ? PYTHON_LITERALS[node.name] : undefined;
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '+'
        ? applySign(node.operator, inner(node.argument))
        : undefined;
    case 'BinaryExpression':
      return node.left.type === 'PrivateIdentifier'
        ? undefined
        : evaluateDateArithmetic(node.operator, inner(node.left), inner(node.right));
    // a tuple
    case 'SequenceExpression':
      return node.expressions.map(inner);
    case 'ArrayExpression':
      return node.elements.map((item) => (item ? inner(item) : null));
    case 'ObjectExpression':
      return new PositionedObject(node.properties.map((property) => toMember(property, text, inner)));
    case 'CallExpression':
    case 'NewExpression':
      return convertCallExpression(node, text, inner);
    default:
      return undefined;
  }
}

type NestedConverter = (item: Expression | SpreadElement) => OrderedJsonValue;

function toMember(
  property: Property | SpreadElement,
  text: string,
  inner: NestedConverter,
): [...OrderedJsonEntry, start: number] {
  const { start, end } = property;
  const source = text.slice(start, end);
  if (property.type === 'SpreadElement') return [source, createExtendedJsonValue('$expression', source), start];
  const { key, value, computed } = property;
  const name =
    key.type === 'Identifier' && !computed ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
  return name === undefined
    ? [source, createExtendedJsonValue('$expression', source), start]
    : [name, inner(value), start];
}

function convertCallExpression(
  { callee, arguments: given }: CallExpression | NewExpression,
  text: string,
  inner: NestedConverter,
): OrderedJsonValue | undefined {
  const names = callee.type === 'Super' ? undefined : getMemberPath(callee);
  if (!names) return undefined;
  const named = given.flatMap((argument) =>
    argument.type === 'AssignmentExpression' && argument.left.type === 'Identifier'
      ? [[argument.left.name, argument.right] as const]
      : [],
  );
  if (names.at(-1) === 'timedelta') {
    const [days, seconds] = given.filter(({ type }) => type !== 'AssignmentExpression').map(inner);
    const parts = [['days', days] as const, ['seconds', seconds] as const];
    const inOrder = parts.flatMap(([name, value]): OrderedJsonEntry[] => (value === undefined ? [] : [[name, value]]));
    return createDurationValue([...inOrder, ...named.map(([name, value]): OrderedJsonEntry => [name, inner(value)])]);
  }
  // times are UTC; other zones cannot be represented
  if (named.some(([name, zone]) => name !== 'tzinfo' || !/utc/i.test(text.slice(zone.start, zone.end))))
    return undefined;
  return convertCallToExtendedJson(names, given.filter(({ type }) => type !== 'AssignmentExpression').map(inner));
}

function getMemberPath(node: Expression): string[] | undefined {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' || node.object.type === 'Super') return undefined;
  const { property, computed } = node;
  const before = getMemberPath(node.object);
  if (!before) return undefined;
  if (!computed && property.type === 'Identifier') return [...before, property.name];
  return property.type === 'Literal' && typeof property.value === 'string' ? [...before, property.value] : undefined;
}

function applySign(sign: '-' | '+', value: OrderedJsonValue): OrderedJsonValue | undefined {
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return undefined;
  return sign === '-' ? parseExactNumber(`-${value}`.replace(/^--/, '')) : value;
}

function evaluateDateArithmetic(
  operator: string,
  left: OrderedJsonValue,
  right: OrderedJsonValue,
): OrderedJsonValue | undefined {
  const [a, b] = [getMilliseconds(left), getMilliseconds(right)];
  if (!a || !b) return undefined;
  if (RELATIVE_TYPES.has(b.type))
    return operator === '+' && !RELATIVE_TYPES.has(a.type) ? evaluateDateArithmetic('+', right, left) : undefined;
  if (RELATIVE_TYPES.has(a.type)) {
    if (operator !== '+' && operator !== '-') return undefined;
    return createExtendedJsonValue(
      b.type === '$span' ? a.type : '$nowMs',
      operator === '+' ? a.ms + b.ms : a.ms - b.ms,
    );
  }
  const results: Readonly<Record<string, number>> = {
    '+': a.ms + b.ms,
    '-': a.ms - b.ms,
    '*': a.ms * b.ms,
    '/': a.ms / b.ms,
  };
  const result = Object.hasOwn(results, operator) ? results[operator] : undefined;
  if (result === undefined || !Number.isFinite(result)) return undefined;
  return a.type === '$date' && b.type === '$span' ? createExtendedJsonValue('$date', result) : result;
}

function getMilliseconds(value: OrderedJsonValue): { type: string; ms: number } | undefined {
  if (typeof value === 'number') return { type: '', ms: value };
  const [type, ms] = (value instanceof OrderedJsonObject && value.entries[0]) || [];
  return type !== undefined && TIME_TYPES.has(type) && typeof ms === 'number' ? { type, ms } : undefined;
}

const RELATIVE_TYPES = new Set(['$now', '$nowMs']);

const TIME_TYPES = new Set(['$date', '$span', ...RELATIVE_TYPES]);
