import { type Expression, parseExpressionAt } from 'acorn';
import { JsonError } from '#lib/json/json.ts';

/** Maximum number of statements; longer text is a program, not a query. */
const STATEMENTS_MAX = 100;

export type Statement = { node: Expression; name: string | undefined; start: number; end: number };

/**
 * Parses statements in JavaScript, or in Python where the syntax agrees, and unwraps `const rows = await …;`, `list(…)` and the
 * like. `rest` is the position of unsupported statements.
 * @throws JsonError with the position of a syntax error
 */
export function parsed(text: string): { statements: readonly Statement[]; rest: number | undefined } {
  try {
    return statementsOf(text);
  } catch (error) {
    const python = fromPython(text);
    if (python === text || !(error instanceof JsonError)) throw error;
    return statementsOf(python);
  }
}

/** Statements that process results. */
const DOING = /^(?:for|if|while|with|def|function|return|try)\b/;

const COMPREHENSION = /^[\w.]+[ \t]*=[ \t]*[[{(][^\n"']*\bfor\b[^\n"']*\bin\b/;

function statementsOf(source: string): ReturnType<typeof parsed> {
  const statements: Statement[] = [];
  let at = statementStart(source, 0);
  do {
    if (statements.length > 0 && DOING.test(source.slice(at, at + 10))) break;
    const node =
      statements.length > 0 && COMPREHENSION.test(source.slice(at, at + 500))
        ? undefined
        : expressionAt(source, matchEnd(/(?:const|let|var)\s/y, source, at));
    if (!node) break;
    const { end } = node;
    statements.push({ node: unwrapped(node), name: nameGiven(node), start: at, end });
    at = statementStart(source, end);
    if (at < source.length && !/[;\n]/.test(source.slice(end, at))) {
      throw new JsonError(`${quoted(source, at)} follows where the query has ended`, source, at);
    }
  } while (at < source.length && statements.length < STATEMENTS_MAX);
  return { statements, rest: at < source.length ? at : undefined };
}

function expressionAt(source: string, start: number): Expression {
  try {
    return parseExpressionAt(source, start, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true });
  } catch (error) {
    if (error instanceof RangeError) throw new JsonError('nested too deep', source, start);
    throw error instanceof SyntaxError ? faultOf(error, source, start) : error;
  }
}

/** Statements without effect on the query. */
const SETTINGS = /(?:use|import|from)[ \t]+[^\n;]*/y;

function statementStart(source: string, from: number): number {
  let at = from;
  for (;;) {
    const end = matchEnd(SETTINGS, source, spaceEnd(source, matchEnd(/;/y, source, spaceEnd(source, at))));
    if (end === at) return at;
    at = end;
  }
}

const SPACES = [/\s+/y, /(?:\/\/|#)[^\n]*/y, /\/\*[\s\S]*?\*\//y];

function spaceEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = SPACES.reduce((from, space) => matchEnd(space, text, from), at);
    if (end === at) return at;
    at = end;
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function faultOf({ message, ...error }: SyntaxError, text: string, start: number): JsonError {
  const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : start;
  const said = Object.entries(FAULTS).find(([beginning]) => message.startsWith(beginning))?.[1];
  if (said) return new JsonError(said, text, at);
  if (at >= text.trimEnd().length) return new JsonError('it ends too early', text, at);
  const words = message.startsWith('Unexpected')
    ? `${quoted(text, at)} is not expected here`
    : message.replace(/ \(\d+:\d+\)$/, '').replace(/^./, (letter) => letter.toLowerCase());
  return new JsonError(words, text, at);
}

const FAULTS: Readonly<Record<string, string>> = {
  'Unterminated string': 'a text begins here and has no closing quote',
  'Unterminated template': 'a text begins here and has no closing quote',
  'Unterminated regular': 'a pattern begins here and has no closing /',
  'Unterminated comment': 'a comment begins here and has no end',
  'Identifier directly after number': 'a letter follows a number',
  'Redefinition of __proto__': '__proto__ is named twice',
};

function quoted(text: string, at: number): string {
  const [word = ''] = /^(?:[\w$]{1,40}|[\s\S])/u.exec(text.slice(at, at + 40)) ?? [];
  return `“${word}”`;
}

/** Replaces Python's comments, string prefixes and line continuations by spaces, which keeps positions. */
function fromPython(text: string): string {
  return text.replaceAll(PYTHON, (token, prefix = '', quoted = '') =>
    quoted === '' ? token.replaceAll(/[^\n]/g, ' ') : ' '.repeat(prefix.length) + quoted,
  );
}

const PYTHON = /(\b[rRuU])?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*|\\[ \t]*\r?\n/g;

/** `pipeline` of `pipeline = […]`. */
function nameGiven(node: Expression): string | undefined {
  return node.type === 'AssignmentExpression' && node.left.type === 'Identifier' ? node.left.name : undefined;
}

/** Removes await, assignments, `.length`, print and list calls. */
function unwrapped(node: Expression): Expression {
  if (node.type === 'AwaitExpression') return unwrapped(node.argument);
  if (node.type === 'AssignmentExpression') return unwrapped(node.right);
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'length') {
    return node.object.type === 'Super' ? node : unwrapped(node.object);
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return node;
  const [inner, ...others] = node.arguments;
  const isPassed = /^(?:list|len|set|sorted|print|printjson)$/.test(node.callee.name) && others.length === 0;
  return isPassed && inner && inner.type !== 'SpreadElement' ? unwrapped(inner) : node;
}
