/** Characters of a text, from the one to before the other. */
export type Part = { from: number; to: number };

/** How an ID differs from what was typed: in words, and which characters of each are not in the other. */
type IdDifference = { words: string; ofTyped: Part; ofId: Part };

/** A text as it is compared, and where each of its characters stands in what was written. */
type Folded = { text: string; at: readonly number[] };

/** Tells a typed text from the ID that it was probably meant for, which differs in case, separators or one character. */
export function idDifference(typed: string, id: string): IdDifference {
  const [one, other] = [folded(typed), folded(id)];
  const { start, ones, others } = differing(one.text, other.text);
  if (ones === 0 && others === 0) {
    const whole = differing(typed, id);
    const words = typed.toLowerCase() === id.toLowerCase() ? 'in other case' : 'other spaces or separators';
    const { start: from } = whole;
    return { words, ofTyped: { from, to: from + whole.ones }, ofId: { from, to: from + whole.others } };
  }
  const [typedPart, idPart] = [partOf(one, start, ones, typed), partOf(other, start, others, id)];
  const [wrong, right] = [typed.slice(typedPart.from, typedPart.to), id.slice(idPart.from, idPart.to)];
  const words = ones === 0 ? `one ${right} more` : others === 0 ? `one ${wrong} less` : `${right} for ${wrong}`;
  const rest = [typed, id].map((text, at) => {
    const { from, to } = at === 0 ? typedPart : idPart;
    return text.slice(0, from) + text.slice(to);
  });
  const more = rest[0] === rest[1] ? '' : '; case or separators too';
  return { words: words + more, ofTyped: typedPart, ofId: idPart };
}

function folded(text: string): Folded {
  const at: number[] = [];
  let kept = '';
  for (let place = 0; place < text.length; place++) {
    const character = text[place] as string; // within bounds
    if (/[\s_.-]/.test(character)) continue;
    kept += character.toLowerCase().slice(0, 1);
    at.push(place);
  }
  return { text: kept, at };
}

/** Where two texts begin to differ, and how many characters of each. */
function differing(one: string, other: string): { start: number; ones: number; others: number } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return { start, ones: one.length - start - end, others: other.length - start - end };
}

function partOf({ at }: Folded, start: number, count: number, text: string): Part {
  const from = at[start] ?? text.length;
  return { from, to: count === 0 ? from : (at[start + count - 1] ?? from) + 1 };
}
