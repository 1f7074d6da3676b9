/** A count such as "2,000 devices"; on phones the noun is for screen readers only. */
export function FormattedCount({ words: text }: { words: string }) {
  const [numbers = text, noun] = text.split(/(?= devices?$)/);
  return (
    <>
      {numbers}
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
