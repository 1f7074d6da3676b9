export function HighlightedText({ text, from, to }: { text: string; from: number; to: number }) {
  return (
    <bdi translate="no">
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </bdi>
  );
}
