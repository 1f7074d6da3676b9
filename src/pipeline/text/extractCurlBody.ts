export function extractCurlBody(text: string): string | undefined {
  if (!/^\s*(?:\$\s*)?curl\s/.test(text)) return undefined;
  const words = splitShellWords(text);
  const flag = words.findIndex((word) => /^(?:-d|--data(?:-raw|-binary|-ascii)?|--json)$/.test(word));
  const joined = words.find((word) => /^--(?:data(?:-raw|-binary|-ascii)?|json)=/.test(word));
  return flag >= 0 ? words[flag + 1] : joined?.slice(joined.indexOf('=') + 1);
}

function splitShellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece] of text.matchAll(/\$?'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|\s+|[^\s'"\\]+/g)) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (piece !== '\\\n' && piece !== '\\\r') word = (word ?? '') + unquote(piece);
  }
  return word === undefined ? words : [...words, word];
}

const WHITE_SPACE = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unquote(piece: string): string {
  if (piece.startsWith("$'"))
    return piece.slice(2, -1).replaceAll(/\\(['"\\nrt])/g, (_, letter) => WHITE_SPACE.get(letter) ?? letter);
  if (piece.startsWith("'")) return piece.slice(1, -1);
  if (piece.startsWith('"')) return piece.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1');
  return piece.startsWith('\\') ? piece.slice(1) : piece;
}
