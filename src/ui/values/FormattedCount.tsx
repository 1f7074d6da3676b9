export function FormattedCount({ text }: { text: string }) {
  const [numbers = text, noun] = text.split(/(?= devices?$)/);
  return (
    <>
      {numbers}
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
