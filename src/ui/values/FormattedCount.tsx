export function FormattedCount({ words: text }: { words: string }) {
  const [numbers = text, noun] = text.split(/(?= devices?$)/);
  return (
    <>
      {numbers}
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
