import { type Expression, parseExpressionAt } from 'acorn';
import { JsonError } from '#lib/json/json.ts';

/**
 * The one expression that a text is, as JavaScript writes it and Python as far as that is the same, without what stands
 * around it: `const rows = await …;`, `list(…)`.
 * @throws JsonError with where the text is none
 */
export function parsed(text: string): Expression {
  const start = matchEnd(/(?:const|let|var)\s/y, text, spaceEnd(text, 0));
  let fault: JsonError | undefined;
  for (const source of text.includes('#') ? [text, withoutHashes(text)] : [text]) {
    try {
      const node = parseExpressionAt(source, start, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true });
      const at = spaceEnd(source, matchEnd(/;/y, source, spaceEnd(source, node.end)));
      if (at === source.length) return unwrapped(node);
      fault = new JsonError(`${quoted(source, at)} follows where the query has ended`, text, at);
    } catch (error) {
      if (error instanceof RangeError) throw new JsonError('nested too deep', text, start);
      if (!(error instanceof SyntaxError)) throw error;
      fault = faultOf(error, source, start);
    }
  }
  throw fault;
}

const SPACES = [/\s+/y, /(?:\/\/|#)[^\n]*/y, /\/\*[\s\S]*?\*\//y];

/** Where spaces and comments end that begin here. */
function spaceEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = SPACES.reduce((from, space) => matchEnd(space, text, from), at);
    if (end === at) return at;
    at = end;
  }
}

/** Where a pattern ends that may stand here. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** What the parser says, in words, with what stands where it stopped. */
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

/** Python's comments as spaces, so that everything stays where it is. */
function withoutHashes(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g, (token) =>
    token.startsWith('#') ? ' '.repeat(token.length) : token,
  );
}

/** What is awaited, given a name, printed or made a list of. */
function unwrapped(node: Expression): Expression {
  if (node.type === 'AwaitExpression') return unwrapped(node.argument);
  if (node.type === 'AssignmentExpression') return unwrapped(node.right);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return node;
  const [inner, ...others] = node.arguments;
  const isPassed = /^(?:list|print|printjson)$/.test(node.callee.name) && others.length === 0;
  return isPassed && inner && inner.type !== 'SpreadElement' ? unwrapped(inner) : node;
}
