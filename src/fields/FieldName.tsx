import { PlainText } from '#ui/values/PlainText.tsx';

/** Where there is no room for it on one line, the member of an object stands below its object. */
export function FieldName({ name }: { name: string }) {
  const member = name.indexOf('.') + 1;
  return (
    <>
      {member > 0 && <PlainText text={name.slice(0, member)} />}
      <wbr />
      <PlainText text={name.slice(member)} />
    </>
  );
}
