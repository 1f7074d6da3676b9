export function FormattedCount({ text }: { text: string }) {
  const [numbers = text, noun] = text.split(/(?= devices?$)/);
  return (
    <>
      <span translate="no">{numbers}</span>
      {noun && <span data-spoken="phone">{noun}</span>}
    </>
  );
}
