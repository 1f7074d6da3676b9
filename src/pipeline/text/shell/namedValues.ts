import type { Expression } from 'acorn';
import type { Statement } from './parsed.ts';

/**
 * Puts into a query what statements before it gave a name to (`pipeline = […]`, `logs = db.logs`), each once, so that no
 * text grows by it; gives which statements these were.
 */
export function withNamed(query: Expression, before: readonly Statement[]): ReadonlySet<Statement> {
  const named = new Map<string, Statement>();
  for (const statement of before) if (statement.name !== undefined) named.set(statement.name, statement);
  const used = new Set<Statement>();
  const resolved = (node: Expression): Expression => {
    if (node.type === 'Identifier') {
      const statement = named.get(node.name);
      if (!statement || used.has(statement)) return node;
      used.add(statement);
      return resolved(statement.node);
    }
    if (node.type === 'AssignmentExpression') node.right = resolved(node.right);
    else if (node.type === 'ArrayExpression') {
      node.elements = node.elements.map((item) => (item && item.type !== 'SpreadElement' ? resolved(item) : item));
    } else if (node.type === 'ObjectExpression') {
      for (const member of node.properties) if (member.type === 'Property') member.value = resolved(member.value);
    } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { callee } = node;
      node.arguments = node.arguments.map((given) => (given.type === 'SpreadElement' ? given : resolved(given)));
      if (callee.object.type !== 'Super') callee.object = resolved(callee.object);
    }
    return node;
  };
  if (named.size > 0) resolved(query);
  return used;
}
