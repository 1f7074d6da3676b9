import { PlainText } from '#ui/values/PlainText.tsx';
import classes from './FieldName.module.css';

const NO_NAME = '(no name)';

export function FieldName({ name }: { name: string }) {
  const member = name.indexOf('.') + 1;
  if (member === 0) return <PlainText text={name || NO_NAME} />;
  return (
    <>
      <PlainText text={name.slice(0, member)} />
      <span className={classes['member']}>
        <PlainText text={name.slice(member) || NO_NAME} />
      </span>
    </>
  );
}
