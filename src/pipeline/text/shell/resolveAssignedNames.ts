import type { Expression, SpreadElement } from 'acorn';
import type { ShellStatement } from './parseStatements.ts';

/** Maximum nesting of substituted names. Deeper nesting is rejected when the value is read. */
const DEPTH_MAX = 250;

/**
 * Replaces names by the values assigned in earlier statements, such as `logs = db.logs`. `budget` limits the added text
 * in characters, because nested names could grow exponentially.
 */
export function resolveAssignedNames(
  statements: readonly ShellStatement[],
  index: number,
  budget: number,
): Expression | undefined {
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
        // names in a path such as `db.logs` are not variables
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

/** True if an assigned value is used before the name is assigned again. */
export function isAssignedValueUsedLater(statements: readonly ShellStatement[], index: number, rest: string): boolean {
  const name = statements[index]?.name;
  if (name === undefined) return false;
  for (const later of statements.slice(index + 1)) {
    if (isNameUsed(later.node, name)) return true;
    if (later.name === name) return false;
  }
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest);
}

function isNameUsed(root: Expression, name: string): boolean {
  // iterative, as the nesting may exceed the stack
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
