/** A count as in "2,000 devices". On a phone the page's title says what is counted, and its noun is only heard. */
export function CountWords({ words }: { words: string }) {
  const [numbers = words, noun] = words.split(/(?= devices?$)/);
  return (
    <>
      {numbers}
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
