import { type Expression, parseExpressionAt } from 'acorn';
import { JsonSyntaxError } from '#lib/json/json.ts';

const STATEMENTS_MAX = 100;

export type ShellStatement = { node: Expression; name: string | undefined; start: number; end: number };

/**
 * Parses statements in JavaScript, or in Python where the syntax is the same. Unwraps `const rows = await …;`,
 * `list(…)` and similar code. `rest` is the position of unsupported statements.
 * @throws JsonSyntaxError with the position of a syntax error
 */
export function parseStatements(text: string): { statements: readonly ShellStatement[]; rest: number | undefined } {
  try {
    return splitStatements(text);
  } catch (error) {
    const python = blankPythonSyntax(text);
    if (python === text || !(error instanceof JsonSyntaxError)) throw error;
    return splitStatements(python);
  }
}

const RESULT_STATEMENT = /^(?:for|if|while|with|def|function|return|try)\b/;

const COMPREHENSION = /^[\w.]+[ \t]*=[ \t]*[[{(][^\n"']*\bfor\b[^\n"']*\bin\b/;

function splitStatements(source: string): ReturnType<typeof parseStatements> {
  const statements: ShellStatement[] = [];
  let at = findStatementStart(source, 0);
  do {
    if (statements.length > 0 && RESULT_STATEMENT.test(source.slice(at, at + 10))) break;
    const node =
      statements.length > 0 && COMPREHENSION.test(source.slice(at, at + 500))
        ? undefined
        : parseExpression(source, findMatchEnd(/(?:const|let|var)\s/y, source, at));
    if (!node) break;
    const { end } = node;
    statements.push({ node: unwrapExpression(node), name: getAssignedName(node), start: at, end });
    at = findStatementStart(source, end);
    if (at < source.length && !/[;\n]/.test(source.slice(end, at))) {
      throw new JsonSyntaxError(`unexpected ${quoteWord(source, at)} after the query`, source, at);
    }
  } while (at < source.length && statements.length < STATEMENTS_MAX);
  return { statements, rest: at < source.length ? at : undefined };
}

function parseExpression(source: string, start: number): Expression {
  try {
    return parseExpressionAt(source, start, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true });
  } catch (error) {
    if (error instanceof RangeError) throw new JsonSyntaxError('nested too deep', source, start);
    throw error instanceof SyntaxError ? toJsonError(error, source, start) : error;
  }
}

const SETUP_STATEMENT = /(?:use|import|from)[ \t]+[^\n;]*/y;

function findStatementStart(source: string, from: number): number {
  let at = from;
  for (;;) {
    const end = findMatchEnd(
      SETUP_STATEMENT,
      source,
      skipSpace(source, findMatchEnd(/;/y, source, skipSpace(source, at))),
    );
    if (end === at) return at;
    at = end;
  }
}

const SPACE_PATTERNS = [/\s+/y, /(?:\/\/|#)[^\n]*/y, /\/\*[\s\S]*?\*\//y];

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = SPACE_PATTERNS.reduce((from, space) => findMatchEnd(space, text, from), at);
    if (end === at) return at;
    at = end;
  }
}

function findMatchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function toJsonError({ message, ...error }: SyntaxError, text: string, start: number): JsonSyntaxError {
  const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : start;
  const said = Object.entries(SYNTAX_ERROR_MESSAGES).find(([beginning]) => message.startsWith(beginning))?.[1];
  if (said) return new JsonSyntaxError(said, text, at);
  if (at >= text.trimEnd().length) return new JsonSyntaxError('unexpected end', text, at);
  const words = message.startsWith('Unexpected')
    ? `unexpected ${quoteWord(text, at)}`
    : message.replace(/ \(\d+:\d+\)$/, '').replace(/^./, (letter) => letter.toLowerCase());
  return new JsonSyntaxError(words, text, at);
}

const SYNTAX_ERROR_MESSAGES: Readonly<Record<string, string>> = {
  'Unterminated string': 'this text has no closing quote',
  'Unterminated template': 'this text has no closing quote',
  'Unterminated regular': 'this pattern has no closing /',
  'Unterminated comment': 'this comment has no end',
  'Identifier directly after number': 'a letter follows a number',
  'Redefinition of __proto__': '__proto__ occurs twice',
};

function quoteWord(text: string, at: number): string {
  const [word = ''] = /^(?:[\w$]{1,40}|[\s\S])/u.exec(text.slice(at, at + 40)) ?? [];
  return `“${word}”`;
}

/** Replaces Python's comments, string prefixes and line continuations with spaces, so that positions stay the same. */
function blankPythonSyntax(text: string): string {
  return text.replaceAll(PYTHON_TOKEN, (token, prefix = '', quoted = '') =>
    quoted === '' ? token.replaceAll(/[^\n]/g, ' ') : ' '.repeat(prefix.length) + quoted,
  );
}

const PYTHON_TOKEN = /(\b[rRuU])?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*|\\[ \t]*\r?\n/g;

function getAssignedName(node: Expression): string | undefined {
  return node.type === 'AssignmentExpression' && node.left.type === 'Identifier' ? node.left.name : undefined;
}

function unwrapExpression(node: Expression): Expression {
  if (node.type === 'AwaitExpression') return unwrapExpression(node.argument);
  if (node.type === 'AssignmentExpression') return unwrapExpression(node.right);
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'length') {
    return node.object.type === 'Super' ? node : unwrapExpression(node.object);
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return node;
  const [inner, ...others] = node.arguments;
  const isPassed = /^(?:list|len|set|sorted|print|printjson)$/.test(node.callee.name) && others.length === 0;
  return isPassed && inner && inner.type !== 'SpreadElement' ? unwrapExpression(inner) : node;
}
