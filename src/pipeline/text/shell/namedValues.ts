import type { Expression, SpreadElement } from 'acorn';
import type { Statement } from './parsed.ts';

/** Deepest nesting in which names are replaced; reading the value refuses anything deeper. */
const DEPTH_MAX = 250;

/**
 * The expression of a statement with the values of earlier statements in place of the names that they assign
 * (`pipeline = […]`, `logs = db.logs`). A name has the value of the last assignment before its use. `budget` limits the
 * source text that is added, in characters, so that nested names cannot grow without end.
 */
export function resolveNames(statements: readonly Statement[], index: number, budget: number): Expression | undefined {
  let left = budget;
  const resolve = (node: Expression, before: number, depth: number): Expression => {
    if (depth > DEPTH_MAX) return node;
    const inner = (item: Expression) => resolve(item, before, depth + 1);
    const unlessSpread = (item: Expression | SpreadElement) => (item.type === 'SpreadElement' ? item : inner(item));
    switch (node.type) {
      case 'Identifier': {
        const at = statements.findLastIndex(({ name }, position) => position < before && name === node.name);
        const named = statements[at]?.node;
        if (!named || left < named.end - named.start) return node;
        left -= named.end - named.start;
        return resolve(named, at, depth + 1);
      }
      case 'AssignmentExpression':
        return { ...node, right: inner(node.right) };
      case 'UnaryExpression':
        return { ...node, argument: inner(node.argument) };
      case 'BinaryExpression':
        if (node.left.type === 'PrivateIdentifier') return node;
        return { ...node, left: inner(node.left), right: inner(node.right) };
      case 'SequenceExpression':
        return { ...node, expressions: node.expressions.map(inner) };
      case 'ArrayExpression':
        return { ...node, elements: node.elements.map((item) => item && unlessSpread(item)) };
      case 'ObjectExpression': {
        const properties = node.properties.map((member) =>
          member.type === 'Property' ? { ...member, value: inner(member.value) } : member,
        );
        return { ...node, properties };
      }
      case 'NewExpression':
        return { ...node, arguments: node.arguments.map(unlessSpread) };
      case 'CallExpression': {
        const { callee } = node;
        const given = { ...node, arguments: node.arguments.map(unlessSpread) };
        if (callee.type !== 'MemberExpression') return given;
        const { object } = callee;
        // the names of a path such as `db.logs` stay as they are written
        if (object.type === 'Super' || object.type === 'MemberExpression') return given;
        return { ...given, callee: { ...callee, object: inner(object) } };
      }
      default:
        return node;
    }
  };
  const statement = statements[index];
  return statement && resolve(statement.node, index, 0);
}

/** Whether the value that a statement assigns to a name is used before the name is assigned again. */
export function isUsedLater(statements: readonly Statement[], index: number, rest: string): boolean {
  const name = statements[index]?.name;
  if (name === undefined) return false;
  for (const later of statements.slice(index + 1)) {
    if (usesName(later.node, name)) return true;
    if (later.name === name) return false;
  }
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest);
}

/** Whether an expression uses a name as a variable; names of members are none. */
function usesName(root: Expression, name: string): boolean {
  // a list and not a recursion: an expression may be nested deeper than the stack
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'Identifier' && 'name' in node && node.name === name) return true;
    const isComputed = 'computed' in node && node.computed === true;
    for (const [member, value] of Object.entries(node)) {
      if (isComputed || (member !== 'key' && member !== 'property')) waiting.push(value);
    }
  }
  return false;
}
