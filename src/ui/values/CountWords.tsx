/** A count such as "2,000 devices"; on phones the noun is for screen readers only. */
export function CountWords({ words }: { words: string }) {
  const [numbers = words, noun] = words.split(/(?= devices?$)/);
  return (
    <>
      {numbers}
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
